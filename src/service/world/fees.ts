// Fees of a terminal or ramp at an instant, for each calendar day after the last free day; the rate rises after four
// days. Specification 2.6; the forms (only a total, no price yet, no currency) are those of the live service.
import { localDay } from './calendar.ts'
import type { Terminal } from './data/terminals.ts'
import { daysOver, holdsAt, type Stay } from './stay.ts'

export type FeeType = 'demurrage' | 'exam' | 'extended_dwell_time' | 'other' | 'total'
export type Fee = { type: FeeType; amount: number; currency_code?: string }

const TRAFFIC_FEE = 80
const LOW_RATE_DAYS = 4
const HIGH_RATE_FACTOR = 1.6
/** Extended dwell is charged after this number of days since discharge, but never before the last free day. */
const DWELL_FREE_DAYS = 9

export function feesAt(stay: Stay, facility: Terminal, instantMs: number): Fee[] {
  if (!facility.reports.fees || instantMs < stay.dischargedMs || instantMs >= stay.fullOutMs) return []
  const over = daysOver(stay, instantMs)
  const lines: Fee[] = []
  if (over > 0) {
    lines.push({ type: 'demurrage', amount: demurrageFor(facility.demurragePerDay, over) })
    const dwellDays = Math.min(
      over,
      localDay(stay.zone, instantMs) - localDay(stay.zone, stay.dischargedMs) - DWELL_FREE_DAYS,
    )
    if (facility.dwellPerDay > 0 && dwellDays > 0)
      lines.push({ type: 'extended_dwell_time', amount: facility.dwellPerDay * dwellDays })
  }
  if (stay.examFee && stay.examFee.fromMs <= instantMs) lines.push({ type: 'exam', amount: stay.examFee.amount })
  // The traffic fee remains as long as its hold.
  if (holdsAt(stay, instantMs).some(({ name }) => name === 'TMF')) lines.push({ type: 'other', amount: TRAFFIC_FEE })
  return formatFees(lines, stay, currencyOf(facility.locode))
}

function demurrageFor(perDay: number, days: number): number {
  return (
    perDay * Math.min(days, LOW_RATE_DAYS) + Math.round(perDay * HIGH_RATE_FACTOR) * Math.max(0, days - LOW_RATE_DAYS)
  )
}

function formatFees(lines: Fee[], { feeForm }: Stay, currency: string): Fee[] {
  if (lines.length === 0) return []
  if (feeForm === 'unpriced') return lines.map((line) => ({ ...line, amount: 0, currency_code: currency }))
  if (feeForm === 'no-currency') return lines
  const priced = lines.map((line) => ({ ...line, currency_code: currency }))
  // Only demurrage can be reported as a total; an exam alone is always itemized.
  if (feeForm === 'itemised' || !lines.some((line) => line.type === 'demurrage')) return priced
  const total: Fee = {
    type: 'total',
    amount: lines.reduce((sum, line) => sum + line.amount, 0),
    currency_code: currency,
  }
  return feeForm === 'total-only' ? [total] : [...priced, total]
}

function currencyOf(locode: string): string {
  if (locode.startsWith('US')) return 'USD'
  return locode.startsWith('CA') ? 'CAD' : 'EUR'
}
