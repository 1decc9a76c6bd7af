// Finds the records that a document may be about, by exact numbers or by weaker signs such as a vessel name. The
// service decides the links; this file adds reasons to them, and suggests other records.
import type { LinkReason, RecordLink } from '#contract/documents.ts'
import type { ReadableDb } from '../db/open.ts'
import { findRecordsByNumberWord } from '../mirror/search/store.ts'
import type { Identifiers } from '../mirror/documents/payload.ts'

type Reason = LinkReason['because'][number]
type Match = { type: RecordLink['type']; id: string; because: Reason }

/** More suggestions than this do not help. */
const MAX_SUGGESTED = 5
/** The most days between a date in the document and the arrival of the vessel. */
const MAX_DAYS_APART = 7
/** The most identifiers of each kind that are searched for. */
const MAX_REFERENCES = 5
const MAX_VESSELS = 2
const MAX_PARTIES = 3

export function findLinkReasons(db: ReadableDb, identifiers: Identifiers, links: readonly RecordLink[]): LinkReason[] {
  const exactMatches = findExactMatches(db, identifiers)
  const suggestions = findSuggestions(db, identifiers)
  const matchesByKey = new Map<string, { type: RecordLink['type']; id: string; because: Reason[]; isExact: boolean }>()
  for (const link of links)
    matchesByKey.set(`${link.type} ${link.id}`, { type: link.type, id: link.id, because: [], isExact: false })
  const addReason = ({ type, id, because }: Match, isExact: boolean) => {
    const key = `${type} ${id}`
    const match = matchesByKey.get(key) ?? { type, id, because: [], isExact: false }
    if (!match.because.some((reason) => reason.kind === because.kind && reason.text === because.text))
      match.because.push(because)
    match.isExact ||= isExact
    matchesByKey.set(key, match)
  }
  for (const match of exactMatches) addReason(match, true)
  // If a record is certain, weaker signs add reasons to it, but no other suggestions.
  const hasCertain = links.length > 0 || exactMatches.length > 0
  for (const match of suggestions)
    if (!hasCertain || matchesByKey.has(`${match.type} ${match.id}`)) addReason(match, false)
  const linksByKey = loadLinks(db, [...matchesByKey.values()])
  const reasons = [...matchesByKey].flatMap(([key, { because, isExact }]) => {
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
  const containerMatches = findRecordsByNumberWord(db, containers.map(toLowerCase)).filter(
    ({ kind }) => kind === 'container',
  )
  const billMatches = findRecordsByNumberWord(db, bills.map(toLowerCase)).filter(({ kind }) => kind === 'shipment')
  const bookingMatches = db.all<{ id: string; number: string }>(
    `SELECT DISTINCT request.shipment_id AS id, booking.value AS number FROM json_each(?) booking CROSS JOIN request_row request ON request.number_key = booking.value
     WHERE request.type = 'booking_number' AND request.shipment_id IS NOT NULL`,
    JSON.stringify(bookings),
  )
  return [
    ...keepFirstPerNumber(containerMatches).map(({ id, word }): Match => ({
      type: 'container',
      id,
      because: { kind: 'container', text: word.toUpperCase() },
    })),
    ...billMatches.map(({ id, word }): Match => ({
      type: 'shipment',
      id,
      because: { kind: 'master-bill', text: word.toUpperCase() },
    })),
    ...bookingMatches.map(({ id, number }): Match => ({
      type: 'shipment',
      id,
      because: { kind: 'booking', text: number.toUpperCase() },
    })),
  ]
}

const toLowerCase = (text: string) => text.toLowerCase()

/**
 * Keeps one record for each number, because a container has a record for each of its journeys. The list is sorted, so
 * this is the open journey, or the last one if none is open.
 */
function keepFirstPerNumber<Item extends { word: string }>(list: Item[]): Item[] {
  return list.filter(({ word }, index) => list.findIndex((other) => other.word === word) === index)
}

type Shipment = { id: string; arrival: string | null }

function findSuggestions(db: ReadableDb, { references, vessels, parties, dates }: Identifiers): Match[] {
  const matchShipments = (kind: Reason['kind'], text: string, where: string, value: string): Match[] => {
    const rows = db.all<Shipment>(
      `SELECT id, substr(coalesce(ata_at, eta_at), 1, 10) AS arrival FROM shipment_row WHERE gone_since IS NULL AND ${where} ORDER BY eta_at DESC LIMIT 20`,
      value,
    )
    return rows.flatMap(({ id, arrival }) => {
      const date = dates.find(
        (candidate) => arrival !== null && countDaysApart(db, candidate.slice(0, 10), arrival) <= MAX_DAYS_APART,
      )
      // A vessel calls regularly, so its name counts only together with a date of the call.
      if (kind === 'vessel' && dates.length > 0 && date === undefined) return []
      const match: Match = { type: 'shipment', id, because: { kind, text } }
      return date === undefined || kind === 'reference'
        ? [match]
        : [match, { type: 'shipment', id, because: { kind: 'date', text: date.slice(0, 10) } }]
    })
  }
  return [
    ...references
      .slice(0, MAX_REFERENCES)
      .flatMap((text) =>
        matchShipments(
          'reference',
          text,
          `EXISTS (SELECT 1 FROM json_each(refs) r WHERE upper(replace(replace(r.value, '-', ''), ' ', '')) = ?)`,
          text,
        ),
      ),
    ...vessels
      .slice(0, MAX_VESSELS)
      .flatMap((text) => matchShipments('vessel', text, 'vessel = ? COLLATE NOCASE', text)),
    ...parties
      .slice(0, MAX_PARTIES)
      .flatMap((text) => matchShipments('party', text, 'customer = ? COLLATE NOCASE', text)),
  ]
}

function countDaysApart(db: ReadableDb, one: string, other: string): number {
  return db.value<number>('SELECT abs(julianday(?) - julianday(?)) AS n', one, other) ?? Number.POSITIVE_INFINITY
}

function loadLinks(
  db: ReadableDb,
  records: readonly { type: RecordLink['type']; id: string }[],
): Map<string, RecordLink> {
  const listIds = (type: RecordLink['type']) =>
    JSON.stringify(records.filter((record) => record.type === type).map(({ id }) => id))
  const rows = db.all<RecordLink>(
    `SELECT 'container' AS type, id, number, shipment_id AS shipmentId FROM container_row WHERE id IN (SELECT value FROM json_each(?))
     UNION ALL SELECT 'shipment', id, master_bill, id FROM shipment_row WHERE id IN (SELECT value FROM json_each(?))`,
    listIds('container'),
    listIds('shipment'),
  )
  return new Map(rows.map((row) => [`${row.type} ${row.id}`, row]))
}

/** Containers and master bills with these numbers. */
export function findRecordsByNumber(db: ReadableDb, numbers: readonly string[]): Map<string, RecordLink[]> {
  const allMatches = findRecordsByNumberWord(db, [...new Set(numbers.map(toLowerCase))])
  // A bill may equal a container number, so both types are searched.
  const matches = (['container', 'shipment'] as const).flatMap((type) =>
    keepFirstPerNumber(allMatches.filter(({ kind }) => kind === type)),
  )
  const linksByKey = loadLinks(
    db,
    matches.map(({ kind, id }) => ({ type: kind, id })),
  )
  const byNumber = new Map<string, RecordLink[]>()
  for (const { kind, id, word } of matches) {
    const record = linksByKey.get(`${kind} ${id}`)
    if (record) byNumber.set(word.toUpperCase(), [...(byNumber.get(word.toUpperCase()) ?? []), record])
  }
  return byNumber
}
