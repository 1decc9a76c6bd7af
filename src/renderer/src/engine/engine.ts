// The only holder of the engine's and the shell's clients. Two hosts: Electron (a preload bridge and a MessagePort)
// and the browser host (a one-time token, then two sockets; contract/shell.ts, end). Nothing else knows which it is.
import { inject, shallowRef, type InjectionKey, type ShallowRef } from 'vue'
import type { EngineContract } from '#contract/index.ts'
import { AppError, fromWireError } from '#contract/errors.ts'
import type { Client } from '#contract/rpc.ts'
import type {
  EnginePortMessage,
  SessionAnswer,
  SessionRequest,
  ShellBridge,
  ShellContract,
  SocketHello,
} from '#contract/shell.ts'
import { createLink, isUnanswered, plain, type Link, type Offer } from './link.ts'
import { messagePort, webSocketPort, whenAnswered } from './ports.ts'
import { keepSessionSecret, sessionSecret } from './session-secret.ts'

export type EngineLink = Link<EngineContract>
export type ShellLink = Link<ShellContract>
export type Links = {
  engine: EngineLink
  shell: ShellLink
  /** Id of the account whose engine the pipe leads to, or led to last; null before the first. */
  account: Readonly<ShallowRef<string | null>>
}

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
  let giveUp: () => void = () => undefined
  window.addEventListener('message', (event: MessageEvent<EnginePortMessage | null>) => {
    const port = event.ports[0]
    if (event.source !== window || event.data?.quaywatch !== 'engine-port' || !port) return
    // Main hands out ports whether or not the engine can be asked yet.
    giveUp()
    giveUp = whenAnswered(port, () => {
      giveUp = () => undefined
      offer?.adopt(messagePort(port))
    })
  })
  const shell = bridgeLink(bridge)
  return {
    shell,
    ...createEngineLink(shell, (to) => {
      offer = to
      bridge.connectEngine()
    }),
  }
}

/**
 * An engine is asked nothing before it is known whose it is: rows of one account must never stand under the name of
 * another. The host changes the account only while no engine runs, so what it says once a pipe stands is true of it.
 */
export function createEngineLink(shell: ShellLink, ask: (offer: Offer) => void): Pick<Links, 'engine' | 'account'> {
  const account = shallowRef<string | null>(null)
  const settle = async () => {
    account.value = (await hostState(shell)).account.id
  }
  const standing = async () => {
    const { isEngineStarting, engineFailure } = await shell.call('host.get', {})
    return {
      isStarting: isEngineStarting,
      failure: engineFailure && new AppError(engineFailure.code, engineFailure.details),
    }
  }
  let isReplaced = false
  let asking = 0
  // While the host is asked what changed, the end of the engine may come first.
  const engine = createLink<EngineContract>(ask, { settle, standing, isReplaced: () => isReplaced || asking > 0 })
  shell.on('host.changed', () => {
    // An engine that gave way to another account's did not fail: without this, each change of account was waited for
    // longer, up to ten seconds.
    engine.hurry()
    asking++
    shell.call('host.get', {}).then(
      ({ account: { id }, isEngineStarting }) => {
        asking--
        isReplaced = isEngineStarting
        if (isEngineStarting && account.value !== null && account.value !== id) engine.hurry(true)
      },
      () => {
        asking--
      },
    )
  })
  return { account, engine }
}

async function hostState(shell: ShellLink) {
  for (;;) {
    try {
      return await shell.call('host.get', {})
    } catch (reason) {
      if (!(reason instanceof AppError && isUnanswered(reason))) throw reason
      if (shell.state.value !== 'open')
        await new Promise<void>((resolve) => {
          const off = shell.onConnect(() => {
            off()
            resolve()
          })
        })
    }
  }
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
    hurry: () => undefined,
  }
}

const SESSION_OVER = 4401
const TOKEN = /^#t=(.+)$/

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
  const shell = createLink<ShellContract>(door('/ws/shell'))
  return { shell, ...createEngineLink(shell, door('/ws/engine')) }
}

/**
 * A new address put into this tab changes only the fragment: no page is loaded, and the router would take it for a
 * route.
 */
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
    keepSessionSecret(secret)
  }
  const secret = sessionSecret()
  if (secret === null) throw new Error('This tab has no session.')
  return secret
}

function openSocket(path: string, secret: string, offer: Offer) {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`)
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ secret } satisfies SocketHello))
  })
  // The first message says that we are let in; everything after it belongs to the protocol.
  socket.addEventListener(
    'message',
    () => {
      offer.adopt(webSocketPort(socket, window))
    },
    { once: true },
  )
  socket.addEventListener('close', (event) => {
    offer.fail(event.code === SESSION_OVER ? 'over' : 'unreachable')
  })
}
