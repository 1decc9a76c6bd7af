// Handlers for the evidence of a dispute. Computed for each call and not stored.
import type { ContainerRow } from '#contract/containers.ts'
import type { DisputedCharge, Evidence, EvidenceSource } from '#contract/disputes.ts'
import { countDecimals } from '#words/currency.ts'
import { AppError } from '#contract/errors.ts'
import type { EngineContract, HandlersOf } from '#contract/index.ts'
import type { Input } from '#contract/rpc.ts'
import { boolean, instant, record } from '../api/attributes.ts'
import { diffResource } from '../mirror/history/diff.ts'
import { loadHistory, replaceIdsByNames } from '../mirror/history/store.ts'
import { type StoredEvent, loadEvents } from '../mirror/containers/event-store.ts'
import { type ContainerRecords, isInland, readReportedDeadlines } from '../mirror/containers/reported.ts'
import { loadRecords, loadRows } from '../mirror/containers/store.ts'
import { createVerifiedAt } from '../mirror/records.ts'
import type { ReadableDb } from '../db/open.ts'
import { dateInZone, instantMs, julianDayOf } from '../outside/calendar.ts'
import { loadRates } from '../settings/rates.ts'
import { loadManualSteps } from '../settings/store.ts'
import { loadHistoryDeleted } from '../mirror/history/removal.ts'
import { loadReadTimes } from '../mirror/read-times.ts'
import { type ChecklistInput, type PlaceDay, canUsRuleApply, createChecklist, findFirstAvailable } from './checklist.ts'
import { listGaps } from './gaps.ts'
import { type SourceTimeAttribute, type Zones, createEvidenceLines } from './lines.ts'

export type DisputeDeps = {
  db: ReadableDb
  now: () => string
  /** Loads the row of a container at a past moment. */
  loadRowAt: (at: string, id: string) => Promise<ContainerRow | null>
}

export function disputeHandlers(deps: DisputeDeps): HandlersOf<'disputes'> {
  return { 'disputes.evidence': (query) => createEvidence(deps, query) }
}

async function createEvidence(
  { db, now, loadRowAt }: DisputeDeps,
  { id, charge, invoiceDate, at }: Input<EngineContract, 'disputes.evidence'>,
): Promise<Evidence> {
  const records = loadRecords(db, id)
  const row = loadRows(db, [id])[0]
  const readTimes = loadReadings(db, id)
  if (!records || !row || !readTimes) throw new AppError('containers/unknown', { id })
  const preparedAt = now()
  const steps = loadHistory(db, id)
  const events = loadEvents(db, id) ?? []
  const deletedAfterMonths = findDeletedAfterMonths(db, row)
  const firstReadAt = steps[0] && steps[0].seenAt < readTimes.firstAt ? steps[0].seenAt : readTimes.firstAt
  const lines = createEvidenceLines({
    steps,
    current: listCurrentValues(db, records),
    manual: loadManualSteps(db, id),
    events,
    readings: { ...readTimes, isWhole: deletedAfterMonths === null },
    reported: readReportedDeadlines(records),
    zones: getZones(row),
    reportedBy: listReporters(events),
    sourceTimes: readSourceTimes(records),
  })
  const gaps = listGaps({
    lines,
    steps,
    firstReadAt,
    recordFirstAt: readTimes.firstAt,
    readTimes: loadReadTimes(db),
    isInland: isInland(records),
    publishedFields: readPublishedFields(records),
    stopped: getStopped(row),
    goneSince: row.goneSince,
    deletedAfterMonths,
    now: preparedAt,
  })
  const facts = loadFacts(db, row, charge, preparedAt)
  const { rows: checklist, isInvoiceLate } = createChecklist({
    ...facts,
    terminal: row.pickupPlace,
    available: findAvailability(row, events, lines, preparedAt),
    invoiceDate,
  })
  const isKnownThen = at !== null && at >= firstReadAt && at <= preparedAt
  return {
    ...createHead(row),
    charge,
    isUsRule: facts.isUsRule,
    firstReadAt,
    lastReadAt: readTimes.lastAt,
    lines,
    gaps,
    checklist,
    isInvoiceLate,
    pastAt: at,
    pastRow: isKnownThen ? await loadRowAt(at, id) : null,
    preparedAt,
  }
}

