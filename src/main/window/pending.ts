// A request to the page, delivered once: the page may not exist yet, so it fetches the request when it starts and at
// each notification.

export type Pending<Value> = {
  /** The last request replaces the one before. */
  set: (value: Value) => void
  take: () => Value
  /** The listener that fetches the request for the page; called at once if one waits already. */
  serve: (listener: () => void) => void
}

export function createPending<Value>(nothing: Value): Pending<Value> {
  let waiting = nothing
  let notify: () => void = () => undefined
  return {
    set: (value) => {
      waiting = value
      notify()
    },
    take: () => {
      const taken = waiting
      waiting = nothing
      return taken
    },
    serve: (listener) => {
      notify = listener
      if (waiting !== nothing) listener()
    },
  }
}
