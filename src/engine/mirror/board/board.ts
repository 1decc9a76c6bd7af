// The board: all containers in memory, column by column. Lists are sorted, filtered and counted with it. SQL defines
// the columns. Values that depend on the moment come from mirror/containers/standing.ts. They are computed again for a
// container whose next change by time is due (mirror/containers/next-change.ts). If the user marks changes as read or
// changes the bands, they are computed again for all containers that were not picked up.
import type { ContainerFilter } from '#contract/containers.ts'
import { Band, Clock, Verdict } from '#contract/deadlines.ts'
import { mapSortableColumns, searchedPlainKeys } from '#contract/rules/container-columns.ts'
import { type ColumnKind, type Columns, createColumns, instantKey } from '../../table/columns.ts'
import type { Connection, ReadableDb, SqlValue } from '../../db/open.ts'
import type { InSlices } from '../../db/slices.ts'
import {
  MS_PER_DAY,
  addDays,
  dateInZone,
  instantInZone,
  instantMs,
  instantOf,
  julianDayOf,
  nextDayMs,
} from '../../outside/calendar.ts'
import { joinListWords } from '../../table/lists.ts'
import { type Mirrored, type Source, createMirrored } from '../../table/mirrored.ts'
import { DAYS_OUT_ZONE, dayAt } from '../containers/days-out.ts'
import { type Costs, createCosts } from './exposure.ts'
import { loadMoment } from '../containers/moment.ts'
import { type NextChangeInput, computeNextChangeMs } from '../containers/next-change.ts'
import { type OwnColumns, loadUserName, loadOwnColumns, loadPriorities, getRank } from '../../settings/own.ts'
import { loadSettings } from '../../settings/store.ts'
import { encodeRisks } from '../containers/risk-code.ts'
import { STANDING_COLUMNS, type StandingInput, standingOf } from '../containers/standing.ts'

/** Length in feet, height if it is `high_cube`, and type: `40/high_cube/dry`. */
const EQUIPMENT = `nullif(concat(
  iif(equipment_length_ft IS NULL, '', format('%g', equipment_length_ft)), '/',
  iif(equipment_height = 'high_cube', 'high_cube', ''), '/', equipment_type), '//')`

/** Column → its kind (table/columns.ts), and its SQL if that is not a column of the same name. */
const fixedColumns = {
  number: ['text'],
  status: ['text'],
  shipment_id: ['text'],
  today_zone: ['text'],
  lfd_day: ['float32', 'julianday(lfd_date)'],
  holds: ['float32', 'nullif(hold_count, 0)'],
  fee_amount: ['number'],
  appointment_at: ['instant'],
  pickup_place: ['case-insensitive'],
  master_bill: ['text'],
  scac: ['text'],
  customer: ['case-insensitive'],
  vessel: ['case-insensitive'],
  voyage: ['text'],
  pol: ['case-insensitive', 'coalesce(pol_name, pol_locode)'],
  pod: ['case-insensitive', 'coalesce(pod_name, pod_locode)'],
  pol_locode: ['text'],
  pod_locode: ['text'],
  destination_locode: ['text'],
  arrival: ['instant', 'coalesce(ata_at, eta_at)'],
  discharged_at: ['instant'],
  full_out_at: ['instant'],
  empty_returned_at: ['instant'],
  destination: ['case-insensitive', 'coalesce(destination_name, destination_locode)'],
  inland_arrival: ['instant', 'coalesce(inland_ata_at, inland_eta_at)'],
  equipment_length_ft: ['number'],
  equipment_type: ['text'],
  equipment_height: ['text'],
  equipment: ['text', EQUIPMENT],
  weight_lb: ['number'],
  terminal_checked_at: ['instant'],
  line_checked_at: ['instant'],
  last_change_at: ['instant'],
  pickup_place_id: ['text'],
  place_label: ['text', 'coalesce(pickup_place, pickup_place_id)'],
  line_label: ['text', 'coalesce(line_name, scac)'],
  active_holds: ['text'],
  fees_due: ['text'],
  is_disputed: ['float32'],
  is_open: ['float32'],
  /** The zone in which the days since the pickup are counted. */
  days_out_zone: ['text', DAYS_OUT_ZONE],
  is_gone: ['float32', 'gone_since IS NOT NULL'],
  ...mapSortableColumns(({ kind, stored }): [ColumnKind, string] => [kind, stored]),
} satisfies Record<string, [ColumnKind, string?]>

/** Columns that the engine computes without SQL. */
const computedColumns = {
  /** The day of the pickup, as SQLite's day number; only for open containers, which are few. */
  full_out_day: 'float32',
  /** The user's own data, stored in the other file: see settings/own.ts. */
  assignee: 'case-insensitive',
  own_tags: 'text',
  note_at: 'instant',
  own_words: 'text',
  shared_words: 'text',
} satisfies Record<string, ColumnKind>

