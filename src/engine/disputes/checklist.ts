// The contents that 46 CFR 541.6 requires of a demurrage or detention invoice, and the 30-day terms of 541.7 and 541.8.
// Values that were not reported are blank. Pure. The record has the last day of free time but never the first, and only
// the invoice states the carrier's rule. Amounts from the user's own rate tables have the origin `own-rates`.
import type {
  ChecklistItem,
  ChecklistOrigin,
  ChecklistRow,
  ChecklistValue,
  DisputedCharge,
  EvidenceLine,
  EvidenceSource,
} from '#contract/disputes.ts'
import type { Estimate, RateTable } from '#contract/rate-table.ts'
import { addDays } from '../outside/calendar.ts'

/**
 * The invoice must be issued within this many days of the last day charged, and the billed party has at least as many
 * days to dispute it.
 */
const TERM_DAYS = 30

/** A date, and the zone of the place where it counts. */
export type PlaceDay = { date: string; zone: string | null }

export type ChecklistInput = {
  charge: DisputedCharge
  number: string
  masterBill: string | null
  portOfDischarge: string | null
  terminal: string | null
  /** The governing last free day; `isOwn`: the user set it. */
  lastFreeDay: (PlaceDay & { isOwn: boolean }) | null
  /** The last free day of each source, the governing one first. */
  freeDays: readonly { source: EvidenceSource; date: string }[]
  available: { at: string; zone: string | null; origin: 'reported' | 'seen'; reportedBy: EvidenceSource | null } | null
  /** The day of pickup. */
  out: PlaceDay | null
  returned: PlaceDay | null
  /** The user's rate table for this container, and its cost through the last day charged, or through today. */
  terms: { table: RateTable | null; returnBy: string | null; estimate: Estimate }
  /** The amount of this charge that the terminal reports. */
  reportedAmount: { currency: string; minor: number } | null
  invoiceDate: string | null
}

export type Checklist = { rows: ChecklistRow[]; isInvoiceLate: boolean | null }

export function createChecklist(input: ChecklistInput): Checklist {
  const last = findLastCharged(input)
  const issueBy = last && addDays(last.date, TERM_DAYS)
  const { invoiceDate } = input
  const row: Row = (item, origin, value, reportedBy = null) => ({ item, origin, value, reportedBy })
  const blank = (item: ChecklistItem) => row(item, 'invoice', null)
  const rows = [
    row('bill-of-lading', 'reported', textValue(input.masterBill)),
    row('container', 'reported', textValue(input.number)),
    row('port-of-discharge', 'reported', textValue(input.portOfDischarge)),
    row('terminal', 'reported', textValue(input.terminal)),
    blank('liable-basis'),
    row('invoice-date', 'typed', dayValue(invoiceDate === null ? null : { date: invoiceDate, zone: null })),
    blank('invoice-due'),
    ...freeTimeRows(input, row),
    row(
      'available',
      input.available?.origin ?? 'reported',
      input.available && { kind: 'instant', at: input.available.at, zone: input.available.zone },
      input.available?.reportedBy ?? null,
    ),
    ...rateRows(input, row),
    row('last-charged', 'computed', dayValue(last)),
    blank('contact'),
    blank('certification'),
    row('issue-by', 'computed', dayValue(last && issueBy !== null ? { date: issueBy, zone: last.zone } : null)),
    row(
      'dispute-by',
      'computed',
      dayValue(invoiceDate === null ? null : { date: addDays(invoiceDate, TERM_DAYS), zone: null }),
    ),
  ]
  return { rows, isInvoiceLate: invoiceDate === null || issueBy === null ? null : invoiceDate > issueBy }
}

type Row = (
  item: ChecklistItem,
  origin: ChecklistOrigin,
  value: ChecklistValue | null,
  reportedBy?: EvidenceSource | null,
) => ChecklistRow

