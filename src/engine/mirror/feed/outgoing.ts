// Loads what the marks name, as the office stores it, and deletes the marks once it is stored there.
import { hash as digest } from 'node:crypto'
import type { ReadableDb, SqlValue, WritableDb } from '../../db/open.ts'
import { loadCorrections } from '../edits/store.ts'
import { pickCheckTimes } from '../history/diff.ts'
import { loadAllEvents } from '../containers/event-store.ts'
import { REVERTED } from '../history/store.ts'
import { sweepKinds } from '../kinds.ts'
import { loadMissed } from '../missed.ts'
import { lastCompleteSweep, resourceOf } from '../records.ts'
import { loadPlaceZone } from '../containers/place-zones.ts'
import { loadReadTimes } from '../read-times.ts'
import { CORRECTIONS, EVENTS, PLACE_ZONE, READ_TIMES, SWEEP } from './marks.ts'

/** One statement for the office: short enough that its answer, and those of other desktops, do not wait for it. */
const MAX_ROWS = 500
const MAX_BYTES = 1_000_000
/** The office stores no longer body. */
const MAX_BODY_BYTES = 8 * 1024 * 1024
/** A check is sent as its times and not as the body. */
const CHECK_BYTES = 200

/** Columns as in the office: src/engine/office/migrations/0001-tables.ts. */
type OutgoingRecord = {
  type: string
  id: string
  req_seq: number
  hash: string
  first_seen_at: string
  read_at: string
  gone_since: string | null
}
type OutgoingCheck = { type: string; id: string; checked_at: string; hash: string }
export type OutgoingChange = Record<string, SqlValue> & { uid: string }

/** `bodies` are those of `records`. */
export type OutgoingPage = {
  records: OutgoingRecord[]
  bodies: string[]
  changes: OutgoingChange[]
  checks: OutgoingCheck[]
}

export type RecordMark = { n: number; type: string; id: string; isChecked: number; bytes: number | null }

/** A page, and the numbers of its marks. `skipped`: records that the office cannot store. */
export type OutgoingBatch = {
  page: OutgoingPage
  marks: number[]
  changeMarks: number[]
  skipped: { type: string; id: string }[]
}

/**
 * The oldest marks; null without a mark. `now`: the time of reading for rows that the service does
 * not send, such as a complete sweep.
 */
export function loadOutgoing(db: ReadableDb, now: string): OutgoingBatch | null {
  const changes = loadMarkedChanges(db)
  // A follower counts changes as new from its first complete sweep on, so that follows the changes before it.
  const isLastOfChanges = db.get('SELECT 1 FROM office_change_out WHERE n > ?', changes.at(-1)?.n ?? 0) === undefined
  const marks = loadRecordMarks(db).filter(({ type }) => type !== SWEEP || isLastOfChanges)
  if (marks.length === 0 && changes.length === 0) return null
  const batch: OutgoingBatch = {
    page: { records: [], bodies: [], changes: changes.flatMap(({ change }) => change ?? []), checks: [] },
    marks: marks.map(({ n }) => n),
    changeMarks: changes.map(({ n }) => n),
    skipped: [],
  }
  for (const mark of marks) addRecord(db, batch, mark, now)
  return batch
}

export function deleteMarks(
  db: WritableDb,
  { marks, changeMarks }: Pick<OutgoingBatch, 'marks' | 'changeMarks'>,
): void {
  db.run('DELETE FROM office_out WHERE n IN (SELECT value FROM json_each(?))', JSON.stringify(marks))
  db.run('DELETE FROM office_change_out WHERE n IN (SELECT value FROM json_each(?))', JSON.stringify(changeMarks))
}

export function loadRecordMarks(db: ReadableDb, afterN = 0): RecordMark[] {
  const marks = db.all<RecordMark>(
    `SELECT o.n, o.type, o.id, o.is_checked AS isChecked, octet_length(r.raw) AS bytes
     FROM office_out o LEFT JOIN res r ON r.type = o.type AND r.id = o.id WHERE o.n > ? ORDER BY o.n LIMIT ${MAX_ROWS}`,
    afterN,
  )
  return takeBytes(marks, ({ isChecked, bytes }) => (isChecked === 1 ? CHECK_BYTES : (bytes ?? CHECK_BYTES)))
}

/** At least one, and then as many as fit. */
function takeBytes<Item>(items: readonly Item[], bytesOf: (item: Item) => number): Item[] {
  let sum = 0
  const end = items.findIndex((item, index) => (sum += bytesOf(item)) > MAX_BYTES && index > 0)
  return items.slice(0, end === -1 ? items.length : end)
}

