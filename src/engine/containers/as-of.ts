// The board as it stood at a past moment: today's rows where nothing moved since, and rows made anew from rewound records
// where something did. What depends on the moment is asked of the same rules as for the lists (standing.ts).
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import type { Settings } from '#contract/settings.ts'
import type { Resource } from '../api/decode.ts'
import { lastChangeAt, loadBlockSteps, movedAfter, newestChangeBy, stepsAfter, terminalAskedBy } from '../changes/store.ts'
import type { ReadableDb, SqlValue } from '../db/open.ts'
import { textTest } from '../lists.ts'
import { MS_PER_DAY, dateInZone, daysBetween, instantMs } from '../outside/calendar.ts'
import { datedAfter, loadManualAt, loadSettings } from '../settings/store.ts'
import { type LoadResource, loadResource, rememberResources } from '../sync/store.ts'
import { withCustomers } from '../tracking/store.ts'
import { isOpen, projectContainer } from './projection.ts'
import { reportedHolds } from './reported.ts'
import { rewind } from './rewind.ts'
import { severityOfCode } from './risk-code.ts'
import { spellsOf } from './spells.ts'
import { type Standing, standingOf } from './standing.ts'
import { type StoredRow, loadRecords, toContracts } from './store.ts'

export type PastFilter = Pick<ContainerFilter, 'text' | 'bands'> & { scope: 'board' | 'open' }

/** A moment, and what has moved since. */
export type Past = {
  at: string
  atMs: number
  /** The newest change there was then. */
  throughId: number
  moved: { container: Set<string>; shipment: Set<string> }
  settings: Settings
  load: LoadResource
}

/** Rows worked out in one turn, a tenth of a millisecond each. */
const ROWS_PER_STEP = 40

export function* pastOf(db: ReadableDb, at: string): Generator<void, Past> {
  const throughId = newestChangeBy(db, at)
  const moved = yield* movedAfter(db, throughId)
  for (const id of datedAfter(db, at)) moved.container.add(id)
  return { at, atMs: instantMs(at) ?? 0, throughId, moved, settings: loadSettings(db), load: rewinding(db, throughId, moved) }
}

/** Records as they were; with the customers that requests name today. */
function rewinding(db: ReadableDb, throughId: number, moved: Past['moved']): LoadResource {
  const { load } = rememberResources(db)
  const known = new Map<string, Resource>()
  const typeOf = (relation: string, id: string) => {
    if (relation === 'shipment') return 'shipment'
    return loadResource(db, 'terminal', id) ? 'terminal' : 'rail_terminal'
  }
  return withCustomers(db, (type, id) => {
    const resource = load(type, id)
    if (!resource || (type !== 'container' && type !== 'shipment') || !moved[type].has(id)) return resource
    const name = `${type} ${id}`
    const past = known.get(name) ?? rewind(resource, stepsAfter(db, type, id, throughId), typeOf)
    known.set(name, past)
    return past
  })
}

/** Ids of the boxes that pass, most urgent first: by severity, days left, number. */
export function* orderPast(db: ReadableDb, past: Past, filter: PastFilter): Generator<void, string[]> {
  const ids = yield* idsThen(db, past)
  const found: { id: string; number: string; severity: number; daysLeft: number }[] = []
  for (let at = 0; at < ids.length; at += ROWS_PER_STEP) {
    const rows = loadPastRows(db, past, ids.slice(at, at + ROWS_PER_STEP)).filter((row) => isOpen(row))
    const searched = rows.map((row) => String(row['search']))
    const tests = textTest(searched, filter.text)
    rows.forEach((row, slot) => {
      const standing = standingOf(row)
      if (!isShown(standing, row, filter) || !tests.every((test) => test(slot))) return
      const severity = severityOfCode(standing.riskCode) || Number.POSITIVE_INFINITY
      found.push({ id: String(row['id']), number: String(row['number']), severity, daysLeft: row.days_left ?? Number.POSITIVE_INFINITY })
    })
    yield
  }
  return found.sort((one, other) => by(one.severity, other.severity) || by(one.daysLeft, other.daysLeft) || by(one.number, other.number) || by(one.id, other.id)).map(({ id }) => id)
}

