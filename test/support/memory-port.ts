// Two ends of a pipe in memory. Messages go through structuredClone and arrive later, as between two processes, so a
// test fails if a value needs a shared heap.
import type { Port } from '#contract/rpc.ts'

type End = { messages: Set<(message: unknown) => void>; closes: Set<() => void> }

export function createPortPair(): [Port, Port] {
  const ends: [End, End] = [newEnd(), newEnd()]
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    queueMicrotask(() => {
      for (const end of ends) for (const listener of end.closes) listener()
    })
  }
  const port = (ownEnd: End, otherEnd: End): Port => ({
    post: (message) => {
      if (!isOpen) return
      const copy: unknown = structuredClone(message)
      queueMicrotask(() => {
        if (isOpen) for (const listener of otherEnd.messages) listener(copy)
      })
    },
    onMessage: (listener) => ownEnd.messages.add(listener),
    onClose: (listener) => ownEnd.closes.add(listener),
    close,
  })
  return [port(ends[0], ends[1]), port(ends[1], ends[0])]
}

function newEnd(): End {
  return { messages: new Set(), closes: new Set() }
}
