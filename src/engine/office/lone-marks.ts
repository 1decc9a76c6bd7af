// What this desktop read alone while the office was away. Its marks are the newest if no row has reached the office
// since. If another desktop leads first, that one sees most of the same changes later, when it reads. Only then is it
// known which of them this desktop alone saw.
import { z } from 'zod'
import { Instant } from '#contract/values.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { loadCursor, saveCursor } from '../mirror/feed/cursor.ts'
import { withdrawChanges } from '../mirror/feed/late.ts'
import { SWEEP, hasMarks } from '../mirror/feed/marks.ts'
import { type OutgoingChange, deleteMarks, loadMarkedChanges } from '../mirror/feed/outgoing.ts'
import { SAME_CHANGE_WITHIN_S } from '../mirror/history/store.ts'
import { sweepKinds, sweepLists } from '../mirror/kinds.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import type { PostgresConnection } from '../outside/postgres.ts'

export type LoneMarksDeps = Pick<PostgresConnection, 'query'> & { db: ReadableDb; write: Write; space: number }

/** Notes the last row of the office before the reading. Marks of an earlier lone reading may be waiting. */
export function noteLoneReading(db: WritableDb): void {
  if (!hasLoneMarks(db) || !hasMarks(db)) saveCursor(db, 'alone', loadCursor(db, 'feed') + 1)
}

export const hasLoneMarks = (db: ReadableDb) => loadCursor(db, 'alone') > 0

export function forgetLoneReading(db: WritableDb): void {
  saveCursor(db, 'alone', 0)
}

/** Whether no row has reached the office since this desktop began to read alone. */
export async function areLoneMarksNewest({ db, query, space }: LoneMarksDeps): Promise<boolean> {
  if (!hasLoneMarks(db)) return false
  const sql = `SELECT seq FROM office.counter WHERE space = $1 AND feed = 'mirror'`
  const [counter] = await query<{ seq: number }>(sql, [space])
  return (counter?.seq ?? 0) < loadCursor(db, 'alone')
}

type MarkedChange = { n: number; change: OutgoingChange }

function loadAllMarkedChanges(db: ReadableDb): MarkedChange[] {
  const all: MarkedChange[] = []
  for (let page = loadMarkedChanges(db); page.length > 0; page = loadMarkedChanges(db, page.at(-1)?.n))
    for (const { n, change } of page) if (change) all.push({ n, change })
  return all
}

const SweepStart = z.object({ startedAt: Instant })
/** Records that are not listed any more are read by their ids, after two sweeps. */
const UNLISTED_MS = 600_000

/** Whether the office has read all records whose changes this desktop saw alone, after this desktop saw them. */
export async function hasOfficeReadSince({ db, query, space }: LoneMarksDeps): Promise<boolean> {
  // Runs with each row that the office gets, so it must not load the changes.
  const lastChanges = db.all<{ type: string; seenAt: string }>(
    `SELECT c.type, max(c.seen_at) AS seenAt FROM office_change_out o JOIN change c ON c.id = o.change_id
     WHERE c.uid IS NOT NULL GROUP BY c.type`,
  )
  const types = new Set(lastChanges.map(({ type }) => type))
  const lastSeenMs = Math.max(0, ...lastChanges.map(({ seenAt }) => instantMs(seenAt) ?? 0))
  const sql = 'SELECT id, body FROM office.record WHERE space = $1 AND type = $2'
  const sweeps = await query<{ id: string; body: string }>(sql, [space, SWEEP])
  const isReadSince = (kind: string) => {
    const body = sweeps.find(({ id }) => id === kind)?.body ?? '{}'
    const startedAt = SweepStart.safeParse(JSON.parse(body)).data?.startedAt ?? ''
    return (instantMs(startedAt) ?? 0) > lastSeenMs + UNLISTED_MS
  }
  return sweepKinds.filter((kind) => types.has(sweepLists[kind].type)).every(isReadSince)
}

/** The rows of so many containers are rebuilt in about a tenth of a second. */
const RECORDS_PER_STEP = 100

/**
 * Withdraws the changes that another computer recorded too, one for each of its own. If a value changed several times,
 * a computer that reads later records only the last change, so the latest ones count as the same.
 */
export async function withdrawSharedChanges(deps: LoneMarksDeps): Promise<void> {
  const marked = loadAllMarkedChanges(deps.db)
  const firstSeenAt = marked.map(({ change }) => String(change['seen_at'])).toSorted()[0] ?? ''
  const since = instantOf((instantMs(firstSeenAt) ?? 0) - SAME_CHANGE_WITHIN_S * 1000)
  const byRecord = Map.groupBy(marked, ({ change: { type, rid } }) => JSON.stringify([type, rid]))
  const records = [...byRecord.values()]
  for (let from = 0; from < records.length; from += RECORDS_PER_STEP)
    await withdrawShared(deps, records.slice(from, from + RECORDS_PER_STEP).flat(), since)
}

async function withdrawShared(deps: LoneMarksDeps, marked: readonly MarkedChange[], since: string): Promise<void> {
  const others = await loadOtherComputers(deps, marked, since)
  const shared = marked.toReversed().filter(({ change }) => {
    const computers = others.get(keyOf(change)) ?? []
    const index = computers.findIndex((computer) => computer !== computerOf(change))
    if (index >= 0) computers.splice(index, 1)
    return index >= 0
  })
  const uids = shared.map(({ change }) => change.uid)
  deps.write((db, announce) => {
    withdrawChanges(db, announce, uids)
    deleteMarks(db, { marks: [], changeMarks: shared.map(({ n }) => n) })
  })
}

type ChangeName = { uid: string; [column: string]: unknown }
const keyOf = ({ type, rid, field, after }: ChangeName) => JSON.stringify([type, rid, field, after])
const computerOf = ({ uid }: ChangeName) => uid.split(':')[0] ?? ''

/** The computers that recorded a change of these records since this one read alone, for each change. */
async function loadOtherComputers(
  { query, space }: LoneMarksDeps,
  marked: readonly MarkedChange[],
  since: string,
): Promise<Map<string, string[]>> {
  const records = [...new Map(marked.map(({ change: { type, rid } }) => [`${type} ${rid}`, { type, rid }])).values()]
  const changes = await query<ChangeName>(
    `SELECT uid, type, rid, field, after FROM office.change WHERE space = $1 AND seen_at >= $2
       AND (type, rid) IN (SELECT * FROM json_to_recordset($3) AS named (type text, rid text))`,
    [space, since, JSON.stringify(records)],
  )
  const changesByKey = Map.groupBy(changes, keyOf)
  return new Map([...changesByKey].map(([key, list]) => [key, list.map(computerOf)]))
}
