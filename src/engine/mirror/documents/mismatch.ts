// Finds where a document differs from its related records. Pure.
import type { ContainerRow } from '#contract/containers.ts'
import type { LastFreeDayMismatch, Mismatch } from '#contract/documents.ts'
import {
  type Identifiers,
  type Payload,
  amountOf,
  isHouseDocument,
  lastFreeDaysIn,
  plainNumber,
  subtotalOf,
  sumLines,
} from './payload.ts'

export type RelatedNumbers = {
  /** The numbers of all containers of the related shipments. */
  containers: string[]
  /** Every bill number of these shipments. */
  bills: string[]
}

/** The tolerance of a sum for each of its lines, because each line is rounded. */
const CENT_PER_LINE = 0.01

/** `related` is null if there is no related record. */
export function findMismatches(
  type: string | null,
  payload: Payload,
  identifiers: Identifiers,
  related: RelatedNumbers | null,
): Mismatch[] {
  return [
    ...findContainerMismatches(identifiers, related),
    ...findBillMismatches(type, identifiers, related),
    ...findAmountMismatches(type, payload),
  ]
}

function findContainerMismatches({ containers }: Identifiers, related: RelatedNumbers | null): Mismatch[] {
  // A shipment without containers yet cannot be compared.
  if (!related || related.containers.length === 0) return []
  return containers
    .filter((number) => !related.containers.includes(number))
    .map((text) => ({ kind: 'other-container', text }))
}

function findBillMismatches(type: string | null, { bills }: Identifiers, related: RelatedNumbers | null): Mismatch[] {
  if (!related || related.bills.length === 0 || isHouseDocument(type)) return []
  return bills
    .filter((bill) => !related.bills.some((relatedBill) => isSameBill(bill, relatedBill)))
    .map((text) => ({ kind: 'other-bill', text }))
}

/** Whether two bill numbers are equal. One of them may lack the SCAC at its beginning. */
export function isSameBill(one: string, other: string): boolean {
  const [plainOne, plainOther] = [plainNumber(one), plainNumber(other)]
  if (plainOne === plainOther) return true
  const [long, short] = plainOne.length > plainOther.length ? [plainOne, plainOther] : [plainOther, plainOne]
  return short.length >= 6 && long.length - short.length === 4 && long.endsWith(short)
}

/** The last free day of a document; null without one. With several, it is not known which is of which container. */
export function lastFreeDayIn(payload: Payload): string | null {
  const [day, ...otherDays] = lastFreeDaysIn(payload)
  return day === undefined || otherDays.length > 0 ? null : day
}

/**
 * Computed for each call and not stored, because the dates of containers change more often than documents. `rows`: the
 * containers of the linked records. A document that names containers is compared only with these. The inbox counts the
 * same in SQL (engine/documents/rows.ts).
 */
export function findLastFreeDayMismatches(
  payload: Payload,
  { containers }: Identifiers,
  rows: readonly Pick<ContainerRow, 'number' | 'fullOutAt' | 'lastFreeDay'>[],
): LastFreeDayMismatch[] {
  const day = lastFreeDayIn(payload)
  if (day === null) return []
  return rows.flatMap(({ number, fullOutAt, lastFreeDay: { date, sources } }) => {
    const isNamed = containers.length === 0 || containers.includes(number)
    if (!isNamed || fullOutAt !== null || date === null || sources.some((source) => source.date === day)) return []
    return [{ kind: 'other-lfd' as const, number, inDocument: day, inEffect: date }]
  })
}

function findAmountMismatches(type: string | null, payload: Payload): Mismatch[] {
  if (!/invoice/.test(type ?? '')) return []
  const total = amountOf(payload)
  if (!total) return [{ kind: 'no-total', text: null }]
  const lineSum = sumLines(payload)
  const expected = Number(subtotalOf(payload))
  const isSumWrong =
    lineSum !== null &&
    Number.isFinite(expected) &&
    Math.abs(lineSum.sum - expected) > CENT_PER_LINE * Math.max(2, lineSum.count)
  return [
    ...(total.currency === null ? [{ kind: 'no-currency' as const, text: null }] : []),
    ...(isSumWrong ? [{ kind: 'sum' as const, text: total.value }] : []),
  ]
}
