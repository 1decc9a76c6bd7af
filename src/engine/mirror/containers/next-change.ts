// Computes when the standing of a stored row (standing.ts) next changes by time alone: an instant of the row passes, a
// check becomes old, or a day begins at the place of the container. Until then the row need not be read again. Pure.
import { appointmentEndMs } from '#contract/rules/appointment.ts'
import type { SqlValue } from '../../db/open.ts'
import { MS_PER_DAY, instantMs } from '../../outside/calendar.ts'
import { clockAt } from './lfd.ts'
import type { StandingInput } from './standing.ts'

/** Columns of `container_at`. */
export type NextChangeInput = Pick<
  StandingInput,
  | 'now'
  | 'started_at'
  | 'stopped_at'
  | 'arrived_at'
  | 'ata_at'
  | 'eta_at'
  | 'lfd_date'
  | 'appointment_at'
  | 'pickup_zone'
  | 'discharge_date'
  | 'arrival_date'
> &
  Record<'discharged_at' | 'terminal_checked_at' | 'official_hold_since' | 'today_zone', SqlValue>

const SECOND_MS = 1_000
/** At these ages of its last check a container becomes unverified, not assessed, or one to confirm. */
const CHECK_AGES_MS = [MS_PER_DAY, 7 * MS_PER_DAY]
/** At this age an official hold becomes a risk (at-risk.ts). */
const HOLD_AGE_MS = 2 * MS_PER_DAY
/** Ages are days with a fraction: at the exact millisecond, rounding can put the age on either side. */
const ROUNDING_MS = [-1, 0, 1]

/** Epoch milliseconds; infinite for never. `nextDayMs`: when the next day of a zone begins. */
export function computeNextChangeMs(row: NextChangeInput, nextDayMs: (zone: string) => number): number {
  const nowMs = instantMs(row.now) ?? 0
  const msOf = (value: SqlValue) => (typeof value === 'string' ? (instantMs(value) ?? Number.NaN) : Number.NaN)
  const checkedMs = msOf(row.terminal_checked_at)
  const changesMs = [
    msOf(row.ata_at),
    ...CHECK_AGES_MS.flatMap((ageMs) => ROUNDING_MS.map((roundingMs) => checkedMs + ageMs + roundingMs)),
  ]
  // Neither days nor holds count for a container that was picked up.
  if (clockAt({ startedAt: row.started_at, stoppedAt: row.stopped_at }, row.now) !== 'stopped') {
    // SQLite's unixepoch() drops the fraction.
    const heldSinceMs = Math.floor(msOf(row.official_hold_since) / SECOND_MS) * SECOND_MS
    changesMs.push(
      msOf(row.started_at),
      msOf(row.stopped_at),
      msOf(row.arrived_at),
      msOf(row.discharged_at),
      msOf(row.eta_at),
      row.appointment_at === null ? Number.NaN : appointmentEndMs(row.appointment_at, row.pickup_zone),
      heldSinceMs + HOLD_AGE_MS,
    )
    const hasDays = row.lfd_date !== null || row.discharge_date !== null || row.arrival_date !== null
    if (hasDays && typeof row.today_zone === 'string') changesMs.push(nextDayMs(row.today_zone))
  }
  return changesMs.reduce((next, ms) => (ms > nowMs && ms < next ? ms : next), Number.POSITIVE_INFINITY)
}
