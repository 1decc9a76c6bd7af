// Main's own pipe to the engine: what is true without a window, such as an alert, is heard here.
import type { MessagePortMain } from 'electron'
import type { Port } from '#contract/rpc.ts'

export function mainPort(port: MessagePortMain): Port {
  const listeners = new Set<() => void>()
  // From either side, or from both: told once.
  const closed = () => {
    const waiting = [...listeners]
    listeners.clear()
    for (const listener of waiting) listener()
  }
  port.on('close', closed)
  return {
    post: (message) => {
      port.postMessage(message)
    },
    onMessage: (listener) => {
      port.on('message', ({ data }) => {
        listener(data)
      })
      port.start()
    },
    onClose: (listener) => {
      listeners.add(listener)
    },
    close: () => {
      port.close()
      closed()
    },
  }
}
