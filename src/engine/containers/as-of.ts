// Computes the board of a past moment. A row without a later change is the current row, and the others are computed
// from rewound records. Values that depend on the moment follow the rules of the lists (mirror/containers/standing.ts).
import type { ContainerFilter, ContainerRow, PastSort } from '#contract/containers.ts'
import type { Clock } from '#contract/deadlines.ts'
import type { Settings } from '#contract/settings.ts'
import { type BlockStep, loadLastChangeTimes } from '../mirror/history/store.ts'
import {
  type ReportedState,
  findClosedAfter,
  loadReportedUntil,
  findNewestChangeUntil,
  loadTerminalCheckTimes,
} from '../mirror/history/past.ts'
import type { ReadableDb, SqlValue } from '../db/open.ts'
import { createTextTest } from '../table/lists.ts'
import { MS_PER_DAY, dateInZone, daysBetween, instantMs } from '../outside/calendar.ts'
import { type StoredManualDate, listDatedAfter, loadManualDatesAt, loadSettings } from '../settings/store.ts'
import { clockAt, hasAnyDay } from '../mirror/containers/lfd.ts'
import { type Columns, isOpen, projectContainer } from '../mirror/containers/projection.ts'
import {
  type ContainerRecords,
  readClockInput,
  readReportedDeadlines,
  readReportedHolds,
} from '../mirror/containers/reported.ts'
import { summarizeBlocks } from '../mirror/containers/block-history.ts'
import { type Standing, standingOf } from '../mirror/containers/standing.ts'
import { loadRecords } from '../mirror/containers/store.ts'
import { loadReadTimes } from '../mirror/read-times.ts'
import { type StoredRow, toContracts } from '../mirror/containers/contract-rows.ts'
import { readSortTexts, sortPastRows, type SortableRow } from './past-order.ts'
import { type PastRecords, createPastRecords, type CurrentContainer } from './past-records.ts'

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
  manuals: ReadonlyMap<string, StoredManualDate>
  records: PastRecords
}

/** Rows computed before other work may run. One takes 0.05 ms. */
const ROWS_PER_STEP = 60

export function loadPast(db: ReadableDb, at: string): Past {
  const throughId = findNewestChangeUntil(db, at)
  return {
    at,
    atMs: instantMs(at) ?? 0,
    throughId,
    containerCount: countSeenBy(db, at),
    settings: loadSettings(db),
    manuals: loadManualDatesAt(db, at),
    records: createPastRecords(db, throughId),
  }
}

/**
 * The terminal was checked after the moment, and the time of the check before it is not stored. It does not make the
 * past row unverified, or the row would change with each later check.
 */
const UNKNOWN_CHECK = Symbol('unknown check')

const NOTHING_REPORTED: ReportedState = { blocks: [], terminalCheckedAt: null }

/**
 * Ids of the containers that pass the filter, in the order of `sort`. Rows that are equal in it come most urgent first:
 * by severity, days left, number.
 */
export function* listPastOrder(
  db: ReadableDb,
  past: Past,
  filter: PastFilter,
  sort: PastSort,
): Generator<void, string[]> {
  const keys = yield* listPossiblyOpen(db, past)
  const sortable: SortableRow[] = []
  for (let from = 0; from < keys.length; from += ROWS_PER_STEP) {
    const rows = loadPastRows(db, past, keys.slice(from, from + ROWS_PER_STEP), {
      seenBy: past.at,
      scope: filter.scope,
    }).filter((row) => isOpen(row))
    const searchTexts = rows.map((row) => String(row['search']))
    const tests = createTextTest(searchTexts, filter.text)
    rows.forEach((row, slot) => {
      const standing = standingOf(row)
      if (!passesFilter(standing, row, filter) || !tests.every((test) => test(slot))) return
      const severity = standing.risks[0]?.severity ?? Number.POSITIVE_INFINITY
      sortable.push({
        id: String(row['id']),
        number: String(row['number']),
        sortTexts: readSortTexts(row, sort),
        severity,
        daysLeft: row.days_left ?? Number.POSITIVE_INFINITY,
      })
    })
    yield
  }
  return sortPastRows(sortable, sort)
}

function passesFilter({ clock, band }: Standing, row: StoredRow, { scope, bands }: PastFilter): boolean {
  if (bands && bands.length > 0 && !bands.includes(band)) return false
  return isInScope(scope, clock, row.lfd_date !== null)
}

function isInScope(scope: PastFilter['scope'], clock: Clock, hasDay: boolean): boolean {
  return scope === 'open' || clock === 'running' || (clock === 'not-started' && hasDay)
}

/** The number of containers that are queried before other work may run: about 2 ms. */
const IDS_PER_STEP = 1000

/**
 * Lists the keys of containers that may have been open then: those that are open now, and those that were closed or
 * gone since. The keys are sorted, so that rows are read in their order on the disk.
 */