function createHead({
  id,
  number,
  masterBill,
  lineName,
  scac,
}: ContainerRow): Pick<Evidence, 'id' | 'number' | 'masterBill' | 'lineName'> {
  return { id, number, masterBill, lineName: lineName ?? scac }
}

function getStopped({ trackingStoppedAt: at, trackingStoppedReason: reason }: ContainerRow) {
  return at === null ? null : { at, reason }
}

/** When the container first was available for pickup, and who reported it. */
function findAvailability(
  row: ContainerRow,
  events: readonly StoredEvent[],
  lines: Evidence['lines'],
  now: string,
): ChecklistInput['available'] {
  const event = events.find(
    ({ event: name, at }) => name === 'container.transport.available' && at !== null && at <= now,
  )
  const firstAvailable = findFirstAvailable(event?.at ?? null, lines)
  const reportedBy = firstAvailable?.origin === 'reported' ? (SOURCES[event?.source ?? ''] ?? null) : null
  return firstAvailable && { ...firstAvailable, zone: row.pickupZone, reportedBy }
}

/** The first and the last reading of the current record. */
function loadReadings(db: ReadableDb, id: string): { firstAt: string; lastAt: string } | null {
  return (
    db.get(
      `SELECT r.first_seen_at AS firstAt, ${createVerifiedAt('containers', 'r.id')} AS lastAt FROM res r CROSS JOIN seen s ON s.key = r.key WHERE r.type = 'container' AND r.id = ?`,
      id,
    ) ?? null
  )
}

/** The present values, in the form that history uses. */
function listCurrentValues(db: ReadableDb, { container }: ContainerRecords) {
  return replaceIdsByNames(db, diffResource({ ...container, attributes: {}, relationships: {} }, container))
}

/** When the terminal and the line were last asked. The service asks the line for a whole shipment. */
function readSourceTimes({ container, shipment }: ContainerRecords): Record<SourceTimeAttribute, string | null> {
  return {
    terminal_checked_at: instant(container.attributes, 'terminal_checked_at'),
    line_tracking_last_succeeded_at: shipment && instant(shipment.attributes, 'line_tracking_last_succeeded_at'),
  }
}

function getZones({ portOfDischarge, destination, pickupZone, emptyReturnedZone }: ContainerRow): Zones {
  return {
    pod: portOfDischarge.zone,
    destination: destination.zone,
    pickup: pickupZone,
    emptyReturn: emptyReturnedZone,
  }
}

const EVENT_FIELDS: Record<string, string> = {
  'container.transport.vessel_arrived': 'pod_arrived_at',
  'container.transport.vessel_discharged': 'pod_discharged_at',
  'container.transport.arrived_at_inland_destination': 'ind_ata_at',
  'container.transport.rail_unloaded': 'ind_rail_unloaded_at',
  'container.transport.full_out': 'pod_full_out_at',
  'container.transport.empty_in': 'empty_terminated_at',
}
const SOURCES: Record<string, EvidenceSource> = { shipping_line: 'line', terminal: 'terminal', rail: 'rail' }

function listReporters(events: readonly StoredEvent[]): Record<string, EvidenceSource> {
  return Object.fromEntries(
    events.flatMap(({ event, source }) => {
      const field = EVENT_FIELDS[event]
      return field === undefined || source === null ? [] : [[field, SOURCES[source] ?? 'service']]
    }),
  )
}

/** Whether the terminal publishes holds and fees at all; null if the service does not say so. */
function readPublishedFields({ podTerminal, pickupFacility }: ContainerRecords) {
  const provided = record((pickupFacility ?? podTerminal)?.attributes ?? {}, 'provided_data')
  return { holds: boolean(provided, 'holds_at_pod_terminal'), fees: boolean(provided, 'fees_at_pod_terminal') }
}

