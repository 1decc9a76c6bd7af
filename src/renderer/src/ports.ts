// The two pipes a page can have to the engine: a MessagePort under Electron, a WebSocket in a browser.
import type { Port } from '#contract/rpc.ts'
import type { SocketBeat } from '#contract/shell.ts'

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

/** The socket must be open already. Messages travel as JSON text. It closes too when nobody answers on it any more. `page`: tells when the computer goes offline. */
export function webSocketPort(socket: WebSocket, page?: EventTarget): Port {
  const closed = closeOnce()
  const pulse = watchPulse(socket, page, () => {
    // Whoever does not answer does not say good-bye either: the browser would wait for that.
    closed.fire()
    socket.close()
  })
  closed.add(pulse.stop)
  socket.addEventListener('close', closed.fire)
  return {
    post: (message) => {
      if (socket.readyState !== socket.OPEN) return
      socket.send(JSON.stringify(message))
      pulse.asked()
    },
    onMessage: (listener) => {
      socket.addEventListener('message', (event) => {
        if (typeof event.data === 'string' && !closed.isClosed()) listener(JSON.parse(event.data))
      })
    },
    onClose: closed.add,
    close: () => {
      socket.close()
    },
  }
}

/** A pipe that is used is proven by what comes through it; one that is not is tried so often. */
const TRY_EVERY_MS = 5_000
const ANSWER_WITHIN_MS = 1_500
/** More than once: a page or a program that was itself asleep or busy finds its timers due before its messages. */
const MOST_UNANSWERED = 2

/**
 * Calls `lost` when nothing at all came in answer to several messages. That the computer is offline proves nothing,
 * because the host is on this computer; it is only a reason to look.
 */
function watchPulse(socket: WebSocket, page: EventTarget | undefined, lost: () => void): { asked: () => void; stop: () => void } {
  let unanswered = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const askIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(ask, ms)
  }
  const ask = () => {
    if (unanswered >= MOST_UNANSWERED) {
      lost()
      return
    }
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ beat: true } satisfies SocketBeat))
    unanswered++
    askIn(ANSWER_WITHIN_MS)
  }
  const heard = () => {
    unanswered = 0
    askIn(TRY_EVERY_MS)
  }
  heard()
  socket.addEventListener('message', heard)
  page?.addEventListener('offline', ask)
  return {
    asked: () => {
      if (unanswered > 0) return
      unanswered = 1
      askIn(ANSWER_WITHIN_MS)
    },
    stop: () => {
      clearTimeout(timer)
      socket.removeEventListener('message', heard)
      page?.removeEventListener('offline', ask)
    },
  }
}

/** `close` may come from either side, or from both: listeners hear of it once. */
function closeOnce() {
  const listeners = new Set<() => void>()
  let isClosed = false
  const fire = () => {
    isClosed = true
    const waiting = [...listeners]
    listeners.clear()
    for (const listener of waiting) listener()
  }
  return {
    isClosed: () => isClosed,
    add: (listener: () => void) => {
      listeners.add(listener)
      // It may have gone before anybody used it.
      if (isClosed) queueMicrotask(fire)
    },
    fire,
  }
}
