// Containers in the mirror: rows written from the records, and read back as the contract's types.
import type { ContainerRow, ContainerSummary } from '#contract/containers.ts'
import type { Band, Clock, FeeTotal, LastFreeDay, Verdict } from '#contract/deadlines.ts'
import { related } from '../api/attributes.ts'
import { lastChangeAt, loadBlockSteps } from '../changes/store.ts'
import { type Reported, saveCharges } from '../charges/store.ts'
import type { ReadableDb, SqlValue, WritableDb } from '../db/open.ts'
import { type Searched, indexContainers } from '../search/store.ts'
import { decisionsFingerprint, loadManual, loadSettings } from '../settings/store.ts'
import { loadMeta, loadResource, saveMeta } from '../sync/store.ts'
import { addZones, loadMoment } from './moment.ts'
import { type Columns, projectContainer } from './projection.ts'
import { type Due, addDue } from './readiness.ts'
import { type ContainerRecords, clockInput, namesAround, reportedFees, reportedHolds } from './reported.ts'
import { decodeRisks } from './risk-code.ts'
import { spellsOf } from './spells.ts'

// Other features count and order containers too; they ask here.
export { countEach, orderContainers } from './list.ts'

/** The container and what stands around it, or null if it was never read. */
export function loadRecords(db: ReadableDb, id: string): ContainerRecords | null {
  const container = loadResource(db, 'container', id)
  if (!container) return null
  const linked = (name: string) => {
    const linkage = related(container, name)
    return linkage && loadResource(db, linkage.type, linkage.id)
  }
  return { container, shipment: linked('shipment'), podTerminal: linked('pod_terminal'), pickupFacility: linked('pickup_facility') }
}

