// Computes the board of a past moment: rows without a later change are today's rows, the others are computed from
// rewound records. Values that depend on the moment follow the same rules as the lists (mirror/containers/standing.ts).
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import type { Clock } from '#contract/deadlines.ts'
import type { Settings } from '#contract/settings.ts'
import { type BlockStep, lastChangeTimes } from '../mirror/history/store.ts'
import {
  type ReportedState,
  closedAfter,
  loadReportedUntil,
  newestChangeUntil,
  loadTerminalCheckTimes,
} from '../mirror/history/past.ts'
import type { ReadableDb, SqlValue } from '../db/open.ts'
import { createTextTest } from '../table/lists.ts'
import { MS_PER_DAY, dateInZone, daysBetween, instantMs } from '../outside/calendar.ts'
import { type StoredManual, listDatedAfter, loadManualsAt, loadSettings } from '../settings/store.ts'
import { clockAt, hasAnyDay } from '../mirror/containers/lfd.ts'
import { type Columns, isOpen, projectContainer } from '../mirror/containers/projection.ts'
import { type ContainerRecords, clockInput, reportedDeadlines, reportedHolds } from '../mirror/containers/reported.ts'
import { summarizeBlocks } from '../mirror/containers/block-history.ts'
import { type Standing, standingOf } from '../mirror/containers/standing.ts'
import { loadRecords } from '../mirror/containers/store.ts'
import { loadReadTimes } from '../mirror/records.ts'
import { type StoredRow, toContracts } from '../mirror/containers/contract-rows.ts'
import { type PastRecords, createPastRecords, type Present } from './past-records.ts'

export type PastFilter = Pick<ContainerFilter, 'text' | 'bands'> & { scope: 'board' | 'open' }

/** A past moment, and the data that was known then. */
export type Past = {
  at: string
  atMs: number
  /** The newest change at that moment. */
  throughId: number
  /** How many containers had been read by then. */
  containerCount: number
  settings: Settings
  manuals: ReadonlyMap<string, StoredManual>
  records: PastRecords
}

/** Rows computed before other work may run. One takes 0.05 ms. */
const ROWS_PER_STEP = 60

export function loadPast(db: ReadableDb, at: string): Past {
  const throughId = newestChangeUntil(db, at)
  return {
    at,
    atMs: instantMs(at) ?? 0,
    throughId,
    containerCount: countSeenBy(db, at),
    settings: loadSettings(db),
    manuals: loadManualsAt(db, at),
    records: createPastRecords(db, throughId),
  }
}

const NOTHING_REPORTED: ReportedState = { blocks: [], terminalCheckedAt: null }

/** Ids of the containers that pass the filter, most urgent first: by severity, days left, number. */
export function* listPastOrder(db: ReadableDb, past: Past, filter: PastFilter): Generator<void, string[]> {
  const keys = yield* listPossiblyOpen(db, past)
  const found: { id: string; number: string; severity: number; daysLeft: number }[] = []
  for (let from = 0; from < keys.length; from += ROWS_PER_STEP) {
    const rows = loadPastRows(db, past, keys.slice(from, from + ROWS_PER_STEP), {
      seenBy: past.at,
      scope: filter.scope,
    }).filter((row) => isOpen(row))
    const searched = rows.map((row) => String(row['search']))
    const tests = createTextTest(searched, filter.text)
    rows.forEach((row, slot) => {
      const standing = standingOf(row)
      if (!isShown(standing, row, filter) || !tests.every((test) => test(slot))) return
      const severity = standing.risks[0]?.severity ?? Number.POSITIVE_INFINITY
      found.push({
        id: String(row['id']),
        number: String(row['number']),
        severity,
        daysLeft: row.days_left ?? Number.POSITIVE_INFINITY,
      })
    })
    yield
  }
  return found
    .sort(
      (one, other) =>
        compare(one.severity, other.severity) ||
        compare(one.daysLeft, other.daysLeft) ||
        compare(one.number, other.number) ||
        compare(one.id, other.id),
    )
    .map(({ id }) => id)
}

