// The contents that 46 CFR 541.6 requires of a demurrage or detention invoice, and the 30-day terms of 541.7 and 541.8,
// which only exist where this rule applies.
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

/** The United States with its territories, by the country of the port's code. */
const US_LOCODE = /^(?:US|PR|GU|VI|AS|MP)/

/** Whether 46 CFR part 541 may apply: not if the port of discharge is elsewhere, and no destination is in the US. */
export function canUsRuleApply(portLocode: string | null, destinationLocode: string | null): boolean {
  return portLocode === null || US_LOCODE.test(portLocode) || US_LOCODE.test(destinationLocode ?? '')
}

/** A date, and the zone of the place where it counts. */
export type PlaceDay = { date: string; zone: string | null }

export type ChecklistInput = {
  charge: DisputedCharge
  /** Without it, an invoice has no 30-day terms. */
  isUsRule: boolean
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
  pickedUp: PlaceDay | null
  returned: PlaceDay | null
  /** The user's rate table for this container, and its cost through the last day charged, or through today. */
  terms: { table: RateTable | null; returnBy: string | null; estimate: Estimate }
  /** The amount of this charge that the terminal reports. */
  reportedAmount: { currency: string; minor: number } | null
  invoiceDate: string | null
}

export type Checklist = { rows: ChecklistRow[]; isInvoiceLate: boolean | null }

export function createChecklist(input: ChecklistInput): Checklist {
  const lastCharged = findLastCharged(input)
  const issueBy = lastCharged && addDays(lastCharged.date, TERM_DAYS)
  const { invoiceDate } = input
  const createRow: CreateRow = (item, origin, value, reportedBy = null) => ({ item, origin, value, reportedBy })
  const createBlank = (item: ChecklistItem) => createRow(item, 'invoice', null)
  const rows = [
    createRow('bill-of-lading', 'reported', toTextValue(input.masterBill)),
    createRow('container', 'reported', toTextValue(input.number)),
    createRow('port-of-discharge', 'reported', toTextValue(input.portOfDischarge)),
    createRow('terminal', 'reported', toTextValue(input.terminal)),
    createBlank('liable-basis'),
    createRow('invoice-date', 'typed', toDayValue(invoiceDate === null ? null : { date: invoiceDate, zone: null })),
    createBlank('invoice-due'),
    ...createFreeTimeRows(input, createRow),
    createRow(
      'available',
      input.available?.origin ?? 'reported',
      input.available && { kind: 'instant', at: input.available.at, zone: input.available.zone },
      input.available?.reportedBy ?? null,
    ),
    ...createRateRows(input, createRow),
    createRow('last-charged', 'computed', toDayValue(lastCharged)),
    createBlank('contact'),
    createBlank('certification'),
    ...(input.isUsRule ? createTermRows(lastCharged, issueBy, invoiceDate, createRow) : []),
  ]
  const isInvoiceLate = !input.isUsRule || invoiceDate === null || issueBy === null ? null : invoiceDate > issueBy
  return { rows, isInvoiceLate }
}

function createTermRows(
  lastCharged: PlaceDay | null,
  issueBy: string | null,
  invoiceDate: string | null,
  createRow: CreateRow,
): ChecklistRow[] {
  return [
    createRow(
      'issue-by',
      'computed',
      toDayValue(lastCharged && issueBy !== null ? { date: issueBy, zone: lastCharged.zone } : null),
    ),
    createRow(
      'dispute-by',
      'computed',
      toDayValue(invoiceDate === null ? null : { date: addDays(invoiceDate, TERM_DAYS), zone: null }),
    ),
  ]
}

type CreateRow = (
  item: ChecklistItem,
  origin: ChecklistOrigin,
  value: ChecklistValue | null,
  reportedBy?: EvidenceSource | null,
) => ChecklistRow

