// Verdicts, holds, fees and statuses in the trade's terms. The engine computes the verdict.
import { getStatusKey } from '#words/container-cells.ts'
import type { ContainerRow } from '#contract/containers.ts'
import { appointmentEndMs, isDayOnly } from '#contract/rules/appointment.ts'
import type { Verdict } from '#contract/deadlines.ts'
import { formatDay, formatDayTime } from '../../words/dates.ts'
import { language } from '../../words/language.ts'
import { joinList, joinParts, addSpaces, joinStated, t, translateName, type PlainWord } from '../../words/words.ts'
import { formatSpan } from '../../words/ages.ts'
import type { Tone } from '../../ui/tone.ts'
import { formatPriced } from '../../words/money.ts'

export const verdictTone: Record<Verdict, Tone> = {
  out: 'stopped',
  'not-arrived': 'stopped',
  conflict: 'soon',
  held: 'later',
  unknown: 'unknown',
  'not-released': 'later',
  ready: 'clear',
  'ready-unverified': 'soon',
}

/** The time or the day of the appointment has passed, and the container was not picked up. */
export function isAppointmentMissed(
  { appointmentAt, pickupZone, lastFreeDay }: Pick<ContainerRow, 'appointmentAt' | 'pickupZone' | 'lastFreeDay'>,
  nowMs: number | null,
): boolean {
  if (appointmentAt === null || nowMs === null || lastFreeDay.clock === 'stopped') return false
  return appointmentEndMs(appointmentAt, pickupZone) <= nowMs
}

type AppointmentSubject = Pick<
  ContainerRow,
  'appointmentAt' | 'pickupZone' | 'lastFreeDay' | 'risks' | 'isGateClosedAtAppointment'
>
type AppointmentProblem = 'missed' | 'too-late' | 'gate-closed'
const problemTexts: Record<AppointmentProblem, PlainWord> = {
  missed: 'cell.appointmentMissed',
  'too-late': 'risk.appointment-too-late',
  'gate-closed': 'risk.appointmentGateClosed',
}

/** `too-late`: the appointment is after the last free day. Also the class of its cell. */
export function getAppointmentProblem(row: AppointmentSubject, nowMs: number | null): AppointmentProblem | null {
  if (isAppointmentMissed(row, nowMs)) return 'missed'
  if (row.risks.some(({ reason }) => reason === 'appointment-too-late')) return 'too-late'
  return row.isGateClosedAtAppointment ? 'gate-closed' : null
}

export function formatAppointmentProblem(row: AppointmentSubject, nowMs: number | null): string | null {
  const problem = getAppointmentProblem(row, nowMs)
  return problem && t(problemTexts[problem])
}

/** A day without a time if the service sent none. `zone`: of the pickup place. */
export function formatAppointmentTime(at: string, zone: string | null, nowMs: number | null): string {
  return isDayOnly(at, zone) ? formatDay(at, zone, nowMs) : formatDayTime(at, zone, nowMs)
}

/** The time at the place of pickup, and the problem of the appointment; empty without an appointment. */
export function formatAppointment(row: AppointmentSubject, nowMs: number | null): string {
  if (row.appointmentAt === null) return ''
  return joinParts(
    ' · ',
    formatAppointmentTime(row.appointmentAt, row.pickupZone, nowMs),
    formatAppointmentProblem(row, nowMs),
  )
}

type VerdictSubject = Pick<
  ContainerRow,
  'verdict' | 'activeHolds' | 'pendingHolds' | 'feesDue' | 'ages' | 'isInland' | 'dischargedAt'
>

export function formatVerdict(row: VerdictSubject, nowMs: number | null): string {
  switch (row.verdict) {
    case 'held':
      return formatHeld(row.activeHolds)
    case 'ready':
      return t(row.pendingHolds.length > 0 ? 'verdict.readyHoldExpected' : 'verdict.ready')
    case 'ready-unverified': {
      const { terminal } = row.ages
      if (terminal === null) return t('verdict.readyNeverChecked')
      return nowMs === null
        ? t('verdict.ready')
        : t('verdict.readyUnverified', { span: formatSpan(nowMs - Date.parse(terminal)) })
    }
    // A container that is picked up inland may be discharged at the port, and has not arrived yet.
    case 'not-arrived':
      return t(row.isInland && row.dischargedAt !== null ? 'verdict.notArrivedInland' : 'verdict.not-arrived')
    case 'out':
    case 'conflict':
    case 'unknown':
    case 'not-released':
      return t(`verdict.${row.verdict}`)
  }
}

/** The verdict for a cell: without the age of the last check, and without the party that reported it. */
export function formatVerdictShort(row: VerdictSubject, nowMs: number | null): string {
  switch (row.verdict) {
    case 'ready':
      return row.pendingHolds.length > 0 ? t('verdictShort.readyHoldExpected') : formatVerdict(row, nowMs)
    case 'ready-unverified':
      return t('verdictShort.readyUnverified')
    case 'conflict':
    case 'unknown':
    case 'not-released':
      return t(`verdictShort.${row.verdict}`)
    case 'held':
    case 'not-arrived':
    case 'out':
      return formatVerdict(row, nowMs)
  }
}

/** The name of a verdict for a choice or a cell that does not know where the container is. */
export function formatVerdictName(verdict: Verdict): string {
  return t(verdict === 'not-arrived' ? 'verdictName.not-arrived-any' : `verdictName.${verdict}`)
}

