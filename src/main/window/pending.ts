// Stores a request to the page until the page fetches it. The page may not exist yet, so it fetches the request when it
// starts, and whenever it is notified.

export type Pending<Value> = {
  /** The last request replaces the one before. */
  set: (value: Value) => void
  /** Returns the request and removes it. */
  take: () => Value
  /** Sets the listener for new requests. It is called at once if a request already waits. */
  serve: (listener: () => void) => void
}

export function createPending<Value>(empty: Value): Pending<Value> {
  let waiting = empty
  let notify: () => void = () => undefined
  return {
    set: (value) => {
      waiting = value
      notify()
    },
    take: () => {
      const taken = waiting
      waiting = empty
      return taken
    },
    serve: (listener) => {
      notify = listener
      if (waiting !== empty) listener()
    },
  }
}
