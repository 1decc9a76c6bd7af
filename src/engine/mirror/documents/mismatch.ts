// Where a document differs from its related records. Pure.
import type { Mismatch } from '#contract/documents.ts'
import {
  type Identifiers,
  type Payload,
  amountOf,
  isHouseDocument,
  lineTotal,
  plainNumber,
  subtotalOf,
} from './payload.ts'

export type Related = {
  /** The total of all containers of the related shipments. */
  containers: string[]
  /** Every bill number of these shipments. */
  bills: string[]
}

/** Tolerance: the lines of a sum are rounded. */
const CENT_PER_LINE = 0.01

/** `related` is null if there is no related record. */
export function mismatchesOf(
  type: string | null,
  payload: Payload,
  found: Identifiers,
  related: Related | null,
): Mismatch[] {
  return [...otherContainers(found, related), ...otherBill(type, found, related), ...moneyOf(type, payload)]
}

function otherContainers({ containers }: Identifiers, related: Related | null): Mismatch[] {
  // A shipment without containers yet cannot be compared.
  if (!related || related.containers.length === 0) return []
  return containers
    .filter((number) => !related.containers.includes(number))
    .map((text) => ({ kind: 'other-container', text }))
}

function otherBill(type: string | null, { bills }: Identifiers, related: Related | null): Mismatch[] {
  if (!related || related.bills.length === 0 || isHouseDocument(type)) return []
  return bills
    .filter((bill) => !related.bills.some((own) => isSameBill(bill, own)))
    .map((text) => ({ kind: 'other-bill', text }))
}

/** With and without the line's code in front. */
export function isSameBill(one: string, other: string): boolean {
  const [a, b] = [plainNumber(one), plainNumber(other)]
  if (a === b) return true
  const [long, short] = a.length > b.length ? [a, b] : [b, a]
  return short.length >= 6 && long.length - short.length === 4 && long.endsWith(short)
}

function moneyOf(type: string | null, payload: Payload): Mismatch[] {
  if (!/invoice/.test(type ?? '')) return []
  const total = amountOf(payload)
  if (!total) return [{ kind: 'no-total', text: null }]
  const lines = lineTotal(payload)
  const expected = Number(subtotalOf(payload))
  const isOff =
    lines !== null &&
    Number.isFinite(expected) &&
    Math.abs(lines.sum - expected) > CENT_PER_LINE * Math.max(2, lines.lines)
  return [
    ...(total.currency === null ? [{ kind: 'no-currency' as const, text: null }] : []),
    ...(isOff ? [{ kind: 'sum' as const, text: total.value }] : []),
  ]
}
