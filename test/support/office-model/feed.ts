// Migrations 0004, 0006 and 0009 of the office in the model: the leader's pages, and what it does once a minute.
import { nextNumber, notifyFollowers } from './counter.ts'
import { holdsLease, parseJson } from './lease.ts'
import { requireCandidate } from './members.ts'
import { type Argument, type Call, type Values, addMs, all, createRefusal, one, run } from './office.ts'
import { endTask } from './tasks.ts'

const MAX_RECORDS = 1_000
const MAX_OTHERS = 10_000
const LATE_MS = 600_000
const KEPT_MS = 60 * 86_400_000

export function publish(
  call: Call,
  space: number,
  fence: number,
  recordsJson: Argument,
  bodies: Argument,
  changesJson: Argument,
  checksJson: Argument,
): number | null {
  const [records, changes, checks] = [parseRows(recordsJson), parseRows(changesJson), parseRows(checksJson)]
  checkPageSize(records, changes, checks)
  if (!holdsLease(call, space, fence)) return null
  const last = nextNumber(call, space, 'mirror', records.length + 1)
  storeRecords(call, space, last - records.length - 1, records, bodies as readonly string[])
  storeChanges(call, space, last, changes)
  storeChecks(call, space, last, checks)
  notifyFollowers(call, space, 'mirror', last)
  return last
}

export function publishAfter(
  call: Call,
  space: number,
  fence: number,
  after: number,
  ...page: [Argument, Argument, Argument, Argument]
): number | null {
  if (!holdsLease(call, space, fence)) return null
  return nextNumber(call, space, 'mirror', 0) === after ? publish(call, space, fence, ...page) : 0
}

export function publishLate(call: Call, space: number, client: number, changesJson: Argument): number {
  const changes = parseRows(changesJson)
  requireCandidate(call, space, client)
  checkPageSize([], changes, [])
  const last = nextNumber(call, space, 'mirror', 1)
  const unknown = changes.filter((change) => !isKnownChange(call, space, change))
  storeChanges(call, space, last, unknown)
  notifyFollowers(call, space, 'mirror', last)
  return last
}

const parseRows = (json: Argument) => parseJson(json) as Values[]

function checkPageSize(records: Values[], changes: Values[], checks: Values[]): void {
  if (records.length > MAX_RECORDS || changes.length > MAX_OTHERS || checks.length > MAX_OTHERS)
    throw createRefusal('22023', 'a page has at most 1000 records')
}

/** A value of a JSON row, which has text in columns of text. */
function read(row: Values | undefined, name: string): unknown {
  const value = row?.[name] ?? null
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** One statement of the server changes no row twice. */
function requireDistinct(rows: Values[]): void {
  const keys = new Set(rows.map((row) => JSON.stringify([row['type'], row['id']])))
  if (keys.size < rows.length) throw createRefusal('21000', 'ON CONFLICT DO UPDATE cannot affect row a second time')
}

function storeRecords(call: Call, space: number, before: number, records: Values[], bodies: readonly string[]): void {
  for (let n = 0; n < Math.max(records.length, bodies.length); n++) {
    const names = ['req_seq', 'hash', 'first_seen_at', 'read_at', 'gone_since']
    const [reqSeq, ...others] = names.map((name) => read(records[n], name))
    run(
      call,
      `INSERT INTO main.record (space, type, id, seq, req_seq, hash, first_seen_at, read_at, gone_since, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (space, type, id) DO UPDATE SET seq = excluded.seq, req_seq = excluded.req_seq,
         hash = excluded.hash, body = excluded.body, read_at = excluded.read_at, gone_since = excluded.gone_since`,
      space,
      read(records[n], 'type'),
      read(records[n], 'id'),
      before + n + 1,
      reqSeq,
      ...others,
      bodies[n] ?? null,
    )
  }
  requireDistinct(records)
}

const CHANGE_COLUMNS = [
  ...['uid', 'type', 'rid', 'field', 'before', 'after', 'req_seq', 'kind', 'severity', 'source_at', 'seen_at'],
  ...['is_hidden', 'reverts_uid'],
]

function storeChanges(call: Call, space: number, seq: number, changes: Values[]): void {
  for (const change of changes)
    run(
      call,
      `INSERT INTO main.change (space, seq, ${CHANGE_COLUMNS.join(', ')})
       VALUES (?, ?, ${CHANGE_COLUMNS.map(() => '?').join(', ')}) ON CONFLICT (space, uid) DO NOTHING`,
      space,
      seq,
      ...CHANGE_COLUMNS.map((name) => read(change, name) ?? (name === 'is_hidden' ? 0 : null)),
    )
}

/** Whether another computer saw the same change within ten minutes. */
function isKnownChange(call: Call, space: number, change: Values): boolean {
  const others = all<{ uid: string; seen_at: string }>(
    call,
    `SELECT uid, seen_at FROM main.change
     WHERE space = ? AND type = ? AND rid = ? AND field = ? AND after IS NOT DISTINCT FROM ?`,
    space,
    ...['type', 'rid', 'field', 'after'].map((name) => read(change, name)),
  )
  const deviceOf = (uid: unknown) => String(uid).split(':')[0]
  const seenMs = Date.parse(String(change['seen_at']))
  return others.some(
    ({ uid, seen_at }) =>
      deviceOf(uid) !== deviceOf(change['uid']) && Math.abs(Date.parse(seen_at) - seenMs) <= LATE_MS,
  )
}

function storeChecks(call: Call, space: number, seq: number, checks: Values[]): void {
  for (const check of checks)
    run(
      call,
      `INSERT INTO main.checked (space, seq, type, id, checked_at, hash) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (space, type, id)
       DO UPDATE SET seq = excluded.seq, checked_at = excluded.checked_at, hash = excluded.hash`,
      space,
      seq,
      ...['type', 'id', 'checked_at', 'hash'].map((name) => read(check, name)),
    )
  requireDistinct(checks)
}

export function beat(call: Call, space: number, fence: number): string | null {
  if (!holdsLease(call, space, fence)) return null
  const expired = all<{ op: string }>(
    call,
    `SELECT op FROM main.task WHERE space = ? AND state = 'WAITING' AND expires_at <= ? ORDER BY made_at, seq`,
    space,
    call.now,
  )
  for (const { op } of expired) endTask(call, space, op, 'EXPIRED', null)
  const oldest = addMs(call.now, -KEPT_MS)
  run(call, 'DELETE FROM main.beat WHERE space = ? AND at < ?', space, oldest)
  run(call, 'DELETE FROM main.task WHERE space = ? AND ended_at < ?', space, oldest)
  const sql = 'INSERT INTO main.beat (space, mirror, task) VALUES (?, ?, ?) RETURNING stamp'
  const numbers = [nextNumber(call, space, 'mirror', 0), nextNumber(call, space, 'task', 0)]
  return one<{ stamp: string }>(call, sql, space, ...numbers)?.stamp ?? null
}
