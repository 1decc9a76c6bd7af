// Finds the records that a document may be about, by exact numbers or by weaker signs such as a vessel name. The
// service decides the links; this file adds reasons to them, and suggests other records.
import type { LinkReason, RecordLink } from '#contract/documents.ts'
import type { ReadableDb } from '../db/open.ts'
import { recordsNumbered } from '../mirror/search/store.ts'
import type { Identifiers } from '../mirror/documents/payload.ts'

type Reason = LinkReason['because'][number]
type Match = { type: RecordLink['type']; id: string; because: Reason }

/** More suggestions than this do not help. */
const MAX_SUGGESTED = 5
const MAX_DAYS_APART = 7

export function findLinkReasons(db: ReadableDb, found: Identifiers, links: readonly RecordLink[]): LinkReason[] {
  const exact = findExactMatches(db, found)
  const suggested = findSuggestions(db, found)
  const all = new Map<string, { type: RecordLink['type']; id: string; because: Reason[]; isExact: boolean }>()
  for (const link of links)
    all.set(`${link.type} ${link.id}`, { type: link.type, id: link.id, because: [], isExact: false })
  const add = ({ type, id, because }: Match, isExact: boolean) => {
    const key = `${type} ${id}`
    const reasonsSoFar = all.get(key) ?? { type, id, because: [], isExact: false }
    if (!reasonsSoFar.because.some((one) => one.kind === because.kind && one.text === because.text))
      reasonsSoFar.because.push(because)
    reasonsSoFar.isExact ||= isExact
    all.set(key, reasonsSoFar)
  }
  for (const one of exact) add(one, true)
  // With a certain record, weaker signs add reasons to it but no other suggestions.
  const hasCertain = links.length > 0 || exact.length > 0
  for (const one of suggested) if (!hasCertain || all.has(`${one.type} ${one.id}`)) add(one, false)
  const linksByKey = loadLinks(db, [...all.values()])
  const reasons = [...all].flatMap(([key, { because, isExact }]) => {
    const record = linksByKey.get(key) ?? links.find((link) => `${link.type} ${link.id}` === key)
    return record
      ? [{ record, isLinked: links.some(({ type, id }) => type === record.type && id === record.id), isExact, because }]
      : []
  })
  const isSure = ({ isLinked, isExact }: LinkReason) => isLinked || isExact
  return [
    ...reasons.filter(isSure),
    ...reasons
      .filter((reason) => !isSure(reason))
      .toSorted((one, other) => other.because.length - one.because.length)
      .slice(0, MAX_SUGGESTED),
  ]
}

function findExactMatches(db: ReadableDb, { containers, bills, bookings }: Identifiers): Match[] {
  const containerHits = recordsNumbered(db, containers.map(lower)).filter(({ kind }) => kind === 'container')
  const shipments = recordsNumbered(db, bills.map(lower)).filter(({ kind }) => kind === 'shipment')
  const booked = db.all<{ id: string; number: string }>(
    `SELECT DISTINCT r.shipment_id AS id, w.value AS number FROM json_each(?) w CROSS JOIN request_row r ON r.number_key = w.value
     WHERE r.type = 'booking_number' AND r.shipment_id IS NOT NULL`,
    JSON.stringify(bookings),
  )
  return [
    ...keepFirstPerNumber(containerHits).map(({ id, word }): Match => ({
      type: 'container',
      id,
      because: { kind: 'container', text: word.toUpperCase() },
    })),
    ...shipments.map(({ id, word }): Match => ({
      type: 'shipment',
      id,
      because: { kind: 'master-bill', text: word.toUpperCase() },
    })),
    ...booked.map(({ id, number }): Match => ({
      type: 'shipment',
      id,
      because: { kind: 'booking', text: number.toUpperCase() },
    })),
  ]
}

const lower = (text: string) => text.toLowerCase()

/**
 * Keeps one record for each number, because a container has a record for each of its journeys. The list is sorted, so
 * this is the open journey, or the last one if none is open.
 */
function keepFirstPerNumber<Item extends { word: string }>(list: Item[]): Item[] {
  return list.filter(({ word }, index) => list.findIndex((other) => other.word === word) === index)
}

type Row = { id: string; eta: string | null }

function findSuggestions(db: ReadableDb, { references, vessels, parties, dates }: Identifiers): Match[] {
  const matchShipments = (kind: Reason['kind'], text: string, where: string, value: string): Match[] => {
    const rows = db.all<Row>(
      `SELECT id, substr(coalesce(ata_at, eta_at), 1, 10) AS eta FROM shipment_row WHERE gone_since IS NULL AND ${where} ORDER BY eta_at DESC LIMIT 20`,
      value,
    )
    return rows.flatMap(({ id, eta }) => {
      const date = dates.find((one) => eta !== null && daysApart(db, one.slice(0, 10), eta) <= MAX_DAYS_APART)
      // A vessel calls regularly, so its name counts only together with a date of the call.
      if (kind === 'vessel' && dates.length > 0 && date === undefined) return []
      const own: Match = { type: 'shipment', id, because: { kind, text } }
      return date === undefined || kind === 'reference'
        ? [own]
        : [own, { type: 'shipment', id, because: { kind: 'date', text: date.slice(0, 10) } }]
    })
  }
  return [
    ...references
      .slice(0, 5)
      .flatMap((text) =>
        matchShipments(
          'reference',
          text,
          `EXISTS (SELECT 1 FROM json_each(refs) r WHERE upper(replace(replace(r.value, '-', ''), ' ', '')) = ?)`,
          text,
        ),
      ),
    ...vessels.slice(0, 2).flatMap((text) => matchShipments('vessel', text, 'vessel = ? COLLATE NOCASE', text)),
    ...parties.slice(0, 3).flatMap((text) => matchShipments('party', text, 'customer = ? COLLATE NOCASE', text)),
  ]
}

function daysApart(db: ReadableDb, one: string, other: string): number {
  return db.value<number>('SELECT abs(julianday(?) - julianday(?)) AS n', one, other) ?? Number.POSITIVE_INFINITY
}

function loadLinks(
  db: ReadableDb,
  records: readonly { type: RecordLink['type']; id: string }[],
): Map<string, RecordLink> {
  const ids = (type: RecordLink['type']) =>
    JSON.stringify(records.filter((one) => one.type === type).map(({ id }) => id))
  const rows = db.all<RecordLink>(
    `SELECT 'container' AS type, id, number, shipment_id AS shipmentId FROM container_row WHERE id IN (SELECT value FROM json_each(?))
     UNION ALL SELECT 'shipment', id, master_bill, id FROM shipment_row WHERE id IN (SELECT value FROM json_each(?))`,
    ids('container'),
    ids('shipment'),
  )
  return new Map(rows.map((row) => [`${row.type} ${row.id}`, row]))
}

/** Containers and master bills with these numbers. */
export function findRecordsByNumber(db: ReadableDb, numbers: readonly string[]): Map<string, RecordLink[]> {
  const all = recordsNumbered(db, [...new Set(numbers.map(lower))])
  // A bill may equal a container number.
  const hits = (['container', 'shipment'] as const).flatMap((type) =>
    keepFirstPerNumber(all.filter(({ kind }) => kind === type)),
  )
  const named = loadLinks(
    db,
    hits.map(({ kind, id }) => ({ type: kind, id })),
  )
  const byNumber = new Map<string, RecordLink[]>()
  for (const { kind, id, word } of hits) {
    const record = named.get(`${kind} ${id}`)
    if (record) byNumber.set(word.toUpperCase(), [...(byNumber.get(word.toUpperCase()) ?? []), record])
  }
  return byNumber
}
