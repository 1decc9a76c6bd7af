// The contents that 46 CFR 541.6 requires of a demurrage or detention invoice, and the two terms of 30 days of 541.7
// and 541.8. Values that were not reported are blank. Pure. The record has the last day of free time but never the
// first. Only the invoice states the carrier's rule. Amounts from the user's own tables are marked as estimates.
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
 * A billing party has as many days from the last day charged to issue it, and the billed one at least as many to ask
 * for mitigation.
 */
const TERM_DAYS = 30

/** A day at a place. */
export type PlaceDay = { date: string; zone: string | null }

export type ChecklistInput = {
  charge: DisputedCharge
  number: string
  masterBill: string | null
  portOfDischarge: string | null
  terminal: string | null
  /** The one that governs; `isOwn`: the user's. */
  lastFreeDay: (PlaceDay & { isOwn: boolean }) | null
  /** What each source names, the governing one first. */
  freeDays: readonly { source: EvidenceSource; date: string }[]
  available: { at: string; zone: string | null; origin: 'reported' | 'seen'; reportedBy: EvidenceSource | null } | null
  /** Picked up, and returned empty. */
  out: PlaceDay | null
  returned: PlaceDay | null
  /** The user's table for such a box; `estimate` by it, through the last day charged or today. */
  terms: { table: RateTable | null; returnBy: string | null; estimate: Estimate }
  invoiceDate: string | null
}

export type Checklist = { rows: ChecklistRow[]; isInvoiceLate: boolean | null }

export function checklistOf(input: ChecklistInput): Checklist {
  const last = lastCharged(input)
  const issueBy = last && addDays(last.date, TERM_DAYS)
  const { invoiceDate } = input
  const row: Row = (item, origin, value, reportedBy = null) => ({ item, origin, value, reportedBy })
  const blank = (item: ChecklistItem) => row(item, 'invoice', null)
  const rows = [
    row('bill-of-lading', 'reported', text(input.masterBill)),
    row('container', 'reported', text(input.number)),
    row('port-of-discharge', 'reported', text(input.portOfDischarge)),
    row('terminal', 'reported', text(input.terminal)),
    blank('liable-basis'),
    row('invoice-date', 'typed', day(invoiceDate === null ? null : { date: invoiceDate, zone: null })),
    blank('invoice-due'),
    ...freeTime(input, row),
    row(
      'available',
      input.available?.origin ?? 'reported',
      input.available && { kind: 'instant', at: input.available.at, zone: input.available.zone },
      input.available?.reportedBy ?? null,
    ),
    ...rates(input, row),
    row('last-charged', 'reckoned', day(last)),
    blank('contact'),
    blank('certification'),
    row('issue-by', 'reckoned', day(last && issueBy !== null ? { date: issueBy, zone: last.zone } : null)),
    row(
      'dispute-by',
      'reckoned',
      day(invoiceDate === null ? null : { date: addDays(invoiceDate, TERM_DAYS), zone: null }),
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

/** In the terminal the last day is what somebody reported; outside it is the user's own terms or nothing. */
function freeTime(input: ChecklistInput, row: Row): ChecklistRow[] {
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
    row('free-time-start', 'own-rates', day(out && { date: addDays(out.date, 1), zone: out.zone })),
    row('free-time-end', 'own-rates', day(returnBy === null ? null : { date: returnBy, zone: out?.zone ?? null })),
  ]
}

/** Whoever bills need not go by the day that governs here: what the others name is as much of the list. */
function freeTimeEnds({ lastFreeDay, freeDays }: ChecklistInput, row: Row): ChecklistRow[] {
  if (lastFreeDay === null || freeDays.length === 0)
    return [row('free-time-end', lastFreeDay?.isOwn === true ? 'typed' : 'reported', day(lastFreeDay))]
  return freeDays.map(({ source, date }) =>
    row(
      'free-time-end',
      source === 'user' ? 'typed' : 'reported',
      day({ date, zone: lastFreeDay.zone }),
      source === 'user' ? null : source,
    ),
  )
}

/** Of a box that still stands there, or is still out, through today. */
function rates({ charge, out, returned, terms: { estimate } }: ChecklistInput, row: Row): ChecklistRow[] {
  const costed = estimate.state === 'costed' ? estimate : null
  const through = (charge === 'demurrage' ? out : returned) === null ? 'own-rates-today' : 'own-rates'
  return [
    row('days-charged', through, costed && { kind: 'days', days: costed.days, counting: costed.counting }),
    row('amount', through, costed && { kind: 'money', currency: costed.currency, minor: costed.minor }),
    row('rate-rule', 'own-rates', text(costed?.table.name ?? null)),
    row(
      'rates',
      through,
      costed && costed.parts.length > 0 ? { kind: 'rates', currency: costed.currency, parts: costed.parts } : null,
    ),
  ]
}

/** The last day that can have been charged: the one it left, or came back. None where that lies within free time. */
function lastCharged({ charge, lastFreeDay, out, returned, terms: { returnBy } }: ChecklistInput): PlaceDay | null {
  const [last, free] = charge === 'demurrage' ? [out, lastFreeDay?.date ?? null] : [returned, returnBy]
  return last === null || (free !== null && last.date <= free) ? null : last
}

function text(value: string | null): ChecklistValue | null {
  return value === null ? null : { kind: 'text', text: value }
}

function day(place: PlaceDay | null): ChecklistValue | null {
  return place && { kind: 'date', date: place.date, zone: place.zone }
}

/**
 * When a box could first be had: as an event told, or else by our first reading that said so after one that did not.
 */
export function firstAvailable(
  toldAt: string | null,
  lines: readonly EvidenceLine[],
): { at: string; origin: 'reported' | 'seen' } | null {
  if (toldAt !== null) return { at: toldAt, origin: 'reported' }
  const seen = lines.find(({ field }) => field === 'available_for_pickup')?.values.find(({ value }) => value === 'true')
  return seen?.seen === 'came' && seen.firstSeenAt !== null ? { at: seen.firstSeenAt, origin: 'seen' } : null
}
