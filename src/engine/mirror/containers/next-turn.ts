// When a stored row next says something else though nobody writes it (standing.ts): the clock reaches an instant of the
// row, a check grows old, or a day begins where the box is. Rows whose turn has not come need not be read again. Pure.
import type { SqlValue } from '../../db/open.ts'
import { MS_PER_DAY, instantMs } from '../../outside/calendar.ts'
import { clockAt } from './lfd.ts'
import type { StandingInput } from './standing.ts'

/** Columns of `container_at`. */
export type TurnInput = Pick<
  StandingInput,
  | 'now'
  | 'started_at'
  | 'stopped_at'
  | 'arrived_at'
  | 'ata_at'
  | 'eta_at'
  | 'lfd_date'
  | 'discharge_date'
  | 'arrival_date'
> &
  Record<'discharged_at' | 'terminal_checked_at' | 'official_hold_since' | 'today_zone', SqlValue>

const SECOND_MS = 1_000
/** At these ages of its last check a box turns unverified, not assessed, or one to be confirmed. */
const CHECK_AGES_MS = [MS_PER_DAY, 7 * MS_PER_DAY]
const HOLD_AGE_MS = 2 * MS_PER_DAY
/** Ages are told in days with a fraction: on the millisecond itself it may read as just before or just after. */
const AROUND_MS = [-1, 0, 1]

/** Epoch milliseconds; infinite for never. `nextDayMs` of a zone: when the day after the one it is there begins. */
export function nextTurnMs(row: TurnInput, nextDayMs: (zone: string) => number): number {
  const nowMs = instantMs(row.now) ?? 0
  const msOf = (value: SqlValue) => (typeof value === 'string' ? (instantMs(value) ?? Number.NaN) : Number.NaN)
  const checkedMs = msOf(row.terminal_checked_at)
  const turns = [
    msOf(row.ata_at),
    ...CHECK_AGES_MS.flatMap((ageMs) => AROUND_MS.map((aroundMs) => checkedMs + ageMs + aroundMs)),
  ]
  // Of a box that is out, neither days nor holds count.
  if (clockAt({ startedAt: row.started_at, stoppedAt: row.stopped_at }, row.now) !== 'stopped') {
    // SQLite's unixepoch() leaves the fraction out.
    const heldMs = Math.floor(msOf(row.official_hold_since) / SECOND_MS) * SECOND_MS
    turns.push(
      msOf(row.started_at),
      msOf(row.stopped_at),
      msOf(row.arrived_at),
      msOf(row.discharged_at),
      msOf(row.eta_at),
      heldMs + HOLD_AGE_MS,
    )
    const hasDays = row.lfd_date !== null || row.discharge_date !== null || row.arrival_date !== null
    if (hasDays && typeof row.today_zone === 'string') turns.push(nextDayMs(row.today_zone))
  }
  return turns.reduce((next, ms) => (ms > nowMs && ms < next ? ms : next), Number.POSITIVE_INFINITY)
}
