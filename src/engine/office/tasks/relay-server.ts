// The leader’s side of single requests: sends those on the white list, and reports the answers. They do not wait in the
// outbox, because their member waits for the answer now.
import { AppError } from '#contract/errors.ts'
import type { ApiClient } from '../../api/client.ts'
import { withFirstRecordOnly } from '../../api/decode.ts'
import type { Write } from '../../db/write.ts'
import { applyRecords } from '../../mirror/apply.ts'
import type { Clock } from '../../outside/clock.ts'
import type { Log } from '../../outside/log.ts'
import { parseText } from './messages.ts'
import {
  CREATE_DOCUMENT,
  RELAY_VERSION,
  type RelayAnswer,
  type RelayKind,
  type RelayRequest,
  RelayTask,
  findAllowed,
} from './relay.ts'

export type RelayServerDeps = {
  clock: Pick<Clock, 'mono'>
  write: Write
  now: () => string
  log: Log
  /** Those of the leader. */
  api: () => {
    client: Pick<ApiClient, 'request' | 'decode'>
    reread: (container: string) => Promise<void>
    refresh: () => Promise<void>
    /** A member’s document was created: its result is expected. */
    onDocument: (id: string) => void
  }
}

export type ClaimedRequest = { op: string; kind: string; payload: string; payloadVersion: number; hasLeft: boolean }

export type RelayServer = {
  isRelayKind(kind: string): kind is RelayKind
  /** Starts the request, unless it was started. `report` stores its answer in the office. */
  start(task: ClaimedRequest, report: (state: 'DONE' | 'REFUSED', answer: RelayAnswer) => Promise<unknown>): void
  /** Aborts the requests in progress, and resolves when their results are reported. */
  stop(): Promise<void>
}

/** The longest wait for a permit. The member waits for the answer for a minute after the begin. */
const PATIENCE_MS = 20_000
/** Refreshes of members that come earlier after another one do nothing. */
const REFRESH_EVERY_MS = 5_000

export function createRelayServer(serverDeps: RelayServerDeps): RelayServer {
  const deps = { ...serverDeps, refresh: createRefresh(serverDeps) }
  let ending = new AbortController()
  /** Requests in progress. Each is started once. */
  let started = new Map<string, Promise<void>>()
  /** Requests that ended, and whose answer the office did not get. */
  let unreported = new Set<string>()
  return {
    isRelayKind: (kind): kind is RelayKind => kind === 'read' || kind === 'file',
    start: (task, report) => {
      const { op } = task
      if (started.has(op)) return
      const [running, lost] = [started, unreported]
      const send = async () => {
        const isReported = await runTask(deps, lost.has(op) ? { ...task, hasLeft: true } : task, report, ending.signal)
        running.delete(op)
        if (isReported) lost.delete(op)
        else lost.add(op)
      }
      started.set(op, send())
    },
    stop: async () => {
      ending.abort(new AppError('api/timeout'))
      const running = [...started.values()]
      started = new Map()
      unreported = new Set()
      ending = new AbortController()
      await Promise.all(running)
    },
  }
}

function createRefresh({ clock, api }: RelayServerDeps): () => Promise<void> {
  let nextMono = 0
  return async () => {
    if (clock.mono() < nextMono) return
    nextMono = clock.mono() + REFRESH_EVERY_MS
    await api().refresh()
  }
}

type Deps = RelayServerDeps & { refresh: () => Promise<void> }

/** Returns whether the office has the answer. */
async function runTask(
  deps: Deps,
  task: ClaimedRequest,
  report: Parameters<RelayServer['start']>[1],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const answer = await carryOut(deps, task, signal).catch((error: unknown) => {
      if (error instanceof AppError) return { failure: { code: error.code, details: error.details } }
      throw error
    })
    await report('failure' in answer ? 'REFUSED' : 'DONE', answer)
    return true
  } catch (error) {
    // If it is not claimed again in time, the member's request ends with a timeout.
    deps.log('warn', 'request of a member not answered', { kind: task.kind, error: String(error) })
    return false
  }
}

async function carryOut(deps: Deps, task: ClaimedRequest, signal: AbortSignal): Promise<RelayAnswer> {
  // It may have been sent before, without an answer to the member, which searches for the result.
  if (task.hasLeft && task.kind === 'file') throw new AppError('api/timeout')
  const request = task.payloadVersion === RELAY_VERSION ? parseText(RelayTask, task.payload) : null
  if (request && 'container' in request && task.kind === 'read') {
    await deps.api().reread(request.container)
    return {}
  }
  if (request && 'isRefresh' in request && task.kind === 'read') {
    await deps.refresh()
    return {}
  }
  const allowed = request && 'path' in request ? findAllowed(request) : null
  if (!request || !('path' in request) || allowed?.kind !== task.kind) {
    deps.log('warn', 'task refused', { op: task.op, kind: task.kind })
    throw new AppError('office/not-allowed')
  }
  return send(deps, request, allowed, signal)
}

async function send(
  deps: RelayServerDeps,
  { method, path, isRoot, body, isPlainJson }: RelayRequest,
  { kind, bucket }: NonNullable<ReturnType<typeof findAllowed>>,
  signal: AbortSignal,
): Promise<RelayAnswer> {
  const { client } = deps.api()
  const sent = { method, path, isRoot, isPlainJson, signal, patienceMs: PATIENCE_MS } as const
  const answer = await client.request({
    ...sent,
    priority: kind === 'read' ? 0 : 1,
    ...(body === undefined ? {} : { body }),
    ...(bucket === undefined ? {} : { bucket }),
  })
  if (method === CREATE_DOCUMENT.method && path === CREATE_DOCUMENT.path) await storeDocument(deps, answer, signal)
  const { status, bytes, requestSeq } = answer
  return { status, text: Buffer.from(bytes).toString('utf8'), requestSeq }
}

/** The document is in the leader's mirror, so that the feed has it for all. */
async function storeDocument(
  { api, write, now, log }: RelayServerDeps,
  answer: Awaited<ReturnType<ApiClient['request']>>,
  signal: AbortSignal,
): Promise<void> {
  const { client, onDocument } = api()
  try {
    const document = await client.decode({ path: CREATE_DOCUMENT.path, signal }, answer, 'document')
    const { requestSeq, isOlderThan } = answer
    write((db, announce) => {
      const records = withFirstRecordOnly(document)
      applyRecords(db, announce, records, { requestSeq, isOlderThan, readAt: now(), sweepId: null })
    })
    const [created] = document.data
    if (created) onDocument(created.id)
  } catch (error) {
    // The member has the answer, and the next sweep reads the document.
    log('warn', 'document of a member not stored', { error: String(error) })
  }
}
