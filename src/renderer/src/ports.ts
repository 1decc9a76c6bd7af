// The two pipes a page can have to the engine: a MessagePort under Electron, a WebSocket in a browser.
import type { Port } from '#contract/rpc.ts'

export function messagePort(port: MessagePort): Port {
  const closed = closeOnce()
  port.addEventListener('close', closed.fire)
  return {
    post: (message) => {
      port.postMessage(message)
    },
    onMessage: (listener) => {
      port.addEventListener('message', (event) => {
        listener(event.data)
      })
      port.start()
    },
    onClose: closed.add,
    close: () => {
      port.close()
      closed.fire()
    },
  }
}

/** The socket must be open already. Messages travel as JSON text. */
export function webSocketPort(socket: WebSocket): Port {
  const closed = closeOnce()
  socket.addEventListener('close', closed.fire)
  return {
    post: (message) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
    },
    onMessage: (listener) => {
      socket.addEventListener('message', (event) => {
        if (typeof event.data === 'string') listener(JSON.parse(event.data))
      })
    },
    onClose: closed.add,
    close: () => {
      socket.close()
    },
  }
}

/** `close` may come from either side, or from both: listeners hear of it once. */
function closeOnce() {
  const listeners = new Set<() => void>()
  return {
    add: (listener: () => void) => {
      listeners.add(listener)
    },
    fire: () => {
      const waiting = [...listeners]
      listeners.clear()
      for (const listener of waiting) listener()
    },
  }
}