function compare(one: number | string, other: number | string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

function isShown({ clock, band }: Standing, row: StoredRow, { scope, bands }: PastFilter): boolean {
  if (bands && bands.length > 0 && !bands.includes(band)) return false
  return isInScope(scope, clock, row.lfd_date !== null)
}

function isInScope(scope: PastFilter['scope'], clock: Clock, hasDay: boolean): boolean {
  return scope === 'open' || clock === 'running' || (clock === 'not-started' && hasDay)
}

/** The number of containers that are queried before other work may run: about 2 ms. */
const IDS_PER_STEP = 1000

/**
 * Containers that may have been open then: those open now, and those closed or gone since. In the order of their keys,
 * so that rows are read in their order on the disk.
 */
function* listPossiblyOpen(db: ReadableDb, { at, throughId }: Past): Generator<void, number[]> {
  const keysOf = (sql: string, ...values: SqlValue[]) => db.column<number>(sql, ...values)
  const keys = new Set(keysOf('SELECT key FROM container_row WHERE is_open = 1'))
  for (const key of keysOf(
    'SELECT c.key FROM seen s CROSS JOIN container_row c ON c.key = s.key WHERE s.gone_since > ?',
    at,
  ))
    keys.add(key)
  const closed = [...(yield* closedAfter(db, throughId))]
  for (let from = 0; from < closed.length; from += IDS_PER_STEP) {
    for (const key of keysOf(
      `SELECT key FROM res WHERE type = 'container' AND id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(closed.slice(from, from + IDS_PER_STEP)),
    ))
      keys.add(key)
    yield
  }
  return Array.from(Float64Array.from(keys).sort())
}

/** The rows in the order of `ids`, also for containers whose history is older than their record. */
export function loadRowsAt(db: ReadableDb, past: Past, ids: readonly string[]): ContainerRow[] {
  const keys = db.column<number>(
    'SELECT key FROM container_row WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  const rows = new Map(toContracts(db, loadPastRows(db, past, keys)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/**
 * What sorting needs of the rows. `seenBy`: only containers first read by then. Rows out of `scope` are not computed,
 * which saves half of a board. `last_change_at` is not computed either.
 */
type Ordering = { seenBy: string; scope: PastFilter['scope'] }

/** `seenBy` is later than every instant, because after a rebuild of the mirror every first reading is recent. */
const FULL_ROWS: Ordering = { seenBy: '9', scope: 'open' }

/** The rows come in no particular order. */
function loadPastRows(
  db: ReadableDb,
  past: Past,
  keys: readonly number[],
  ordering: Ordering | null = null,
): StoredRow[] {
  const { seenBy, scope } = ordering ?? FULL_ROWS
  const presents = loadPresent(db, keys, seenBy)
  const { records, at } = past
  records.loadLater(presents)
  // Loaded without a pause after `records.loadLater`, because the user may set a date while a board is computed.
  const dated = new Set(
    listDatedAfter(
      db,
      presents.map(({ id }) => id),
      at,
    ),
  )
  const hasChangedSince = (present: Present) =>
    records.hasChanged(present) || dated.has(present.id) || (present.goneSince !== null && present.goneSince > at)
  const isWanted = (present: Present) =>
    !hasChangedSince(present) && isInScope(scope, clockAt(present, at), present.hasDay === 1)
  return [
    ...rewoundRows(db, past, presents.filter(hasChangedSince), ordering),
    ...unchangedRows(db, past, presents.filter(isWanted)),
  ]
}

function loadPresent(db: ReadableDb, keys: readonly number[], seenBy: string): Present[] {
  return db.all<Present>(
    `SELECT c.id, c.key, r.raw, c.shipment_id AS shipmentId, c.terminal_checked_at AS checkedAt, r.first_seen_at AS firstSeenAt, s.gone_since AS goneSince,
       c.started_at AS startedAt, c.stopped_at AS stoppedAt, c.lfd_date IS NOT NULL AS hasDay
     FROM res r CROSS JOIN container_row c ON c.key = r.key CROSS JOIN seen s ON s.key = r.key WHERE r.key IN (SELECT value FROM json_each(?)) AND r.first_seen_at <= ?`,
    JSON.stringify(keys),
    seenBy,
  )
}

/** Rows of containers that changed after the moment, computed from records as they were. */
function rewoundRows(db: ReadableDb, past: Past, changed: readonly Present[], ordering: Ordering | null): StoredRow[] {
  const { records } = past
  records.prepare(changed)
  const rewound = changed.flatMap((present) => rewindContainer(db, past, present, (ordering ?? FULL_ROWS).scope) ?? [])
  const ids = rewound.map(({ present }) => present.id)
  const reported = loadReportedUntil(db, ids, past.throughId, records.later)
  const lastChanges = ordering ? new Map<string, string>() : lastChangeTimes(db, 'container', ids, past.throughId)
  return rewound.map((then) => {
    const { id, checkedAt } = then.present
    const { blocks, terminalCheckedAt } = reported.get(id) ?? NOTHING_REPORTED
    return setMomentValues(
      projectRewound(past, then, blocks, lastChanges.get(id) ?? null),
      isLater(checkedAt, past) ? terminalCheckedAt : checkedAt,
      past,
    )
  })
}

/**
 * A check after the moment says nothing about earlier checks. For these rows the time comes from the changes seen by
 * then.
 */
function unchangedRows(db: ReadableDb, past: Past, presents: readonly Present[]): StoredRow[] {
  if (presents.length === 0) return []
  const checked = new Map(presents.map(({ id, checkedAt }) => [id, checkedAt]))
  const provenChecks = loadTerminalCheckTimes(
    db,
    presents.flatMap(({ id, checkedAt }) => (isLater(checkedAt, past) ? id : [])),
    past.throughId,
  )
  const rows = db.all<Columns>(
    'SELECT * FROM container_row WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...checked.keys()]),
  )
  return rows.map((row) => {
    const id = String(row['id'])
    const checkedAt = checked.get(id) ?? null
    return setMomentValues(row, isLater(checkedAt, past) ? (provenChecks.get(id) ?? null) : checkedAt, past)
  })
}

function isLater(at: string | null, past: Past): boolean {
  return at !== null && at > past.at
}

type Rewound = { present: Present; records: ContainerRecords; manual: StoredManual | null }

/** Null if the container is out of scope. */
function rewindContainer(
  db: ReadableDb,
  { at, manuals, records: { load } }: Past,
  present: Present,
  scope: PastFilter['scope'],
): Rewound | null {
  const { id } = present
  const records = loadRecords(db, id, load)
  if (!records) throw new Error(`container ${id} has a row and no record`)
  const manual = manuals.get(id) ?? null
  const hasDay = manual !== null || hasAnyDay(reportedDeadlines(records))
  return isInScope(scope, clockAt(clockInput(records), at), hasDay) ? { present, records, manual } : null
}

function projectRewound(
  { at, settings }: Past,
  { present: { key, goneSince, firstSeenAt }, records, manual }: Rewound,
  blocks: BlockStep[],
  lastChangeAt: string | null,
): Columns {
  const row = projectContainer(records, {
    rule: settings.governingRule,
    homeZone: settings.homeZone,
    manual,
    lastChangeAt,
    goneSince: goneSince !== null && goneSince > at ? null : goneSince,
    blockHistory: summarizeBlocks(reportedHolds(records), blocks, firstSeenAt),
  })
  row['key'] = key
  return row
}

/**
 * Sets for the past moment the values that the view `container_at` (mirror/containers/moment.ts) computes for now. "New
 * since the last check" is always false here.
 */
function setMomentValues(
  row: Columns,
  terminalCheckedAt: string | null,
  { at, atMs, settings: { bandDays } }: Past,
): StoredRow {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  const today = dateInZone(atMs, text('today_zone') ?? 'UTC') ?? at.slice(0, 10)
  const daysTo = (date: string | null) => (date === null ? null : daysBetween(today, date))
  const daysSince = (instant: string | null) => {
    const ms = instant === null ? null : instantMs(instant)
    return ms === null ? null : (atMs - ms) / MS_PER_DAY
  }
  const arrived = text('arrived_at') ?? text('discharged_at')
  const dischargeDate = text('discharge_date')
  // Changes the row in place: copying 100 columns of 10,000 rows took 250 ms.
  return Object.assign(row, {
    terminal_checked_at: terminalCheckedAt,
    now: at,
    ...bandDays,
    days_left: daysTo(text('lfd_date')),
    check_age_days: daysSince(terminalCheckedAt),
    days_since_discharge:
      arrived !== null && arrived <= at && dischargeDate !== null ? daysBetween(dischargeDate, today) : null,
    days_to_arrival: daysTo(text('arrival_date')),
    official_hold_days: daysSince(text('official_hold_since')),
    is_lfd_earlier: 0,
    arrival_moved_hours: 0,
    seen_through: Number.MAX_SAFE_INTEGER,
    verified_at: null,
  }) as unknown as StoredRow
}

/**
 * Keys rise with the time of the first reading, so a binary search finds the last container read by then. Testing each
 * row took longer than the board itself.
 */
function countSeenBy(db: ReadableDb, at: string): number {
  let from = 0
  let to = (db.value<number | null>('SELECT max(key) AS key FROM container_row') ?? 0) + 1
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const next = db.get<{ key: number; at: string }>(
      'SELECT c.key, r.first_seen_at AS at FROM container_row c CROSS JOIN res r ON r.key = c.key WHERE c.key >= ? ORDER BY c.key LIMIT 1',
      middle,
    )
    if (next && next.at <= at) from = next.key + 1
    else to = middle
  }
  // The unary plus keeps SQLite from the primary key, so that it counts in an index with a tenth of the bytes.
  return db.value<number>('SELECT count(*) AS n FROM container_row WHERE +key < ?', from) ?? 0
}

/** The earliest moment with a history; null before the first sweep. */
export function loadHistoryStart(db: ReadableDb): string | null {
  return (
    db.value<string>(
      `SELECT r.first_seen_at AS at FROM container_row c CROSS JOIN res r ON r.key = c.key ORDER BY c.key LIMIT 1`,
    ) ?? null
  )
}

/**
 * The earliest moment of which it is known that every container had been read: the end of the first complete sweep of
 * this mirror. Null before it. Read marks and sweeps do not tell, because old ones are deleted, and a read mark can be
 * older than a rebuilt mirror.
 */
export function loadCompleteStart(db: ReadableDb): string | null {
  return loadReadTimes(db)?.since ?? null
}
