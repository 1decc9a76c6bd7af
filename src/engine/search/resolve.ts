// Finds the record that a direct link (specification 4.4) opens, in five steps. Records that are gone never match. If
// several match a step, the result is always the same one: open before closed, then the newest, then by id; among
// partial matches, open before closed, then the first of the index.
import type { Resolution } from '#contract/search.ts'
import type { ReadableDb } from '../db/open.ts'
import { type Field, fieldsFromText, needleOf, questionOf, wholeNeedleOf } from '../mirror/search/entry.ts'
import { type Found, compare, exactNumbers, firstNumberFrom, isInNumbers, numbersWith } from './find.ts'
import { containerNumberKey, exactKey } from '../mirror/search/fold.ts'

const NOTHING: Resolution = { step: 'list', shipmentId: null, containerId: null }

export function resolveNumber(db: ReadableDb, q: string): Resolution {
  const oneWord = questionOf(q)?.oneWord
  if (oneWord === undefined) return NOTHING
  const exact = containerOf(db, 'container', findExactContainer(db, q, oneWord))
  if (exact) return exact
  // Each later step needs a record with this text in one of its numbers.
  if (!isInNumbers(db, needleOf(oneWord))) return NOTHING
  return (
    shipmentOf('shipment', findExactShipment(db, q, oneWord)) ??
    containerOf(db, 'partial-container', findPartial(db, 'container', oneWord)) ??
    shipmentOf('partial-shipment', findPartial(db, 'shipment', oneWord)) ??
    NOTHING
  )
}

/** Matches only a whole number or reference. */
export function resolveWhole(db: ReadableDb, q: string): Resolution | null {
  const oneWord = questionOf(q)?.oneWord
  if (oneWord === undefined) return null
  return (
    containerOf(db, 'container', findExactContainer(db, q, oneWord)) ??
    shipmentOf('shipment', findExactShipment(db, q, oneWord))
  )
}

/** The most records to compare for one number. No account has more. */
const MAX_MATCHES = 1000

function findExactContainer(db: ReadableDb, q: string, oneWord: string): Found | undefined {
  const key = containerNumberKey(q)
  return exactNumbers(db, oneWord, MAX_MATCHES).find(
    ({ kind, isGone, number }) => kind === 'container' && isGone === 0 && containerNumberKey(number) === key,
  )
}

/** The master bill counts before the booking number, and both before references, which users type freely. */
function findExactShipment(db: ReadableDb, q: string, oneWord: string): Found | undefined {
  const key = exactKey(q)
  const alike = newestFirst(db, numbersWith(db, 'shipment', wholeNeedleOf(oneWord), MAX_MATCHES))
  const byField = (name: Field['field']) =>
    alike.find(({ fields }) =>
      fieldsFromText(fields).some(({ field, text }) => field === name && exactKey(text) === key),
    )
  return byField('master-bill') ?? byField('booking') ?? byField('reference')
}

function newestFirst(db: ReadableDb, found: Found[]): Found[] {
  const created = (id: string) =>
    db.value<string | null>(
      `SELECT json_extract(raw, '$.attributes.created_at') AS at FROM res WHERE type = 'shipment' AND id = ?`,
      id,
    ) ?? ''
  const dated = found.map((entry) => ({ entry, at: created(entry.id) }))
  return dated.toSorted((a, b) => compare(b.at, a.at) || compare(a.entry.id, b.entry.id)).map(({ entry }) => entry)
}

function findPartial(db: ReadableDb, kind: Found['kind'], oneWord: string): Found | undefined {
  return firstNumberFrom(db, kind, oneWord) ?? numbersWith(db, kind, needleOf(oneWord), 1)[0]
}

function containerOf(
  db: ReadableDb,
  step: 'container' | 'partial-container',
  found: Found | undefined,
): Resolution | null {
  if (!found) return null
  const row = db.get<{ shipmentId: string | null }>(
    'SELECT shipment_id AS shipmentId FROM container_row WHERE id = ?',
    found.id,
  )
  return { step, shipmentId: row?.shipmentId ?? null, containerId: found.id }
}

function shipmentOf(step: 'shipment' | 'partial-shipment', found: Found | undefined): Resolution | null {
  return found ? { step, shipmentId: found.id, containerId: null } : null
}
