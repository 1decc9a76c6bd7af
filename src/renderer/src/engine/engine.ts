// Owns the clients of the engine and of the shell. There are two hosts: Electron (a preload bridge and a MessagePort)
// and the browser host (a one-time token, then two sockets; see the end of contract/shell.ts). No other file depends on
// which host it is.
import { inject, shallowRef, type InjectionKey, type ShallowRef } from 'vue'
import type { EngineContract } from '#contract/index.ts'
import { AppError, fromWireError } from '#contract/errors.ts'
import { NO_SESSION } from '#contract/rules/socket-codes.ts'
import type { Client } from '#contract/rpc.ts'
import type {
  EnginePortMessage,
  SessionAnswer,
  SessionRequest,
  ShellBridge,
  ShellContract,
  SocketHello,
} from '#contract/shell.ts'
import { createLink, isUnanswered, clonePlain, type Link, type PortOffer } from './link.ts'
import { createMessagePort, createWebSocketPort, runWhenAnswered } from './ports.ts'
import { readSessionSecret, storeSessionSecret } from './session-secret.ts'

export type EngineLink = Link<EngineContract>
export type ShellLink = Link<ShellContract>
export type Links = {
  engine: EngineLink
  shell: ShellLink
  /** The id of the account whose engine is or was last connected; null before the first connection. */
  accountId: Readonly<ShallowRef<string | null>>
  /** True in a browser if the program that served this page refuses connections, so it has ended. */
  isHostGone: Readonly<ShallowRef<boolean>>
}

export const linksKey: InjectionKey<Links> = Symbol('links')

export function useLinks(): Links {
  const links = inject(linksKey)
  if (!links) throw new Error('No links were provided to the application.')
  return links
}

export function startLinks(): Links {
  return window.shell ? createElectronLinks(window.shell) : createBrowserLinks()
}

function createElectronLinks(bridge: ShellBridge): Links {
  let offer: PortOffer | undefined
  let cancelWait: () => void = () => undefined
  window.addEventListener('message', (event: MessageEvent<EnginePortMessage | null>) => {
    const port = event.ports[0]
    if (event.source !== window || event.data?.quaywatch !== 'engine-port' || !port) return
    // The main process sends ports whether or not the engine can answer yet.
    cancelWait()
    cancelWait = runWhenAnswered(port, () => {
      cancelWait = () => undefined
      offer?.adopt(createMessagePort(port))
    })
  })
  const shell = createBridgeLink(bridge)
  return {
    shell,
    ...createEngineLink(shell, (newOffer) => {
      offer = newOffer
      bridge.connectEngine()
    }),
    // A page of the desktop app ends with its program.
    isHostGone: shallowRef(false),
  }
}

/**
 * The engine is not asked anything before its account is known, because rows of one account must never appear under the
 * name of another. The host changes the account only while no engine runs, so its answer is true for an open
 * connection.
 */
export function createEngineLink(
  shell: ShellLink,
  requestPort: (offer: PortOffer) => void,
): Pick<Links, 'engine' | 'accountId'> {
  const accountId = shallowRef<string | null>(null)
  const preparePort = async () => {
    accountId.value = (await loadHostState(shell)).account.id
  }
  const getPendingReason = async () => {
    const { isEngineStarting, engineFailure } = await shell.call('host.get', {})
    return {
      isStarting: isEngineStarting,
      failure: engineFailure && new AppError(engineFailure.code, engineFailure.details),
    }
  }
  let isReplaced = false
  let pendingChecks = 0
  // The engine may end before the host has reported what changed, so a pending check counts as a replacement.
  const engine = createLink<EngineContract>(requestPort, {
    prepare: preparePort,
    pendingReason: getPendingReason,
    isReplaced: () => isReplaced || pendingChecks > 0,
  })
  shell.on('host.changed', () => {
    // An engine that was replaced by another account's did not fail. Without this call, the backoff would grow to ten
    // seconds with each change of account.
    engine.reconnectNow()
    pendingChecks++
    shell.call('host.get', {}).then(
      ({ account: { id }, isEngineStarting }) => {
        pendingChecks--
        isReplaced = isEngineStarting
        if (isEngineStarting && accountId.value !== null && accountId.value !== id) engine.reconnectNow(true)
      },
      () => {
        pendingChecks--
      },
    )
  })
  return { accountId, engine }
}

