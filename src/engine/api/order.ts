// Which of two answers is the later word. As a rule that of the request sent later. But two that are under way
// together may change places on their way there: then the service's own clock decides, where it tells them apart.

export type AnswerOrder = {
  /** Number of a request that leaves now, rising in the order of sending. */
  next(): number
  /** Its answer came. The result says whether what the request of that number brought is a later word than this. */
  answered(seq: number, servedMs: number | null): IsOlderThan
}

export type IsOlderThan = (otherSeq: number) => boolean

type Served = {
  /** The service's clock, in whole seconds, when it answered; null where it does not say. */
  servedMs: number | null
  /** The newest number given out when the answer was here. */
  sentThrough: number
}

/** A request lives half a minute, and a minute takes a hundred: of older ones none is under way any more. */
const KEPT = 256

/** `lastSeq`: where the last run of the program stopped. Of its requests none is under way. */
export function createAnswerOrder(lastSeq: number): AnswerOrder {
  let last = lastSeq
  const recent = new Map<number, Served>()
  return {
    next: () => ++last,
    answered: (seq, servedMs) => {
      recent.set(seq, { servedMs, sentThrough: last })
      for (const oldest of recent.keys()) {
        if (recent.size <= KEPT) break
        recent.delete(oldest)
      }
      return (otherSeq) => {
        const other = recent.get(otherSeq)
        const wereTogether = other !== undefined && seq <= other.sentThrough
        if (!wereTogether || other.servedMs === null || servedMs === null || other.servedMs === servedMs)
          return otherSeq > seq
        return other.servedMs > servedMs
      }
    },
  }
}
