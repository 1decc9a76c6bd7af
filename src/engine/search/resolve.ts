// Finds the record that a direct link opens, in five steps (service specification 4.4). Records that are gone never
// match. If several match a step, the result is always the same one: open before closed, then the newest, then by id;
// among partial matches, open before closed, then the first of the index.
import type { Resolution } from '#contract/search.ts'
import type { ReadableDb } from '../db/open.ts'
import { type Field, fieldsFromText, toNeedle, parseQuestion, toWholeNeedle } from '../mirror/search/entry.ts'
import {
  type FoundEntry,
  compare,
  findExactNumbers,
  findFirstNumberFrom,
  isInNumbers,
  findNumbersContaining,
} from './find.ts'
import { containerNumberKey, exactKey } from '../mirror/search/fold.ts'

const NOTHING: Resolution = { step: 'list', shipmentId: null, containerId: null }

export function resolveNumber(db: ReadableDb, text: string): Resolution {
  const oneWord = parseQuestion(text)?.oneWord
  if (oneWord === undefined) return NOTHING
  const exact = toContainerResolution(db, 'container', findExactContainer(db, text, oneWord))
  if (exact) return exact
  // Each later step needs a record with this text in one of its numbers.
  if (!isInNumbers(db, toNeedle(oneWord))) return NOTHING
  return (
    toShipmentResolution('shipment', findExactShipment(db, text, oneWord)) ??
    toContainerResolution(db, 'partial-container', findPartial(db, 'container', oneWord)) ??
    toShipmentResolution('partial-shipment', findPartial(db, 'shipment', oneWord)) ??
    NOTHING
  )
}

/** Finds a record by a whole number or reference only. */
export function resolveWhole(db: ReadableDb, text: string): Resolution | null {
  const oneWord = parseQuestion(text)?.oneWord
  if (oneWord === undefined) return null
  return (
    toContainerResolution(db, 'container', findExactContainer(db, text, oneWord)) ??
    toShipmentResolution('shipment', findExactShipment(db, text, oneWord))
  )
}

/** The most records to compare for one number. No account has more. */
const MAX_MATCHES = 1000

function findExactContainer(db: ReadableDb, text: string, oneWord: string): FoundEntry | undefined {
  const key = containerNumberKey(text)
  return findExactNumbers(db, oneWord, MAX_MATCHES).find(
    ({ kind, isGone, number }) => kind === 'container' && isGone === 0 && containerNumberKey(number) === key,
  )
}

/** Master bills come before booking numbers, and both before references, which users type freely. */
function findExactShipment(db: ReadableDb, text: string, oneWord: string): FoundEntry | undefined {
  const key = exactKey(text)
  const candidates = sortNewestFirst(db, findNumbersContaining(db, 'shipment', toWholeNeedle(oneWord), MAX_MATCHES))
  const findByField = (name: Field['field']) =>
    candidates.find(({ fields }) =>
      fieldsFromText(fields).some(({ field, text }) => field === name && exactKey(text) === key),
    )
  return findByField('master-bill') ?? findByField('booking') ?? findByField('reference')
}

function sortNewestFirst(db: ReadableDb, found: FoundEntry[]): FoundEntry[] {
  const loadCreatedAt = (id: string) =>
    db.value<string | null>(
      `SELECT json_extract(raw, '$.attributes.created_at') AS at FROM res WHERE type = 'shipment' AND id = ?`,
      id,
    ) ?? ''
  const dated = found.map((entry) => ({ entry, at: loadCreatedAt(entry.id) }))
  return dated.toSorted((a, b) => compare(b.at, a.at) || compare(a.entry.id, b.entry.id)).map(({ entry }) => entry)
}

function findPartial(db: ReadableDb, kind: FoundEntry['kind'], oneWord: string): FoundEntry | undefined {
  return findFirstNumberFrom(db, kind, oneWord) ?? findNumbersContaining(db, kind, toNeedle(oneWord), 1)[0]
}

function toContainerResolution(
  db: ReadableDb,
  step: 'container' | 'partial-container',
  found: FoundEntry | undefined,
): Resolution | null {
  if (!found) return null
  const row = db.get<{ shipmentId: string | null }>(
    'SELECT shipment_id AS shipmentId FROM container_row WHERE id = ?',
    found.id,
  )
  return { step, shipmentId: row?.shipmentId ?? null, containerId: found.id }
}

function toShipmentResolution(step: 'shipment' | 'partial-shipment', found: FoundEntry | undefined): Resolution | null {
  return found ? { step, shipmentId: found.id, containerId: null } : null
}
