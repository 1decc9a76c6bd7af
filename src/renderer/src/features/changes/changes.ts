// A changed field in the trade's terms, and its values before and after if they are readable.
import type { ChangeRow } from '#contract/changes.ts'
import { removeLineBreaks } from '#contract/rules/line-breaks.ts'
import { joinParts, addSpaces, t, tn, translateName, type PlainWord } from '../../words/words.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { formatDate, formatDay, formatDayTime, formatIsoLocal } from '../../words/dates.ts'
import { formatMoney } from '../../words/money.ts'
import {
  formatFeeName,
  formatHoldName,
  formatHoldState,
  formatStatus,
  formatStoppedReason,
} from '../containers/readiness.ts'
import { describeReason, formatServiceState } from '../tracking/requests.ts'

/** Longer values are cut. The panel shows the whole value in the raw record. */
const MAX_LENGTH = 80

const fieldLabels: Record<string, PlainWord> = {
  pickup_lfd: 'field.pickup_lfd',
  'import_deadlines.pickup_lfd_terminal': 'field.pickup_lfd_terminal',
  'import_deadlines.pickup_lfd_line': 'field.pickup_lfd_line',
  'import_deadlines.pickup_lfd_rail': 'field.pickup_lfd_rail',
  ind_facility_lfd_on: 'field.ind_facility_lfd_on',
  pickup_appointment_at: 'field.pickup_appointment_at',
  availability_known: 'field.availability_known',
  available_for_pickup: 'field.available_for_pickup',
  current_status: 'field.current_status',
  pod_arrived_at: 'field.pod_arrived_at',
  pod_discharged_at: 'field.pod_discharged_at',
  pod_full_out_at: 'field.pod_full_out_at',
  final_destination_full_out_at: 'field.final_destination_full_out_at',
  empty_terminated_at: 'field.empty_terminated_at',
  pod_rail_loaded_at: 'field.pod_rail_loaded_at',
  pod_rail_departed_at: 'field.pod_rail_departed_at',
  ind_eta_at: 'field.ind_eta_at',
  ind_ata_at: 'field.ind_ata_at',
  ind_rail_unloaded_at: 'field.ind_rail_unloaded_at',
  location_at_pod_terminal: 'field.location_at_pod_terminal',
  weight_in_lbs: 'field.weight_in_lbs',
  seal_number: 'field.seal_number',
  ref_numbers: 'field.ref_numbers',
  pol_etd_at: 'field.pol_etd_at',
  pol_atd_at: 'field.pol_atd_at',
  pod_eta_at: 'field.pod_eta_at',
  pod_ata_at: 'field.pod_ata_at',
  pod_vessel_name: 'field.pod_vessel_name',
  pod_voyage_number: 'field.pod_voyage_number',
  destination_eta_at: 'field.destination_eta_at',
  destination_ata_at: 'field.destination_ata_at',
  line_tracking_stopped_at: 'field.line_tracking_stopped_at',
  line_tracking_stopped_reason: 'field.line_tracking_stopped_reason',
  failed_reason: 'field.failed_reason',
  status: 'field.status',
  scac: 'field.scac',
  tags: 'field.tags',
  shipment_tags: 'field.tags',
  is_retrying: 'field.is_retrying',
  retry_count: 'field.retry_count',
  request_type: 'field.request_type',
  pod_original_eta_at: 'field.pod_original_eta_at',
  pol_original_etd_at: 'field.pol_original_etd_at',
  destination_original_eta_at: 'field.destination_original_eta_at',
  line_tracking_stopped_by_user: 'field.line_tracking_stopped_by_user',
  number: 'column.number',
  bill_of_lading_number: 'column.masterBill',
  normalized_number: 'column.masterBill',
  equipment_type: 'field.equipment_type',
  equipment_length: 'field.equipment_length',
  equipment_height: 'field.equipment_height',
  destination_locode: 'field.destination_name',
  port_of_lading_name: 'column.portOfLading',
  port_of_lading_locode: 'column.portOfLading',
  port_of_discharge_name: 'column.portOfDischarge',
  port_of_discharge_locode: 'column.portOfDischarge',
  shipping_line_scac: 'field.scac',
  shipping_line_short_name: 'field.shipping_line_name',
  destination_name: 'field.destination_name',
  customer_name: 'field.customer_name',
  shipping_line_name: 'field.shipping_line_name',
  pod_vessel_imo: 'field.pod_vessel_imo',
  pod_full_out_chassis_number: 'field.pod_full_out_chassis_number',
  pod_rail_carrier_scac: 'field.pod_rail_carrier_scac',
  ind_rail_carrier_scac: 'field.ind_rail_carrier_scac',
  pol_timezone: 'field.pol_timezone',
  pod_timezone: 'field.pod_timezone',
  final_destination_timezone: 'field.destination_timezone',
  destination_timezone: 'field.destination_timezone',
  empty_terminated_timezone: 'field.empty_terminated_timezone',
  extraction: 'field.extraction',
  '→tracked_object': 'field.tracked_object',
  '→shipment': 'field.shipment',
  '→pod_terminal': 'field.pod_terminal',
  '→destination_terminal': 'field.destination_terminal',
  '→pickup_facility': 'field.pickup_facility',
}

