// Hands the entries of this desktop’s outbox over to the office, and stores their results as the outbox stores answers
// of the service. An entry has the same id there, so the office has it once however often it is handed over.
import { AppError } from '#contract/errors.ts'
import type { ReadableDb } from '../../db/open.ts'
import { type OwnEntry, listEndedEntries, loadOwnEntries, markHandedOver, takeBack } from '../../outbox/office-store.ts'
import { findEntryOfRecord } from '../../outbox/store.ts'
import { type StepDeps, advanceEntry } from '../../outbox/worker.ts'
import { instantMs } from '../../outside/calendar.ts'
import type { Clock } from '../../outside/clock.ts'
import { type HandedOver, MAX_PAYLOAD_BYTES, Result, type TaskDeps, parseText } from './messages.ts'

export type HandOverDeps = TaskDeps &
  StepDeps & {
    clock: Pick<Clock, 'mono'>
    db: ReadableDb
    /** Of this desktop. */
    login: string
  }

type Task = { op: string; state: string; answer: string | null }

const SLICE = 100
/** The new value needs this time from the leader to this mirror. Until then, screens show the value of the entry. */
const FINISH_AFTER_MS = 10_000
/** The office takes no more tasks of this member today. Each hour there may be room for some. */
const FULL_MS = 60 * 60_000

/** What is known of the office’s tasks. Begin anew after a failure: a task may be missing in a restored office. */
export type Followed = {
  /** Entries that the office has and did not end. */
  ops: Set<string>
  /** The last change of a task that was read; null at the beginning. */
  seq: number | null
  /** Tasks of entries that ended are withdrawn. */
  areEndedWithdrawn: boolean
}

/** `fullUntilMono`: until then nothing is handed over, because the office refused an entry. */
export type Room = { fullUntilMono: number }

export const followNothing = (): Followed => ({ ops: new Set(), seq: null, areEndedWithdrawn: false })

/** `isCurrent`: false when the role of this desktop has changed, so that another part of it sends the entries. */
export async function handOver(
  deps: HandOverDeps,
  followed: Followed,
  { isLeader, isCurrent, room }: { isLeader: boolean; isCurrent: () => boolean; room: Room },
): Promise<void> {
  if (!followed.areEndedWithdrawn) await withdrawEnded(deps)
  followed.areEndedWithdrawn = true
  const entries = loadOwnEntries(deps.db, isLeader).filter(({ kind }) => deps.taskKinds[kind] !== undefined)
  finishConfirmed(deps, entries)
  const open = entries.filter(({ state }) => state !== 'ACKED')
  if (open.length === 0) return
  followed.seq ??= await loadLastSeq(deps)
  const unknown = open.filter(({ opId }) => !followed.ops.has(opId))
  for (let from = 0; from < unknown.length && isCurrent(); from += SLICE) {
    // Without room, only results are read, of what the office may have.
    const hasRoom = deps.clock.mono() >= room.fullUntilMono
    const slice = unknown.slice(from, from + SLICE).filter(({ withOffice }) => hasRoom || withOffice === 1)
    if (slice.length > 0) await handOverSlice(deps, followed, slice, { isCurrent, room })
  }
  await storeNewResults(deps, followed, new Map(open.map((entry) => [entry.opId, entry])))
}

/** An office that was restored from an older copy has tasks again that were withdrawn or done. */
async function withdrawEnded({ query, space, login, taskKinds, db }: HandOverDeps): Promise<void> {
  const waiting = await query<{ op: string }>(
    `SELECT op FROM office.task WHERE space = $1 AND state = 'WAITING' AND login = $2 AND kind = ANY($3)`,
    [space, login, Object.keys(taskKinds)],
  )
  const opIds = waiting.map(({ op }) => op)
  for (const opId of listEndedEntries(db, opIds)) await query('SELECT office.cancel($1, $2)', [space, opId])
}

async function loadLastSeq({ query, space }: HandOverDeps): Promise<number> {
  const sql = `SELECT seq FROM office.counter WHERE space = $1 AND feed = 'task'`
  return (await query<{ seq: number }>(sql, [space]))[0]?.seq ?? 0
}

async function handOverSlice(
  deps: HandOverDeps,
  { ops }: Followed,
  entries: OwnEntry[],
  { isCurrent, room }: { isCurrent: () => boolean; room: Room },
): Promise<void> {
  const { query, space } = deps
  const sql = 'SELECT op, state, answer FROM office.task WHERE space = $1 AND op = ANY($2)'
  const stored = await query<Task>(sql, [space, entries.map(({ opId }) => opId)])
  if (!isCurrent()) return
  const tasks = new Map(stored.map((task) => [task.op, task]))
  if (deps.clock.mono() >= room.fullUntilMono)
    await askForAll(
      deps,
      ops,
      entries.filter(({ opId }) => !tasks.has(opId)),
      room,
    )
  for (const entry of entries) {
    const task = tasks.get(entry.opId)
    if (task && !storeResult(deps, entry, task)) ops.add(entry.opId)
  }
}

