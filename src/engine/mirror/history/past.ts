// Reads the history of containers up to a past moment, and the changes after it.
import type { ReadableDb } from '../../db/open.ts'
import type { FieldChange } from './diff.ts'
import { REVERTED, newestChangeId, type BlockStep, OF_RECORDS, toBlockStep } from './store.ts'

/** The id of the newest change stored until `at`; 0 if there is none. A binary search, because ids rise with time. */
export function findNewestChangeUntil(db: ReadableDb, at: string): number {
  // Two queries: with both in one, SQLite scans the whole table, which took 50 ms for a million changes.
  const bounds = db.get<{ low: number | null; high: number | null }>(
    'SELECT (SELECT min(id) FROM change) AS low, (SELECT max(id) FROM change) AS high',
  )
  if (!bounds || bounds.low === null || bounds.high === null) return 0
  let [low, high] = [bounds.low - 1, bounds.high + 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const row = db.get<{ id: number; seenAt: string }>(
      'SELECT id, seen_at AS seenAt FROM change WHERE id >= ? ORDER BY id LIMIT 1',
      middle,
    )
    if (row && row.id < high && row.seenAt <= at) low = row.id
    else high = middle
  }
  return Math.max(low, 0)
}

/** Scanning this many ids takes a few milliseconds. */
const IDS_PER_STEP = 20_000

/**
 * Finds the containers that a later change may have closed. Reads the fields that `isOpen`
 * (mirror/containers/projection.ts) uses, and accepts any spaces around a status. Without the `+` before the type,
 * SQLite would use its index and read all changes of containers.
 */
export function* findClosedAfter(db: ReadableDb, id: number): Generator<void, Set<string>> {
  const closed = new Set<string>()
  const newest = newestChangeId(db)
  for (let from = id; from < newest; from += IDS_PER_STEP) {
    const rows = db.all<{ rid: string }>(
      `SELECT rid FROM change WHERE id > ? AND id <= ? AND +type = 'container'
         AND (field = 'empty_terminated_at' OR field = 'current_status' AND instr(after, 'empty_returned'))`,
      from,
      from + IDS_PER_STEP,
    )
    for (const { rid } of rows) closed.add(rid)
    yield
  }
  return closed
}

/** What the terminal had reported about a container at one past moment. */
export type ReportedState = {
  /** The steps as known at the moment, oldest first: they include changes that were reverted only later. */
  blocks: BlockStep[]
  /** The latest check of the terminal that a change proves. A later check without a change is unknown. */
  terminalCheckedAt: string | null
}

/** A change after the moment, without its new value. `revertsId`: the change that this one reverted. */
export type LaterStep = Omit<FieldChange, 'after'> & { revertsId: number | null }

/** Changes that show when the terminal was checked; obstacles are among them. */
const TERMINAL_KINDS = ['last-free-day', 'hold', 'fee', 'availability']
const OF_TERMINAL = `kind IN (${TERMINAL_KINDS.map((kind) => `'${kind}'`).join(', ')})`

/**
 * The changes to records of one type after the change `throughId`, newest first. They include hidden changes, because a
 * reverted change and its reversal must both be undone. A record without such a change is missing. One query reads all
 * records: ten thousand separate queries took more than a second.
 */
export function loadStepsAfter(
  db: ReadableDb,
  type: 'container' | 'shipment',
  ids: readonly string[],
  throughId: number,
): Map<string, LaterStep[]> {
  if (ids.length === 0) return new Map()
  // In the order of the index, so that no sort is needed.
  const rows = db.all<LaterStep & { rid: string }>(
    `SELECT rid, field, before, reverts_id AS revertsId FROM change WHERE ${OF_RECORDS} AND id > ? ORDER BY rid DESC, id DESC`,
    type,
    JSON.stringify(ids),
    throughId,
  )
  return groupByRecord(rows)
}

/** `changesAfter`: the changes of a container after `throughId`. A container that was unknown then is missing. */
export function loadReportedUntil(
  db: ReadableDb,
  containerIds: readonly string[],
  throughId: number,
  changesAfter: (containerId: string) => readonly LaterStep[],
): Map<string, ReportedState> {
  if (containerIds.length === 0) return new Map()
  const rows = db.all<
    FieldChange & {
      rid: string
      id: number
      seenAt: string
      kind: string
      sourceAt: string | null
      revertsId: number | null
      isHidden: number
    }
  >(
    `SELECT rid, id, field, before, after, kind, seen_at AS seenAt, source_at AS sourceAt, reverts_id AS revertsId, is_hidden AS isHidden
     FROM change WHERE ${OF_RECORDS} AND id <= ? AND ${OF_TERMINAL} ORDER BY rid, id`,
    'container',
    JSON.stringify(containerIds),
    throughId,
  )
  const reported = [...groupByRecord(rows)].map(([rid, changes]): [string, ReportedState] => {
    const revertedLater = new Set(changesAfter(rid).map(({ revertsId }) => revertsId))
    const listedThen = changes.filter(
      ({ id, revertsId, isHidden }) => revertsId === null && (isHidden !== REVERTED || revertedLater.has(id)),
    )
    const checkTimes = changes.flatMap(({ sourceAt }) => sourceAt ?? [])
    return [
      rid,
      {
        blocks: listedThen.flatMap((row) => toBlockStep(row) ?? []),
        terminalCheckedAt: checkTimes.toSorted().at(-1) ?? null,
      },
    ]
  })
  return new Map(reported)
}

/** The rows of one record are adjacent. */
function groupByRecord<Row extends { rid: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (let from = 0; from < rows.length;) {
    const rid = rows[from]?.rid ?? ''
    let to = from
    while (rows[to]?.rid === rid) to++
    groups.set(rid, rows.slice(from, to))
    from = to
  }
  return groups
}

/** The latest proven check of the terminal, by container id. A container is missing if no change proves one. */
export function loadTerminalCheckTimes(
  db: ReadableDb,
  containerIds: readonly string[],
  throughId: number,
): Map<string, string> {
  if (containerIds.length === 0) return new Map()
  const rows = db.all<{ id: string; at: string | null }>(
    `SELECT rid AS id, max(source_at) AS at FROM change WHERE ${OF_RECORDS} AND id <= ? AND ${OF_TERMINAL} GROUP BY rid`,
    'container',
    JSON.stringify(containerIds),
    throughId,
  )
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at]])))
}