function* listPossiblyOpen(db: ReadableDb, { at, throughId }: Past): Generator<void, number[]> {
  const loadKeys = (sql: string, ...values: SqlValue[]) => db.column<number>(sql, ...values)
  const keys = new Set(loadKeys('SELECT key FROM container_row WHERE is_open = 1'))
  for (const key of loadKeys(
    'SELECT c.key FROM seen s CROSS JOIN container_row c ON c.key = s.key WHERE s.gone_since > ?',
    at,
  ))
    keys.add(key)
  const closed = [...(yield* findClosedAfter(db, throughId))]
  for (let from = 0; from < closed.length; from += IDS_PER_STEP) {
    for (const key of loadKeys(
      `SELECT key FROM res WHERE type = 'container' AND id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(closed.slice(from, from + IDS_PER_STEP)),
    ))
      keys.add(key)
    yield
  }
  return Array.from(Float64Array.from(keys).sort())
}

/** Returns the rows in the order of `ids`, also for containers whose history is older than their record. */
export function loadRowsAt(db: ReadableDb, past: Past, ids: readonly string[]): ContainerRow[] {
  const keys = db.column<number>(
    'SELECT key FROM container_row WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  const rows = new Map(toContracts(db, loadPastRows(db, past, keys)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/**
 * The options for rows that are only sorted. `seenBy`: leaves out containers that were first read later. Rows out of
 * `scope` are not computed, which saves half of the work for a board. `last_change_at` is not computed either.
 */
type OrderingOptions = { seenBy: string; scope: PastFilter['scope'] }

/** `seenBy` is later than every instant, because after a rebuild of the mirror every first reading is recent. */
const FULL_ROWS: OrderingOptions = { seenBy: '9', scope: 'open' }

/** Returns the rows in no particular order. */
function loadPastRows(
  db: ReadableDb,
  past: Past,
  keys: readonly number[],
  ordering: OrderingOptions | null = null,
): StoredRow[] {
  const { seenBy, scope } = ordering ?? FULL_ROWS
  const containers = loadCurrentContainers(db, keys, seenBy)
  const { records, at } = past
  records.loadLater(containers)
  // Loaded without a pause after `records.loadLater`, because the user may set a date while a board is computed.
  const idsDatedLater = new Set(
    listDatedAfter(
      db,
      containers.map(({ id }) => id),
      at,
    ),
  )
  const hasChangedSince = (container: CurrentContainer) =>
    records.hasChanged(container) ||
    idsDatedLater.has(container.id) ||
    (container.goneSince !== null && container.goneSince > at)
  const isWanted = (container: CurrentContainer) =>
    !hasChangedSince(container) && isInScope(scope, clockAt(container, at), container.hasDay === 1)
  return [
    ...loadRewoundRows(db, past, containers.filter(hasChangedSince), ordering),
    ...loadUnchangedRows(db, past, containers.filter(isWanted)),
  ]
}

function loadCurrentContainers(db: ReadableDb, keys: readonly number[], seenBy: string): CurrentContainer[] {
  return db.all<CurrentContainer>(
    `SELECT container.id, container.key, res.raw, container.shipment_id AS shipmentId, container.terminal_checked_at AS checkedAt,
       res.first_seen_at AS firstSeenAt, seen.gone_since AS goneSince,
       container.started_at AS startedAt, container.stopped_at AS stoppedAt, container.lfd_date IS NOT NULL AS hasDay
     FROM res CROSS JOIN container_row container ON container.key = res.key CROSS JOIN seen ON seen.key = res.key
     WHERE res.key IN (SELECT value FROM json_each(?)) AND res.first_seen_at <= ?`,
    JSON.stringify(keys),
    seenBy,
  )
}

/** Computes the rows of containers that changed after the moment, from the records as they were. */
function loadRewoundRows(
  db: ReadableDb,
  past: Past,
  changed: readonly CurrentContainer[],
  ordering: OrderingOptions | null,
): StoredRow[] {
  const { records } = past
  records.rewindContainers(changed)
  const rewound = changed.flatMap(
    (container) => rewindContainer(db, past, container, (ordering ?? FULL_ROWS).scope) ?? [],
  )
  const ids = rewound.map(({ container }) => container.id)
  const reported = loadReportedUntil(db, ids, past.throughId, records.getLaterSteps)
  const lastChanges = ordering ? new Map<string, string>() : loadLastChangeTimes(db, 'container', ids, past.throughId)
  return rewound.map((rewoundContainer) => {
    const { id, checkedAt } = rewoundContainer.container
    const { blocks, terminalCheckedAt } = reported.get(id) ?? NOTHING_REPORTED
    return setMomentValues(
      projectRewound(past, rewoundContainer, blocks, lastChanges.get(id) ?? null),
      isLater(checkedAt, past) ? (terminalCheckedAt ?? UNKNOWN_CHECK) : checkedAt,
      past,
    )
  })
}

/**
 * Loads the rows of containers that did not change after the moment. If the terminal was checked after the moment, the
 * time of its last check before the moment comes from the changes seen by then.
 */
function loadUnchangedRows(db: ReadableDb, past: Past, containers: readonly CurrentContainer[]): StoredRow[] {
  if (containers.length === 0) return []
  const checkTimes = new Map(containers.map(({ id, checkedAt }) => [id, checkedAt]))
  const provenChecks = loadTerminalCheckTimes(
    db,
    containers.flatMap(({ id, checkedAt }) => (isLater(checkedAt, past) ? id : [])),
    past.throughId,
  )
  const rows = db.all<Columns>(
    'SELECT * FROM container_row WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...checkTimes.keys()]),
  )
  return rows.map((row) => {
    const id = String(row['id'])
    const checkedAt = checkTimes.get(id) ?? null
    return setMomentValues(row, isLater(checkedAt, past) ? (provenChecks.get(id) ?? UNKNOWN_CHECK) : checkedAt, past)
  })
}

function isLater(at: string | null, past: Past): boolean {
  return at !== null && at > past.at
}

type Rewound = { container: CurrentContainer; records: ContainerRecords; manual: StoredManualDate | null }

/** Null if the container is out of scope. */
function rewindContainer(
  db: ReadableDb,
  { at, manuals, records: { load } }: Past,
  container: CurrentContainer,
  scope: PastFilter['scope'],
): Rewound | null {
  const { id } = container
  const records = loadRecords(db, id, load)
  if (!records) throw new Error(`container ${id} has a row and no record`)
  const manual = manuals.get(id) ?? null
  const hasDay = manual !== null || hasAnyDay(readReportedDeadlines(records))
  return isInScope(scope, clockAt(readClockInput(records), at), hasDay) ? { container, records, manual } : null
}

function projectRewound(
  { at, settings }: Past,
  { container: { key, goneSince, firstSeenAt }, records, manual }: Rewound,
  blocks: BlockStep[],
  lastChangeAt: string | null,
): Columns {
  const row = projectContainer(records, {
    rule: settings.governingRule,
    homeZone: settings.homeZone,
    manual,
    lastChangeAt,
    goneSince: goneSince !== null && goneSince > at ? null : goneSince,
    blockHistory: summarizeBlocks(readReportedHolds(records), blocks, firstSeenAt),
  })
  row['key'] = key
  return row
}

/**
 * Sets for the past moment the values that the view `container_at` (mirror/containers/moment.ts) computes for now. "New
 * since the last check" is always false here.
 */
function setMomentValues(row: Columns, terminalCheckedAt: string | null | typeof UNKNOWN_CHECK, past: Past): StoredRow {
  const {
    at,
    atMs,
    settings: { bandDays },
  } = past
  const readText = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  const today = dateInZone(atMs, readText('today_zone') ?? 'UTC') ?? at.slice(0, 10)
  const countDaysTo = (date: string | null) => (date === null ? null : daysBetween(today, date))
  const countDaysSince = (instant: string | null) => {
    const ms = instant === null ? null : instantMs(instant)
    return ms === null ? null : (atMs - ms) / MS_PER_DAY
  }
  const arrivedAt = readText('arrived_at') ?? readText('discharged_at')
  const dischargeDate = readText('discharge_date')
  // Changes the row in place: copying 100 columns of 10,000 rows took 250 ms.
  return Object.assign(row, {
    terminal_checked_at: terminalCheckedAt === UNKNOWN_CHECK ? null : terminalCheckedAt,
    line_checked_at: isLater(readText('line_checked_at'), past) ? null : readText('line_checked_at'),
    now: at,
    ...bandDays,
    days_left: countDaysTo(readText('lfd_date')),
    check_age_days: terminalCheckedAt === UNKNOWN_CHECK ? 0 : countDaysSince(terminalCheckedAt),
    days_since_discharge:
      arrivedAt !== null && arrivedAt <= at && dischargeDate !== null ? daysBetween(dischargeDate, today) : null,
    days_to_arrival: countDaysTo(readText('arrival_date')),
    official_hold_days: countDaysSince(readText('official_hold_since')),
    is_lfd_earlier: 0,
    arrival_moved_hours: 0,
    seen_through: Number.MAX_SAFE_INTEGER,
    verified_at: null,
  }) as unknown as StoredRow
}

/**
 * Counts the containers that were first read by then. Keys rise with the time of the first reading, so a binary search
 * finds the last of them. Testing each row took longer than computing the board itself.
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
 * The earliest moment at which every container had certainly been read: the end of the first complete sweep of this
 * mirror. Null before it. It cannot be computed from read marks and sweeps: old ones are deleted, and a read mark can
 * be older than a rebuilt mirror.
 */
export function loadCompleteStart(db: ReadableDb): string | null {
  return loadReadTimes(db)?.since ?? null
}
