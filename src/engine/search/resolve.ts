// The direct link of specification 4.4: one question, five steps, at most one answer. Records marked gone are not
// tracked any more and never match. Of several that match a step the same one wins every time: what is open first,
// then the newest, then by id; of partial matches the one the search would list first.
import type { Resolution } from '#contract/search.ts'
import type { ReadableDb } from '../db/open.ts'
import { type Field, fieldsFromText, needleOf, questionOf, wholeNeedleOf } from '../mirror/search/entry.ts'
import { type Found, exactNumbers, firstNumberFrom, isInNumbers, numbersWith } from './find.ts'
import { containerNumberKey, exactKey } from '../mirror/search/fold.ts'

const NOTHING: Resolution = { step: 'list', shipmentId: null, containerId: null }

export function resolveNumber(db: ReadableDb, q: string): Resolution {
  const oneWord = questionOf(q)?.oneWord
  if (oneWord === undefined) return NOTHING
  const exact = containerOf(db, 'container', exactContainer(db, q, oneWord))
  if (exact) return exact
  // Whatever comes next is a number that has what was asked for.
  if (!isInNumbers(db, needleOf(oneWord))) return NOTHING
  return (
    shipmentOf('shipment', exactShipment(db, q, oneWord)) ??
    containerOf(db, 'partial-container', partial(db, 'container', oneWord)) ??
    shipmentOf('partial-shipment', partial(db, 'shipment', oneWord)) ??
    NOTHING
  )
}

/** Its own number or a reference, whole; what only resembles it is none. */
export function resolveWhole(db: ReadableDb, q: string): Resolution | null {
  const oneWord = questionOf(q)?.oneWord
  if (oneWord === undefined) return null
  return (
    containerOf(db, 'container', exactContainer(db, q, oneWord)) ??
    shipmentOf('shipment', exactShipment(db, q, oneWord))
  )
}

/** More records than any account has under one number. */
const MOST_ALIKE = 1000

function exactContainer(db: ReadableDb, q: string, oneWord: string): Found | undefined {
  const key = containerNumberKey(q)
  return exactNumbers(db, oneWord, MOST_ALIKE).find(
    ({ kind, isGone, number }) => kind === 'container' && isGone === 0 && containerNumberKey(number) === key,
  )
}

/**
 * By its own number before by the one it was booked under, and by that before by a reference: a reference is whatever
 * somebody typed.
 */
function exactShipment(db: ReadableDb, q: string, oneWord: string): Found | undefined {
  const key = exactKey(q)
  const alike = newestFirst(db, numbersWith(db, 'shipment', wholeNeedleOf(oneWord), MOST_ALIKE))
  const byField = (name: Field['field']) =>
    alike.find(({ fields }) =>
      fieldsFromText(fields).some(({ field, text }) => field === name && exactKey(text) === key),
    )
  return byField('master-bill') ?? byField('booking') ?? byField('reference')
}

function newestFirst(db: ReadableDb, found: Found[]): Found[] {
  const created = (id: string) =>
    db.get<{ at: string | null }>(
      `SELECT json_extract(raw, '$.attributes.created_at') AS at FROM res WHERE type = 'shipment' AND id = ?`,
      id,
    )?.at ?? ''
  const dated = found.map((entry) => ({ entry, at: created(entry.id) }))
  return dated.toSorted((a, b) => compare(b.at, a.at) || compare(a.entry.id, b.entry.id)).map(({ entry }) => entry)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function partial(db: ReadableDb, kind: Found['kind'], oneWord: string): Found | undefined {
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