function by(one: number | string, other: number | string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

function isShown({ clock, band }: Standing, row: StoredRow, { scope, bands }: PastFilter): boolean {
  if (bands && bands.length > 0 && !bands.includes(band)) return false
  return scope === 'open' || clock === 'running' || (clock === 'not-started' && row.lfd_date !== null)
}

/** Boxes looked up in one turn, in about two milliseconds. */
const IDS_PER_STEP = 500

/** Boxes seen by then that may have been open: those that are, those that moved since, and those that were lost since. */
function* idsThen(db: ReadableDb, { at, moved }: Past): Generator<void, string[]> {
  const idsOf = (sql: string, ...values: SqlValue[]) => db.all<{ id: string }>(sql, ...values).map(({ id }) => id)
  // When each was seen first is asked part by part: for ten thousand open ones at once it took forty milliseconds.
  const open = idsOf('SELECT id FROM container_row WHERE is_open = 1')
  yield
  const lost = idsOf('SELECT c.id FROM seen s CROSS JOIN container_row c ON c.key = s.key WHERE s.gone_since > ?', at)
  const candidates = [...new Set([...open, ...lost, ...moved.container])]
  const ids: string[] = []
  for (let from = 0; from < candidates.length; from += IDS_PER_STEP) {
    yield
    const part = JSON.stringify(candidates.slice(from, from + IDS_PER_STEP))
    ids.push(...idsOf(`SELECT id FROM res WHERE type = 'container' AND id IN (SELECT value FROM json_each(?)) AND first_seen_at <= ?`, part, at))
  }
  return ids
}

/** As the contract has them, in the order asked for. */
export function pastRows(db: ReadableDb, past: Past, ids: readonly string[]): ContainerRow[] {
  const rows = new Map(toContracts(db, loadPastRows(db, past, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

type Present = Record<string, SqlValue> & { id: string; firstSeenAt: string; gone: string | null }

function loadPastRows(db: ReadableDb, past: Past, ids: readonly string[]): StoredRow[] {
  const rows = db.all<Present>(
    `SELECT c.*, r.first_seen_at AS firstSeenAt, s.gone_since AS gone FROM container_row c CROSS JOIN res r ON r.key = c.key CROSS JOIN seen s ON s.key = c.key
     WHERE c.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  return rows.map((row) => {
    const isLostLater = row.gone !== null && row.gone > past.at
    const isMoved = past.moved.container.has(row.id) || past.moved.shipment.has(String(row['shipment_id']))
    const columns = isMoved || isLostLater ? projectThen(db, past, row, isLostLater ? null : row.gone) : row
    return atMoment({ ...columns, terminal_checked_at: checkedBy(db, past, row) }, past)
  })
}

function projectThen(db: ReadableDb, { at, throughId, settings, load }: Past, { id, firstSeenAt, key }: Present, goneSince: string | null): Record<string, SqlValue> {
  const records = loadRecords(db, id, load)
  if (!records) throw new Error(`container ${id} has a row and no record`)
  const row = projectContainer(records, {
    rule: settings.governingRule,
    homeZone: settings.homeZone,
    manual: loadManualAt(db, id, at),
    lastChangeAt: lastChangeAt(db, 'container', id, throughId),
    goneSince,
    spells: spellsOf(reportedHolds(records), loadBlockSteps(db, id, throughId), firstSeenAt),
  })
  return { ...row, key: key ?? null }
}

/** A check after the moment tells nothing of the one before; what was seen to move by then does, a little. */
function checkedBy(db: ReadableDb, { at, throughId }: Past, row: Present): string | null {
  const checkedAt = row['terminal_checked_at']
  return typeof checkedAt === 'string' && checkedAt > at ? terminalAskedBy(db, row.id, throughId) : typeof checkedAt === 'string' ? checkedAt : null
}

/** What the view `container_at` (moment.ts) adds for now, for then; nothing is new since a look that nobody remembers. */
function atMoment(row: Record<string, SqlValue>, { at, atMs, settings: { bandDays } }: Past): StoredRow {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  const today = dateInZone(atMs, text('today_zone') ?? 'UTC') ?? at.slice(0, 10)
  const daysTo = (date: string | null) => (date === null ? null : daysBetween(today, date))
  const daysSince = (instant: string | null) => {
    const ms = instant === null ? null : instantMs(instant)
    return ms === null ? null : (atMs - ms) / MS_PER_DAY
  }
  const arrived = text('arrived_at') ?? text('discharged_at')
  const dischargeDate = text('discharge_date')
  return {
    ...row,
    now: at,
    ...bandDays,
    days_left: daysTo(text('lfd_date')),
    check_age_days: daysSince(text('terminal_checked_at')),
    days_since_discharge: arrived !== null && arrived <= at && dischargeDate !== null ? daysBetween(dischargeDate, today) : null,
    days_to_arrival: daysTo(text('arrival_date')),
    official_hold_days: daysSince(text('official_hold_since')),
    is_lfd_earlier: 0,
    arrival_moved_hours: 0,
    seen_through: Number.MAX_SAFE_INTEGER,
    verified_at: null,
  } as StoredRow
}

/** The earliest moment there is a history of; null before the first sweep. */
export function historyFrom(db: ReadableDb): string | null {
  return db.get<{ at: string }>(`SELECT r.first_seen_at AS at FROM container_row c CROSS JOIN res r ON r.key = c.key ORDER BY c.key LIMIT 1`)?.at ?? null
}
