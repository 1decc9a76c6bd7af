// Changes in one row for each record. Requests that were ordered in one list of numbers share a row, which unfolds.
import { CHANGES_IN_GROUP, type ChangeFilter, type ChangeGroup, type ChangeRow } from '#contract/changes.ts'
import type { ReadableDb } from '../db/open.ts'
import { loadLastSeenChange } from '../mirror/history/read-marks.ts'
import { loadChangeRows } from '../mirror/history/store.ts'
import { bulkWith, bulksOf, describeBulk } from './bulks.ts'
import { MAX_LISTED } from './list.ts'

/** The record of a change. */
type Line = { id: number; type: string; rid: string }
type Parts = Omit<ChangeFilter, 'text'>

const REQUEST = 'tracking_request'
/** Begins the id of the row of a list of numbers; the rest is the newest change of its requests. */
const BULK = 'bulk-'

/**
 * The newest of these changes for each record; `ids` and the result are newest first. The requests of a list of numbers
 * are one entry, followed by their own entries if the list is unfolded.
 */
export function orderGroups(db: ReadableDb, ids: readonly string[], unfolded: readonly string[]): string[] {
  const lines = db.all<Line>(
    'SELECT id, type, rid FROM change WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC',
    JSON.stringify(ids.map(Number)),
  )
  const newest = new Map<string, Line>()
  for (const line of lines) {
    const record = `${line.type} ${line.rid}`
    if (!newest.has(record)) newest.set(record, line)
  }
  const bulks = bulksOf(db, requestsAmong([...newest.values()]))
  const groups = new Map<string, string[]>()
  for (const [record, { id, type, rid }] of newest) {
    const key = (type === REQUEST ? bulks.get(rid) : undefined) ?? record
    groups.set(key, [...(groups.get(key) ?? []), String(id)])
  }
  return [...groups].flatMap(([key, members]) => {
    if (members.length === 1) return members
    return [`${BULK}${members[0]}`, ...(unfolded.includes(key) ? members : [])]
  })
}

function requestsAmong(lines: readonly Pick<Line, 'type' | 'rid'>[]): string[] {
  return lines.filter(({ type }) => type === REQUEST).map(({ rid }) => rid)
}

/** Rows of a folded list of everything, as far back as a list of changes goes. */
export function countGroups(db: ReadableDb): number {
  const newest = `SELECT type, rid FROM change WHERE is_hidden = 0 ORDER BY id DESC LIMIT ${MAX_LISTED}`
  const records = db.value<number>(`SELECT count(*) AS n FROM (SELECT DISTINCT type, rid FROM (${newest}))`) ?? 0
  const requests = requestsAmong(
    db.all<Pick<Line, 'type' | 'rid'>>(`SELECT DISTINCT type, rid FROM (${newest}) WHERE type = '${REQUEST}'`),
  )
  const bulks = bulksOf(db, requests)
  return records - requests.length + new Set(requests.map((id) => bulks.get(id) ?? id)).size
}

/** `ids`: the newest change of each group, from `orderGroups`. */
export function loadGroups(
  db: ReadableDb,
  ids: readonly string[],
  filter: Parts,
  unfolded: readonly string[],
): ChangeGroup[] {
  const newestIds = ids.map((id) => Number(id.replace(BULK, '')))
  const records = recordsOf(db, newestIds)
  const bulks = bulksOf(db, requestsAmong([...records.values()]))
  const members = ids.flatMap((id, index) => {
    const record = records.get(newestIds[index] ?? 0)
    if (!record) return []
    const bulk = id.startsWith(BULK) ? bulkWith(db, record.rid) : null
    const changes = membersOf(db, record, bulk?.requestIds ?? [record.rid], filter)
    return [
      {
        id: record.id,
        customer: record.customer,
        bulk: bulk && describeBulk(db, bulk.id, changes.rids, unfolded),
        isInBulk: bulk === null && unfolded.includes(bulks.get(record.rid) ?? ''),
        ...changes,
      },
    ]
  })
  const lines = new Map(
    loadChangeRows(
      db,
      members.flatMap((group) => group.ids),
    ).map((line) => [line.id, line]),
  )
  return members.flatMap(({ id, customer, bulk, isInBulk, count, ids: own }) => {
    const changes = own.flatMap((member) => lines.get(member) ?? []).toSorted(compareWeight)
    const newest = lines.get(own[0] ?? id)
    if (!newest) return []
    const { seenAt, isNew } = newest
    return [{ id, customer, bulk, isInBulk, seenAt, isNew, changes: changes.slice(0, CHANGES_IN_GROUP), count }]
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

/** Only this many of the newest changes of a group are sorted by weight. */
const MAX_WEIGHED = 100

/** The changes of one row. `rids`: its records that have such changes. */
type Members = { ids: number[]; rids: string[]; count: number }

function membersOf(
  db: ReadableDb,
  { id, type, rid }: Line,
  records: readonly string[],
  { scope, kinds, severities }: Parts,
): Members {
  const [ofKind, kindValues] = kinds?.length
    ? [' AND kind IN (SELECT value FROM json_each(?))', [JSON.stringify(kinds)]]
    : ['', []]
  const [ofSeverity, severityValues] = severities?.length
    ? [' AND severity IN (SELECT value FROM json_each(?))', [JSON.stringify(severities)]]
    : ['', []]
  const where = `type = ? AND rid IN (SELECT value FROM json_each(?)) AND id <= ? AND id > ? AND is_hidden = 0${ofKind}${ofSeverity}`
  const values = [
    type,
    JSON.stringify(records),
    id,
    scope === 'unseen' ? Math.min(loadLastSeenChange(db), id - 1) : 0,
    ...kindValues,
    ...severityValues,
  ]
  const rows = db.all<{ id: number; n: number }>(
    `SELECT id, count(*) OVER () AS n FROM change WHERE ${where} ORDER BY id DESC LIMIT ${MAX_WEIGHED}`,
    ...values,
  )
  // A change that was reverted after the list was ordered is hidden by now. Its row stays until the next order.
  if (rows.length === 0) return { ids: [id], rids: [rid], count: 1 }
  const rids =
    records.length === 1 ? [rid] : db.column<string>(`SELECT DISTINCT rid AS id FROM change WHERE ${where}`, ...values)
  return { ids: rows.map((row) => row.id), rids, count: rows[0]?.n ?? 0 }
}
