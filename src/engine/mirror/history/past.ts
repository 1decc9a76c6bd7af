// The history of containers up to a past moment, and what happened after it.
import type { ReadableDb } from '../../db/open.ts'
import type { FieldChange } from './diff.ts'
import { REVERTED, newestChangeId, type BlockStep, OF_RECORDS, blockStepOf } from './store.ts'

/** The newest change that was stored by then, or 0. Numbers rise with time, so it is found by bisection. */
export function newestChangeBy(db: ReadableDb, at: string): number {
  // Two queries: with both in one, SQLite scans the whole table, which took 50 ms for a million changes.
  const bounds = db.get<{ low: number | null; high: number | null }>(
    'SELECT (SELECT min(id) FROM change) AS low, (SELECT max(id) FROM change) AS high',
  )
  if (!bounds || bounds.low === null || bounds.high === null) return 0
  let [known, beyond] = [bounds.low - 1, bounds.high + 1]
  while (beyond - known > 1) {
    const middle = (known + beyond) >> 1
    const row = db.get<{ id: number; seenAt: string }>(
      'SELECT id, seen_at AS seenAt FROM change WHERE id >= ? ORDER BY id LIMIT 1',
      middle,
    )
    if (row && row.id < beyond && row.seenAt <= at) known = row.id
    else beyond = middle
  }
  return Math.max(known, 0)
}

/** Numbers scanned in one step: a few milliseconds. */
const NUMBERS_PER_STEP = 20_000

/**
 * Containers with a later change that may have closed them: the fields that `isOpen` (mirror/containers/projection.ts)
 * uses, with any blanks around a status. With a condition on the type, SQLite would read the whole history of
 * containers.
 */
export function* closedAfter(db: ReadableDb, id: number): Generator<void, Set<string>> {
  const closed = new Set<string>()
  const newest = newestChangeId(db)
  for (let from = id; from < newest; from += NUMBERS_PER_STEP) {
    const rows = db.all<{ rid: string }>(
      `SELECT rid FROM change WHERE id > ? AND id <= ? AND +type = 'container'
         AND (field = 'empty_terminated_at' OR field = 'current_status' AND instr(after, 'empty_returned'))`,
      from,
      from + NUMBERS_PER_STEP,
    )
    for (const { rid } of rows) closed.add(rid)
    yield
  }
  return closed
}

/** What was known of a container at one past moment. */
export type Reported = {
  /** As known at the moment, oldest first: it includes steps that were recognized as noise only later. */
  blocks: BlockStep[]
  /** When the terminal had been checked by then, as far as changes show: that or later. */
  terminalAskedAt: string | null
}

/** The value of a field before its change. `revertsId`: the change that this one reverted. */
export type LaterStep = Omit<FieldChange, 'after'> & { revertsId: number | null }

/** Changes that show when the terminal was checked; obstacles are among them. */
const TERMINAL_KINDS = ['last-free-day', 'hold', 'fee', 'availability']
const OF_TERMINAL = `kind IN (${TERMINAL_KINDS.map((kind) => `'${kind}'`).join(', ')})`

/**
 * All changes to records of one type after the newest change at a moment, newest first; with noise, because its end
 * would otherwise have no beginning. A record without a change since then is missing. Separate queries for ten thousand
 * records took more than a second.
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

/** `later`: the changes of a container after that moment. Containers that were unknown at that moment are missing. */
export function loadReportedBy(
  db: ReadableDb,
  containerIds: readonly string[],
  throughId: number,
  later: (containerId: string) => readonly LaterStep[],
): Map<string, Reported> {
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
  const reported = [...groupByRecord(rows)].map(([rid, known]): [string, Reported] => {
    const revertedLater = new Set(later(rid).map(({ revertsId }) => revertsId))
    const seen = known.filter(
      ({ id, revertsId, isHidden }) => revertsId === null && (isHidden !== REVERTED || revertedLater.has(id)),
    )
    const asked = known.flatMap(({ sourceAt }) => sourceAt ?? [])
    return [
      rid,
      { blocks: seen.flatMap((row) => blockStepOf(row) ?? []), terminalAskedAt: asked.toSorted().at(-1) ?? null },
    ]
  })
  return new Map(reported)
}

/** The rows of one record are adjacent. */
function groupByRecord<Row extends { rid: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (let from = 0; from < rows.length;) {
    const rid = rows[from]?.rid ?? ''
    let to = from
    while (rows[to]?.rid === rid) to++
    found.set(rid, rows.slice(from, to))
    from = to
  }
  return found
}

/** When the terminals of many containers had been checked by then; a container is missing if no change shows it. */
export function terminalAskedBy(
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
