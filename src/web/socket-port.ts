// Wraps a WebSocket of the browser host as a Port. Messages are JSON text. Heartbeats are answered here, not passed on.
import type { WebSocket } from 'ws'
import { isBeat } from '#contract/rules/beat.ts'
import type { Port } from '#contract/rpc.ts'

export function createSocketPort(socket: WebSocket): Port {
  const post = (message: unknown) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  return {
    post,
    onMessage: (listener) => {
      socket.on('message', (data, isBinary) => {
        const message = isBinary ? undefined : parseJson(data)
        // Our page sends only JSON, so another program sent this message: close the connection.
        if (message === undefined) socket.close(1003)
        else if (isBeat(message)) post(message)
        else listener(message)
      })
    },
    onClose: (listener) => {
      socket.once('close', listener)
    },
    close: () => socket.close(),
  }
}

function parseJson(data: WebSocket.RawData): unknown {
  try {
    // The server is configured to deliver a text as one Buffer, never as fragments.
    return JSON.parse((data as Buffer).toString('utf8'))
  } catch {
    return undefined
  }
}
