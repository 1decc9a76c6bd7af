// Hands the entries of this desktop’s outbox over to the office, and stores their results as the outbox stores answers
// of the service. An entry has the same id there, so the office has it once however often it is handed over.
import { AppError } from '#contract/errors.ts'
import type { ReadableDb } from '../../db/open.ts'
import { type OwnEntry, loadOwnEntries, markHandedOver, takeBack } from '../../outbox/office-store.ts'
import { type StepDeps, advanceEntry } from '../../outbox/worker.ts'
import { instantMs } from '../../outside/calendar.ts'
import { type HandedOver, MAX_PAYLOAD_BYTES, Result, type TaskDeps, parseText } from './messages.ts'

export type HandOverDeps = TaskDeps & StepDeps & { db: ReadableDb }

type Task = { op: string; state: string; answer: string | null }

const SLICE = 100
/** The new value needs this time from the leader to this mirror. Until then, screens show the value of the entry. */
const SETTLE_AFTER_MS = 10_000

/** `isCurrent`: false when the role of this desktop has changed, so that another part of it sends the entries. */
export async function handOver(deps: HandOverDeps, isLeader: boolean, isCurrent: () => boolean): Promise<void> {
  const entries = loadOwnEntries(deps.db, isLeader).filter(({ kind }) => deps.taskKinds[kind] !== undefined)
  settleConfirmed(deps, entries)
  const open = entries.filter(({ state }) => state !== 'ACKED')
  for (let from = 0; from < open.length; from += SLICE)
    await handOverSlice(deps, open.slice(from, from + SLICE), isCurrent)
}

async function handOverSlice(deps: HandOverDeps, entries: OwnEntry[], isCurrent: () => boolean): Promise<void> {
  const tasks = new Map((await loadTasks(deps, entries)).map((task) => [task.op, task]))
  if (!isCurrent()) return
  const missing = entries.filter(({ opId }) => !tasks.has(opId))
  if (missing.length > 0)
    deps.write((db) =>
      markHandedOver(
        db,
        missing.map(({ opId }) => opId),
      ),
    )
  for (const entry of missing) await ask(deps, entry)
  for (const entry of entries) {
    const task = tasks.get(entry.opId)
    if (task) storeResult(deps, entry, task)
  }
}

const loadTasks = ({ query, space }: HandOverDeps, entries: readonly OwnEntry[]) =>
  query<Task>('SELECT op, state, answer FROM office.task WHERE space = $1 AND op = ANY($2)', [
    space,
    entries.map(({ opId }) => opId),
  ])

/** Creates the task; does nothing if the office has it. */
export async function ask(deps: HandOverDeps, entry: OwnEntry): Promise<void> {
  const { query, space, client, device } = deps
  const { opId, kind, payloadVersion } = entry
  const text = JSON.stringify(toMessage(entry))
  try {
    if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) throw new AppError('office/too-large')
    await query('SELECT office.ask($1, $2, $3, $4, $5, $6, $7, $8)', [
      space,
      client,
      opId,
      kind,
      text,
      payloadVersion,
      device,
      null,
    ])
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error
    deps.write((db) => takeBack(db, opId))
    // A daily limit ends by itself. Until then the entry waits here.
    const step = error.code === 'office/too-many-tasks' ? 'retry' : 'reject'
    advanceEntry(deps, entry, step, { failed: { error, nextAt: null } })
  }
}

const REFUSALS = new Set<string>(['office/not-allowed', 'office/too-large', 'office/too-many-tasks'])

/** An entry that the office had and lost, because it was restored from an older copy, may have been sent. */
function toMessage({ lane, payload, base, createdAt, maybeSent, state, withOffice }: OwnEntry): HandedOver {
  return { lane, payload, base, createdAt, maybeSent: maybeSent === 1 || state === 'SENDING' || withOffice === 1 }
}

function storeResult(deps: HandOverDeps, entry: OwnEntry, { state, answer }: Task): void {
  const result = parseText(Result, answer) ?? { remoteId: null, answer: undefined, failure: null }
  const { code, details } = result.failure ?? { code: 'api/refused' as const, details: {} }
  switch (state) {
    case 'DONE':
      advanceEntry(deps, entry, 'acknowledge', { remoteId: result.remoteId, answer: result.answer })
      return
    case 'REFUSED':
      advanceEntry(deps, entry, 'reject', { failed: { error: new AppError(code, details), nextAt: null } })
      return
    case 'CONFLICT':
      advanceEntry(deps, entry, 'conflict', { answer: result.answer })
      return
    case 'CANCELLED':
    case 'EXPIRED':
      advanceEntry(deps, entry, 'cancel', {})
  }
}

/** Entries that the service confirmed. Their records come with the feed. */
function settleConfirmed(deps: HandOverDeps, entries: readonly OwnEntry[]): void {
  const beforeMs = (instantMs(deps.now()) ?? 0) - SETTLE_AFTER_MS
  for (const entry of entries)
    if (entry.state === 'ACKED' && (instantMs(entry.updatedAt) ?? 0) <= beforeMs)
      advanceEntry(deps, entry, 'settle', {})
}
