// Keeps everything of this folder from leaving until the key in use is known to belong to the account whose records are here:
// what waits to be sent was meant for that account, and no other account's records may come to stand beside its own.
import { AppError } from '#contract/errors.ts'
import type { AccountMatch } from '#contract/sync.ts'
import type { Gate } from '../api/gate.ts'
import { type Standstill, backOffMs } from '../api/standstill.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import type { Clock } from '../outside/clock.ts'
import { type Http, HttpFailure } from '../outside/http.ts'
import { type Source, adoptSource, beginAnew, matchSource } from './source.ts'

export type AccountCheckDeps = {
  clock: Clock
  db: ReadableDb
  write: Write
  log: Log
  source: Source
  /** It is the embedded service: one account, whatever its address and key. */
  isEmbedded: boolean
  /** Whose account answers under this key. Asked past the guard. */
  ask: (signal: AbortSignal) => Promise<AccountMatch>
  /** Not the same account, or no answer. */
  onFailure: (failure: AppError) => void
}

export type AccountCheck = {
  /** Through it requests leave only once the account is known to be the same. Whoever waits in person is told at once. */
  gate(gate: Gate): Gate
  http(http: Http): Http
  /** Why nothing leaves; null where everything may. */
  block: Standstill['told']
  /** The user says that it is the same account. Throws `api/other-account` where it is not. */
  accept(): void
  /** Asks again now. */
  retry(): void
  stop(): Promise<void>
}

type State = AccountCheckDeps & {
  isOpen: boolean
  opened: PromiseWithResolvers<undefined>
  /** Null: not known yet. */
  match: AccountMatch | null
  /** Why it is not known: what became of the last try. */
  trouble: AppError | null
  stopped: AbortController
  /** Aborted and renewed when it is to be asked again. */
  bell: AbortController
}

export function startAccountCheck(deps: AccountCheckDeps): AccountCheck {
  const state: State = { ...deps, isOpen: false, opened: Promise.withResolvers(), match: null, trouble: null, stopped: new AbortController(), bell: new AbortController() }
  const loop = begin(state)
  return {
    gate: (gate) => ({
      ...gate,
      enter: async (bucket, priority, signal, patienceMs) => {
        if (!state.isOpen && priority === 0) throw failureOf(state)
        if (!state.isOpen) await untilOpen(state, signal)
        return gate.enter(bucket, priority, signal, patienceMs)
      },
    }),
    http: (http) => ({
      send: (request, signal) => (state.isOpen ? http.send(request, signal) : Promise.reject(new HttpFailure('unreachable', failureOf(state)))),
    }),
    block: () => {
      if (state.isOpen) return null
      const { code, details } = failureOf(state)
      return { failure: { code, details }, forMs: null }
    },
    accept: () => {
      if (state.isOpen) return
      if (state.match !== 'unknown') throw failureOf(state)
      open(state)
    },
    retry: () => {
      state.bell.abort()
      state.bell = new AbortController()
    },
    stop: async () => {
      state.stopped.abort()
      await loop
    },
  }
}

function begin(state: State): Promise<void> {
  const { db, write, source, isEmbedded } = state
  const known = isEmbedded ? 'same' : matchSource(db, source)
  // Before anything is planned: a request that waits for this check would still follow a link of the old source.
  beginAnew(db, write, source)
  if (known === 'same') {
    open(state)
    return Promise.resolve()
  }
  state.log('info', 'key is another one: asking whose it is', { match: known })
  if (known === 'other-address') {
    conclude(state, 'other')
    return Promise.resolve()
  }
  return askUntilKnown(state)
}

/** What was concluded stays; the user may have it asked again. */
async function askUntilKnown(state: State): Promise<void> {
  const { stopped, clock } = state
  let failures = 0
  while (isAsking(state)) {
    try {
      conclude(state, await state.ask(stopped.signal))
      failures = 0
    } catch (error) {
      if (!isAsking(state)) return
      const failure = error instanceof AppError ? error : new AppError('internal', {}, error)
      state.log(failure.code === 'internal' ? 'error' : 'warn', 'not known whose the key is', { error: String(error) })
      state.trouble = failure
      state.onFailure(failure)
      failures++
    }
    const waitMs = state.match === null ? backOffMs(failures) : Number.POSITIVE_INFINITY
    if (isAsking(state)) await clock.sleep(waitMs, AbortSignal.any([stopped.signal, state.bell.signal]))
  }
}

function isAsking({ stopped, isOpen }: State): boolean {
  return !stopped.signal.aborted && !isOpen
}

function conclude(state: State, match: AccountMatch): void {
  state.log('info', 'whose the key is', { match })
  if (match === 'same') {
    open(state)
    return
  }
  state.match = match
  state.trouble = null
  state.onFailure(failureOf(state))
}

function open(state: State): void {
  adoptSource(state.db, state.write, state.source)
  state.isOpen = true
  state.opened.resolve(undefined)
}

function failureOf({ match, trouble }: State): AppError {
  return trouble ?? new AppError(match === 'other' ? 'api/other-account' : 'api/account-unclear', { isAsked: match !== null })
}

async function untilOpen({ opened }: State, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const leave = () => {
    // The reason of an abort is an error of ours.
    reject(signal.reason as Error)
  }
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  void opened.promise.then(resolve)
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
