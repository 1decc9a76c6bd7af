// Changes in one row for each record. Requests that were ordered in one list of numbers share a row, which unfolds.
import { CHANGES_IN_GROUP, type ChangeFilter, type ChangeGroup, type ChangeRow } from '#contract/changes.ts'
import type { ReadableDb } from '../db/open.ts'
import { loadSeenThrough } from '../mirror/history/read-marks.ts'
import { loadChangeRows } from '../mirror/history/store.ts'
import { describeBulk, findBulks } from './bulks.ts'
import { MAX_LISTED } from './list.ts'

/** A change, and the type and id of its record. */
type ChangedRecord = { id: number; type: string; rid: string }
type GroupFilter = Omit<ChangeFilter, 'text'>
/**
 * One row: of a record, of a list of numbers, or of a record below the row of its unfolded list.
 * `bulkId`: the list. `changeIds`: the newest listed change of each of the row's records, newest first.
 */
type Row = { changeIds: number[] } & ({ kind: 'record' | 'member' } | { kind: 'bulk'; bulkId: string })

const REQUEST = 'tracking_request'

/** The rows of these changes, as ids of a list (table/lists.ts). `ids` and the rows are newest first. */
export function orderGroups(db: ReadableDb, ids: readonly string[], unfolded: readonly string[]): string[] {
  const changes = db.all<ChangedRecord>(
    'SELECT id, type, rid FROM change WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC',
    JSON.stringify(ids.map(Number)),
  )
  const newestByRecord = new Map<string, ChangedRecord>()
  for (const change of changes) {
    const record = `${change.type} ${change.rid}`
    if (!newestByRecord.has(record)) newestByRecord.set(record, change)
  }
  const bulkByRequest = findBulks(db, listRequests([...newestByRecord.values()]))
  const groups = new Map<string, number[]>()
  for (const [record, { id, type, rid }] of newestByRecord) {
    const group = (type === REQUEST ? bulkByRequest.get(rid) : undefined) ?? record
    groups.set(group, [...(groups.get(group) ?? []), id])
  }
  return [...groups].flatMap(([group, changeIds]) => {
    if (changeIds.length === 1) return [formatRow({ kind: 'record', changeIds })]
    const members = unfolded.includes(group) ? changeIds : []
    return [
      formatRow({ kind: 'bulk', bulkId: group, changeIds }),
      ...members.map((id) => formatRow({ kind: 'member', changeIds: [id] })),
    ]
  })
}

/** JSON, because the order of a list holds texts. */
const formatRow = (row: Row): string => JSON.stringify(row)
const parseRow = (id: string) => JSON.parse(id) as Row

function listRequests(changes: readonly Pick<ChangedRecord, 'type' | 'rid'>[]): string[] {
  return changes.filter(({ type }) => type === REQUEST).map(({ rid }) => rid)
}

/** Rows of a folded list of everything, as far back as a list of changes goes. */
export function countGroups(db: ReadableDb): number {
  const newestSql = `SELECT type, rid FROM change WHERE is_hidden = 0 ORDER BY id DESC LIMIT ${MAX_LISTED}`
  const recordCount = db.value<number>(`SELECT count(*) AS n FROM (SELECT DISTINCT type, rid FROM (${newestSql}))`) ?? 0
  const requests = listRequests(
    db.all<Pick<ChangedRecord, 'type' | 'rid'>>(
      `SELECT DISTINCT type, rid FROM (${newestSql}) WHERE type = '${REQUEST}'`,
    ),
  )
  const bulkByRequest = findBulks(db, requests)
  return recordCount - requests.length + new Set(requests.map((id) => bulkByRequest.get(id) ?? id)).size
}

/** `ids`: rows from `orderGroups`. */
export function loadGroups(
  db: ReadableDb,
  ids: readonly string[],
  filter: GroupFilter,
  unfolded: readonly string[],
): ChangeGroup[] {
  const rows = ids.map(parseRow)
  const recordByChange = loadRecords(
    db,
    rows.flatMap(({ changeIds }) => changeIds),
  )
  const groups = rows.flatMap((row) => {
    const records = row.changeIds.flatMap((id) => recordByChange.get(id) ?? [])
    const [newest] = records
    if (!newest) return []
    const recordIds = records.map(({ rid }) => rid)
    return [
      {
        id: newest.id,
        customer: newest.customer,
        bulk: row.kind === 'bulk' ? describeBulk(db, row.bulkId, recordIds, unfolded) : null,
        isInBulk: row.kind === 'member',
        ...loadChangesOfRow(db, newest, recordIds, filter),
      },
    ]
  })
  const changeById = new Map(
    loadChangeRows(
      db,
      groups.flatMap(({ changeIds }) => changeIds),
    ).map((change) => [change.id, change]),
  )
  return groups.flatMap(({ changeIds, ...group }) => {
    const newest = changeById.get(changeIds[0] ?? group.id)
    if (!newest) return []
    const changes = changeIds.flatMap((id) => changeById.get(id) ?? []).toSorted(compareWeight)
    const { seenAt, isNew } = newest
    return [{ ...group, seenAt, isNew, changes: changes.slice(0, CHANGES_IN_GROUP) }]
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

type RecordWithCustomer = ChangedRecord & { customer: string | null }

/** The records of these changes, by the id of the change. */
function loadRecords(db: ReadableDb, changeIds: readonly number[]): Map<number, RecordWithCustomer> {
  const rows = db.all<RecordWithCustomer>(
    `SELECT change.id, change.type, change.rid, coalesce(container.customer, shipment.customer) AS customer FROM change
     LEFT JOIN container_row container ON change.type = 'container' AND container.id = change.rid
     LEFT JOIN shipment_row shipment ON change.type = 'shipment' AND shipment.id = change.rid
     WHERE change.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(changeIds),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Only this many of the newest changes of a row are sorted by weight. */
const MAX_WEIGHED = 100

/** The newest changes of the row's records that pass the filter, and the number of all of them. */
function loadChangesOfRow(
  db: ReadableDb,
  { id: newestId, type }: ChangedRecord,
  recordIds: readonly string[],
  { scope, kinds, severities }: GroupFilter,
): { changeIds: number[]; count: number } {
  const [kindCondition, kindValues] = kinds?.length
    ? [' AND kind IN (SELECT value FROM json_each(?))', [JSON.stringify(kinds)]]
    : ['', []]
  const [severityCondition, severityValues] = severities?.length
    ? [' AND severity IN (SELECT value FROM json_each(?))', [JSON.stringify(severities)]]
    : ['', []]
  const rows = db.all<{ id: number; n: number }>(
    `SELECT id, count(*) OVER () AS n FROM change
     WHERE type = ? AND rid IN (SELECT value FROM json_each(?)) AND id <= ? AND id > ? AND is_hidden = 0${kindCondition}${severityCondition}
     ORDER BY id DESC LIMIT ${MAX_WEIGHED}`,
    type,
    JSON.stringify(recordIds),
    newestId,
    scope === 'unseen' ? Math.min(loadSeenThrough(db), newestId - 1) : 0,
    ...kindValues,
    ...severityValues,
  )
  // A change that was reverted after the list was ordered is hidden by now. Its row stays until the next order.
  return rows.length > 0
    ? { changeIds: rows.map(({ id }) => id), count: rows[0]?.n ?? 0 }
    : { changeIds: [newestId], count: 1 }
}
