// Follows the mirror feed: reads the rows after the cursor, and stores them in one transaction with the new cursor.
// Rows are read in the order of their numbers up to one last number, so a page arrives with its changes.
import { z } from 'zod'
import { type ReadableDb, type WritableDb, migrations } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { type Precedence, applyFeed } from '../mirror/feed/apply.ts'
import { loadBeats, loadLastBeat, returnToBeat, saveBeat } from '../mirror/feed/beats.ts'
import { loadCursor, saveCursor } from '../mirror/feed/cursor.ts'
import { SWEEP } from '../mirror/feed/marks.ts'
import type { RawRow } from '../mirror/feed/rows.ts'
import { type Witness, loadWitness, moveFeedCursor } from '../mirror/feed/witness.ts'
import { doubtHandedOver } from '../outbox/office-store.ts'
import type { SliceWriter } from '../mirror/slice-writer.ts'
import type { Log } from '../outside/log.ts'
import type { PostgresConnection } from '../outside/postgres.ts'
import type { OwnNews } from './own-acts.ts'

export type FeedInDeps = Pick<PostgresConnection, 'query'> & {
  db: ReadableDb
  write: Write
  writeSlices: SliceWriter
  log: Log
  space: number
  /** The version of this program, as the office knows it. */
  client: number
}

/** One statement reads at most about this much. A page is never divided, except between two of its records. */
const MAX_RECORDS = 500
const MAX_BYTES = 1_000_000
const MAX_CHANGES = 2_000
const MAX_CHECKS = 5_000

/** Rows as `FeedRow`. Each condition is on one table, named like its rows. */
const createRowsSql = (where: { record: string; change: string; checked: string }): string => `
  SELECT seq, 'record' AS kind, type, id, body, json_build_object('hash', hash, 'reqSeq', req_seq,
    'firstSeenAt', first_seen_at, 'readAt', read_at, 'goneSince', gone_since) AS facts, read_at AS evidence
  FROM office.record WHERE ${where.record}
  UNION ALL
  SELECT seq, 'change', type, rid, NULL, json_build_object('uid', uid, 'field', field, 'before', before, 'after', after,
    'reqSeq', req_seq, 'changeKind', kind, 'severity', severity, 'sourceAt', source_at, 'seenAt', seen_at,
    'isHidden', is_hidden, 'revertsUid', reverts_uid), uid
  FROM office.change WHERE ${where.change}
  UNION ALL
  SELECT seq, 'checked', type, id, NULL, json_build_object('times', checked_at, 'hash', hash), NULL
  FROM office.checked WHERE ${where.checked}`

/** The last number to read: the counter's present number, or a lower one if a limit of rows or bytes is reached. */
const BOUND_SQL = `
  SELECT least(
    (SELECT seq FROM office.counter WHERE space = $1 AND feed = 'mirror'),
    (SELECT min(seq) - 1 FROM (
      SELECT seq, row_number() OVER by_seq AS n, sum(bytes) OVER by_seq AS sum
      FROM (SELECT seq, octet_length(body) AS bytes FROM office.record WHERE space = $1 AND seq > $2
        ORDER BY seq LIMIT ${MAX_RECORDS + 1}) next
      WINDOW by_seq AS (ORDER BY seq)) summed
      WHERE n > ${MAX_RECORDS} OR (n > 1 AND sum > ${MAX_BYTES})),
    (SELECT seq FROM office.change WHERE space = $1 AND seq > $2 ORDER BY seq OFFSET ${MAX_CHANGES - 1} LIMIT 1),
    (SELECT seq FROM office.checked WHERE space = $1 AND seq > $2 ORDER BY seq OFFSET ${MAX_CHECKS - 1} LIMIT 1)
  ) AS seq`

const isNext = 'space = $1 AND seq > $2 AND seq <= (SELECT seq FROM bound)'
// The changes of one page have one number; the number in their uid says which was first. The last row is the bound.
const NEXT_SQL = `WITH bound AS MATERIALIZED (${BOUND_SQL}), rows AS (
    ${createRowsSql({ record: isNext, change: isNext, checked: isNext })}
    UNION ALL SELECT seq, 'end', '', '', NULL, json_build_object(
      'newest', (SELECT c.seq FROM office.counter c WHERE c.space = $1 AND c.feed = 'mirror'),
      'newestOwn', (SELECT c.seq FROM office.counter c WHERE c.space = $1 AND c.feed = 'own'),
      'role', (SELECT m.role FROM office.member m WHERE m.login = session_user),
      'members', (SELECT string_agg(m.login || ' ' || m.name, ',' ORDER BY m.login)
        FROM office.member m WHERE m.removed_at IS NULL),
      'isKnown', ($3::uuid IS NULL OR EXISTS (SELECT FROM office.beat b WHERE b.space = $1 AND b.stamp = $3::uuid))
        AND ($4::text IS NULL OR EXISTS (SELECT FROM office.change c
          WHERE c.space = $1 AND c.uid = $4::text AND c.seq = $5::bigint))
        AND ($11::bigint IS NULL OR $11::bigint = (SELECT count(*) FROM office.change c
          WHERE c.space = $1 AND c.seq = $5::bigint))
        AND ($6::text IS NULL OR EXISTS (SELECT FROM office.record r
          WHERE r.space = $1 AND r.type = $6::text AND r.id = $7::text
            AND ((r.seq > $2 AND r.first_seen_at = coalesce($10::text, r.first_seen_at))
              OR (r.seq = $8::bigint AND r.read_at = $9::text)))),
      'beat', (SELECT json_build_object('stamp', b.stamp, 'seq', b.mirror) FROM office.beat b
        WHERE b.space = $1 AND b.mirror <= bound.seq ORDER BY b.at DESC LIMIT 1)), NULL FROM bound)
  SELECT * FROM rows ORDER BY seq, kind = 'end', length(evidence), evidence`