/** Terminals want fees paid before pickup, so the verdict of a ready container is followed by its fees. */
export function formatFeesDue({ verdict, feesDue }: VerdictSubject, length: 'long' | 'short' = 'long'): string | null {
  const isReady = verdict === 'ready' || verdict === 'ready-unverified'
  if (!isReady || feesDue.length === 0) return null
  const amount = formatPriced(feesDue, length)
  return amount === '' ? t('verdict.feesDueUnpriced') : t('verdict.feesDue', { amount })
}

/** The readiness and, where terminals want fees paid before pickup, the amount. */
export function formatVerdictLong(row: VerdictSubject, nowMs: number | null): string {
  const feesDue = formatFeesDue(row)
  return feesDue === null ? formatVerdict(row, nowMs) : joinStated(formatVerdict(row, nowMs), feesDue)
}

const holdNames: Record<string, PlainWord> = {
  customs: 'hold.customs',
  freight: 'hold.freight',
  usda: 'hold.usda',
  vacis: 'hold.vacis',
  tmf: 'hold.tmf',
  other: 'hold.other',
}

/** `Customs`; an unknown name is shown unchanged. */
export function formatHoldName(name: string): string {
  return translateName(holdNames, name.toLowerCase()) ?? addSpaces(name)
}

/** `customs`: the name inside of a sentence. German nouns stay capitalized, and so do abbreviations. */
export function formatHoldInText(name: string): string {
  const translated = translateName(holdNames, name.toLowerCase())
  if (translated === null || language === 'de') return formatHoldName(name)
  return translated.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
}

/** `hold` blocks, `pending` warns; other words are shown unchanged. */
export function formatHoldState(status: string): string {
  if (status === 'hold') return t('hold.isActive')
  return status === 'pending' ? t('hold.isPending') : addSpaces(status)
}

const holdClearers: Record<string, PlainWord> = {
  freight: 'holdClears.freight',
  customs: 'holdClears.customs',
  vacis: 'holdClears.vacis',
  usda: 'holdClears.usda',
  tmf: 'holdClears.tmf',
}

export function describeWhoClears(name: string): string {
  return translateName(holdClearers, name.toLowerCase()) ?? t('holdClears.other')
}

/** `Customs hold`. */
export function formatHoldLabel(name: string): string {
  return t('hold.named', { name: formatHoldName(name) })
}

const MIN_HOLD_TEXT = 3

/** The hold whose label begins with this text, as typed into a search; null if there is none. */
export function findHold(text: string): string | null {
  const typed = text.toLowerCase()
  const isNamed = (name: string) => formatHoldLabel(name).toLowerCase().startsWith(typed)
  return typed.length < MIN_HOLD_TEXT ? null : (Object.keys(holdNames).find(isNamed) ?? null)
}

/** The verdict for the panel, which has room for the names of several holds. */
export function formatVerdictInFull(row: VerdictSubject, nowMs: number | null): string {
  return row.verdict === 'held' && row.activeHolds.length > 1
    ? joinList(row.activeHolds.map(formatHoldLabel))
    : formatVerdict(row, nowMs)
}

function formatHeld(holds: readonly string[]): string {
  const [first, ...others] = holds
  const word = formatHoldLabel(first ?? t('hold.other'))
  return others.length > 0 ? t('hold.more', { hold: word, n: others.length }) : word
}

const feeTypes: Record<string, PlainWord> = {
  demurrage: 'fee.demurrage',
  exam: 'fee.exam',
  extended_dwell_time: 'fee.extended_dwell_time',
  other: 'fee.other',
  total: 'fee.total',
}

export function formatFeeName(type: string): string {
  return translateName(feeTypes, type) ?? addSpaces(type)
}

const statuses: Record<string, PlainWord> = {
  new: 'status.new',
  on_ship: 'status.on_ship',
  grounded: 'status.grounded',
  available: 'status.available',
  not_available: 'status.not_available',
  awaiting_inland_transfer: 'status.awaiting_inland_transfer',
  on_rail: 'status.on_rail',
  off_dock: 'status.off_dock',
  picked_up: 'status.picked_up',
  delivered: 'status.delivered',
  dropped: 'status.dropped',
  loaded: 'status.loaded',
  loadedOut: 'status.loadedOut',
  empty_returned: 'status.empty_returned',
}

/** An unknown status is shown as spelt, because the service may add one before this program knows it. */
export function formatStatus(status: string | null): string {
  return status === null ? t('status.new') : (translateName(statuses, status) ?? addSpaces(status))
}

export function formatContainerStatus(row: Parameters<typeof getStatusKey>[0]): string {
  return formatStatus(getStatusKey(row))
}

const stoppedReasons: Record<string, PlainWord> = {
  all_containers_terminated: 'trackingStopped.all_containers_terminated',
  past_arrival_window: 'trackingStopped.past_arrival_window',
  past_full_out_window: 'trackingStopped.past_full_out_window',
  no_updates_at_line: 'trackingStopped.no_updates_at_line',
  cancelled_by_user: 'trackingStopped.cancelled_by_user',
  booking_cancelled: 'trackingStopped.booking_cancelled',
}

export function formatStoppedReason(reason: string): string {
  return translateName(stoppedReasons, reason) ?? addSpaces(reason)
}
