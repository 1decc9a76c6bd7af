// Containers in the mirror: rows written from the records, and read back as the contract's types.
import type { ContainerRow } from '#contract/containers.ts'
import type { FeeTotal, LastFreeDay } from '#contract/deadlines.ts'
import type { OwnRow } from '#contract/own.ts'
import { type PlainFields, forPlainColumns } from '#contract/rules/container-columns.ts'
import { instant, related } from '../../api/attributes.ts'
import type { Resource } from '../../api/decode.ts'
import { LAST_CHANGE_AT, lastChanges, loadBlockSteps } from '../history/store.ts'
import { type Reported, saveCharges } from '../charges.ts'
import type { ReadableDb, SqlValue, WritableDb } from '../../db/open.ts'
import { upsert } from '../../db/upsert.ts'
import { editsFingerprint, withEdits } from '../edits/store.ts'
import { OWN_FIELDS, isAnyOwn, loadOwnRows, ownFields, ownFingerprint } from '../../settings/own.ts'
import { type Searched, indexContainers, replaceFields } from '../search/store.ts'
import { decisionsFingerprint, loadManual, loadSettings } from '../../settings/store.ts'
import { lineCheckedAt } from '../shipments.ts'
import { type GateDays, gateDays } from '../../settings/terminals.ts'
import { type Rates, loadRates } from '../../settings/rates.ts'
import { julianDayOf } from '../../outside/calendar.ts'
import { loadMeta, saveMeta } from '../../db/meta.ts'
import { PROJECTION_VERSION } from '../projection-version.ts'
import { type FirstSeen, type LoadResource, type Projecting, rememberResources } from '../records.ts'
import { bookingsOf, withCustomers } from '../tracking/store.ts'
import { addZones, loadMoment } from './moment.ts'
import type { CheckCounts } from '../board/list.ts'
import { dayAt, daysOutAt } from './days-out.ts'
import { canBeDue } from '../board/exposure.ts'
import { type Columns, type ProjectedColumn, projectContainer } from './projection.ts'
import { type ContainerRecords, clockInput, namesAround, reportedFees, reportedHolds } from './reported.ts'
import { decodeRisks } from './risk-code.ts'
import { spellsOf } from './spells.ts'
import { type Standing, type StandingInput, standingOf } from './standing.ts'

/** The container and what stands around it, or null if it was never read. */
export function loadRecords(db: ReadableDb, id: string, load: LoadResource = rememberResources(db).load): ContainerRecords | null {
  const container = load('container', id)
  if (!container) return null
  const linked = (name: string) => {
    const linkage = related(container, name)
    return linkage && load(linkage.type, linkage.id)
  }
  return { container, shipment: linked('shipment'), podTerminal: linked('pod_terminal'), pickupFacility: linked('pickup_facility') }
}

/** Writes the rows of these containers anew from the records, with what is searched of them and their holds and fees. */
export function projectContainers(db: WritableDb, ids: Iterable<string>, projecting: Projecting = {}): void {
  const { fresh = new Map<string, FirstSeen>() } = projecting
  const load = withEdits(db, withCustomers(db, projecting.load ?? rememberResources(db).load))
  const changes = fresh.size === 0 ? new Map<string, string>() : lastChanges(db, 'container', fresh.keys())
  const { governingRule: rule, homeZone } = loadSettings(db)
  const zones = new Set<string>()
  const searched: Searched[] = []
  const hasOwn = isAnyOwn(db)
  const bookings = bookingsOf(db)
  for (const id of ids) {
    const records = loadRecords(db, id, load)
    if (!records) continue
    const first = fresh.get(id)
    const { key, goneSince, firstSeenAt, lastChangeAt } = first
      ? { key: first.key, goneSince: null, firstSeenAt: first.seenAt, lastChangeAt: changes.get(id) ?? null }
      : loadPresence(db, id)
    const manual = loadManual(db, id)
    const row = projectContainer(records, {
      rule,
      homeZone,
      manual,
      lastChangeAt,
      goneSince,
      // A box on which nothing ever moved has no history to look through.
      spells: spellsOf(reportedHolds(records), lastChangeAt === null ? [] : loadBlockSteps(db, id), firstSeenAt),
    })
    upsert(db, 'container_row', Object.assign(row, { key }), INDEXED)
    saveCharges(db, id, chargesOf(records, row), { isNew: first !== undefined, hasHistory: lastChangeAt !== null })
    const booked = bookings(records.shipment).map((number) => ({ field: 'booking' as const, text: number }))
    searched.push({ row, isNew: first !== undefined, more: [...namesAround(records), ...booked, { field: 'note', text: manual?.reason ?? null }, ...(hasOwn ? ownFields(db, id) : [])] })
    zones.add(String(row['today_zone']))
  }
  indexContainers(db, searched)
  addZones(db, zones)
}

