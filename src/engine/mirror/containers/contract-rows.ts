// Converts stored rows of containers to rows of the contract.
import type { ContainerRow } from '#contract/containers.ts'
import type { FeeTotal, LastFreeDay } from '#contract/deadlines.ts'
import type { OwnRow } from '#contract/own.ts'
import { type PlainFields, mapPlainColumns } from '#contract/rules/container-columns.ts'
import type { ReadableDb, SqlValue } from '../../db/open.ts'
import { loadOwnRows } from '../../settings/own.ts'
import type { Gates } from '../../settings/terminals.ts'
import type { Rates } from '../../settings/rates.ts'
import { julianDayOf } from '../../outside/calendar.ts'
import { dayAt, daysOutAt } from './days-out.ts'
import { canBeDue } from '../board/exposure.ts'
import type { ProjectedColumn } from './projection.ts'
import { type Standing, type StandingInput, standingOf } from './standing.ts'

export type StoredRow = Record<string, SqlValue> & StandingInput & { verified_at: string | null }

/** The user's own data that rows include. */
type UserData = { gates: Gates | null; rates: Rates | null }
const NO_USER_DATA: UserData = { gates: null, rates: null }

/** Keeps the order of the rows. For a past moment, gate days and rates do not apply: leave out `userData`. */
export function toContracts(db: ReadableDb, rows: readonly StoredRow[], userData = NO_USER_DATA): ContainerRow[] {
  const owners = rows.map((row) => ({
    id: String(row['id']),
    customer: typeof row['customer'] === 'string' ? row['customer'] : null,
  }))
  const ownRows = loadOwnRows(db, owners)
  return rows.flatMap((row) => {
    const ownRow = ownRows.get(String(row['id']))
    return ownRow ? [toContract(row, ownRow, userData)] : []
  })
}

/** Converts one row of `container_at`, or of another moment in the same columns. */
function toContract(row: StoredRow, own: OwnRow, { gates, rates }: UserData): ContainerRow {
  const { text, number, json } = createColumnReaders(row)
  const standing = standingOf(row)
  return {
    id: text('id') ?? '',
    number: text('number') ?? '',
    status: text('status'),
    equipment: {
      type: text('equipment_type'),
      lengthFt: number('equipment_length_ft'),
      height: text('equipment_height'),
    },
    weightLb: number('weight_lb'),
    ...readPlainFields(row),
    refs: json<string[]>('refs'),
    shipmentId: text('shipment_id'),
    masterBill: text('master_bill'),
    scac: text('scac'),
    lineName: text('line_name'),
    customer: text('customer'),
    tags: json<string[]>('tags'),
    vessel: text('vessel'),
    voyage: text('voyage'),
    ...readJourney(row),
    daysOut:
      standing.clock === 'stopped' && number('is_open') === 1
        ? daysOutAt({
            fullOutAt: text('full_out_at'),
            pickupZone: text('pickup_zone'),
            todayZone: text('today_zone') ?? '',
            now: row.now,
          })
        : null,
    lastFreeDay: readLastFreeDay(row, standing),
    ...readGate(row, standing, gates),
    verdict: standing.verdict,
    risks: standing.risks,
    readySince: standing.readySince,
    activeHolds: json<string[]>('active_holds'),
    pendingHolds: json<string[]>('pending_holds'),
    feesDue: json<FeeTotal[]>('fees_due'),
    ...computeEstimates(row, standing, rates),
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

type JourneyField =
  | 'portOfLading'
  | 'portOfDischarge'
  | 'destination'
  | 'etaAt'
  | 'originalEtaAt'
  | 'ataAt'
  | 'dischargedAt'
  | 'appointmentAt'
  | 'fullOutAt'
  | 'emptyReturnedAt'
  | 'emptyReturnedZone'
  | 'inlandEtaAt'
  | 'inlandAtaAt'
  | 'railScac'
  | 'isInland'

function readJourney(row: StoredRow): Pick<ContainerRow, JourneyField> {
  const { text, number } = createColumnReaders(row)
  return {
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
  }
}

function readGate(
  row: StoredRow,
  { clock, hasAppointment }: Standing,
  gates: Gates | null,
): Pick<ContainerRow, 'gateDay' | 'isGateClosedAtAppointment'> {
  if (clock === 'stopped' || gates === null) return { gateDay: null, isGateClosedAtAppointment: false }
  const { text } = createColumnReaders(row)
  const [place, zone, appointmentAt] = [text('pickup_place'), text('pickup_zone'), text('appointment_at')]
  return {
    gateDay: gates.findDay(place, zone ?? text('today_zone'), text('lfd_date')),
    // The texts of an appointment without a zone of its place have the day or the time in UTC.
    isGateClosedAtAppointment: hasAppointment && appointmentAt !== null && gates.isClosedAt(place, zone, appointmentAt),
  }
}

function readPlainFields(row: StoredRow): PlainFields {
  const { text, number } = createColumnReaders(row)
  return mapPlainColumns(({ stored, kind }) => (kind === 'number' ? number(stored) : text(stored))) as PlainFields
}

function computeEstimates(
  row: StoredRow,
  { clock }: Standing,
  rates: Rates | null,
): Pick<ContainerRow, 'exposure' | 'detention'> {
  const { text, number } = createColumnReaders(row)
  const toDay = (date: string | null) => (date === null ? Number.NaN : julianDayOf(date))
  const [lastFreeDay, today] = [toDay(text('lfd_date')), toDay(text('today'))]
  const costInput = {
    scac: text('scac'),
    place: text('pickup_place'),
    lengthFt: number('equipment_length_ft'),
    equipmentType: text('equipment_type'),
  }
  if (rates === null) return { exposure: null, detention: null }
  if (clock === 'stopped') {
    const pickupZone = text('pickup_zone')
    const today = dayAt(row.now, pickupZone ?? text('today_zone') ?? '')
    return {
      exposure: null,
      detention:
        number('is_open') === 1
          ? rates.detention(costInput, toDay(dayAt(text('full_out_at'), pickupZone)), toDay(today))
          : null,
    }
  }
  return {
    exposure: canBeDue(clock === 'running', lastFreeDay, today) ? rates.exposure(costInput, lastFreeDay, today) : null,
    detention: null,
  }
}

function readLastFreeDay(row: StoredRow, { band, clock }: Standing): LastFreeDay {
  const { text, number, json } = createColumnReaders(row)
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
type ReadableColumn = ProjectedColumn | MomentColumn

/** Column readers for one stored row: convert SQLite's three kinds of value to those of the contract. */
function createColumnReaders(row: Record<string, SqlValue>) {
  return {
    text: (name: ReadableColumn): string | null => {
      const value = row[name]
      return typeof value === 'string' ? value : null
    },
    number: (name: ReadableColumn): number | null => {
      const value = row[name]
      return typeof value === 'number' ? value : null
    },
    // The format is known: the projection of this version wrote it, or a migration that rebuilt the row.
    json: <T>(name: ReadableColumn): T => JSON.parse(String(row[name])) as T,
  }
}
