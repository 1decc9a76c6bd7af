// Uses one reader at a time, and replaces it if it does not answer. A page that hangs must not block the others.

/** A reader, and a function that ends it. */
export type Reader<Document> = { document: Document; close: () => void }

export type Patient<Document> = {
  /** Throws the error made by `late` if the work keeps a reader busy for too long. */
  ask: <Value>(work: (document: Document) => Promise<Value>) => Promise<Value>
  close: () => void
}

type Desk<Document> = { reader: Promise<Reader<Document>>; left: PromiseWithResolvers<typeof LEFT> }

const LEFT = Symbol('left')
const LATE = Symbol('late')

export function createPatient<Document>(
  first: Reader<Document>,
  open: () => Promise<Reader<Document>>,
  longestMs: number,
  late: () => Error,
): Patient<Document> {
  let isClosed = false
  const sit = (reader: Promise<Reader<Document>>): Desk<Document> => ({ reader, left: Promise.withResolvers() })
  let desk: Desk<Document> | null = sit(Promise.resolve(first))

  const leave = (one: Desk<Document>) => {
    if (desk === one) desk = null
    one.reader.then(
      ({ close }) => {
        close()
      },
      () => undefined,
    )
    one.left.resolve(LEFT)
  }
  const ask = async <Value>(work: (document: Document) => Promise<Value>): Promise<Value> => {
    if (isClosed) throw late()
    const own = (desk ??= sit(open()))
    const timer = Promise.withResolvers<typeof LATE>()
    const ringing = setTimeout(() => {
      timer.resolve(LATE)
    }, longestMs)
    try {
      const answer = await Promise.race([
        own.reader.then(({ document }) => work(document)),
        timer.promise,
        own.left.promise,
      ])
      if (answer !== LATE && answer !== LEFT) return answer
      // Work runs in sequence, so the reader hangs in the first unanswered request, which is also the first to time
      // out. The requests behind it are repeated with the next reader.
      if (answer === LATE) {
        leave(own)
        throw late()
      }
    } catch (error) {
      // A reader that could not be opened is not reused either.
      own.reader.catch(() => {
        leave(own)
      })
      throw error
    } finally {
      clearTimeout(ringing)
    }
    return ask(work)
  }
  return {
    ask,
    close: () => {
      isClosed = true
      if (desk) leave(desk)
    },
  }
}
