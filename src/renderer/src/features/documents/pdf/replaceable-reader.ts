// Uses one reader at a time, and replaces it after a timeout. A page that hangs must not block the others.

/** A reader, and a function that ends it. */
export type Reader<Doc> = { document: Doc; close: () => void }

export type ReplaceableReader<Doc> = {
  /** Throws `timeoutError()` if the reader does not finish the work within `timeoutMs`, or after `close`. */
  run: <Value>(work: (document: Doc) => Promise<Value>) => Promise<Value>
  close: () => void
}

type Session<Doc> = { reader: Promise<Reader<Doc>>; ended: PromiseWithResolvers<typeof ENDED> }

const ENDED = Symbol('ended')
const TIMED_OUT = Symbol('timed out')

export function createReplaceableReader<Doc>(
  firstReader: Reader<Doc>,
  open: () => Promise<Reader<Doc>>,
  timeoutMs: number,
  timeoutError: () => Error,
): ReplaceableReader<Doc> {
  let isClosed = false
  const startSession = (reader: Promise<Reader<Doc>>): Session<Doc> => ({ reader, ended: Promise.withResolvers() })
  let session: Session<Doc> | null = startSession(Promise.resolve(firstReader))

  const endSession = (ending: Session<Doc>) => {
    if (session === ending) session = null
    ending.reader.then(
      ({ close }) => close(),
      () => undefined,
    )
    ending.ended.resolve(ENDED)
  }
  const runWork = async <Value>(work: (document: Doc) => Promise<Value>): Promise<Value> => {
    if (isClosed) throw timeoutError()
    const ownSession = (session ??= startSession(open()))
    const timedOut = Promise.withResolvers<typeof TIMED_OUT>()
    const timeout = setTimeout(() => timedOut.resolve(TIMED_OUT), timeoutMs)
    try {
      const result = await Promise.race([
        ownSession.reader.then(({ document }) => work(document)),
        timedOut.promise,
        ownSession.ended.promise,
      ])
      if (result !== TIMED_OUT && result !== ENDED) return result
      // Work runs in sequence, so the reader hangs in the first unanswered request, which is also the first to time
      // out. The requests behind it are repeated with the next reader.
      if (result === TIMED_OUT) {
        endSession(ownSession)
        throw timeoutError()
      }
    } catch (error) {
      // Does not reuse a reader that failed to open.
      ownSession.reader.catch(() => endSession(ownSession))
      throw error
    } finally {
      clearTimeout(timeout)
    }
    return runWork(work)
  }
  return {
    run: runWork,
    close: () => {
      isClosed = true
      if (session) endSession(session)
    },
  }
}