/** What the user said of these containers himself is searched as it stands now; their rows have none of it. */
export function indexOwn(db: WritableDb, ids: Iterable<string>): void {
  replaceFields(db, ids, OWN_FIELDS, (id) => [{ field: 'note', text: loadManual(db, id)?.reason ?? null }, ...ownFields(db, id)])
}

/** The row of a container of which nothing else moved. */
export function saveTerminalChecked(db: WritableDb, { id, attributes }: Resource): void {
  db.run('UPDATE container_row SET terminal_checked_at = ? WHERE id = ?', instant(attributes, 'terminal_checked_at'), id)
}

/** The rows of a shipment of which nothing else moved. Answers their ids. */
export function saveLineCheckedOfContainers(db: WritableDb, shipment: Resource): string[] {
  const ids = containersAround(db, [shipment.id], [])
  if (ids.length > 0) db.run('UPDATE container_row SET line_checked_at = ? WHERE shipment_id = ?', lineCheckedAt(shipment), shipment.id)
  return ids
}

/** None of a box that is tracked no more. */
function chargesOf(records: ContainerRecords, row: Columns): Reported {
  const outAt = clockInput(records).stoppedAt
  return row['gone_since'] === null ? { holds: reportedHolds(records), fees: reportedFees(records), outAt } : { holds: [], fees: [], outAt }
}

export function allContainerIds(db: ReadableDb): string[] {
  return db.all<{ id: string }>(`SELECT id FROM res WHERE type = 'container'`).map(({ id }) => id)
}