const isNamed = `space = $1 AND (type, id) IN (SELECT * FROM json_to_recordset($2) AS named (type text, id text))`
/** The newest version of named records: each record, and after it a later check. */
const NAMED_SQL = `${createRowsSql({
  record: isNamed,
  change: 'false',
  checked: `${isNamed} AND seq > (SELECT r.seq FROM office.record r
    WHERE r.space = checked.space AND r.type = checked.type AND r.id = checked.id)`,
})} ORDER BY seq`

/**
 * `newest`: the counter's present number. `newestOwn`: that of own data; null in an office without it. `role`: of this
 * member. `members`: changes with any login or name. `isKnown`: the office has the last beat and the last rows
 * that this desktop knows. `beat`: its newest one up to the last number.
 */
const EndFacts = z.object({
  newest: z.int(),
  newestOwn: z.int().nullable(),
  role: z.string().nullable(),
  members: z.string().nullable(),
  isKnown: z.boolean(),
  beat: z.object({ stamp: z.string(), seq: z.int() }).nullable(),
})

/**
 * `more`: rows were stored, and others follow. `all`: rows were stored, and the office had no others at the beginning.
 * `end`: the office has no other rows. `set-back`: it was restored from an older copy, so nothing was stored.
 */
export type PullOutcome = 'more' | 'all' | 'end' | 'set-back'

export type Pulled = { outcome: PullOutcome; own: OwnNews }

/** Stores the next rows of the feed. */
export async function pullFeed(deps: FeedInDeps, precedence: Precedence, signal: AbortSignal): Promise<Pulled> {
  const { query, db, write, writeSlices, space } = deps
  returnToSkipped(deps)
  const cursor = loadCursor(db, 'feed')
  const lastBeat = loadLastBeat(db)
  const rows = await query<FeedRow>(NEXT_SQL, [space, cursor, lastBeat, ...listWitness(loadWitness(db))])
  const end = rows.pop()
  // The number is null for a space that this member does not see.
  if (typeof end?.seq !== 'number') return { outcome: 'end', own: { newest: null, role: null, members: null } }
  const { seq: last, facts } = end
  const { newest, newestOwn, role, members, isKnown, beat } = EndFacts.parse(facts)
  const own = { newest: newestOwn, role, members }
  if (!isKnown || last < cursor) return { outcome: 'set-back', own }
  const newBeat = beat?.stamp === lastBeat ? null : beat
  if (last === cursor) {
    if (newBeat) write((writable) => saveBeat(writable, newBeat))
    return { outcome: 'end', own }
  }
  const ordered = placeRecordsByChange(rows)
  let next = 0
  await writeSlices((writable, announce, isEnough) => {
    const options = { from: next, isEnough, precedence, onUnreadable: skipRow(deps, writable) }
    next = applyFeed(writable, announce, ordered, options)
    const isLast = next === ordered.length
    // Later rows than the first one that is left may be stored already. They are read again.
    const storedTo = Math.min(last, ...ordered.slice(next).map(({ seq }) => seq - 1))
    moveFeedCursor(writable, storedTo, findWitness(rows, storedTo))
    if (isLast && newBeat) saveBeat(writable, newBeat)
    return isLast ? { value: undefined } : null
  }, signal)
  return { outcome: last === newest ? 'all' : 'more', own }
}

/** `evidence`: the uid of a change; when a record was read. */
type FeedRow = RawRow & { evidence: string | null }

const listWitness = ({ change, record }: Witness) =>
  [
    ...[change?.uid, change?.seq],
    ...[record?.type, record?.id, record?.seq, record?.readAt, record?.firstSeenAt],
    change?.count,
  ].map((value) => value ?? null)

const FirstSeen = z.object({ firstSeenAt: z.string().nullable().catch(null) })