/**
 * Values that change with time or with the user's settings. Options are stored as their index in the contract's list,
 * flags as 0 and 1.
 */
const changingColumns = {
  clock: 'float32',
  verdict: 'float32',
  band: 'float32',
  risk_code: 'float32',
  ready_since: 'instant',
  is_not_assessed: 'float32',
  is_unchecked: 'float32',
  has_appointment: 'float32',
  has_new_hold: 'float32',
  has_reached_port: 'float32',
  days_to_arrival: 'float32',
  /** When these values next change by time alone: epoch milliseconds; infinite for never. */
  next_change: 'number',
} satisfies Record<string, ColumnKind>

export type BoardColumn = keyof typeof fixedColumns | keyof typeof computedColumns | keyof typeof changingColumns

export type Board = Mirrored & {
  /** Runs `work` when the rows of this scope are current. All that `work` reads is of the same moment. */
  read<Value>(scope: ContainerFilter['scope'], work: () => Value): Promise<Value>
  columns: Columns<BoardColumn>
  /** Slots of open containers, sorted by number. Most stored containers were returned long ago, so these are few. */
  openSlots(): Uint32Array<ArrayBuffer>
  /** For a slot: days from today at its place to its last free day; NaN without one. */
  daysLeft(): (slot: number) => number
  /** For a slot: days since its pickup; NaN if it was not picked up, was returned, or its time of pickup is unknown. */
  daysOut(): (slot: number) => number
  /** The cost of waiting by the user's current rates. */
  costs(): Costs
  /** For a slot: the rank of its customer's priority; 0 comes first. */
  priorityRank(): (slot: number) => number
  /** The assignee that means the user of this computer. */
  userName(): string | null
  /** Today's date (YYYY-MM-DD), by zone. */
  todayByZone(): ReadonlyMap<string, string>
  /** The sort key (`instantKey`) of the start of the day this many days ago at the user's place; 0: today. */
  startOfDayKey(daysAgo: number): number
}

/**
 * The parts of a row's search text (mirror/containers/projection.ts), with the user's own words. The shared words are
 * mostly equal for all containers of a shipment, and are stored together: one text is searched once for all of them.
 */
export const SEARCHED: readonly BoardColumn[] = ['shared_words', 'number', ...searchedPlainKeys, 'own_words']
const SHARED_WORDS = "concat_ws(' ', master_bill, customer, vessel, pickup_place, line_name, scac, pod_name)"

const FIXED_COLUMNS = Object.entries<[ColumnKind, string?]>(fixedColumns)
  .map(([name, [, sql = name]]) => `${sql} AS "${name}"`)
  .join(', ')
/** What mirror/containers/next-change.ts needs in addition to the standing. */
const NEXT_CHANGE_COLUMNS = 'discharged_at, terminal_checked_at, official_hold_since, today_zone, '
const PICKED_UP_CLOCK = Clock.options.indexOf('stopped')

export type BoardDeps = Pick<Connection, 'snapshot'> & { db: ReadableDb; inSlices: InSlices }

export function createBoard(deps: BoardDeps): Board {
  const { db } = deps
  const kinds = Object.fromEntries(
    Object.entries<[ColumnKind, string?]>(fixedColumns).map(([name, [kind]]) => [name, kind]),
  )
  const columns = createColumns<BoardColumn>(
    { ...kinds, ...computedColumns, ...changingColumns } as Record<BoardColumn, ColumnKind>,
    'number',
  )
  const mirrored = createMirrored(deps.inSlices, columns, createBoardSource(db, columns))
  return {
    ...mirrored,
    read: async (scope, work) => {
      await mirrored.loadPart(scope === 'all' ? 'all' : 'first')
      return deps.snapshot(() => {
        mirrored.refresh()
        return work()
      })
    },
    columns,
    openSlots: cacheOpenSlots(columns),
    daysLeft: () => createDaysLeft(db, columns),
    daysOut: () => createDaysOut(db, columns),
    costs: () => createCosts(db, columns),
    priorityRank: () => createPriorityRank(db, columns),
    userName: () => loadUserName(db),
    todayByZone: () => loadTodayByZone(db),
    startOfDayKey: (daysAgo) => computeStartOfDayKey(db, daysAgo),
  }
}