/** Ends when the office has no room: the rest would be refused too. */
async function askForAll(deps: HandOverDeps, ops: Set<string>, entries: OwnEntry[], room: Room): Promise<void> {
  const { write, clock } = deps
  if (entries.length === 0) return
  const opIds = entries.map(({ opId }) => opId)
  // The user may have withdrawn some of them while the office was asked what it has.
  const marked = new Set(write((db) => markHandedOver(db, opIds)))
  const open = entries.filter(({ opId }) => marked.has(opId))
  for (const [index, entry] of open.entries()) {
    const answer = await ask(deps, entry)
    if (answer === 'asked') ops.add(entry.opId)
    if (answer !== 'full') continue
    room.fullUntilMono = clock.mono() + FULL_MS
    write((db) => {
      for (const { opId } of open.slice(index + 1).filter(isNewToOffice)) takeBack(db, opId)
    })
    return
  }
}

/** An office that was restored from an older copy may have lost the others, which may have been sent. */
const isNewToOffice = ({ withOffice }: OwnEntry) => withOffice === 0

/** Reads what has changed since the last turn, so that a long list of waiting entries costs nothing. */
async function storeNewResults(deps: HandOverDeps, followed: Followed, open: Map<string, OwnEntry>): Promise<void> {
  const { query, space, login, taskKinds } = deps
  let changes: (Task & { seq: number })[]
  do {
    changes = await query<Task & { seq: number }>(
      `SELECT op, seq, state, answer FROM office.task WHERE space = $1 AND seq > $2 AND login = $3 AND kind = ANY($4)
       ORDER BY seq LIMIT $5`,
      [space, followed.seq, login, Object.keys(taskKinds), SLICE],
    )
    for (const task of changes) {
      const entry = open.get(task.op)
      if (entry && storeResult(deps, entry, task)) followed.ops.delete(task.op)
      followed.seq = task.seq
    }
  } while (changes.length === SLICE)
}

/**
 * Creates the task; does nothing if the office has it. `refused`: the office never takes this entry. `full`: it takes
 * no entry now.
 */
export async function ask(deps: HandOverDeps, entry: OwnEntry): Promise<'asked' | 'refused' | 'full'> {
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
    return 'asked'
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error
    const isFull = error.code === 'office/too-many-tasks'
    if (!isFull || isNewToOffice(entry)) deps.write((db) => takeBack(db, opId))
    // A daily limit ends by itself. Until then the entry waits here.
    advanceEntry(deps, entry, isFull ? 'retry' : 'reject', { failed: { error, nextAt: null } })
    return isFull ? 'full' : 'refused'
  }
}

const REFUSALS = new Set<string>(['office/not-allowed', 'office/too-large', 'office/too-many-tasks'])

/** An entry that the office had and lost, because it was restored from an older copy, may have been sent. */
function toMessage({ lane, payload, base, createdAt, maybeSent, state, withOffice }: OwnEntry): HandedOver {
  return { lane, payload, base, createdAt, maybeSent: maybeSent === 1 || state === 'SENDING' || withOffice === 1 }
}

/** False if the task has not ended. */
function storeResult(deps: HandOverDeps, entry: OwnEntry, { state, answer }: Task): boolean {
  const result = parseText(Result, answer) ?? { remoteId: null, answer: undefined, failure: null }
  const { code, details } = result.failure ?? { code: 'api/refused' as const, details: {} }
  switch (state) {
    case 'DONE':
      advanceEntry(deps, entry, 'acknowledge', findDuplicate(deps, entry, result.remoteId) ?? result)
      return true
    case 'REFUSED':
      advanceEntry(deps, entry, 'reject', { failed: { error: new AppError(code, details), nextAt: null } })
      return true
    case 'CONFLICT':
      advanceEntry(deps, entry, 'conflict', { answer: result.answer })
      return true
    case 'CANCELLED':
    case 'EXPIRED':
      advanceEntry(deps, entry, 'cancel', {})
      return true
    default:
      return false
  }
}

/**
 * The result of an entry whose record another entry of this desktop created; null otherwise. The leader cannot know the
 * other entry: it searched for a record of this number and found that one.
 */
function findDuplicate({ db, taskKinds }: HandOverDeps, { opId, kind }: OwnEntry, remoteId: string | null) {
  const createsRecord = taskKinds[kind]?.createsRecord
  if (remoteId === null || createsRecord === undefined) return null
  const owner = findEntryOfRecord(db, remoteId)
  return owner === null || owner === opId ? null : { remoteId: null, answer: createsRecord.answerDuplicate(remoteId) }
}

/** Entries that the service confirmed. Their records come with the feed. */
function finishConfirmed(deps: HandOverDeps, entries: readonly OwnEntry[]): void {
  const beforeMs = (instantMs(deps.now()) ?? 0) - FINISH_AFTER_MS
  for (const entry of entries)
    if (entry.state === 'ACKED' && (instantMs(entry.updatedAt) ?? 0) <= beforeMs)
      advanceEntry(deps, entry, 'settle', {})
}