/** Containers whose row shows something of these shipments or terminals. */
export function containersAround(db: ReadableDb, shipmentIds: string[], placeIds: string[]): string[] {
  return db
    .all<{ id: string }>(
      `SELECT id FROM container_row WHERE shipment_id IN (SELECT value FROM json_each(?))
       UNION SELECT id FROM container_row WHERE pickup_place_id IN (SELECT value FROM json_each(?))
       UNION SELECT id FROM container_row WHERE pod_terminal_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(shipmentIds),
      JSON.stringify(placeIds),
      JSON.stringify(placeIds),
    )
    .map(({ id }) => id)
}

/**
 * Rows depend on decisions in the other file, and no transaction spans both: what the rows were computed
 * with is kept beside them and compared at the start.
 */
export function areRowsCurrent(db: ReadableDb): boolean {
  return loadMeta(db, 'mirror', 'projected_with') === projectedWith(db)
}

export function saveProjectedWith(db: WritableDb): void {
  saveMeta(db, 'mirror', 'projected_with', projectedWith(db))
}

function projectedWith(db: ReadableDb): string {
  return `${PROJECTION_VERSION} ${decisionsFingerprint(db)}${editsFingerprint(db)}${ownFingerprint(db)}`
}

type Presence = { key: number; goneSince: string | null; firstSeenAt: string; lastChangeAt: string | null }

function loadPresence(db: ReadableDb, id: string): Presence {
  const row = db.get<Presence>(
    `SELECT r.key, s.gone_since AS goneSince, r.first_seen_at AS firstSeenAt, ${LAST_CHANGE_AT} AS lastChangeAt
     FROM res r CROSS JOIN seen s ON s.key = r.key WHERE r.type = +? AND r.id = +?`,
    'container',
    id,
  )
  if (!row) throw new Error(`container ${id} is to be shown but was never seen`)
  return row
}

/** Columns with an index: they hardly ever move. */
const INDEXED = ['shipment_id', 'pickup_place_id', 'pod_terminal_id', 'is_open', 'lfd_date']

export type StoredRow = Record<string, SqlValue> & StandingInput & { verified_at: string | null }

/** Rows as they are now, in the order asked for. */
export function loadRows(db: ReadableDb, ids: string[]): ContainerRow[] {
  const rows = db.all<StoredRow>(
    `SELECT c.*, s.verified_at FROM temp.container_at c LEFT JOIN mirror.seen s ON s.key = c.key
     WHERE c.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  const byId = new Map(toContracts(db, rows, { gates: gateDays(db), rates: loadRates(db) }).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** What the user keeps that rows are told with. */
type Around = { gates: GateDays; rates: Rates | null }
const NOTHING_AROUND: Around = { gates: () => null, rates: null }

/** In the order they came. Of another moment, nobody goes to a gate or pays any more. */
export function toContracts(db: ReadableDb, rows: readonly StoredRow[], around = NOTHING_AROUND): ContainerRow[] {
  const named = rows.map((row) => ({ id: String(row['id']), customer: typeof row['customer'] === 'string' ? row['customer'] : null }))
  const own = loadOwnRows(db, named)
  return rows.flatMap((row) => {
    const its = own.get(String(row['id']))
    return its ? [toContract(row, its, around)] : []
  })
}

export function countContainers(db: ReadableDb): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM container_row')?.n ?? 0
}

/** Open boxes by when the service itself last told of them. */
export function countVerified(db: ReadableDb, since: { fresh: string; used: string }): CheckCounts {
  const counts = db.get<Record<keyof CheckCounts, number | null>>(
    `SELECT count(*) AS total, count(s.verified_at) AS told, sum(s.verified_at >= ?) AS used, sum(s.verified_at >= ?) AS fresh
     FROM container_row c LEFT JOIN mirror.seen s ON s.key = c.key WHERE c.is_open = 1`,
    since.used,
    since.fresh,
  )
  return { total: counts?.total ?? 0, told: counts?.told ?? 0, used: counts?.used ?? 0, fresh: counts?.fresh ?? 0 }
}

/** One row of `container_at`, or of another moment in its columns. */
function toContract(row: StoredRow, own: OwnRow, { gates, rates }: Around): ContainerRow {
  const { text, number, json } = reader(row)
  const standing = standingOf(row)
  return {
    id: text('id') ?? '',
    number: text('number') ?? '',
    status: text('status'),
    equipment: { type: text('equipment_type'), lengthFt: number('equipment_length_ft'), height: text('equipment_height') },
    weightLb: number('weight_lb'),
    ...plainFields(row),
    refs: json<string[]>('refs'),
    shipmentId: text('shipment_id'),
    masterBill: text('master_bill'),
    scac: text('scac'),
    lineName: text('line_name'),
    customer: text('customer'),
    tags: json<string[]>('tags'),
    vessel: text('vessel'),
    voyage: text('voyage'),
    portOfLading: { name: text('pol_name'), locode: text('pol_locode'), zone: text('pol_zone') },
    portOfDischarge: { name: text('pod_name'), locode: text('pod_locode'), zone: text('pod_zone') },
    destination: { name: text('destination_name'), locode: text('destination_locode'), zone: text('destination_zone') },
    etaAt: text('eta_at'),
    originalEtaAt: text('original_eta_at'),
    ataAt: text('ata_at'),
    dischargedAt: text('discharged_at'),
    appointmentAt: text('appointment_at'),
    fullOutAt: text('full_out_at'),
    emptyReturnedAt: text('empty_returned_at'),
    emptyReturnedZone: text('empty_returned_zone'),
    daysOut:
      standing.clock === 'stopped' && number('is_open') === 1
        ? daysOutAt({ fullOutAt: text('full_out_at'), zone: text('pickup_zone') ?? text('today_zone') ?? '', now: row.now })
        : null,
    inlandEtaAt: text('inland_eta_at'),
    inlandAtaAt: text('inland_ata_at'),
    railScac: text('rail_scac'),
    isInland: number('is_inland') === 1,
    lastFreeDay: lastFreeDayOf(row, standing),
    gateDay: standing.clock === 'stopped' ? null : gates(text('pickup_place'), text('lfd_date')),
    verdict: standing.verdict,
    risks: decodeRisks(standing.riskCode),
    readySince: standing.readySince,
    activeHolds: json<string[]>('active_holds'),
    pendingHolds: json<string[]>('pending_holds'),
    feesDue: json<FeeTotal[]>('fees_due'),
    ...estimatesOf(row, standing, rates),
    pickupPlace: text('pickup_place'),
    pickupZone: text('pickup_zone'),
    trackingStoppedAt: text('tracking_stopped_at'),
    trackingStoppedReason: text('tracking_stopped_reason'),
    ages: { service: row.verified_at, terminal: text('terminal_checked_at'), line: text('line_checked_at') },
    lastChangeAt: text('last_change_at'),
    own,
    goneSince: text('gone_since'),
  }
}

function plainFields(row: StoredRow): PlainFields {
  const { text, number } = reader(row)
  return forPlainColumns(({ stored, kind }) => (kind === 'number' ? number(stored) : text(stored))) as PlainFields
}

function estimatesOf(row: StoredRow, { clock }: Standing, rates: Rates | null): Pick<ContainerRow, 'exposure' | 'detention'> {
  const { text, number } = reader(row)
  const dayOf = (date: string | null) => (date === null ? Number.NaN : julianDayOf(date))
  const [lastFree, today] = [dayOf(text('lfd_date')), dayOf(text('today'))]
  const box = { scac: text('scac'), place: text('pickup_place'), lengthFt: number('equipment_length_ft'), equipmentType: text('equipment_type') }
  if (rates === null) return { exposure: null, detention: null }
  if (clock === 'stopped') {
    const zone = text('pickup_zone') ?? text('today_zone') ?? ''
    return { exposure: null, detention: number('is_open') === 1 ? rates.detention(box, dayOf(dayAt(text('full_out_at'), zone)), dayOf(dayAt(row.now, zone))) : null }
  }
  return { exposure: canBeDue(clock === 'running', lastFree, today) ? rates.exposure(box, lastFree, today) : null, detention: null }
}

function lastFreeDayOf(row: StoredRow, { band, clock }: Standing): LastFreeDay {
  const { text, number, json } = reader(row)
  return {
    band,
    clock,
    date: text('lfd_date'),
    daysLeft: number('days_left'),
    zone: text('today_zone'),
    source: text('lfd_source') as LastFreeDay['source'],
    flags: json<LastFreeDay['flags']>('lfd_flags'),
    sources: json<LastFreeDay['sources']>('lfd_sources'),
    isDisputed: number('is_disputed') === 1,
    daysSinceDischarge: number('days_since_discharge'),
  }
}

/** Columns of the view `container_at` that no projection writes (moment.ts). */
type MomentColumn = 'today' | 'days_left' | 'days_since_discharge'
type Readable = ProjectedColumn | MomentColumn

/** Column readers over one stored row: SQLite's three kinds of value into ours. */
function reader(row: Record<string, SqlValue>) {
  return {
    text: (name: Readable): string | null => {
      const value = row[name]
      return typeof value === 'string' ? value : null
    },
    number: (name: Readable): number | null => {
      const value = row[name]
      return typeof value === 'number' ? value : null
    },
    // Written by the projection of this very build or by a migration that rebuilt it: its shape is known.
    json: <T>(name: Readable): T => JSON.parse(String(row[name])) as T,
  }
}

/** The moment the lists stand at, for `asOf`. */
export function listsAsOf(db: ReadableDb): string {
  return loadMoment(db).at
}