/** The number of the changed record. A container's number has its usual groups, also as the number of a request. */
export function formatChangeNumber({ object, number }: Pick<ChangeRow, 'object' | 'number'>): string {
  return object === 'container' || object === 'tracking-request' ? formatContainerNumber(number) : number
}

/** An attribute without a text is shown by its own name, with spaces; a hold or a fee by its kind. */
export function formatFieldName(field: string): string {
  // `holds_at_pod_terminal/customs#2`: the second hold of that name.
  const [, list, name = ''] = /^(holds|fees)_at_pod_terminal\/(.*?)(?:#\d+)?$/.exec(field) ?? []
  if (list === 'holds') return t('hold.named', { name: formatHoldName(name) })
  if (list === 'fees') return formatFeeName(name)
  if (field.startsWith('→shipments/')) return t('field.linked_shipment')
  return translateName(fieldLabels, field) ?? field.replaceAll(/[._/→]/g, ' ').trim()
}

type Step = Pick<ChangeRow, 'field' | 'before' | 'after' | 'zone' | 'isReverted'>

/**
 * Changes of one record in one line: “LFD: Sat 21 Nov → Tue 24 Nov · Customs hold cleared”. `moreCount`: of further
 * changes.
 */
export function formatSteps(steps: readonly Step[], moreCount: number, nowMs: number | null): string {
  return joinSteps(steps, moreCount, ({ field, zone }, json) => formatChangedValue(field, json, zone, nowMs))
}

/** Like `formatSteps`, but for another program: dates are in ISO format, and numbers are unformatted. */
export function formatCopiedSteps(steps: readonly Step[], moreCount: number): string {
  return joinSteps(steps, moreCount, ({ field, zone }, json) => formatCopiedValue(field, json, zone))
}

type FormatValue = (step: Step, json: string | null) => string

/** Names of fields contain commas, so a comma cannot separate the changes. */
function joinSteps(steps: readonly Step[], moreCount: number, formatValue: FormatValue): string {
  return joinParts(
    ' · ',
    ...joinSuccessive(steps).map((step) => formatStep(step, formatValue)),
    moreCount > 0 ? tn('changeList.moreSteps', moreCount) : null,
  )
}

/**
 * Joins successive changes of a field into one step, from the first value to the last. In `steps`, the newest change of
 * a field comes first. A change and its reversal stay two steps.
 */
function joinSuccessive(steps: readonly Step[]): Step[] {
  const joined: Step[] = []
  for (const step of steps) {
    const index = joined.findLastIndex(({ field }) => field === step.field)
    const later = joined[index]
    const isSuccessive = later?.before === step.after && later.after !== step.before
    if (later && isSuccessive && !later.isReverted && !step.isReverted)
      joined[index] = { ...later, before: step.before }
    else joined.push(step)
  }
  return joined
}

function formatStep(step: Step, formatValue: FormatValue): string {
  const { field, before, after, isReverted } = step
  const name = formatFieldName(field)
  if (isReverted) return t('changeList.stepReverted', { name })
  if (field.startsWith('holds_at_pod_terminal/') && after === null && isActiveHold(before))
    return t('changeList.stepCleared', { name })
  return t('changeList.step', { name, values: `${formatValue(step, before)} → ${formatValue(step, after)}` })
}

/** A hold that was only expected, or that was lifted before, is removed and not cleared. */
function isActiveHold(json: string | null): boolean {
  const hold = parseJson(json)
  return isRecord(hold) && (hold['status'] ?? 'hold') === 'hold'
}

/** `json`: the value as JSON text; null if there was none. */
export function formatChangedValue(
  field: string,
  json: string | null,
  zone: string | null,
  nowMs: number | null,
): string {
  const value = parseJson(json)
  if (value === null || value === '') return t('changes.nothing')
  if (typeof value === 'boolean') return t(value ? 'changes.yes' : 'changes.no')
  if (typeof value === 'string') return shorten(formatName(field, value) ?? formatFieldText(field, value, zone, nowMs))
  if (Array.isArray(value)) return shorten(value.map(String).join(', '))
  return shorten((isRecord(value) ? formatHoldOrFee(value) : null) ?? String(json))
}

const extractionStates: Record<string, PlainWord> = {
  processing: 'documentState.processing',
  extracted: 'documentState.extracted',
  failed: 'documentState.failed',
}

const nameFormatters: Record<string, (name: string) => string> = {
  current_status: formatStatus,
  status: formatServiceState,
  line_tracking_stopped_reason: formatStoppedReason,
  extraction: (state) => translateName(extractionStates, state) ?? state,
  failed_reason: (reason) => describeReason(reason).what,
}

/** The text for one of the service's own names; null for any other value. */
function formatName(field: string, value: string): string | null {
  const format = Object.hasOwn(nameFormatters, field) ? nameFormatters[field] : undefined
  if (format) return format(value)
  if (field.startsWith('→') && isId(value)) return t('changes.unread')
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? addSpaces(value) : null
}

/** The id of a record that was never read, so its name is unknown. */
function isId(value: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
}

/** Formats a value for another program: dates and times are in ISO format, in the same zone as on screen. */
export function formatCopiedValue(field: string, json: string | null, zone: string | null): string {
  const value = parseJson(json)
  if (value === null) return ''
  if (typeof value !== 'string') return formatChangedValue(field, json, zone, null)
  if (!isInstant(value)) return value
  const local = formatIsoLocal(value, findZone(field, zone))
  return isDeadline(field) ? local.slice(0, 10) : local
}

function parseJson(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json)
  } catch {
    return json
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function formatHoldOrFee({ status, amount, currency_code }: Record<string, unknown>): string | null {
  if (typeof status === 'string') return formatHoldState(status)
  if (typeof amount !== 'number') return null
  return amount === 0
    ? t('money.pendingShort')
    : formatMoney(amount, typeof currency_code === 'string' ? currency_code : null)
}

/** Formats dates and times; other values are unchanged. `fieldName`: the field or event of the value. */
export function formatFieldText(fieldName: string, text: string, zone: string | null, nowMs: number | null): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text, nowMs)
  if (!isInstant(text)) return removeLineBreaks(text)
  return isDeadline(fieldName) ? formatDay(text, zone, nowMs) : formatDayTime(text, findZone(fieldName, zone), nowMs)
}

/** The times when the service checked or received something are at no place. They are always in UTC. */
const SERVICE_TIME = /_checked_at$|_request_at$|^line_tracking_|^(created|updated)_at$/

function findZone(fieldName: string, zone: string | null): string | null {
  return zone ?? (SERVICE_TIME.test(fieldName) ? 'UTC' : null)
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)
}

/**
 * A deadline is a day at a place. The service sends it with an hour, which has no meaning. Without a zone it is the day
 * as sent.
 */
function isDeadline(fieldName: string): boolean {
  return fieldName.includes('_lfd')
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}
