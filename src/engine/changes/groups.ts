// Changes in one row for each record.
import { CHANGES_IN_GROUP, type ChangeFilter, type ChangeGroup, type ChangeRow } from '#contract/changes.ts'
import type { ReadableDb } from '../db/open.ts'
import { lastSeenChange } from '../mirror/history/read-marks.ts'
import { loadLines } from '../mirror/history/store.ts'
import { MAX_LISTED } from './list.ts'

/** The record of a change. */
type Line = { id: number; type: string; rid: string }
type Parts = Omit<ChangeFilter, 'text'>

/** The newest of these changes for each record; `ids` and the result are newest first. */
export function newestOfEach(db: ReadableDb, ids: readonly string[]): string[] {
  const lines = db.all<Line>(
    'SELECT id, type, rid FROM change WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC',
    JSON.stringify(ids.map(Number)),
  )
  const newest = new Map<string, string>()
  for (const { id, type, rid } of lines) {
    const record = `${type} ${rid}`
    if (!newest.has(record)) newest.set(record, String(id))
  }
  return [...newest.values()]
}

/** Records with a change, as far back as a list of changes goes. */
export function countRecords(db: ReadableDb): number {
  const newest = `SELECT type, rid FROM change WHERE is_hidden = 0 ORDER BY id DESC LIMIT ${MAX_LISTED}`
  return db.value<number>(`SELECT count(*) AS n FROM (SELECT DISTINCT type, rid FROM (${newest}))`) ?? 0
}

/** `ids`: the newest change of each group. */
export function loadGroups(db: ReadableDb, ids: readonly number[], filter: Parts): ChangeGroup[] {
  const records = recordsOf(db, ids)
  const members = ids.flatMap((id) => {
    const record = records.get(id)
    return record ? [{ id, customer: record.customer, ...membersOf(db, record, filter) }] : []
  })
  const lines = new Map(
    loadLines(
      db,
      members.flatMap((group) => group.ids),
    ).map((line) => [line.id, line]),
  )
  return members.flatMap(({ id, customer, count, ids: own }) => {
    const changes = own.flatMap((member) => lines.get(member) ?? []).toSorted(compareWeight)
    const newest = lines.get(own[0] ?? id)
    if (!newest) return []
    const { seenAt, isNew } = newest
    return [{ id, customer, seenAt, isNew, changes: changes.slice(0, CHANGES_IN_GROUP), count }]
  })
}

/** New changes come first, then those that were not reverted, the more severe, the newer. */
function compareWeight(one: ChangeRow, other: ChangeRow): number {
  return (
    Number(other.isNew) - Number(one.isNew) ||
    Number(one.isReverted) - Number(other.isReverted) ||
    one.severity - other.severity ||
    other.id - one.id
  )
}

type Owner = Line & { customer: string | null }

function recordsOf(db: ReadableDb, ids: readonly number[]): Map<number, Owner> {
  const rows = db.all<Owner>(
    `SELECT c.id, c.type, c.rid, coalesce(k.customer, s.customer) AS customer FROM change c
     LEFT JOIN container_row k ON c.type = 'container' AND k.id = c.rid
     LEFT JOIN shipment_row s ON c.type = 'shipment' AND s.id = c.rid
     WHERE c.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Only this many of the newest changes of a record are sorted by weight. */
const MAX_WEIGHED = 100

function membersOf(
  db: ReadableDb,
  { id, type, rid }: Line,
  { scope, kinds, severities }: Parts,
): { ids: number[]; count: number } {
  const [ofKind, kindValues] = kinds?.length
    ? [' AND kind IN (SELECT value FROM json_each(?))', [JSON.stringify(kinds)]]
    : ['', []]
  const [ofSeverity, severityValues] = severities?.length
    ? [' AND severity IN (SELECT value FROM json_each(?))', [JSON.stringify(severities)]]
    : ['', []]
  const rows = db.all<{ id: number; n: number }>(
    `SELECT id, count(*) OVER () AS n FROM change
     WHERE type = ? AND rid = ? AND id <= ? AND id > ? AND is_hidden = 0${ofKind}${ofSeverity}
     ORDER BY id DESC LIMIT ${MAX_WEIGHED}`,
    type,
    rid,
    id,
    scope === 'unseen' ? Math.min(lastSeenChange(db), id - 1) : 0,
    ...kindValues,
    ...severityValues,
  )
  // A change that was reverted after the list was ordered is hidden by now. Its row stays until the next order.
  return rows.length > 0 ? { ids: rows.map((row) => row.id), count: rows[0]?.n ?? 0 } : { ids: [id], count: 1 }
}
