// Converts main's own message port to a Port of the contract. Main receives events that need no window, such as alerts.
import type { MessagePortMain } from 'electron'
import type { Port } from '#contract/rpc.ts'

export function toPort(port: MessagePortMain): Port {
  const listeners = new Set<() => void>()
  // Both sides may close the port, and each listener must be called only once.
  const notifyClosed = () => {
    const currentListeners = [...listeners]
    listeners.clear()
    for (const listener of currentListeners) listener()
  }
  port.on('close', notifyClosed)
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', ({ data }) => listener(data))
      port.start()
    },
    onClose: (listener) => {
      listeners.add(listener)
    },
    close: () => {
      port.close()
      notifyClosed()
    },
  }
}