async function loadHostState(shell: ShellLink) {
  for (;;) {
    try {
      return await shell.call('host.get', {})
    } catch (reason) {
      if (!(reason instanceof AppError && isUnanswered(reason))) throw reason
      if (shell.state.value !== 'open')
        await new Promise<void>((resolve) => {
          const unsubscribe = shell.onConnect(() => {
            unsubscribe()
            resolve()
          })
        })
    }
  }
}

/** The bridge exists as long as the page, so it has no connection states. */
function createBridgeLink(bridge: ShellBridge): ShellLink {
  const call = async (name: string, input: unknown) => {
    const answer = await bridge.call(name, clonePlain(input))
    if ('error' in answer) throw fromWireError(answer.error)
    return answer.value
  }
  return {
    state: shallowRef('open' as const),
    // The bridge is untyped. The main process checks names and inputs against the same contract.
    call: call as Client<ShellContract>['call'],
    on: (event, listener) =>
      bridge.onEvent((name, payload) => {
        if (name === event) (listener as (payload: unknown) => void)(payload)
      }),
    onConnect: () => () => false,
    reconnectNow: () => undefined,
  }
}

const TOKEN = /^#t=(.+)$/

function createBrowserLinks(): Links {
  reloadOnNewToken()
  const secret = openSession()
  const isHostGone = shallowRef(false)
  const connectSocket = (path: string) => {
    // One socket at a time: a second one would replace the first as soon as it is confirmed, with all calls in flight.
    // An earlier socket may report its end late.
    let openAttempt: symbol | null = null
    return (offer: PortOffer) => {
      if (openAttempt !== null) return
      const attempt = Symbol(path)
      openAttempt = attempt
      const endAttempt = () => {
        if (openAttempt === attempt) openAttempt = null
      }
      secret.then(
        (value) => openSocket(path, value, offer, { end: endAttempt, isHostGone }),
        () => offer.fail('over'),
      )
    }
  }
  const shell = createLink<ShellContract>(connectSocket('/ws/shell'))
  return { shell, ...createEngineLink(shell, connectSocket('/ws/engine')), isHostGone }
}

/**
 * A new address in this tab changes only the fragment: the page is not reloaded, and the router would read the token as
 * a route.
 */
function reloadOnNewToken(): void {
  window.addEventListener('popstate', (event) => {
    if (!TOKEN.test(location.hash)) return
    event.stopImmediatePropagation()
    location.reload()
  })
}

/** The token in the address is valid once. The session that it opens is stored for reloads of this tab. */
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
    storeSessionSecret(secret)
  }
  const secret = readSessionSecret()
  if (secret === null) throw new Error('This tab has no session.')
  return secret
}

type SocketAttempt = { end: () => void; isHostGone: ShallowRef<boolean> }

/** A host that has ended refuses a socket within seconds. For a host that hangs, the browser gives up after minutes. */
const REFUSED_WITHIN_MS = 5_000

/** `end` is called when the socket is confirmed or closed. */
function openSocket(path: string, secret: string, offer: PortOffer, { end, isHostGone }: SocketAttempt) {
  let hasOpened = false
  const startedAt = performance.now()
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`)
  socket.addEventListener('open', () => {
    hasOpened = true
    isHostGone.value = false
    socket.send(JSON.stringify({ secret } satisfies SocketHello))
  })
  // The first message confirms the session; all later messages belong to the protocol.
  socket.addEventListener(
    'message',
    () => {
      end()
      offer.adopt(createWebSocketPort(socket, window))
    },
    { once: true },
  )
  socket.addEventListener('close', (event) => {
    end()
    if (!hasOpened && performance.now() - startedAt < REFUSED_WITHIN_MS) isHostGone.value = true
    offer.fail(event.code === NO_SESSION ? 'over' : 'unreachable')
  })
}