/** A change that was reverted is sent as it was before: the one that reverts it follows, and hides it. */
const LISTED = `CASE c.is_hidden WHEN ${REVERTED} THEN coalesce((SELECT x.is_hidden FROM change x
  WHERE x.type = c.type AND x.rid = c.rid AND x.reverts_id = c.id), 0) ELSE c.is_hidden END`

/** PostgreSQL stores no NUL character. JSON escapes it, so bodies and values are always storable. */
const isStorableText = (text: string) => !text.includes('\0')

/** Whether the office can have a record of this name. */
export const isStorable = ({ type, id }: Pick<RecordMark, 'type' | 'id'>) => isStorableText(`${type} ${id}`)

/** `change` is null if it was deleted with the history of its container, or if the office cannot store its names. */
export function loadMarkedChanges(db: ReadableDb, afterN = 0): { n: number; change: OutgoingChange | null }[] {
  const rows = db.all<{ n: number; uid: string | null } & Record<string, SqlValue>>(
    `SELECT o.n, c.uid, c.type, c.rid, c.field, c.before, c.after, c.req_seq, c.kind, c.severity, c.source_at, c.seen_at,
       ${LISTED} AS is_hidden, (SELECT r.uid FROM change r WHERE r.id = c.reverts_id) AS reverts_uid
     FROM office_change_out o LEFT JOIN change c ON c.id = o.change_id WHERE o.n > ? ORDER BY o.n LIMIT ${MAX_ROWS}`,
    afterN,
  )
  const lengthOf = (value: SqlValue | undefined) => (typeof value === 'string' ? value.length : 0)
  return takeBytes(rows, ({ before, after }) => CHECK_BYTES + lengthOf(before) + lengthOf(after)).map(
    ({ n, uid, ...change }) => ({
      n,
      change: uid !== null && isStorableText(`${change['rid']} ${change['field']}`) ? { ...change, uid } : null,
    }),
  )
}

function addRecord(db: ReadableDb, { page, skipped }: OutgoingBatch, mark: RecordMark, now: string): void {
  const { type, id, bytes } = mark
  if (!isStorable(mark)) skipped.push({ type, id })
  else if (type === EVENTS) addOwn(page, mark, loadAllEvents(db, id), now)
  else if (type === SWEEP) addOwn(page, mark, loadSweepEnd(db, id), now)
  else if (type === READ_TIMES) addOwn(page, mark, loadReadTimes(db), now)
  else if (type === PLACE_ZONE) addOwn(page, mark, loadZoneBody(db, id), now)
  else if (type === CORRECTIONS) addOwn(page, mark, loadCorrections(db, id), now)
  else if (bytes !== null && bytes > MAX_BODY_BYTES) skipped.push({ type, id })
  else if (mark.isChecked === 1) addCheck(db, page, mark)
  else addStored(db, page, mark)
}

function addStored(db: ReadableDb, page: OutgoingPage, { type, id }: RecordMark): void {
  const row = db.get<Omit<OutgoingRecord, 'type' | 'id'> & { body: string }>(
    `SELECT r.hash, r.first_seen_at, r.raw AS body, s.req_seq, s.verified_at AS read_at, s.gone_since
     FROM res r CROSS JOIN seen s ON s.key = r.key WHERE r.type = +? AND r.id = +?`,
    type,
    id,
  )
  if (!row) return
  const { body, ...facts } = row
  page.records.push({ type, id, ...facts })
  page.bodies.push(body)
}

function addCheck(db: ReadableDb, page: OutgoingPage, { type, id }: RecordMark): void {
  const row = db.get<{ raw: string; hash: string }>('SELECT raw, hash FROM res WHERE type = ? AND id = ?', type, id)
  if (!row) return
  const times = pickCheckTimes(resourceOf(type, id, row.raw).attributes)
  page.checks.push({ type, id, checked_at: JSON.stringify(times), hash: row.hash })
}

/** Adds a row that the service does not send, such as a complete sweep or the events of a container. */
function addOwn(page: OutgoingPage, { type, id }: RecordMark, value: unknown, now: string): void {
  if (value === null) return
  const body = JSON.stringify(value)
  page.records.push({
    type,
    id,
    req_seq: 0,
    hash: digest('sha1', body, 'base64'),
    first_seen_at: now,
    read_at: now,
    gone_since: null,
  })
  page.bodies.push(body)
}

function loadZoneBody(db: ReadableDb, place: string) {
  const zone = loadPlaceZone(db, place)
  return zone === undefined ? null : { zone }
}

function loadSweepEnd(db: ReadableDb, id: string) {
  const kind = sweepKinds.find((name) => name === id)
  const sweep = kind && lastCompleteSweep(db, kind)
  if (!sweep) return null
  const { startedAt, endedAt, rows, totalStart, totalEnd, pageAt } = sweep
  return { startedAt, endedAt, rows, totalStart, totalEnd, pageAt, missed: loadMissed(db, kind) }
}