/** Demurrage free time ends on a reported day. For detention only the user's own terms are known. */
function freeTimeRows(input: ChecklistInput, row: Row): ChecklistRow[] {
  const {
    charge,
    out,
    terms: { table, returnBy },
  } = input
  if (charge === 'demurrage')
    return [row('free-days', 'invoice', null), row('free-time-start', 'invoice', null), ...freeTimeEnds(input, row)]
  if (table === null || table.freeDays === null)
    return [
      row('free-days', 'invoice', null),
      row('free-time-start', 'invoice', null),
      row('free-time-end', 'invoice', null),
    ]
  return [
    row('free-days', 'own-rates', { kind: 'days', days: table.freeDays, counting: table.counting }),
    row('free-time-start', 'own-rates', dayValue(out && { date: addDays(out.date, 1), zone: out.zone })),
    row('free-time-end', 'own-rates', dayValue(returnBy === null ? null : { date: returnBy, zone: out?.zone ?? null })),
  ]
}

/** The carrier may bill by another source than the one that governs here, so all reported days are rows. */
function freeTimeEnds({ lastFreeDay, freeDays }: ChecklistInput, row: Row): ChecklistRow[] {
  if (lastFreeDay === null || freeDays.length === 0)
    return [row('free-time-end', lastFreeDay?.isOwn === true ? 'typed' : 'reported', dayValue(lastFreeDay))]
  return freeDays.map(({ source, date }) =>
    row(
      'free-time-end',
      source === 'user' ? 'typed' : 'reported',
      dayValue({ date, zone: lastFreeDay.zone }),
      source === 'user' ? null : source,
    ),
  )
}

/** The reported amount, and the cost by the user's rates. If the charge has not ended, it runs through today. */
function rateRows(
  { charge, out, returned, reportedAmount, terms: { estimate } }: ChecklistInput,
  row: Row,
): ChecklistRow[] {
  const costed = estimate.state === 'costed' ? estimate : null
  const through = (charge === 'demurrage' ? out : returned) === null ? 'own-rates-today' : 'own-rates'
  return [
    row('days-charged', through, costed && { kind: 'days', days: costed.days, counting: costed.counting }),
    row(
      'amount',
      reportedAmount === null ? 'invoice' : 'reported',
      reportedAmount && { kind: 'money', ...reportedAmount },
    ),
    row('estimate', through, costed && { kind: 'money', currency: costed.currency, minor: costed.minor }),
    row('rate-rule', 'own-rates', textValue(costed?.table.name ?? null)),
    row(
      'rates',
      through,
      costed && costed.parts.length > 0 ? { kind: 'rates', currency: costed.currency, parts: costed.parts } : null,
    ),
  ]
}

/** The last day that can have been charged: the day of pickup, or of return. Null if it is within free time. */
function findLastCharged({ charge, lastFreeDay, out, returned, terms: { returnBy } }: ChecklistInput): PlaceDay | null {
  const [last, free] = charge === 'demurrage' ? [out, lastFreeDay?.date ?? null] : [returned, returnBy]
  return last === null || (free !== null && last.date <= free) ? null : last
}

function textValue(value: string | null): ChecklistValue | null {
  return value === null ? null : { kind: 'text', text: value }
}

function dayValue(place: PlaceDay | null): ChecklistValue | null {
  return place && { kind: 'date', date: place.date, zone: place.zone }
}

/**
 * When the container first was available: from an event, else from the first reading that reported it after one that
 * did not.
 */
export function findFirstAvailable(
  reportedAt: string | null,
  lines: readonly EvidenceLine[],
): { at: string; origin: 'reported' | 'seen' } | null {
  if (reportedAt !== null) return { at: reportedAt, origin: 'reported' }
  const seen = lines.find(({ field }) => field === 'available_for_pickup')?.values.find(({ value }) => value === 'true')
  return seen?.seen === 'changed' && seen.firstSeenAt !== null ? { at: seen.firstSeenAt, origin: 'seen' } : null
}
