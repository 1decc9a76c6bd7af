// The two sockets of a page, /ws/engine and /ws/shell: let in by cookie and secret, then a Port like any other.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Port } from '#contract/rpc.ts'
import type { SocketReady } from '#contract/shell.ts'
import { type WebServer, pathOf } from './server.ts'
import type { Sessions } from './sessions.ts'
import { socketPort } from './socket-port.ts'

const SocketHello = z.object({ secret: z.string().max(200) })

/** Our own close code: the page has no session here, and asking again would not change that. */
const SESSION_OVER = 4401
const TRY_AGAIN_LATER = 1013
const TOO_MUCH = 1008
const HELLO_WITHIN_MS = 5000
/** The largest call of the view is a filter of a few kilobytes. */
const LARGEST_MESSAGE_BYTES = 256 * 1024
/** Far above what fast scrolling asks; below what keeps the engine from its other work. */
const MOST_MESSAGES = 3000
const COUNTED_OVER_MS = 10_000

/** Answers who serves a new page; null when nobody does at the moment. */
export type Door = () => Promise<((port: Port) => void) | null>

export type Sockets = { close(): void }

/** `doors` by path. */
export function startSockets(web: WebServer, sessions: Pick<Sessions, 'isOpen'>, doors: Record<string, Door>): Sockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES })
  web.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Node took its own listener off; without one, a caller who hangs up ends the program.
    stream.on('error', () => stream.destroy())
    const door = doors[pathOf(request, web)]
    if (!door || !web.isOurs(request)) {
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    const cookie = web.cookieOf(request)
    sockets.handleUpgrade(request, stream, head, (socket) => {
      // A refused upgrade tells a page nothing, so one without a session is accepted and told why it must go.
      if (cookie === null) {
        socket.close(SESSION_OVER)
        return
      }
      greet(socket, (secret) => sessions.isOpen({ cookie, secret }), door)
    })
  })
  return {
    close: () => {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

function greet(socket: WebSocket, isOpenedBy: (secret: string) => boolean, door: Door): void {
  const patience = setTimeout(() => {
    socket.close(SESSION_OVER)
  }, HELLO_WITHIN_MS)
  // A broken connection is followed by `close`, where it is dealt with.
  socket.on('error', () => undefined)
  socket.once('close', () => {
    clearTimeout(patience)
  })
  socket.once('message', (data, isBinary) => {
    clearTimeout(patience)
    if (isBinary || !isHello(data, isOpenedBy)) {
      socket.close(SESSION_OVER)
      return
    }
    limit(socket)
    door().then(
      (attach) => {
        if (!attach || socket.readyState !== socket.OPEN) {
          socket.close(TRY_AGAIN_LATER)
          return
        }
        const port = socketPort(socket)
        // Before the page is told that it may ask: what it asks must find somebody listening.
        attach(port)
        port.post({ ready: true } satisfies SocketReady)
      },
      () => {
        socket.close(TRY_AGAIN_LATER)
      },
    )
  })
}

function isHello(data: WebSocket.RawData, isOpenedBy: (secret: string) => boolean): boolean {
  try {
    const hello = SocketHello.safeParse(JSON.parse((data as Buffer).toString('utf8')))
    return hello.success && isOpenedBy(hello.data.secret)
  } catch {
    // Not even JSON: not our page.
    return false
  }
}

function limit(socket: WebSocket): void {
  let count = 0
  const reset = setInterval(() => {
    count = 0
  }, COUNTED_OVER_MS)
  socket.once('close', () => {
    clearInterval(reset)
  })
  socket.on('message', () => {
    count += 1
    if (count < MOST_MESSAGES) return
    // A connection that is being closed still carries what was on its way: nobody listens to that any more.
    socket.removeAllListeners('message')
    socket.close(TOO_MUCH)
  })
}
