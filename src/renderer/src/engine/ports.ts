// The two pipes a page can have to the engine: a MessagePort under Electron, a WebSocket in a browser.
import { BEAT } from '#contract/rules/beat.ts'
import type { Port } from '#contract/rpc.ts'

/**
 * Somebody must have answered on it already. It closes too when nobody answers on it any more: a process that hangs
 * keeps its ports.
 */
export function messagePort(port: MessagePort): Port {
  const closed = closeOnce()
  const beat = () => {
    port.postMessage(BEAT)
  }
  const pulse = watchPulse({ messages: port, beat }, () => {
    closed.fire()
    port.close()
  })
  closed.add(pulse.stop)
  port.addEventListener('close', closed.fire)
  return {
    post: (message) => {
      port.postMessage(message)
      pulse.asked()
    },
    onMessage: (listener) => {
      port.addEventListener('message', (event) => {
        if (!closed.isClosed()) listener(event.data)
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

/** Hands it on once somebody has answered at its other end; calling what it returns gives up on that. */
export function whenAnswered(port: MessagePort, then: () => void): () => void {
  const heard = () => {
    then()
  }
  port.addEventListener('message', heard, { once: true })
  port.start()
  port.postMessage(BEAT)
  return () => {
    port.removeEventListener('message', heard)
    port.close()
  }
}

/**
 * The socket must be open already. Messages travel as JSON text. It closes too when nobody answers on it any more.
 * `page`: tells when the computer goes offline.
 */
export function webSocketPort(socket: WebSocket, page?: EventTarget): Port {
  const closed = closeOnce()
  const beat = () => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(BEAT))
  }
  const pulse = watchPulse({ messages: socket, beat, page }, () => {
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

/** `messages`: where what comes through a pipe is heard. `beat` sends one. */
type Pulsing = { messages: EventTarget; beat: () => void; page?: EventTarget | undefined }

/**
 * Calls `lost` when nothing at all came in answer to several messages. That the computer is offline proves nothing,
 * because the host is on this computer; it is only a reason to look.
 */
function watchPulse({ messages, beat, page }: Pulsing, lost: () => void): { asked: () => void; stop: () => void } {
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
    beat()
    unanswered++
    askIn(ANSWER_WITHIN_MS)
  }
  const heard = () => {
    unanswered = 0
    askIn(TRY_EVERY_MS)
  }
  heard()
  messages.addEventListener('message', heard)
  page?.addEventListener('offline', ask)
  return {
    asked: () => {
      if (unanswered > 0) return
      unanswered = 1
      askIn(ANSWER_WITHIN_MS)
    },
    stop: () => {
      clearTimeout(timer)
      messages.removeEventListener('message', heard)
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
