// Something the page is to do, told once: it may not be there yet, so it asks when it begins and whenever it is told
// to.

export type Pending<Value> = {
  /** The last one counts. */
  set: (value: Value) => void
  take: () => Value
  /** Whoever fetches the page; called at once where something waits already. */
  serve: (tell: () => void) => void
}

export function createPending<Value>(nothing: Value): Pending<Value> {
  let waiting = nothing
  let told: () => void = () => undefined
  return {
    set: (value) => {
      waiting = value
      told()
    },
    take: () => {
      const taken = waiting
      waiting = nothing
      return taken
    },
    serve: (tell) => {
      told = tell
      if (waiting !== nothing) tell()
    },
  }
}