/** How the rows of the board are read, and which of them change as time passes. */
function createBoardSource(db: ReadableDb, columns: Columns<BoardColumn>): Source {
  let inputs: BoardInputs = { nowMs: 0, userChoices: '' }
  const listDueIds = (nowMs: number) => {
    const times = columns.numbers('next_change')
    const ids: string[] = []
    // Runs for each answer. For 100,000 rows this loop takes 0.3 ms, and a filter over the ids 1.0 ms.
    for (let slot = 0; slot < times.length; slot++) if ((times[slot] ?? 0) <= nowMs) ids.push(columns.ids[slot] ?? '')
    return ids
  }
  // The user's settings do not affect a container that was picked up, but its next change by time may be due.
  const listIdsThatMayChange = (nowMs: number) => {
    const [clocks, times] = [columns.numbers('clock'), columns.numbers('next_change')]
    return columns.ids.filter((_, slot) => clocks[slot] !== PICKED_UP_CLOCK || (times[slot] ?? 0) <= nowMs)
  }
  return {
    firstIds: () => {
      inputs = loadBoardInputs(db)
      return loadIds(db, 'SELECT id FROM container_row WHERE is_open = 1')
    },
    count: () => db.value<number>('SELECT count(*) AS n FROM container_row') ?? 0,
    idsAfter: (id, limit) => loadIds(db, 'SELECT id FROM container_row WHERE id > ? ORDER BY id LIMIT ?', id, limit),
    load: (ids) => putRows(db, columns, ids),
    findTimeChanged: () => {
      const newInputs = loadBoardInputs(db)
      if (newInputs.nowMs === inputs.nowMs && newInputs.userChoices === inputs.userChoices) return null
      return {
        ids:
          newInputs.nowMs < inputs.nowMs
            ? [...columns.ids]
            : newInputs.userChoices === inputs.userChoices
              ? listDueIds(newInputs.nowMs)
              : listIdsThatMayChange(newInputs.nowMs),
        onLoaded: () => {
          inputs = newInputs
        },
      }
    },
    loadTimeChanged: (ids) => {
      const nextDay = createNextDayCache(loadMoment(db).ms)
      for (const row of loadBoardRows(db, NEXT_CHANGE_COLUMNS, ids))
        columns.put(row.id, computeChangingValues(row, nextDay))
    },
  }
}

function loadIds(db: ReadableDb, sql: string, ...values: SqlValue[]): string[] {
  return db.column<string>(sql, ...values)
}

/** All rows depend on this. `userChoices`: the limits of the bands and the last read mark (table `look`), as a text. */
type BoardInputs = { nowMs: number; userChoices: string }

function loadBoardInputs(db: ReadableDb): BoardInputs {
  const userChoices =
    db.value<string>(
      `SELECT concat_ws(' ', tomorrow, soon, week, (SELECT max(id) FROM main.look), (SELECT max(through_id) FROM main.look)) AS key
     FROM temp.moment`,
    ) ?? ''
  return { nowMs: loadMoment(db).ms, userChoices }
}

/** The function returns when the next day of a zone begins, in epoch ms. Cached, because many rows share few zones. */
function createNextDayCache(nowMs: number): (zone: string) => number {
  const cache = new Map<string, number>()
  return (zone) => {
    const ms = cache.get(zone) ?? nextDayMs(nowMs, zone)
    cache.set(zone, ms)
    return ms
  }
}

type BoardRow = StandingInput & NextChangeInput & { id: string; has_reached_port: number } & Record<string, SqlValue>

