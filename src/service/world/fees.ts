// The fees of a terminal or ramp at an instant (specification 2.6). Demurrage is charged for each calendar day after
// the last free day, and the rate rises after four days. Some terminals report only a total, no price yet or no
// currency, as in the live service.
import { getLocalDay } from './calendar.ts'
import type { Terminal } from './data/terminals.ts'
import { countOverdueDays, listHoldsAt, type Stay } from './stay.ts'

export type FeeType = 'demurrage' | 'exam' | 'extended_dwell_time' | 'other' | 'total'
export type Fee = { type: FeeType; amount: number; currency_code?: string }

const TRAFFIC_FEE = 80
const LOW_RATE_DAYS = 4
const HIGH_RATE_FACTOR = 1.6
/** Extended dwell is charged after this many days since discharge, but never before the last free day has passed. */
const DWELL_FREE_DAYS = 9

export function listFeesAt(stay: Stay, facility: Terminal, instantMs: number): Fee[] {
  if (!facility.reports.fees || instantMs < stay.dischargedMs || instantMs >= stay.fullOutMs) return []
  const overdueDays = countOverdueDays(stay, instantMs)
  const lines: Fee[] = []
  if (overdueDays > 0) {
    lines.push({ type: 'demurrage', amount: computeDemurrage(facility.demurragePerDay, overdueDays) })
    const dwellDays = Math.min(
      overdueDays,
      getLocalDay(stay.zone, instantMs) - getLocalDay(stay.zone, stay.dischargedMs) - DWELL_FREE_DAYS,
    )
    if (facility.dwellPerDay > 0 && dwellDays > 0)
      lines.push({ type: 'extended_dwell_time', amount: facility.dwellPerDay * dwellDays })
  }
  if (stay.examFee && stay.examFee.fromMs <= instantMs) lines.push({ type: 'exam', amount: stay.examFee.amount })
  // The traffic mitigation fee is due as long as its hold is active.
  if (listHoldsAt(stay, instantMs).some(({ name }) => name === 'TMF'))
    lines.push({ type: 'other', amount: TRAFFIC_FEE })
  return formatFees(lines, stay, getCurrency(facility.locode))
}

function computeDemurrage(perDay: number, days: number): number {
  return (
    perDay * Math.min(days, LOW_RATE_DAYS) + Math.round(perDay * HIGH_RATE_FACTOR) * Math.max(0, days - LOW_RATE_DAYS)
  )
}

function formatFees(lines: Fee[], { feeForm }: Stay, currency: string): Fee[] {
  if (lines.length === 0) return []
  if (feeForm === 'unpriced') return lines.map((line) => ({ ...line, amount: 0, currency_code: currency }))
  if (feeForm === 'no-currency') return lines
  const priced = lines.map((line) => ({ ...line, currency_code: currency }))
  // A terminal reports a total only if there is demurrage. An exam fee alone is always itemized.
  if (feeForm === 'itemised' || !lines.some((line) => line.type === 'demurrage')) return priced
  const total: Fee = {
    type: 'total',
    amount: lines.reduce((sum, line) => sum + line.amount, 0),
    currency_code: currency,
  }
  return feeForm === 'total-only' ? [total] : [...priced, total]
}

function getCurrency(locode: string): string {
  if (locode.startsWith('US')) return 'USD'
  return locode.startsWith('CA') ? 'CAD' : 'EUR'
}