/** Writes the rows of these containers anew from the records, with what is searched of them and their holds and fees. */
export function projectContainers(db: WritableDb, ids: Iterable<string>): void {
  const { governingRule: rule, homeZone } = loadSettings(db)
  const zones = new Set<string>()
  const searched: Searched[] = []
  for (const id of ids) {
    const records = loadRecords(db, id)
    if (!records) continue
    const { goneSince, firstSeenAt } = loadPresence(db, id)
    const manual = loadManual(db, id)
    const row = projectContainer(records, {
      rule,
      homeZone,
      manual,
      lastChangeAt: lastChangeAt(db, 'container', id),
      goneSince,
      spells: spellsOf(reportedHolds(records), loadBlockSteps(db, id), firstSeenAt),
    })
    saveRow(db, row)
    saveCharges(db, id, chargesOf(records, row))
    searched.push({ row, more: [...namesAround(records), { field: 'note', text: manual?.reason ?? null }] })
    zones.add(String(row['today_zone']))
  }
  indexContainers(db, searched)
  addZones(db, zones)
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

/** Raised when the projection changes its mind about anything, so that old rows are computed anew at the next start. */
const PROJECTION_VERSION = 4

/**
 * Rows depend on decisions in the other file, and no transaction spans both (decisions 2): what the rows were computed
 * with is kept beside them and compared at the start.
 */
export function areRowsCurrent(db: ReadableDb): boolean {
  return loadMeta(db, 'mirror', 'projected_with') === projectedWith(db)
}

export function saveProjectedWith(db: WritableDb): void {
  saveMeta(db, 'mirror', 'projected_with', projectedWith(db))
}

function projectedWith(db: ReadableDb): string {
  return `${PROJECTION_VERSION} ${decisionsFingerprint(db)}`
}

function loadPresence(db: ReadableDb, id: string): { goneSince: string | null; firstSeenAt: string } {
  const row = db.get<{ goneSince: string | null; firstSeenAt: string }>(
    `SELECT gone_since AS goneSince, first_seen_at AS firstSeenAt FROM res JOIN seen USING (key) WHERE type = 'container' AND id = ?`,
    id,
  )
  if (!row) throw new Error(`container ${id} is to be shown but was never seen`)
  return row
}

function saveRow(db: WritableDb, row: Columns): void {
  const names = Object.keys(row)
  db.run(
    `INSERT OR REPLACE INTO container_row (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  )
}

type StoredRow = Record<string, SqlValue> & {
  band: Band
  clock: Clock
  verdict: Verdict
  verified_at: string | null
}

/** Rows as they are now, in the order asked for. */
export function loadRows(db: ReadableDb, ids: string[]): ContainerRow[] {
  const rows = db.all<StoredRow>(
    `SELECT c.*, s.verified_at FROM temp.container_now c
     LEFT JOIN mirror.res r ON r.type = 'container' AND r.id = c.id LEFT JOIN mirror.seen s ON s.key = r.key
     WHERE c.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  const byId = new Map(rows.map((row) => [row['id'], row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toContract(row)] : []
  })
}

export function countContainers(db: ReadableDb): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM container_row')?.n ?? 0
}

function toContract(row: StoredRow): ContainerRow {
  const { text, number, json } = reader(row)
  return {
    id: text('id') ?? '',
    number: text('number') ?? '',
    status: text('status'),
    equipment: { type: text('equipment_type'), lengthFt: number('equipment_length_ft'), height: text('equipment_height') },
    weightLb: number('weight_lb'),
    seal: text('seal'),
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
    inlandEtaAt: text('inland_eta_at'),
    inlandAtaAt: text('inland_ata_at'),
    railScac: text('rail_scac'),
    isInland: number('is_inland') === 1,
    lastFreeDay: lastFreeDayOf(row),
    verdict: row.verdict,
    risks: decodeRisks(number('risk_code') ?? 0),
    readySince: text('ready_since'),
    activeHolds: json<string[]>('active_holds'),
    pendingHolds: json<string[]>('pending_holds'),
    feesDue: json<FeeTotal[]>('fees_due'),
    pickupPlace: text('pickup_place'),
    pickupZone: text('pickup_zone'),
    yardSpot: text('yard_spot'),
    trackingStoppedAt: text('tracking_stopped_at'),
    trackingStoppedReason: text('tracking_stopped_reason'),
    ages: { service: row.verified_at, terminal: text('terminal_checked_at'), line: text('line_checked_at') },
    lastChangeAt: text('last_change_at'),
    goneSince: text('gone_since'),
  }
}

function lastFreeDayOf(row: StoredRow): LastFreeDay {
  const { text, number, json } = reader(row)
  return {
    band: row.band,
    clock: row.clock,
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

/** Column readers over one stored row: SQLite's three kinds of value into ours. */
function reader(row: Record<string, SqlValue>) {
  return {
    text: (name: string): string | null => {
      const value = row[name]
      return typeof value === 'string' ? value : null
    },
    number: (name: string): number | null => {
      const value = row[name]
      return typeof value === 'number' ? value : null
    },
    // Written by the projection of this very build or by a migration that rebuilt it: its shape is known.
    json: <T>(name: string): T => JSON.parse(String(row[name])) as T,
  }
}

export function loadSummary(db: ReadableDb): Omit<ContainerSummary, 'asOf'> {
  const rows = db.all<{ band: Band; clock: Clock; verdict: Verdict; fees_due: string; isNotAssessed: number }>(
    `SELECT band, clock, verdict, fees_due, is_not_assessed AS isNotAssessed FROM temp.container_now
     WHERE is_open = 1`,
  )
  const bands = { past: 0, today: 0, tomorrow: 0, soon: 0, week: 0, later: 0, none: 0, confirm: 0, 'not-discharged': 0, out: 0 }
  const clocks = { 'not-started': 0, running: 0, stopped: 0 }
  const due: Due = new Map()
  const counts = { ready: 0, held: 0, notAssessed: 0 }
  for (const row of rows) {
    bands[row.band]++
    clocks[row.clock]++
    if (row.verdict === 'ready' || row.verdict === 'ready-unverified') counts.ready++
    if (row.verdict === 'held' || row.verdict === 'conflict') counts.held++
    counts.notAssessed += row.isNotAssessed
    if (row.clock !== 'stopped') addDue(due, JSON.parse(row.fees_due) as FeeTotal[])
  }
  return { bands, clocks, ...counts, feesDue: [...due.values()].sort((a, b) => b.amount - a.amount), total: rows.length }
}

/** Free time running and nothing to count with. A box can lack both. */
export function countNotAssessed(db: ReadableDb): { total: number; noDate: number; unchecked: number } {
  const counts = db.get<{ total: number; noDate: number | null; unchecked: number | null }>(
    `SELECT count(*) AS total, sum(days_left IS NULL) AS noDate, sum(coalesce(check_age_days, 99) > 1) AS unchecked
     FROM temp.container_now WHERE is_open = 1 AND is_not_assessed = 1`,
  )
  return { total: counts?.total ?? 0, noDate: counts?.noDate ?? 0, unchecked: counts?.unchecked ?? 0 }
}

/** The moment the lists stand at, for `asOf`. */
export function listsAsOf(db: ReadableDb): string {
  return loadMoment(db).at
}