function loadBoardRows(db: ReadableDb, extraColumns: string, ids: string[]): BoardRow[] {
  return db.all<BoardRow>(
    `SELECT id, ${extraColumns}${STANDING_COLUMNS}, has_reached_port FROM temp.container_at WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
}

function putRows(db: ReadableDb, columns: Columns<BoardColumn>, ids: string[]): void {
  const ownById = loadOwnColumns(db, ids)
  const nextDay = createNextDayCache(loadMoment(db).ms)
  for (const row of loadBoardRows(
    db,
    `${FIXED_COLUMNS}, ${SHARED_WORDS} AS shared_words, refs, tags, official_hold_since, `,
    ids,
  )) {
    row['shared_words'] = joinSharedWords(row)
    row['full_out_day'] = computeFullOutDay(row)
    // Three calls instead of one merged object: merged objects of sixty properties were most of the garbage at the
    // start.
    columns.put(row.id, row)
    columns.put(row.id, toOwnValues(ownById.get(row.id)))
    columns.put(row.id, computeChangingValues(row, nextDay))
  }
}

function joinSharedWords(row: BoardRow): string {
  return `${row['shared_words']} ${joinListWords(row['refs'] ?? null) ?? ''} ${joinListWords(row['tags'] ?? null) ?? ''}`.toLowerCase()
}

/** A search also finds the user's own words. */
function toOwnValues(own: OwnColumns | undefined): Partial<Record<BoardColumn, SqlValue>> {
  if (!own) return { assignee: null, own_tags: null, note_at: null, own_words: null }
  return {
    assignee: own.assignee,
    own_tags: own.tags === '' ? null : own.tags,
    note_at: own.noteAt,
    own_words: own.words === '' ? null : own.words,
  }
}

function computeChangingValues(
  row: BoardRow,
  nextDay: (zone: string) => number,
): Record<keyof typeof changingColumns, SqlValue> {
  const standing = standingOf(row)
  return {
    clock: Clock.options.indexOf(standing.clock),
    verdict: Verdict.options.indexOf(standing.verdict),
    band: Band.options.indexOf(standing.band),
    risk_code: encodeRisks(standing.risks),
    ready_since: standing.readySince,
    is_not_assessed: Number(standing.isNotAssessed),
    is_unchecked: Number(standing.isUnchecked),
    has_appointment: Number(standing.hasAppointment),
    has_new_hold: Number(standing.hasNewHold),
    has_reached_port: row.has_reached_port,
    // A container that was picked up does not need this. Its days would only be counted again.
    days_to_arrival: standing.clock === 'stopped' ? null : row.days_to_arrival,
    next_change: computeNextChangeMs(row, nextDay),
  }
}

function cacheOpenSlots(columns: Columns<BoardColumn>): Board['openSlots'] {
  let cached = { version: -1, slots: new Uint32Array(0) }
  return () => {
    const [version, open] = [columns.version(), columns.numbers('is_open')]
    if (cached.version !== version) cached = { version, slots: columns.slots().filter((slot) => open[slot] === 1) }
    return cached.slots
  }
}

function computeFullOutDay({ is_open: isOpen, full_out_at: pickedUpAt, pickup_zone: zone }: BoardRow): number | null {
  const date = isOpen === 1 && typeof pickedUpAt === 'string' ? dayAt(pickedUpAt, zone) : null
  return date === null ? null : julianDayOf(date)
}

function createDaysOut(db: ReadableDb, columns: Columns<BoardColumn>): (slot: number) => number {
  const nowMs = loadMoment(db).ms
  const todayByCode = columns.texts('days_out_zone').map((zone) => {
    const today = dateInZone(nowMs, zone)
    return today === null ? Number.NaN : julianDayOf(today)
  })
  const [zones, pickupDays, clocks] = [
    columns.codes('days_out_zone'),
    columns.numbers('full_out_day'),
    columns.numbers('clock'),
  ]
  return (slot) => {
    const days =
      clocks[slot] === PICKED_UP_CLOCK
        ? (todayByCode[zones[slot] ?? 0] ?? Number.NaN) - (pickupDays[slot] ?? Number.NaN)
        : Number.NaN
    return days >= 0 ? days : Number.NaN
  }
}

/**
 * A customer has many containers, and one row of another table changes the customer of all of them. So the customer is
 * looked up by name, once for each question.
 */
function createPriorityRank(db: ReadableDb, columns: Columns<BoardColumn>): (slot: number) => number {
  const priorities = loadPriorities(db)
  const [customers, ranks] = [
    columns.codes('customer'),
    columns.texts('customer').map((customer) => getRank(priorities.get(customer))),
  ]
  return (slot) => ranks[customers[slot] ?? 0] ?? getRank(undefined)
}

function loadTodayByZone(db: ReadableDb): Map<string, string> {
  return new Map(
    db
      .all<{ zone: string; today: string }>('SELECT zone, today FROM temp.zone_today')
      .map(({ zone, today }) => [zone, today]),
  )
}

/**
 * Computed for each query, and not a column. As a column, every midnight would change the value of all containers, also
 * of those that were picked up long ago, and reading all of them again takes seconds.
 */
function createDaysLeft(db: ReadableDb, columns: Columns<BoardColumn>): (slot: number) => number {
  const days = db.all<{ zone: string; day: number }>('SELECT zone, julianday(today) AS day FROM temp.zone_today')
  const dayByZone = new Map(days.map(({ zone, day }) => [zone, day]))
  const dayByCode = columns.texts('today_zone').map((zone) => dayByZone.get(zone) ?? Number.NaN)
  const [zones, lastFreeDays] = [columns.codes('today_zone'), columns.numbers('lfd_day')]
  return (slot) => (lastFreeDays[slot] ?? Number.NaN) - (dayByCode[zones[slot] ?? 0] ?? Number.NaN)
}

function computeStartOfDayKey(db: ReadableDb, daysAgo: number): number {
  const nowMs = instantMs(db.value<string>('SELECT now FROM temp.moment') ?? '') ?? 0
  const { homeZone } = loadSettings(db)
  // In a zone that this computer does not know, today is the last 24 hours.
  const today = dateInZone(nowMs, homeZone)
  const startMs =
    today === null ? nowMs - (daysAgo + 1) * MS_PER_DAY : instantInZone(addDays(today, -daysAgo), '00:00', homeZone)
  return instantKey(instantOf(startMs ?? nowMs))
}