/**
 * After how many months history of this container was deleted; null if none can have been deleted because of its age.
 * Uses the stored limit of the last deletion, because the setting may have changed since.
 */
function findDeletedAfterMonths(db: ReadableDb, { emptyReturnedAt, goneSince }: ContainerRow): number | null {
  const deleted = loadHistoryDeleted(db)
  const finishedAt = emptyReturnedAt ?? goneSince
  return deleted !== null && finishedAt !== null && finishedAt < deleted.before ? deleted.months : null
}

type Facts = Omit<ChecklistInput, 'terminal' | 'available' | 'invoiceDate'>

function loadFacts(db: ReadableDb, row: ContainerRow, charge: DisputedCharge, now: string): Facts {
  const rates = loadRates(db)
  const {
    lastFreeDay: { date, zone, source, sources },
  } = row
  const pickupZone = row.pickupZone
  const [pickedUp, returned] = [
    toPlaceDay(row.fullOutAt, pickupZone, now),
    toPlaceDay(row.emptyReturnedAt, row.emptyReturnedZone ?? pickupZone, now),
  ]
  const today = dateInZone(instantMs(now) ?? 0, pickupZone ?? 'UTC') ?? now.slice(0, 10)
  const container = {
    scac: row.scac,
    place: row.pickupPlace,
    lengthFt: row.equipment.lengthFt,
    equipmentType: row.equipment.type,
  }
  const throughDay = julianDayOf((charge === 'demurrage' ? pickedUp : returned)?.date ?? today)
  const { table } = rates.termsOf(charge, container)
  const detention = rates.detention(container, pickedUp ? julianDayOf(pickedUp.date) : Number.NaN, throughDay)
  return {
    isUsRule: canUsRuleApply(row.portOfDischarge.locode, row.destination.locode),
    charge,
    number: row.number,
    masterBill: row.masterBill,
    portOfDischarge:
      [row.portOfDischarge.name, row.portOfDischarge.locode].filter((part) => part !== null).join(', ') || null,
    lastFreeDay: date === null ? null : { date, zone, isOwn: source === 'manual' },
    freeDays: sources.map((deadline) => ({
      source: deadline.source === 'manual' ? 'user' : deadline.source,
      date: deadline.date,
    })),
    pickedUp,
    returned,
    reportedAmount: charge === 'demurrage' ? loadReportedDemurrage(db, row.id) : null,
    terms:
      charge === 'demurrage'
        ? {
            table,
            returnBy: null,
            estimate: rates.exposure(container, date === null ? Number.NaN : julianDayOf(date), throughDay),
          }
        : { table, returnBy: detention.returnBy, estimate: detention.estimate },
  }
}

/**
 * The demurrage that the terminal reports now. Null if a part of it has no price or currency, or another currency. An
 * unpriced fee has the amount 0.
 */
function loadReportedDemurrage(db: ReadableDb, id: string): ChecklistInput['reportedAmount'] {
  const [total, ...otherCurrencies] = db.all<{ amount: number; currency: string | null; isPriced: 0 | 1 }>(
    `SELECT sum(amount) AS amount, currency, min(amount) > 0 AS isPriced FROM charge_row
     WHERE container_id = ? AND kind = 'fee' AND lower(name) = 'demurrage' GROUP BY currency`,
    id,
  )
  if (!total?.currency || total.isPriced === 0 || otherCurrencies.length > 0) return null
  return { currency: total.currency, minor: Math.round(total.amount * 10 ** countDecimals(total.currency)) }
}

/** The day of an instant at its place; null if the instant is in the future. */
function toPlaceDay(at: string | null, zone: string | null, now: string): PlaceDay | null {
  const ms = at === null || at > now ? null : instantMs(at)
  const date = ms === null ? null : dateInZone(ms, zone ?? 'UTC')
  return date === null ? null : { date, zone }
}
