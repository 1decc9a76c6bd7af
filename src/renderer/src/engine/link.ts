// A client that outlives its port, because engines restart, pages reload and sockets close. A call without a port fails
// at once with the reason. Subscriptions continue on the next port.
import { shallowRef, watch, type ShallowRef } from 'vue'
import { AppError } from '#contract/errors.ts'
import { connect, type Client, type Contract, type Unsubscribe, type Port } from '#contract/rpc.ts'

/**
 * `starting`: the other end is still starting.
 * `over`: the browser session ended, and only a new address from the host can begin another.
 */
export type LinkState = 'connecting' | 'starting' | 'open' | 'lost' | 'over'

/** True while there is no answer of the other end yet, and one is expected. */
export const isAwaited = (state: LinkState) => state === 'connecting' || state === 'starting'

export type Link<C extends Contract> = Pick<Client<C>, 'call' | 'on'> & {
  /** Never set. The generic calls alone do not tell the compiler which contract this is. */
  contract?: C
  state: Readonly<ShallowRef<LinkState>>
  /** Calls the listener on each connection, including the first. */
  onConnect(listener: () => void): Unsubscribe
  /**
   * Without a connection, requests a port at once and starts the backoff from the beginning.
   * `isAnother`: the other end is not the one that was lost.
   */
  reconnectNow(isAnother?: boolean): void
}

/** The answer to a request for a port. It may come again without a request: a restarted engine brings a new port. */
export type PortOffer = { adopt(port: Port): void; fail(reason: 'unreachable' | 'over'): void }

/** The call got neither an answer nor a refusal. The `cause` of the error is the reason, if it is known. */
export function isUnanswered({ code }: AppError): boolean {
  return code === 'engine/disconnected' || code === 'engine/session-over'
}

/** Resolves to whether the link is open, or opens within this time. */
export function waitForOpen<C extends Contract>({ state }: Link<C>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(false), ms)
    const end = (isOpen: boolean) => {
      clearTimeout(timer)
      stop()
      resolve(isOpen)
    }
    const checkState = () => {
      if (state.value === 'open' || state.value === 'over') end(state.value === 'open')
    }
    const stop = watch(state, checkState, { flush: 'sync' })
    checkState()
  })
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 10_000
/** After a connection of this length the backoff starts from the beginning. */
const STABLE_AFTER_MS = 10_000
/** After this many tries, which take about four seconds, the link is reported as closed. */
const TRIES_BEFORE_CLOSED = 5

export type LinkOptions = {
  /** Runs on each new port before the first call. */
  prepare?: () => Promise<void>
  /** Whether the other end is being replaced: then its end counts as a wait, not as a loss. */
  isReplaced?: () => boolean
  /** Asks another source, such as the host, why there is no answer yet. */
  pendingReason?: () => Promise<PendingReason>
}

/** `failure`: the error of the other end, if it will not answer until the user acts. */
export type PendingReason = { isStarting: boolean; failure: AppError | null }

const UNKNOWN_REASON: PendingReason = { isStarting: false, failure: null }

export function createLink<C extends Contract>(
  requestPort: (offer: PortOffer) => void,
  { prepare, isReplaced = () => false, pendingReason = () => Promise.resolve(UNKNOWN_REASON) }: LinkOptions = {},
): Link<C> {
  const status = createStatus(pendingReason)
  const { state } = status
  let latestOffer = 0

  const requestPortNow = () => {
    // A request for a port that gets no answer is repeated; an answer clears the timer.
    retry.schedule()
    if (isAwaited(state.value) && retry.tryCount() >= TRIES_BEFORE_CLOSED) void status.reportClosed()
    requestPort({ adopt: adoptPort, fail })
  }
  const retry = createRetry(requestPortNow)
  const connection = createConnection<C>(status, retry, isReplaced)
  const fail: PortOffer['fail'] = (reason) => {
    if (reason === 'unreachable') return
    retry.stop()
    state.value = 'over'
  }
  const adoptPort: PortOffer['adopt'] = (port) => {
    retry.stop()
    const offer = ++latestOffer
    const isWanted = () => offer === latestOffer && state.value !== 'over'
    runWhenPrepared(prepare, isWanted, {
      begin: () => connection.open(port),
      drop: () => port.close(),
      retry: retry.schedule,
    })
  }

  requestPortNow()
  return {
    state,
    call: (name, input) =>
      connection.client()?.call(name, clonePlain(input)) ?? Promise.reject(status.createClosedError()),
    on: connection.on,
    onConnect: connection.onConnect,
    reconnectNow: (isAnother = false) => {
      if (connection.client() !== null || state.value === 'over') return
      if (isAnother) state.value = 'connecting'
      retry.forgetTries()
      requestPortNow()
    },
  }
}