/** The last rows up to this number. */
function findWitness(rows: readonly FeedRow[], last: number): Witness {
  const findLast = (kind: string) => rows.findLast((row) => row.kind === kind && row.seq <= last)
  const [change, record] = [findLast('change'), findLast('record')]
  const count = rows.filter(({ kind, seq }) => kind === 'change' && seq === change?.seq).length
  return {
    change: change && { uid: change.evidence, seq: change.seq, count },
    record: record && {
      ...{ type: record.type, id: record.id, seq: record.seq, readAt: record.evidence },
      ...FirstSeen.parse(record.facts),
    },
  }
}

/**
 * Places what the feed has of a record just before its first change, so that its row is built once. The changes stay in
 * the order in which the leader saw them, because lists show it. A complete sweep stays after the records before it.
 */
export function placeRecordsByChange(rows: readonly RawRow[]): RawRow[] {
  const changed = new Set<string>()
  const early = new Set(rows.toReversed().filter((row) => precedesChange(row, changed)))
  const waiting = new Map<string, RawRow[]>()
  let sweeps: RawRow[] = []
  const ordered: RawRow[] = []
  for (const row of rows) {
    if (early.has(row)) waiting.set(row.id, [...(waiting.get(row.id) ?? []), row])
    else if (row.type === SWEEP && waiting.size > 0) sweeps.push(row)
    else {
      ordered.push(...(waiting.get(row.id) ?? []), row)
      waiting.delete(row.id)
      if (waiting.size > 0) continue
      ordered.push(...sweeps)
      sweeps = []
    }
  }
  return ordered
}

/** Whether a change of this record comes after its row. Adds the id of a change. */
function precedesChange({ kind, id }: RawRow, changed: Set<string>): boolean {
  if (kind === 'change') changed.add(id)
  return kind !== 'change' && changed.has(id)
}

/** Returns to the newest beat that the office has, or to the beginning. */
export async function returnToKnownBeat({ query, db, write, log, space }: FeedInDeps): Promise<void> {
  const beats = loadBeats(db)
  const sql = 'SELECT stamp FROM office.beat WHERE space = $1 AND stamp = ANY($2::uuid[])'
  const rows = await query<{ stamp: string }>(sql, [space, beats.map(({ stamp }) => stamp)])
  const known = new Set(rows.map(({ stamp }) => stamp))
  const common = beats.find(({ stamp }) => known.has(stamp)) ?? null
  const [counter] = await query<{ seq: number }>(
    `SELECT seq FROM office.counter WHERE space = $1 AND feed = 'mirror'`,
    [space],
  )
  log('warn', 'the office was restored from an older copy', { from: loadCursor(db, 'feed'), to: common?.seq ?? 0 })
  write(doubtHandedOver)
  write((writable) => returnToBeat(writable, common, counter?.seq ?? 0))
}

/** Replaces records by the office's version. Returns the names, as `type id`, of those that the office has. */
export async function pullRecords(
  deps: FeedInDeps,
  named: readonly { type: string; id: string }[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const { query, writeSlices, space } = deps
  const rows = await query<RawRow>(NAMED_SQL, [space, JSON.stringify(named.map(({ type, id }) => ({ type, id })))])
  let next = 0
  await writeSlices((writable, announce, isEnough) => {
    const options = { from: next, isEnough, precedence: 'none' as const, onUnreadable: skipRow(deps, writable) }
    next = applyFeed(writable, announce, rows, options)
    return next < rows.length ? null : { value: undefined }
  }, signal)
  return new Set(rows.map(nameOf))
}

export const nameOf = ({ type, id }: { type: string; id: string }) => `${type} ${id}`

/** Rises with each version of this program that may read more rows than the one before. */
const getReaderVersion = ({ client }: FeedInDeps) => client + migrations.mirror.length

/** One row that cannot be read does not stop the feed. The first one is noted for a later version of this program. */
const skipRow =
  (deps: FeedInDeps, db: WritableDb) =>
  ({ seq, kind, type, id }: RawRow) => {
    deps.log('error', 'row of the office cannot be read', { kind, type, id })
    const first = loadCursor(db, 'skipped')
    if (first === 0 || seq < first) saveCursor(db, 'skipped', seq)
    saveCursor(db, 'skipped-by', getReaderVersion(deps))
  }

/** After an update of this program, reads the feed again from the first row that the earlier version could not read. */
function returnToSkipped(deps: FeedInDeps): void {
  const { db, write } = deps
  const first = loadCursor(db, 'skipped')
  if (first === 0 || loadCursor(db, 'skipped-by') === getReaderVersion(deps)) return
  write((writable) => {
    saveCursor(writable, 'feed', Math.min(loadCursor(writable, 'feed'), first - 1))
    saveCursor(writable, 'skipped', 0)
  })
}
