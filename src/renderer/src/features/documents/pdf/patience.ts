// One reader at a time, and another in its place when it does not answer: what hangs in one page must not keep the
// others.

/** What reads, and how it is ended. */
export type Reader<Document> = { document: Document; close: () => void }

export type Patient<Document> = {
  /** Throws what `late` makes where this keeps a reader busy for too long. */
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
      // One thing is read after the other, so it hangs in the first that has not been answered, which is late first.
      // What waits behind it is asked for again, of the next reader.
      if (answer === LATE) {
        leave(own)
        throw late()
      }
    } catch (error) {
      // One that cannot be opened is no reader for the next one either.
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