/** The client of the current port. A new port replaces it and takes over its subscriptions. */
function createConnection<C extends Contract>({ state, reportOpen }: Status, retry: Retry, isReplaced: () => boolean) {
  const subscriptions = createSubscriptions<C>()
  const listeners = new Set<() => void>()
  let client: Client<C> | null = null
  const onLost = (openedAt: number) => {
    client = null
    if (state.value === 'over') return
    state.value = isReplaced() ? 'connecting' : 'lost'
    if (isReplaced() || performance.now() - openedAt >= STABLE_AFTER_MS) retry.forgetTries()
    retry.schedule()
  }
  return {
    client: () => client,
    open: (port: Port) => {
      const previous = client
      const next = connect<C>(port)
      const openedAt = performance.now()
      client = next
      next.onClose(() => {
        if (client === next) onLost(openedAt)
      })
      previous?.close()
      subscriptions.moveTo(next)
      reportOpen()
      for (const listener of listeners) listener()
    },
    on: subscriptions.on,
    onConnect: (listener: () => void): Unsubscribe => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Status = ReturnType<typeof createStatus>
type Retry = ReturnType<typeof createRetry>

/** The state of the link, and the reason while it is closed. */
function createStatus(pendingReason: () => Promise<PendingReason>) {
  const state = shallowRef<LinkState>('connecting')
  let refusal: AppError | null = null
  return {
    state,
    reportOpen: () => {
      refusal = null
      state.value = 'open'
    },
    reportClosed: async () => {
      const { isStarting, failure } = await pendingReason().catch(() => UNKNOWN_REASON)
      // The link may have opened in the meantime.
      if (!isAwaited(state.value)) return
      refusal = failure
      state.value = isStarting ? 'starting' : 'lost'
    },
    createClosedError: () =>
      state.value === 'over'
        ? new AppError('engine/session-over')
        : new AppError('engine/disconnected', {}, refusal ?? undefined),
  }
}

/** Schedules requests for a port, with exponential backoff. */
function createRetry(requestPort: () => void) {
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    schedule: () => {
      stop()
      timer = setTimeout(requestPort, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries++))
    },
    stop,
    tryCount: () => tries,
    forgetTries: () => {
      tries = 0
    },
  }
}

type Handlers = { begin: () => void; drop: () => void; retry: () => void }

/** Drops the port if a newer one arrived during `prepare`, because the older port has no other end any more. */
function runWhenPrepared(
  prepare: (() => Promise<void>) | undefined,
  isWanted: () => boolean,
  { begin, drop, retry }: Handlers,
): void {
  if (!prepare) {
    begin()
    return
  }
  prepare().then(
    () => {
      ;(isWanted() ? begin : drop)()
    },
    () => {
      drop()
      if (isWanted()) retry()
    },
  )
}

/**
 * A screen may pass one of Vue's proxies, which cannot be cloned for a port. By contract all values are JSON, so the
 * copy loses nothing.
 */
export function clonePlain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

/** The subscriptions of all subscribers; each new client gets them. */
function createSubscriptions<C extends Contract>(): { on: Client<C>['on']; moveTo: (client: Client<C>) => void } {
  const subscriptions = new Set<(client: Client<C>) => void>()
  let currentClient: Client<C> | null = null
  return {
    on: (event, listener) => {
      let unsubscribe: Unsubscribe | undefined
      const subscribe = (client: Client<C>) => {
        unsubscribe = client.on(event, listener)
      }
      subscriptions.add(subscribe)
      if (currentClient) subscribe(currentClient)
      return () => {
        subscriptions.delete(subscribe)
        unsubscribe?.()
      }
    },
    moveTo: (client) => {
      currentClient = client
      for (const subscribe of subscriptions) subscribe(client)
    },
  }
}
