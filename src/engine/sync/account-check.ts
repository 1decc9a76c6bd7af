// Blocks all requests of this data folder until the key in use is known to belong to the account of its records. The
// user made the unsent requests for that account, and records of two accounts must not be mixed.
import { AppError } from '#contract/errors.ts'
import type { AccountMatch } from '#contract/sync.ts'
import type { Gate } from '../api/gate.ts'
import { type QueuePause, backOffMs } from '../api/queue-pause.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import type { Clock } from '../outside/clock.ts'
import { type Http, HttpFailure } from '../outside/http.ts'
import { type Worker, createWorker } from '../outside/worker.ts'
import { type Source, adoptSource, resetForSource, matchSource } from './source.ts'

export type AccountCheckDeps = {
  clock: Clock
  db: ReadableDb
  write: Write
  log: Log
  source: Source
  /** True for the embedded service: it is always the same account, even if its address or key changes. */
  isEmbedded: boolean
  /** Finds out to which account this key belongs. Its requests bypass the block. */
  matchAccount: (signal: AbortSignal) => Promise<AccountMatch>
  /** Called if the account is not the same, or if there was no answer. */
  onFailure: (failure: AppError) => void
  /** Called when the account is known to be the same. */
  onSame: () => void
}

export type AccountCheck = {
  /**
   * Returns a gate that lets requests pass only once the account is known to be the same. Until then a request for
   * which the user waits fails at once.
   */
  guardGate(gate: Gate): Gate
  guardHttp(http: Http): Http
  /** The reason why nothing is sent; null if everything may be sent. */
  block: QueuePause['current']
  /** The user confirms that the account is the same. Throws `api/other-account` if it is not. */
  accept(): void
  /** Checks again now. */
  retry(): void
  stop(): Promise<void>
}

type State = AccountCheckDeps & {
  isOpen: boolean
  opened: PromiseWithResolvers<undefined>
  /** Null while it is not known whether the account is the same. */
  match: AccountMatch | null
  /** The failure of the last check; null if the check got an answer. */
  lastFailure: AppError | null
  worker: Worker
  failures: number
}

export function startAccountCheck(deps: AccountCheckDeps): AccountCheck {
  const worker = createWorker({ ...deps, name: 'account check' })
  const state: State = {
    ...deps,
    isOpen: false,
    opened: Promise.withResolvers(),
    match: null,
    lastFailure: null,
    worker,
    failures: 0,
  }
  if (!isDecidedByStoredData(state)) worker.start((signal) => runOnce(state, signal))
  return {
    guardGate: (gate) => ({
      ...gate,
      enter: async (bucket, priority, signal, patienceMs) => {
        if (!state.isOpen && priority === 0) throw failureOf(state)
        if (!state.isOpen) await waitUntilOpen(state, signal)
        return gate.enter(bucket, priority, signal, patienceMs)
      },
    }),
    guardHttp: (http) => ({
      send: (request, signal) =>
        state.isOpen ? http.send(request, signal) : Promise.reject(new HttpFailure('unreachable', failureOf(state))),
    }),
    block: () => {
      if (state.isOpen) return null
      const { code, details } = failureOf(state)
      return { failure: { code, details }, forMs: null }
    },
    accept: () => {
      if (state.isOpen) return
      if (state.match !== 'unknown') throw failureOf(state)
      openGate(state)
    },
    retry: worker.wake,
    stop: () => worker.stop(new AppError('engine/disconnected')),
  }
}

/** Compares the key with the saved data, and returns whether this already decides the match. */
function isDecidedByStoredData(state: State): boolean {
  const { db, write, source, isEmbedded } = state
  const match = isEmbedded ? 'same' : matchSource(db, source)
  // Runs before anything is planned. Otherwise a request that waits for this check would follow a link of the old
  // source.
  resetForSource(db, write, source)
  if (match === 'same') openGate(state)
  else state.log('info', 'key changed: asking for its account', { match })
  if (match === 'other-address') applyMatch(state, 'other')
  return match === 'same' || match === 'other-address'
}

/** Checks once. A result is final, but the user can ask for another check. */
async function runOnce(state: State, signal: AbortSignal): Promise<number> {
  if (isFinished(state)) return Number.POSITIVE_INFINITY
  try {
    applyMatch(state, await state.matchAccount(signal))
    state.failures = 0
  } catch (error) {
    if (isFinished(state)) return Number.POSITIVE_INFINITY
    const failure = error instanceof AppError ? error : new AppError('internal', {}, error)
    state.log(failure.code === 'internal' ? 'error' : 'warn', 'account of the key not known', { error: String(error) })
    state.lastFailure = failure
    state.onFailure(failure)
    state.failures++
  }
  return state.match === null ? backOffMs(state.failures) : Number.POSITIVE_INFINITY
}

function isFinished({ worker, isOpen }: State): boolean {
  return worker.stopped.aborted || isOpen
}

function applyMatch(state: State, match: AccountMatch): void {
  state.log('info', 'account of the key', { match })
  if (match === 'same') {
    openGate(state)
    return
  }
  state.match = match
  state.lastFailure = null
  state.onFailure(failureOf(state))
}

function openGate(state: State): void {
  adoptSource(state.db, state.write, state.source)
  state.isOpen = true
  state.opened.resolve(undefined)
  state.onSame()
}

function failureOf({ match, lastFailure }: State): AppError {
  return (
    lastFailure ??
    new AppError(match === 'other' ? 'api/other-account' : 'api/account-unclear', { isAsked: match !== null })
  )
}

async function waitUntilOpen({ opened }: State, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const onAbort = () => {
    // The reason of an abort is always an error of the engine.
    reject(signal.reason as Error)
  }
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  void opened.promise.then(resolve)
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
