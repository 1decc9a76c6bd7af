// What a stored row means at the current moment: clock, verdict, band, risks. Pure. Only this file passes columns of
// the view `container_at` (moment.ts) to the rules, for a row on screen and for a whole list.
import { appointmentEndMs } from '#contract/rules/appointment.ts'
import type { Band, Clock, Verdict } from '#contract/deadlines.ts'
import type { Risk } from '#contract/risk.ts'
import type { SqlValue } from '../../db/open.ts'
import { instantMs } from '../../outside/calendar.ts'
import { findRisks } from './at-risk.ts'
import { bandOf, clockAt } from './lfd.ts'
import { verdictOf } from './readiness.ts'

type Text = string | null
type Flag = 0 | 1

/** Columns of `container_at`. */
export type StandingInput = {
  now: string
  status: Text
  tomorrow: number
  soon: number
  week: number
  started_at: Text
  stopped_at: Text
  arrived_at: Text
  ata_at: Text
  eta_at: Text
  lfd_date: Text
  appointment_at: Text
  appointment_date: Text
  pickup_zone: Text
  discharge_date: Text
  arrival_date: Text
  unblocked_at: Text
  tracking_stopped_at: Text
  is_availability_known: Flag | null
  is_available: Flag | null
  active_holds: string
  is_disputed: Flag
  has_running_fee: Flag
  newest_hold_id: number | null
  seen_through: number
  days_left: number | null
  days_since_discharge: number | null
  days_to_arrival: number | null
  check_age_days: number | null
  official_hold_days: number | null
  is_lfd_earlier: Flag
  arrival_moved_hours: number
}

/** The columns for a SELECT. */
export const STANDING_COLUMNS = `now, status, tomorrow, soon, week, started_at, stopped_at, arrived_at, ata_at, eta_at, lfd_date,
  appointment_at, appointment_date, pickup_zone,
  discharge_date, arrival_date, unblocked_at, tracking_stopped_at, is_availability_known, is_available, active_holds, is_disputed,
  has_running_fee, newest_hold_id, seen_through, days_left, days_since_discharge, days_to_arrival, check_age_days,
  official_hold_days, is_lfd_earlier, arrival_moved_hours`

export type Standing = {
  clock: Clock
  verdict: Verdict
  band: Band
  /** Most severe first. */
  risks: Risk[]
  /** Since when the container is ready; null if it is not, or if it was ready at the first reading. */
  readySince: string | null
  /** The terminal was not checked for more than a day, or never. */
  isUnchecked: boolean
  /** Free time is running, but it cannot be assessed: no last free day, or no recent check. */
  isNotAssessed: boolean
  /** An appointment that was not missed. */
  hasAppointment: boolean
  /** An active hold was placed after the user's last read mark. */
  hasNewHold: boolean
}

export function standingOf(row: StandingInput): Standing {
  const clock = clockAt({ startedAt: row.started_at, stoppedAt: row.stopped_at }, row.now)
  const verdict = verdictOf({
    clock,
    hasArrived: row.arrived_at !== null && row.arrived_at <= row.now,
    isAvailabilityKnown: toBoolean(row.is_availability_known),
    isAvailable: toBoolean(row.is_available),
    hasActiveHold: row.active_holds !== '[]',
    hoursSinceCheck: toHours(row.check_age_days),
  })
  const hasAppointment = hasOpenAppointment(row, clock)
  const isUnchecked = row.check_age_days === null || row.check_age_days > 1
  return {
    clock,
    verdict,
    band: bandOf(clock, row.days_left, row.check_age_days, row),
    risks: findRisksOfRow(row, clock, verdict, hasAppointment),
    readySince: verdict === 'ready' || verdict === 'ready-unverified' ? row.unblocked_at : null,
    isUnchecked,
    isNotAssessed: clock === 'running' && (row.days_left === null || isUnchecked),
    hasAppointment,
    hasNewHold: clock !== 'stopped' && row.newest_hold_id !== null && row.newest_hold_id > row.seen_through,
  }
}

/** A container that was picked up cannot miss its appointment. */
function hasOpenAppointment({ appointment_at: at, pickup_zone: zone, now }: StandingInput, clock: Clock): boolean {
  return at !== null && (clock === 'stopped' || appointmentEndMs(at, zone) > (instantMs(now) ?? 0))
}

function findRisksOfRow(row: StandingInput, clock: Clock, verdict: Verdict, hasAppointment: boolean): Risk[] {
  return findRisks({
    clock,
    verdict,
    daysLeft: row.days_left,
    lastFreeDay: row.lfd_date,
    appointmentDate: hasAppointment ? row.appointment_date : null,
    dischargeDate: row.discharge_date,
    arrivalDate: row.arrival_date,
    daysSinceDischarge: row.days_since_discharge,
    hoursSinceCheck: toHours(row.check_age_days),
    isDisputed: row.is_disputed === 1,
    hasRunningFee: row.has_running_fee === 1,
    officialHoldDays: row.official_hold_days,
    isLastFreeDayEarlier: row.is_lfd_earlier === 1,
    arrivalMovedHours: row.arrival_moved_hours,
    daysToArrival: row.ata_at === null && row.eta_at !== null && row.eta_at > row.now ? row.days_to_arrival : null,
    isTrackingStopped: row.tracking_stopped_at !== null,
    isOnRail: row.status === 'on_rail',
  })
}

function toHours(days: number | null): number | null {
  return days === null ? null : days * 24
}

function toBoolean(value: SqlValue): boolean | null {
  return value === null ? null : value === 1
}
