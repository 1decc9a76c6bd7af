// The two transports between page and engine: a MessagePort under Electron, a WebSocket in a browser.
import { BEAT } from '#contract/rules/beat.ts'
import type { Port } from '#contract/rpc.ts'

/**
 * The other end must have answered already. The port also closes when the other end stops answering, because a hanging
 * process keeps its ports open.
 */
export function createMessagePort(port: MessagePort): Port {
  const closeSignal = createCloseSignal()
  const sendBeat = () => port.postMessage(BEAT)
  const heartbeat = watchHeartbeat({ messages: port, sendBeat }, () => {
    closeSignal.fireClose()
    port.close()
  })
  closeSignal.add(heartbeat.stop)
  port.addEventListener('close', closeSignal.fireClose)
  return {
    post: (message) => {
      port.postMessage(message)
      heartbeat.onSent()
    },
    onMessage: (listener) => {
      port.addEventListener('message', (event) => {
        if (!closeSignal.isClosed()) listener(event.data)
      })
      port.start()
    },
    onClose: closeSignal.add,
    close: () => {
      port.close()
      closeSignal.fireClose()
    },
  }
}

/** Calls `onAnswer` after the first message of the other end. The returned function cancels this and closes `port`. */
export function runWhenAnswered(port: MessagePort, onAnswer: () => void): () => void {
  const onMessage = () => onAnswer()
  port.addEventListener('message', onMessage, { once: true })
  port.start()
  port.postMessage(BEAT)
  return () => {
    port.removeEventListener('message', onMessage)
    port.close()
  }
}

/**
 * The socket must be open already. Messages travel as JSON text. The port also closes when the other end stops
 * answering. `page` emits an event when the computer goes offline.
 */
export function createWebSocketPort(socket: WebSocket, page?: EventTarget): Port {
  const closeSignal = createCloseSignal()
  const sendBeat = () => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(BEAT))
  }
  const heartbeat = watchHeartbeat({ messages: socket, sendBeat, page }, () => {
    // A peer that does not answer does not send a close frame either, and the browser would wait for that.
    closeSignal.fireClose()
    socket.close()
  })
  closeSignal.add(heartbeat.stop)
  socket.addEventListener('close', closeSignal.fireClose)
  return {
    post: (message) => {
      if (socket.readyState !== socket.OPEN) return
      socket.send(JSON.stringify(message))
      heartbeat.onSent()
    },
    onMessage: (listener) =>
      socket.addEventListener('message', (event) => {
        if (typeof event.data === 'string' && !closeSignal.isClosed()) listener(JSON.parse(event.data))
      }),
    onClose: closeSignal.add,
    close: () => socket.close(),
  }
}

/** Received messages prove that a connection works. An idle connection is checked at this interval. */
const CHECK_EVERY_MS = 5_000
const ANSWER_WITHIN_MS = 1_500
/** More than one: after sleep or a busy period, the timers of a page run before its messages are delivered. */
const MAX_UNANSWERED = 2

/** `messages`: the target that emits received messages. `sendBeat` sends one message. */
type HeartbeatParts = { messages: EventTarget; sendBeat: () => void; page?: EventTarget | undefined }

/**
 * Calls `onLost` when several messages got no answer. An offline computer proves nothing, because the host is on this
 * computer; it only triggers a check.
 */
function watchHeartbeat(
  { messages, sendBeat, page }: HeartbeatParts,
  onLost: () => void,
): { onSent: () => void; stop: () => void } {
  let unansweredCount = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const scheduleCheck = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(check, ms)
  }
  const check = () => {
    if (unansweredCount >= MAX_UNANSWERED) {
      onLost()
      return
    }
    sendBeat()
    unansweredCount++
    scheduleCheck(ANSWER_WITHIN_MS)
  }
  const onMessage = () => {
    unansweredCount = 0
    scheduleCheck(CHECK_EVERY_MS)
  }
  onMessage()
  messages.addEventListener('message', onMessage)
  page?.addEventListener('offline', check)
  return {
    onSent: () => {
      if (unansweredCount > 0) return
      unansweredCount = 1
      scheduleCheck(ANSWER_WITHIN_MS)
    },
    stop: () => {
      clearTimeout(timer)
      messages.removeEventListener('message', onMessage)
      page?.removeEventListener('offline', check)
    },
  }
}

/** Either side, or both, may call `close`. Listeners are notified once. */
function createCloseSignal() {
  const listeners = new Set<() => void>()
  let isClosed = false
  const fireClose = () => {
    isClosed = true
    const listenersToCall = [...listeners]
    listeners.clear()
    for (const listener of listenersToCall) listener()
  }
  return {
    isClosed: () => isClosed,
    add: (listener: () => void) => {
      listeners.add(listener)
      // The port may have closed before its first use.
      if (isClosed) queueMicrotask(fireClose)
    },
    fireClose,
  }
}
