// The leader’s side: claims the tasks of the members, puts them into its own outbox, and reports their results. The
// outbox searches the service for an entry that an earlier leader may have sent, before it sends it, as after a crash.
import type { ReadableDb } from '../../db/open.ts'
import type { Write } from '../../db/write.ts'
import { instantMs } from '../../outside/calendar.ts'
import type { Log } from '../../outside/log.ts'
import {
  type Adoption,
  type UnreportedResult,
  adoptEntry,
  loadResults,
  markReported,
} from '../../outbox/office-store.ts'
import { LATE_COMMIT_MS } from '../../outbox/store.ts'
import type { RelayServer } from './relay-server.ts'
import type { RelayAnswer } from './relay.ts'
import { HandedOver, MAX_PAYLOAD_BYTES, type Result, type TaskDeps, parseText } from './messages.ts'

export type AdoptDeps = TaskDeps & {
  db: ReadableDb
  write: Write
  now: () => string
  log: Log
  relayServer: Pick<RelayServer, 'isRelayKind' | 'start'>
}

type ClaimedTask = {
  op: string
  kind: string
  payload: string
  payloadVersion: number
  login: string
  hasLeft: boolean
  /** Both by the clock of the office. */
  madeAt: string
  claimedAt: string
}

const COLUMNS = `op, kind, payload, payload_version AS "payloadVersion", login, has_left AS "hasLeft", made_at AS "madeAt",
  clock_timestamp() AS "claimedAt"`
const SLICE = 100

/**
 * Adopts all waiting tasks. Returns whether there were any. `mayHaveLost`: the answer to an earlier claim may have been
 * lost, so tasks that are claimed already are read too. `isCurrent`: false when this desktop leads no more.
 */
export async function adoptTasks(
  deps: AdoptDeps,
  fence: number,
  { mayHaveLost, isCurrent }: { mayHaveLost: boolean; isCurrent: () => boolean },
): Promise<boolean> {
  const { query, space } = deps
  const claimed = mayHaveLost
    ? await query<ClaimedTask>(
        `SELECT ${COLUMNS} FROM office.task WHERE space = $1 AND fence = $2 AND state = 'CLAIMED' ORDER BY made_at, seq`,
        [space, fence],
      )
    : []
  let tasks = claimed
  let hasAny = false
  for (;;) {
    if (!isCurrent()) return hasAny
    hasAny ||= tasks.length > 0
    await adoptSlice(deps, fence, tasks)
    tasks = await query<ClaimedTask>(`SELECT ${COLUMNS} FROM office.claim($1, $2, $3)`, [space, fence, SLICE])
    if (tasks.length === 0) return hasAny
  }
}

async function adoptSlice(deps: AdoptDeps, fence: number, claimed: readonly ClaimedTask[]): Promise<void> {
  const { relayServer } = deps
  const [requests, tasks] = partition(claimed, ({ kind }) => relayServer.isRelayKind(kind))
  for (const task of requests) relayServer.start(task, (state, message) => answer(deps, fence, task.op, state, message))
  const adoptions = tasks.map((task) => toAdoption(deps, task))
  const valid = adoptions.filter((adoption) => adoption !== null)
  if (valid.length > 0)
    deps.write((db) => {
      for (const adoption of valid) adoptEntry(db, adoption, fence, deps.now())
    })
  for (const [index, { op, kind, login }] of tasks.entries()) {
    if (adoptions[index] !== null) continue
    deps.log('warn', 'task refused', { op, kind, login })
    await answer(deps, fence, op, 'REFUSED', { failure: { code: 'office/not-allowed', details: {} } })
  }
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** Null for a task that this program must not carry out, or does not understand. */
function toAdoption({ taskKinds }: AdoptDeps, task: ClaimedTask): Adoption | null {
  const { op: opId, kind, payloadVersion, login: member, hasLeft } = task
  const taskKind = Object.hasOwn(taskKinds, kind) ? taskKinds[kind] : undefined
  if (taskKind?.payloadVersion !== payloadVersion || Buffer.byteLength(task.payload) > MAX_PAYLOAD_BYTES) return null
  const message = parseText(HandedOver, task.payload)
  if (message === null) return null
  const { maybeSent, ...entry } = message
  try {
    taskKind.check(JSON.parse(entry.payload), entry.base === null ? null : JSON.parse(entry.base))
  } catch {
    return null
  }
  // Its member may have sent it meanwhile, in a program that was started without the office.
  const mayBeKnown = taskKind.createsRecord !== undefined && hasWaited(task)
  return { ...entry, opId, kind, payloadVersion, member, maybeSent: maybeSent || hasLeft || mayBeKnown }
}

const hasWaited = ({ madeAt, claimedAt }: ClaimedTask) =>
  (instantMs(claimedAt) ?? 0) - (instantMs(madeAt) ?? 0) >= LATE_COMMIT_MS

/**
 * Reports results of this lease. If the office refuses one, another leader has the task: it finds the result at the
 * service. `isOver`: this desktop sends nothing more under this lease.
 */
export async function reportResults(deps: AdoptDeps, fence: number, isOver: boolean): Promise<void> {
  for (const result of loadResults(deps.db, fence, isOver)) {
    const { state, ...message } = toReport(result)
    await answer(deps, fence, result.opId, state, message)
    deps.write((db) => markReported(db, result.opId))
  }
}

type TaskState = 'DONE' | 'REFUSED' | 'CONFLICT'

function toReport({ state, remoteId, answer: stored, error }: UnreportedResult): Result & { state: TaskState } {
  const message = {
    remoteId,
    answer: stored === null ? undefined : (JSON.parse(stored) as unknown),
    failure: error === null ? null : (JSON.parse(error) as Result['failure']),
  }
  if (state === 'CONFLICT') return { ...message, state }
  return { ...message, state: state === 'SETTLED' || state === 'ACKED' ? 'DONE' : 'REFUSED' }
}

const answer = (
  { query, space }: AdoptDeps,
  fence: number,
  op: string,
  state: TaskState,
  message: Partial<Result> | RelayAnswer,
) => query('SELECT office.answer($1, $2, $3, $4, $5)', [space, fence, op, state, JSON.stringify(message)])