/** Demurrage free time ends on a reported day. For detention only the user's own terms are known. */
function createFreeTimeRows(input: ChecklistInput, createRow: CreateRow): ChecklistRow[] {
  const {
    charge,
    pickedUp,
    terms: { table, returnBy },
  } = input
  if (charge === 'demurrage')
    return [
      createRow('free-days', 'invoice', null),
      createRow('free-time-start', 'invoice', null),
      ...createFreeTimeEnds(input, createRow),
    ]
  if (table === null || table.freeDays === null)
    return [
      createRow('free-days', 'invoice', null),
      createRow('free-time-start', 'invoice', null),
      createRow('free-time-end', 'invoice', null),
    ]
  return [
    createRow('free-days', 'own-rates', { kind: 'days', days: table.freeDays, counting: table.counting }),
    createRow(
      'free-time-start',
      'own-rates',
      toDayValue(pickedUp && { date: addDays(pickedUp.date, 1), zone: pickedUp.zone }),
    ),
    createRow(
      'free-time-end',
      'own-rates',
      toDayValue(returnBy === null ? null : { date: returnBy, zone: pickedUp?.zone ?? null }),
    ),
  ]
}

/** The carrier may bill by another source than the one that governs here, so all reported days are rows. */
function createFreeTimeEnds({ lastFreeDay, freeDays }: ChecklistInput, createRow: CreateRow): ChecklistRow[] {
  if (lastFreeDay === null || freeDays.length === 0)
    return [createRow('free-time-end', lastFreeDay?.isOwn === true ? 'typed' : 'reported', toDayValue(lastFreeDay))]
  return freeDays.map(({ source, date }) =>
    createRow(
      'free-time-end',
      source === 'user' ? 'typed' : 'reported',
      toDayValue({ date, zone: lastFreeDay.zone }),
      source === 'user' ? null : source,
    ),
  )
}

/** The reported amount, and the cost by the user's rates. If the charge has not ended, it runs through today. */
function createRateRows(
  { charge, pickedUp, returned, reportedAmount, terms: { estimate } }: ChecklistInput,
  createRow: CreateRow,
): ChecklistRow[] {
  const costedEstimate = estimate.state === 'costed' ? estimate : null
  const origin = (charge === 'demurrage' ? pickedUp : returned) === null ? 'own-rates-today' : 'own-rates'
  return [
    createRow(
      'days-charged',
      origin,
      costedEstimate && { kind: 'days', days: costedEstimate.days, counting: costedEstimate.counting },
    ),
    createRow(
      'amount',
      reportedAmount === null ? 'invoice' : 'reported',
      reportedAmount && { kind: 'money', ...reportedAmount },
    ),
    createRow(
      'estimate',
      origin,
      costedEstimate && { kind: 'money', currency: costedEstimate.currency, minor: costedEstimate.minor },
    ),
    createRow('rate-rule', 'own-rates', toTextValue(costedEstimate?.table.name ?? null)),
    createRow(
      'rates',
      origin,
      costedEstimate && costedEstimate.parts.length > 0
        ? { kind: 'rates', currency: costedEstimate.currency, parts: costedEstimate.parts }
        : null,
    ),
  ]
}

/** The last day that can have been charged: the day of pickup, or of return. Null if it is within free time. */
function findLastCharged({
  charge,
  lastFreeDay,
  pickedUp,
  returned,
  terms: { returnBy },
}: ChecklistInput): PlaceDay | null {
  const [lastDay, lastFreeDate] = charge === 'demurrage' ? [pickedUp, lastFreeDay?.date ?? null] : [returned, returnBy]
  return lastDay === null || (lastFreeDate !== null && lastDay.date <= lastFreeDate) ? null : lastDay
}

function toTextValue(value: string | null): ChecklistValue | null {
  return value === null ? null : { kind: 'text', text: value }
}

function toDayValue(day: PlaceDay | null): ChecklistValue | null {
  return day && { kind: 'date', date: day.date, zone: day.zone }
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
  const firstAvailable = lines
    .find(({ field }) => field === 'available_for_pickup')
    ?.values.find(({ value }) => value === 'true')
  return firstAvailable?.seen === 'changed' && firstAvailable.firstSeenAt !== null
    ? { at: firstAvailable.firstSeenAt, origin: 'seen' }
    : null
}
