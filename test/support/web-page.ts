// A client of the browser host. As the page does, it exchanges the token of the printed address for a session, and
// opens the sockets with cookie, secret and origin.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { EngineContract } from '#contract/index.ts'
import { type Client, connect } from '#contract/rpc.ts'
import type { SessionAnswer, ShellContract } from '#contract/shell.ts'
import { createSocketPort } from '../../src/web/socket-port.ts'

export type PageSession = { origin: string; cookie: string; secret: string }

/** `otherTab` is another tab of the same browser, so its cookie is sent too. */
export async function openSession(address: string, otherTab: PageSession | null = null): Promise<PageSession> {
  const { origin, hash } = new URL(address)
  const answer = await postToken(origin, hash.slice('#t='.length), origin, otherTab?.cookie)
  if (answer.status !== 200) throw new Error(`The host answered ${answer.status}.`)
  const { secret } = (await answer.json()) as SessionAnswer
  return { origin, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '', secret }
}

export function postToken(origin: string, token: string, sentOrigin: string, cookie = ''): Promise<Response> {
  return fetch(`${origin}/session`, {
    method: 'POST',
    headers: { origin: sentOrigin, ...(cookie === '' ? {} : { cookie }) },
    body: JSON.stringify({ token }),
  })
}

export type SocketHeaders = Partial<Record<'origin' | 'cookie' | 'host', string>>

export function openSocket(session: PageSession, path: string, headers: SocketHeaders = {}): WebSocket {
  return new WebSocket(`${session.origin.replace('http', 'ws')}${path}`, {
    headers: { origin: session.origin, cookie: session.cookie, ...headers },
  })
}

/** Sends the first message, and resolves with the close code of the socket, or with -1 if the host refused it. */
export function getCloseCode(socket: WebSocket, firstMessage: string | Buffer | null): Promise<number> {
  socket.on('open', () => {
    if (firstMessage !== null) socket.send(firstMessage)
  })
  return new Promise((resolve) => {
    socket.once('error', () => resolve(-1))
    socket.once('close', resolve)
  })
}

export type Page = { engine: Client<EngineContract>; shell: Client<ShellContract>; close(): void }

export async function openPage(address: string): Promise<Page> {
  const session = await openSession(address)
  const [engine, shell] = await Promise.all([
    openClientSocket(session, '/ws/engine'),
    openClientSocket(session, '/ws/shell'),
  ])
  return {
    engine: connect<EngineContract>(createSocketPort(engine)),
    shell: connect<ShellContract>(createSocketPort(shell)),
    close: () => {
      engine.close()
      shell.close()
    },
  }
}

/** Connects only to the shell, which answers even if the engine does not run. */
export async function openShell(address: string): Promise<Client<ShellContract>> {
  return connect<ShellContract>(createSocketPort(await openClientSocket(await openSession(address), '/ws/shell')))
}

async function openClientSocket(session: PageSession, path: string): Promise<WebSocket> {
  const socket = openSocket(session, path)
  await once(socket, 'open')
  socket.send(JSON.stringify({ secret: session.secret }))
  await once(socket, 'message')
  return socket
}
