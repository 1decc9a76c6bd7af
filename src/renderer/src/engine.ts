// The only holder of the engine's and the shell's clients. Two hosts: Electron (a preload bridge and a MessagePort)
// and the browser host (a one-time token, then two sockets; contract/shell.ts, end). Nothing else knows which it is.
import { inject, shallowRef, type InjectionKey } from 'vue'
import type { EngineContract } from '#contract/index.ts'
import { fromWireError } from '#contract/errors.ts'
import type { Client } from '#contract/rpc.ts'
import type { EnginePortMessage, SessionAnswer, SessionRequest, ShellBridge, ShellContract, SocketHello } from '#contract/shell.ts'
import { createLink, plain, type Link, type Offer } from './link.ts'
import { messagePort, webSocketPort } from './ports.ts'

export type EngineLink = Link<EngineContract>
export type ShellLink = Link<ShellContract>
export type Links = { engine: EngineLink; shell: ShellLink }

export const linksKey: InjectionKey<Links> = Symbol('links')

export function useLinks(): Links {
  const links = inject(linksKey)
  if (!links) throw new Error('No links were provided to the application.')
  return links
}

export function startLinks(): Links {
  return window.shell ? electronLinks(window.shell) : browserLinks()
}

function electronLinks(bridge: ShellBridge): Links {
  let offer: Offer | undefined
  window.addEventListener('message', (event: MessageEvent<EnginePortMessage | null>) => {
    const port = event.ports[0]
    if (event.source === window && event.data?.quaywatch === 'engine-port' && port) offer?.adopt(messagePort(port))
  })
  const engine = createLink<EngineContract>((to) => {
    offer = to
    bridge.connectEngine()
  })
  return { engine, shell: bridgeLink(bridge) }
}

/** The bridge is there as long as the page is, so it has no states to speak of. */
function bridgeLink(bridge: ShellBridge): ShellLink {
  const call = async (name: string, input: unknown) => {
    const answer = await bridge.call(name, plain(input))
    if ('error' in answer) throw fromWireError(answer.error)
    return answer.value
  }
  return {
    state: shallowRef('open' as const),
    // The bridge is untyped by nature; main checks names and inputs against the same contract.
    call: call as Client<ShellContract>['call'],
    on: (event, listener) =>
      bridge.onEvent((name, payload) => {
        if (name === event) (listener as (payload: unknown) => void)(payload)
      }),
    onConnect: () => () => false,
  }
}

const SESSION_OVER = 4401
const TOKEN = /^#t=(.+)$/
const SECRET = 'quaywatch.session'

function browserLinks(): Links {
  beginAnewOnToken()
  const secret = openSession()
  const door = (path: string) => (offer: Offer) => {
    secret.then(
      (value) => {
        openSocket(path, value, offer)
      },
      () => {
        offer.fail('over')
      },
    )
  }
  return { engine: createLink<EngineContract>(door('/ws/engine')), shell: createLink<ShellContract>(door('/ws/shell')) }
}

/** A new address put into this tab changes only the fragment: no page is loaded, and the router would take it for a route. */
function beginAnewOnToken(): void {
  window.addEventListener('popstate', (event) => {
    if (!TOKEN.test(location.hash)) return
    event.stopImmediatePropagation()
    location.reload()
  })
}

/** The token in the address is good for one use; what it buys is kept for reloads of this tab. */
async function openSession(): Promise<string> {
  const token = TOKEN.exec(location.hash)?.[1]
  if (token) {
    history.replaceState(null, '', location.pathname)
    const answer = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token } satisfies SessionRequest),
    })
    if (!answer.ok) throw new Error('The host refused the token.')
    const { secret } = (await answer.json()) as SessionAnswer
    sessionStorage.setItem(SECRET, secret)
  }
  const secret = sessionStorage.getItem(SECRET)
  if (secret === null) throw new Error('This tab has no session.')
  return secret
}

function openSocket(path: string, secret: string, offer: Offer) {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`)
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ secret } satisfies SocketHello))
  })
  // The first message says that we are let in; everything after it belongs to the protocol.
  socket.addEventListener('message', () => { offer.adopt(webSocketPort(socket, window)) }, { once: true })
  socket.addEventListener('close', (event) => {
    offer.fail(event.code === SESSION_OVER ? 'over' : 'unreachable')
  })
}
