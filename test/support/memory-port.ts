// Two ends of a pipe in memory. Messages go through structuredClone and arrive later, as between two processes, so a
// test fails if a value needs a shared heap.
import type { Port } from '#contract/rpc.ts'

type End = { messages: Set<(message: unknown) => void>; closes: Set<() => void> }

export function memoryPair(): [Port, Port] {
  const ends: [End, End] = [newEnd(), newEnd()]
  let open = true
  const close = () => {
    if (!open) return
    open = false
    queueMicrotask(() => {
      for (const end of ends) for (const listener of end.closes) listener()
    })
  }
  const port = (own: End, other: End): Port => ({
    post: (message) => {
      if (!open) return
      const copy: unknown = structuredClone(message)
      queueMicrotask(() => {
        if (open) for (const listener of other.messages) listener(copy)
      })
    },
    onMessage: (listener) => own.messages.add(listener),
    onClose: (listener) => own.closes.add(listener),
    close,
  })
  return [port(ends[0], ends[1]), port(ends[1], ends[0])]
}

function newEnd(): End {
  return { messages: new Set(), closes: new Set() }
}
