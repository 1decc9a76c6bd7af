// The client of a follower: the leader sends its requests. Like `createClient`, it rejects with `api/…`.
import { AppError } from '#contract/errors.ts'
import { resolveUrl } from '../../api/addresses.ts'
import type { ApiAnswer, ApiClient, ApiRequest } from '../../api/client.ts'
import { decodeSteps } from '../../api/decode.ts'
import { inSlices } from '../../db/slices.ts'
import type { Clock } from '../../outside/clock.ts'
import type { PostgresConnection } from '../../outside/postgres.ts'
import type { Random } from '../../outside/random.ts'
import { MAX_PAYLOAD_BYTES, type TaskDeps, parseText } from './messages.ts'
import { RELAY_VERSION, RelayAnswer, type RelayKind, type RelayTask, findAllowed } from './relay.ts'

export type RelayDeps = Pick<TaskDeps, 'space' | 'client' | 'device'> &
  Pick<PostgresConnection, 'query'> & {
    clock: Clock
    random: Pick<Random, 'id'>
    baseUrl: string
    /** Calls back once when a task has changed. The returned function ends this. */
    onTask: (callback: () => void) => () => void
  }

export type RelayClient = ApiClient & {
  /** The leader reads this container again. */
  reread(container: string, signal: AbortSignal): Promise<void>
  /** The leader reads everything now. */
  refresh(signal: AbortSignal): Promise<void>
}

/** The leader does not begin a request later. */
const BEGIN_WITHIN_MS = 30_000
/** A leader reads everything often, so a refresh has no use later. */
const REFRESH_WITHIN_MS = 10_000
/** The longest time between the begin of a request and its answer. */
const ANSWER_WITHIN_MS = 60_000
/** Notifications can be lost. */
const POLL_MS = 2_000

export function createRelayClient(deps: RelayDeps): RelayClient {
  const request = async (sent: ApiRequest): Promise<ApiAnswer> => {
    const task = toTask(deps, sent)
    const allowed = findAllowed(task)
    if (allowed === null) throw new AppError('office/follows')
    const { status = 200, text, requestSeq } = await relay(deps, allowed.kind, task, sent)
    return { status, bytes: Buffer.from(text), requestSeq, isOlderThan: (otherSeq) => otherSeq > requestSeq }
  }
  const decode: ApiClient['decode'] = ({ signal }, { bytes }, type) =>
    inSlices(deps.clock, decodeSteps(bytes, type), signal)
  return {
    request,
    decode,
    read: async (sent, type) => {
      const answer = await request(sent)
      return { ...answer, document: await decode(sent, answer, type) }
    },
    accept: () => undefined,
    report: () => undefined,
    reread: async (container, signal) => {
      await relay(deps, 'read', { container }, { signal })
    },
    refresh: async (signal) => {
      await relay(deps, 'read', { isRefresh: true }, { signal, patienceMs: REFRESH_WITHIN_MS })
    },
  }
}

function toTask(
  { baseUrl }: RelayDeps,
  { method = 'GET', path, isRoot = false, body, isPlainJson = false }: ApiRequest,
) {
  if (method !== 'GET' && method !== 'POST') throw new AppError('office/follows')
  const base = resolveUrl(baseUrl, '/').replace(/\/$/, '')
  return { method, path: isRoot ? path : resolveUrl(baseUrl, path).slice(base.length), isRoot, body, isPlainJson }
}

type Options = Pick<ApiRequest, 'signal' | 'patienceMs' | 'beforeSend'>

async function relay(
  deps: RelayDeps,
  kind: RelayKind,
  task: RelayTask,
  { signal, patienceMs = BEGIN_WITHIN_MS, beforeSend }: Options,
) {
  const { query, space, client, device, random } = deps
  const payload = JSON.stringify(task)
  if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) throw new AppError('office/too-large')
  const op = random.id()
  signal.throwIfAborted()
  beforeSend?.()
  const values = [space, client, op, kind, payload, RELAY_VERSION, device, patienceMs]
  await query('SELECT office.ask($1, $2, $3, $4, $5, $6, $7, $8)', values)
  try {
    return await waitForAnswer(deps, op, patienceMs, signal)
  } catch (error) {
    // Nothing waits for it any more. If this fails, it expires.
    if (signal.aborted) query('SELECT office.cancel($1, $2)', [space, op]).catch(() => undefined)
    throw error
  }
}

type Row = { state: string; answer: string | null }

async function waitForAnswer(deps: RelayDeps, op: string, patienceMs: number, signal: AbortSignal) {
  const { query, space, clock } = deps
  const beginUntilMono = clock.mono() + patienceMs
  let endMono = beginUntilMono
  for (;;) {
    const [task] = await query<Row>('SELECT state, answer FROM office.task WHERE space = $1 AND op = $2', [space, op])
    if (task?.state === 'CLAIMED') endMono = beginUntilMono + ANSWER_WITHIN_MS
    else if (task?.state !== 'WAITING') return readAnswer(task)
    if (clock.mono() >= endMono && !(await cancelOrWait(deps, op, task))) throw new AppError('api/timeout')
    await waitForTask(deps, signal)
  }
}

/** Returns whether the leader has just begun a request that waited for it. */
async function cancelOrWait({ query, space }: RelayDeps, op: string, { state }: Row): Promise<boolean> {
  if (state !== 'WAITING') return false
  const [row] = await query<{ isCancelled: boolean }>('SELECT office.cancel($1, $2) AS "isCancelled"', [space, op])
  return row?.isCancelled !== true
}

function readAnswer(task: Row | undefined) {
  const answer = parseText(RelayAnswer, task?.answer ?? null)
  if (task?.state === 'DONE' && answer) return answer
  // It was cancelled or expired, or the office was restored from an older copy.
  if (!answer?.failure) throw new AppError('api/timeout')
  throw new AppError(answer.failure.code, answer.failure.details)
}

async function waitForTask({ clock, onTask }: RelayDeps, signal: AbortSignal): Promise<void> {
  const changed = new AbortController()
  const end = onTask(() => changed.abort())
  try {
    await clock.sleep(POLL_MS, AbortSignal.any([signal, changed.signal]))
    signal.throwIfAborted()
  } finally {
    end()
  }
}
