// A client that outlives its pipe: engines restart, pages reload, sockets drop. Calls made while there is no pipe
// are refused at once, with the reason; subscriptions are carried over to the next one.
import { shallowRef, type ShallowRef } from 'vue'
import { AppError } from '#contract/errors.ts'
import { connect, type Client, type Contract, type Off, type Port } from '#contract/rpc.ts'

/** `starting`: whoever is to answer is still being started. `over`: the browser session ended and only a new address from the host can begin another. */
export type LinkState = 'connecting' | 'starting' | 'open' | 'lost' | 'over'

/** Nobody has answered yet, and somebody may any moment. */
export const isAwaited = (state: LinkState) => state === 'connecting' || state === 'starting'

export type Link<C extends Contract> = Pick<Client<C>, 'call' | 'on'> & {
  /** Never set: from the generic calls alone the compiler cannot tell which contract this is. */
  contract?: C
  state: Readonly<ShallowRef<LinkState>>
  /** Called each time a pipe stands, the first included. */
  onConnect(listener: () => void): Off
  /** Whoever is to answer may be back: where no pipe stands, the door is asked at once and with patience as at first. `isAnother`: it is not the one that was lost. */
  hurry(isAnother?: boolean): void
}

/** How a door hands over what it was asked for. It may offer again unasked: a restarted engine brings a new pipe. */
export type Offer = { adopt(port: Port): void; fail(reason: 'unreachable' | 'over'): void }

/** Nobody answered, so nothing is known: neither an answer nor a refusal. Its `cause` is why nobody will, where that is known. */
export function isUnanswered({ code }: AppError): boolean {
  return code === 'engine/disconnected' || code === 'engine/session-over'
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 10_000
/** A pipe that lasted this long was a good one: the next loss starts again with a short wait. */
const GOOD_AFTER_MS = 10_000
/** A door that has not opened after so many tries, some four seconds, is told to people as closed. */
const PATIENT_TRIES = 5

export type LinkOptions = {
  /** What has to be known about whoever is at the other end before anything is asked there. */
  settle?: () => Promise<void>
  /** Whether the one that answers is being replaced: its end is no loss, but the beginning of another wait. */
  isReplaced?: () => boolean
  /** Why nobody answers yet, as far as somebody else knows. */
  standing?: () => Promise<Standing>
}

/** `failure`: why nobody will answer by itself. */
export type Standing = { isStarting: boolean; failure: AppError | null }

const UNKNOWN: Standing = { isStarting: false, failure: null }

export function createLink<C extends Contract>(ask: (offer: Offer) => void, { settle, isReplaced = () => false, standing = () => Promise.resolve(UNKNOWN) }: LinkOptions = {}): Link<C> {
  const { state, opened, tellClosed, whyClosed } = createState(standing)
  const subscriptions = createSubscriptions<C>()
  const listeners = new Set<() => void>()
  let client: Client<C> | null = null
  let offers = 0

  const askNow = () => {
    // A door that never answers is asked again; an answer clears this.
    retry.later()
    if (isAwaited(state.value) && retry.tries() >= PATIENT_TRIES) void tellClosed()
    ask({ adopt, fail })
  }
  const retry = createRetry(askNow)
  const fail: Offer['fail'] = (reason) => {
    if (reason === 'unreachable') return
    retry.stop()
    state.value = 'over'
  }
  const adopt: Offer['adopt'] = (port) => {
    retry.stop()
    const mine = ++offers
    const isWanted = () => mine === offers && state.value !== 'over'
    whenSettled(settle, isWanted, { begin: () => { begin(port) }, drop: () => { port.close() }, again: retry.later })
  }
  const begin = (port: Port) => {
    const previous = client
    const next = connect<C>(port)
    const since = performance.now()
    client = next
    next.onClose(() => {
      if (client !== next) return
      client = null
      if (state.value === 'over') return
      state.value = isReplaced() ? 'connecting' : 'lost'
      if (isReplaced() || performance.now() - since >= GOOD_AFTER_MS) retry.forgetTries()
      retry.later()
    })
    previous?.close()
    subscriptions.moveTo(next)
    opened()
    for (const listener of listeners) listener()
  }

  askNow()
  return {
    state,
    call: (name, input) => client?.call(name, plain(input)) ?? Promise.reject(whyClosed()),
    on: subscriptions.on,
    onConnect: (listener) => { listeners.add(listener); return () => listeners.delete(listener) },
    hurry: (isAnother = false) => {
      if (client !== null || state.value === 'over') return
      if (isAnother) state.value = 'connecting'
      retry.forgetTries()
      askNow()
    },
  }
}

/** How it stands with the door, and why it stays closed. */
function createState(standing: () => Promise<Standing>) {
  const state = shallowRef<LinkState>('connecting')
  let refusal: AppError | null = null
  return {
    state,
    opened: () => {
      refusal = null
      state.value = 'open'
    },
    tellClosed: async () => {
      const { isStarting, failure } = await standing().catch(() => UNKNOWN)
      // It may have opened meanwhile.
      if (!isAwaited(state.value)) return
      refusal = failure
      state.value = isStarting ? 'starting' : 'lost'
    },
    whyClosed: () => (state.value === 'over' ? new AppError('engine/session-over') : new AppError('engine/disconnected', {}, refusal ?? undefined)),
  }
}

/** When a door is asked next: later each time. */
function createRetry(ask: () => void) {
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => { clearTimeout(timer) }
  return {
    later: () => {
      stop()
      timer = setTimeout(ask, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries++))
    },
    stop,
    tries: () => tries,
    forgetTries: () => { tries = 0 },
  }
}

type Held = { begin: () => void; drop: () => void; again: () => void }

/** A pipe that was overtaken by another meanwhile is dropped: whoever is at its end has gone. */
function whenSettled(settle: (() => Promise<void>) | undefined, isWanted: () => boolean, { begin, drop, again }: Held): void {
  if (!settle) {
    begin()
    return
  }
  settle().then(
    () => { (isWanted() ? begin : drop)() },
    () => {
      drop()
      if (isWanted()) again()
    },
  )
}

/**
 * What a screen passes may be one of Vue's proxies, which no pipe can clone. By contract everything that travels is
 * JSON, so this loses nothing.
 */
export function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

/** What is listened for, whichever client is there to hear it from. */
function createSubscriptions<C extends Contract>(): { on: Client<C>['on']; moveTo: (client: Client<C>) => void } {
  const subscriptions = new Set<(client: Client<C>) => void>()
  let current: Client<C> | null = null
  return {
    on: (event, listener) => {
      let off: Off | undefined
      const subscribe = (to: Client<C>) => {
        off = to.on(event, listener)
      }
      subscriptions.add(subscribe)
      if (current) subscribe(current)
      return () => {
        subscriptions.delete(subscribe)
        off?.()
      }
    },
    moveTo: (client) => {
      current = client
      for (const subscribe of subscriptions) subscribe(client)
    },
  }
}
