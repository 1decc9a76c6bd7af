// Decides which of two answers is newer. The request that was sent later normally has the newer answer. The service may
// process two requests that are in flight together in another order. Then its own clock decides, if its times differ.
// Of a write and a read in the same second, the write has the newer answer: a read that the service processed after it
// has the written values too.

export type AnswerOrder = {
  /** The number of a request that is sent now. Numbers rise in the order of sending. */
  next(): number
  /** The following numbers are above this one: another desktop of the office used the numbers up to it. */
  continueFrom(lastSeq: number): void
  /** Records the answer to request `seq`. The returned function says whether the answer to another request is newer. */
  answered(seq: number, served: Served): IsOlderThan
}

export type IsOlderThan = (otherSeq: number) => boolean

export type Served = {
  /** The service's clock when it answered, in whole seconds; null if it sent none. */
  servedMs: number | null
  isWrite: boolean
}

type Answer = Served & {
  /** The newest number assigned when the answer arrived. */
  sentThrough: number
}

/** More than can be sent in 30 s, the timeout of a request, so every request in flight is remembered. */
const MAX_REMEMBERED = 256

/** `lastSeq`: the last number of the previous run. None of its requests is in flight any more. */
export function createAnswerOrder(lastSeq: number): AnswerOrder {
  let lastAssignedSeq = lastSeq
  const recent = new Map<number, Answer>()
  return {
    next: () => ++lastAssignedSeq,
    continueFrom: (usedSeq) => {
      lastAssignedSeq = Math.max(lastAssignedSeq, usedSeq)
    },
    answered: (seq, { servedMs, isWrite }) => {
      const sentThrough = lastAssignedSeq
      recent.set(seq, { servedMs, isWrite, sentThrough })
      for (const oldest of recent.keys()) {
        if (recent.size <= MAX_REMEMBERED) break
        recent.delete(oldest)
      }
      return (otherSeq) => {
        const other = recent.get(otherSeq)
        const wereInFlightTogether = other !== undefined && seq <= other.sentThrough && otherSeq <= sentThrough
        if (!wereInFlightTogether || other.servedMs === null || servedMs === null) return otherSeq > seq
        if (other.servedMs !== servedMs) return other.servedMs > servedMs
        return other.isWrite === isWrite ? otherSeq > seq : other.isWrite
      }
    },
  }
}
