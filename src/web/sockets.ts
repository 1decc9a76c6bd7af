// The two sockets of a page, /ws/engine and /ws/shell. After a page proved its session by cookie and secret, each
// socket is a Port.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Port } from '#contract/rpc.ts'
import { NO_SESSION } from '#contract/rules/socket-codes.ts'
import type { SocketReady } from '#contract/shell.ts'
import { type WebServer, parsePathname } from './server.ts'
import type { Sessions } from './sessions.ts'
import { createSocketPort } from './socket-port.ts'

const SocketHello = z.object({ secret: z.string().max(200) })

const TRY_AGAIN_LATER = 1013
const POLICY_VIOLATION = 1008
const HELLO_TIMEOUT_MS = 5000
/** The largest call of the view is the undo of a note on as many selected rows as possible: it has each note’s text. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024
/** The largest number of messages in each period: far more than fast scrolling needs, and few enough for the engine. */
const MAX_MESSAGES = 3000
const MESSAGE_PERIOD_MS = 10_000

/** Returns a function that connects a page's port to the engine or the shell; null if that is not available now. */
export type PortConnector = () => Promise<((port: Port) => void) | null>

export type Sockets = { close(): void }

/** `connectors`: the connector for each path, such as `/ws/engine`. */
export function startSockets(
  web: WebServer,
  sessions: Pick<Sessions, 'isValid'>,
  connectors: Record<string, PortConnector>,
): Sockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  web.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Node removed its own error listener. Without one, a client that disconnects would end the program.
    stream.on('error', () => stream.destroy())
    const connector = connectors[parsePathname(request, web)]
    if (!connector || !web.isOurs(request)) {
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    const cookie = web.getCookie(request)
    sockets.handleUpgrade(request, stream, head, (socket) => {
      // A page cannot read why an upgrade was refused. So it is accepted, and the socket is closed with a code.
      if (cookie === null) {
        socket.close(NO_SESSION)
        return
      }
      authenticate(socket, (secret) => sessions.isValid({ cookie, secret }), connector)
    })
  })
  return {
    close: () => {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

function authenticate(socket: WebSocket, isValidSecret: (secret: string) => boolean, connector: PortConnector): void {
  const timeout = setTimeout(() => socket.close(NO_SESSION), HELLO_TIMEOUT_MS)
  // After an error the socket emits `close`, which is handled below. Without a listener, Node would throw the error.
  socket.on('error', () => undefined)
  socket.once('close', () => clearTimeout(timeout))
  socket.once('message', (data, isBinary) => {
    clearTimeout(timeout)
    if (isBinary || !isValidHello(data, isValidSecret)) {
      socket.close(NO_SESSION)
      return
    }
    limitMessages(socket)
    connector().then(
      (attach) => {
        if (!attach || socket.readyState !== socket.OPEN) {
          socket.close(TRY_AGAIN_LATER)
          return
        }
        const port = createSocketPort(socket)
        // The port is attached before `ready` is sent, because the page then sends calls, which need a listener.
        attach(port)
        port.post({ ready: true } satisfies SocketReady)
      },
      () => socket.close(TRY_AGAIN_LATER),
    )
  })
}

function isValidHello(data: WebSocket.RawData, isValidSecret: (secret: string) => boolean): boolean {
  try {
    const hello = SocketHello.safeParse(JSON.parse((data as Buffer).toString('utf8')))
    return hello.success && isValidSecret(hello.data.secret)
  } catch {
    // Not JSON, so it is not our page.
    return false
  }
}

function limitMessages(socket: WebSocket): void {
  let count = 0
  const reset = setInterval(() => {
    count = 0
  }, MESSAGE_PERIOD_MS)
  socket.once('close', () => clearInterval(reset))
  socket.on('message', () => {
    count += 1
    if (count < MAX_MESSAGES) return
    // A connection that is closing still delivers messages. They are ignored.
    socket.removeAllListeners('message')
    socket.close(POLICY_VIOLATION)
  })
}
