// What the containers of each shipment add up to, counted over the board in one walk.
import { Band, Clock, Verdict } from '#contract/deadlines.ts'
import { dateOfJulianDay } from '../outside/calendar.ts'
import type { Board } from './board.ts'

export type Boxes = {
  total: number
  ready: number
  held: number
  out: number
  /** Last free day of those not out, as SQLite's day number; NaN without one. */
  earliestDay: number
  /** Place of the most pressing band among the bands. */
  worst: number
}

const [READY, UNVERIFIED, HELD, CONFLICT] = (['ready', 'ready-unverified', 'held', 'conflict'] as const).map((verdict) => Verdict.options.indexOf(verdict))
const STOPPED = Clock.options.indexOf('stopped')

/** Those tracked no more count for nothing. Null: none at all. */
export function boxesByShipment(board: Board): (shipmentId: string) => Boxes | null {
  const columns = board.columns()
  const shipments = columns.codes('shipment_id')
  const [gone, clocks, verdicts] = [columns.numbers('is_gone'), columns.numbers('clock'), columns.numbers('verdict')]
  const [days, bands] = [columns.numbers('lfd_day'), columns.numbers('band')]
  const byCode: (Boxes | undefined)[] = []
  for (let slot = 0; slot < shipments.length; slot++) {
    if (gone[slot] === 1) continue
    const boxes = (byCode[shipments[slot] ?? 0] ??= { total: 0, ready: 0, held: 0, out: 0, earliestDay: Number.NaN, worst: Band.options.length })
    const verdict = verdicts[slot]
    boxes.total++
    if (verdict === READY || verdict === UNVERIFIED) boxes.ready++
    if (verdict === HELD || verdict === CONFLICT) boxes.held++
    boxes.worst = Math.min(boxes.worst, bands[slot] ?? boxes.worst)
    if (clocks[slot] === STOPPED) boxes.out++
    else if (!((days[slot] ?? Number.NaN) >= boxes.earliestDay)) boxes.earliestDay = earlier(boxes.earliestDay, days[slot] ?? Number.NaN)
  }
  return (shipmentId) => byCode[columns.codeOf('shipment_id', shipmentId) ?? 0] ?? null
}

/** NaN is no day. */
function earlier(a: number, b: number): number {
  return Number.isNaN(a) || b < a ? b : a
}

export function earliestDate({ earliestDay }: Boxes): string | null {
  return Number.isNaN(earliestDay) ? null : dateOfJulianDay(earliestDay)
}
