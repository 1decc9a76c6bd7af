// Uses one reader at a time, and replaces it after a timeout. A page that hangs must not block the others.

/** A reader, and a function that ends it. */
export type Reader<Document> = { document: Document; close: () => void }

export type ReplaceableReader<Document> = {
  /** Throws `timeoutError()` if the reader does not finish the work within `longestMs`. */
  ask: <Value>(work: (document: Document) => Promise<Value>) => Promise<Value>
  close: () => void
}

type Session<Document> = { reader: Promise<Reader<Document>>; ended: PromiseWithResolvers<typeof ENDED> }

const ENDED = Symbol('ended')
const TIMED_OUT = Symbol('timed out')

export function createReplaceableReader<Document>(
  first: Reader<Document>,
  open: () => Promise<Reader<Document>>,
  longestMs: number,
  timeoutError: () => Error,
): ReplaceableReader<Document> {
  let isClosed = false
  const start = (reader: Promise<Reader<Document>>): Session<Document> => ({ reader, ended: Promise.withResolvers() })
  let session: Session<Document> | null = start(Promise.resolve(first))

  const end = (one: Session<Document>) => {
    if (session === one) session = null
    one.reader.then(
      ({ close }) => {
        close()
      },
      () => undefined,
    )
    one.ended.resolve(ENDED)
  }
  const ask = async <Value>(work: (document: Document) => Promise<Value>): Promise<Value> => {
    if (isClosed) throw timeoutError()
    const own = (session ??= start(open()))
    const timedOut = Promise.withResolvers<typeof TIMED_OUT>()
    const timeout = setTimeout(() => {
      timedOut.resolve(TIMED_OUT)
    }, longestMs)
    try {
      const answer = await Promise.race([
        own.reader.then(({ document }) => work(document)),
        timedOut.promise,
        own.ended.promise,
      ])
      if (answer !== TIMED_OUT && answer !== ENDED) return answer
      // Work runs in sequence, so the reader hangs in the first unanswered request, which is also the first to time
      // out. The requests behind it are repeated with the next reader.
      if (answer === TIMED_OUT) {
        end(own)
        throw timeoutError()
      }
    } catch (error) {
      // A reader that could not be opened is not reused either.
      own.reader.catch(() => {
        end(own)
      })
      throw error
    } finally {
      clearTimeout(timeout)
    }
    return ask(work)
  }
  return {
    ask,
    close: () => {
      isClosed = true
      if (session) end(session)
    },
  }
}
