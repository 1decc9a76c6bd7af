// A pipe in memory with two ends. Messages are cloned and arrive asynchronously, as between two processes, so that a
// value which cannot be cloned fails the test.
import type { Port } from '#contract/rpc.ts'

type End = { messages: Set<(message: unknown) => void>; closes: Set<() => void> }

export function createPortPair(): [Port, Port] {
  const ends: [End, End] = [createEnd(), createEnd()]
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

function createEnd(): End {
  return { messages: new Set(), closes: new Set() }
}
