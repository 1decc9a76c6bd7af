// Searches the index: numbers separately, all other text by full text. No query sorts: indexes and keys already have an
// order, so a letter that half of the records contain is as fast as a rare one. Among the first matches of a step,
// containers with the earliest last free day come first.
import type { SearchHit } from '#contract/search.ts'
import type { ReadableDb, SqlValue } from '../db/open.ts'
import {
  type Entry,
  type Question,
  findBestField,
  fieldsFromText,
  createMatch,
  toNeedle,
  parseQuestion,
} from '../mirror/search/entry.ts'
import { upperBoundOf, tableOf } from '../mirror/search/store.ts'

export type FoundEntry = {
  key: number
  kind: Entry['kind']
  id: string
  number: string
  isGone: number
  fields: string
}

const COLUMNS = 'e.key, e.kind, e.id, e.number, e.is_gone AS isGone, e.fields'

export function findRecords(db: ReadableDb, text: string, limit: number): { hits: SearchHit[]; hasMore: boolean } {
  const question = parseQuestion(text)
  if (!question) return { hits: [], hasMore: false }
  const foundByKey = new Map<number, FoundEntry>()
  for (const step of createSearchSteps(db, question)) {
    if (foundByKey.size > limit) break
    // Entries that an earlier step found keep their position.
    for (const entry of step(limit + 1)) foundByKey.set(entry.key, entry)
  }
  return { hits: toHits(db, [...foundByKey.values()].slice(0, limit), question), hasMore: foundByKey.size > limit }
}

function createSearchSteps(db: ReadableDb, question: Question): ((limit: number) => FoundEntry[])[] {
  return [
    (limit) => findExactNumbers(db, question.oneWord, limit),
    (limit) => sortUrgentFirst(db, findNumbersFrom(db, question.oneWord, true, CANDIDATES)).slice(0, limit),
    (limit) => findNumbersFrom(db, question.oneWord, false, limit),
    (limit) => sortUrgentFirst(db, findAnywhere(db, question, true, CANDIDATES)).slice(0, limit),
    (limit) => findAnywhere(db, question, false, limit),
  ]
}

/** The number of matches of a step that are sorted by last free day. */
const CANDIDATES = 100
/** Sorts after every date. */
const AFTER_ALL_DAYS = '9999'

/** Sorts the containers by last free day, the earliest first. Records of other kinds keep their positions. */
function sortUrgentFirst(db: ReadableDb, found: FoundEntry[]): FoundEntry[] {
  const containers = found.filter(({ kind }) => kind === 'container')
  const days = db.all<{ id: string; lastFreeDay: string }>(
    `SELECT id, lfd_date AS lastFreeDay FROM container_row
     WHERE id IN (SELECT value FROM json_each(?)) AND lfd_date IS NOT NULL AND full_out_at IS NULL`,
    JSON.stringify(containers.map(({ id }) => id)),
  )
  const byId = new Map(days.map(({ id, lastFreeDay }) => [id, lastFreeDay]))
  const getDay = ({ id }: FoundEntry) => byId.get(id) ?? AFTER_ALL_DAYS
  const sorted = containers.toSorted((a, b) => compare(getDay(a), getDay(b))).values()
  return found.map((entry) => (entry.kind === 'container' ? (sorted.next().value ?? entry) : entry))
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Finds the records with exactly this number. A container makes several journeys under one number: the open one comes
 * first, then the newest. A bill may equal a container number.
 */
export function findExactNumbers(db: ReadableDb, oneWord: string, limit: number): FoundEntry[] {
  return db.all<FoundEntry>(
    `SELECT ${COLUMNS} FROM search_entry e LEFT JOIN mirror.res r ON r.type = e.kind AND r.id = e.id
     WHERE e.is_open IN (0, 1) AND e.number_word = ?
     ORDER BY e.kind, e.is_open DESC, json_extract(r.raw, '$.attributes.created_at') DESC, e.id LIMIT ?`,
    oneWord,
    limit,
  )
}

function findNumbersFrom(db: ReadableDb, oneWord: string, isOpen: boolean, limit: number): FoundEntry[] {
  return db.all<FoundEntry>(
    `SELECT ${COLUMNS} FROM search_entry e WHERE e.is_open = ? AND e.number_word > ? AND e.number_word < ?
     ORDER BY e.number_word, e.key LIMIT ?`,
    Number(isOpen),
    oneWord,
    upperBoundOf(oneWord),
    limit,
  )
}

/** The full text finds groups of three letters but not their order, so each match is checked again. */
function findAnywhere(db: ReadableDb, { words, oneWord }: Question, isOpen: boolean, limit: number): FoundEntry[] {
  const table = tableOf(isOpen)
  const needles = words.map(toNeedle)
  const containsNeedles = `(instr(e.numbers || e.words, ?) > 0
      OR NOT EXISTS (SELECT 1 FROM json_each(?) w WHERE instr(e.numbers || e.words, w.value) = 0))`
  const needleValues = [toNeedle(oneWord), JSON.stringify(needles)]
  const match =
    words.length === 1 ? createMatch(needles) : `${createMatch(needles)} OR ${createMatch([toNeedle(oneWord)])}`
  const indexed = db.all<FoundEntry>(
    `SELECT ${COLUMNS} FROM mirror.${table} f CROSS JOIN mirror.search_entry e ON e.key = f.rowid
     WHERE f.${table} MATCH ? AND ${containsNeedles} ORDER BY f.rowid LIMIT ?`,
    match,
    ...needleValues,
    limit,
  )
  return [
    ...indexed,
    ...findWaiting(
      db,
      `e.is_open = ? AND ${containsNeedles}`,
      [Number(isOpen), ...needleValues],
      limit - indexed.length,
    ),
  ]
}

/** Finds entries that are not in the full text yet: at most one page of the newest as a rule. Checks each of them. */
function findWaiting(db: ReadableDb, condition: string, values: SqlValue[], limit: number): FoundEntry[] {
  return db.all<FoundEntry>(
    `SELECT ${COLUMNS} FROM mirror.search_due waiting CROSS JOIN mirror.search_entry e ON e.key = waiting.key
     WHERE ${condition} ORDER BY waiting.key LIMIT ?`,
    ...values,
    limit,
  )
}

/** Tracked records with this text in one of their own numbers, open before closed, then in the order of the index. */
export function findNumbersContaining(
  db: ReadableDb,
  kind: Entry['kind'],
  needle: string,
  limit: number,
): FoundEntry[] {
  return [true, false].flatMap((isOpen) => {
    const table = tableOf(isOpen)
    const matches = 'e.kind = ? AND e.is_gone = 0 AND instr(e.numbers, ?) > 0'
    const indexed = db.all<FoundEntry>(
      `SELECT ${COLUMNS} FROM mirror.${table} f CROSS JOIN mirror.search_entry e ON e.key = f.rowid
       WHERE f.${table} MATCH ? AND ${matches} ORDER BY f.rowid LIMIT ?`,
      `numbers : ${createMatch([needle])}`,
      kind,
      needle,
      limit,
    )
    return [
      ...indexed,
      ...findWaiting(db, `e.is_open = ? AND ${matches}`, [Number(isOpen), kind, needle], limit - indexed.length),
    ]
  })
}

/**
 * Whether any record has this text in one of its own numbers. Most words are in none, and each later query costs as
 * much as this one.
 */
export function isInNumbers(db: ReadableDb, needle: string): boolean {
  const containsNeedle = 'instr(e.numbers, ?) > 0'
  const isIndexed = [true, false].some((isOpen) => {
    const table = tableOf(isOpen)
    const entry = db.get(
      `SELECT 1 FROM mirror.${table} f CROSS JOIN mirror.search_entry e ON e.key = f.rowid
       WHERE f.${table} MATCH ? AND ${containsNeedle} LIMIT 1`,
      `numbers : ${createMatch([needle])}`,
      needle,
    )
    return entry !== undefined
  })
  return isIndexed || findWaiting(db, containsNeedle, [needle], 1).length > 0
}

/** The first tracked record whose number begins with this text. */
export function findFirstNumberFrom(db: ReadableDb, kind: Entry['kind'], oneWord: string): FoundEntry | undefined {
  const findFirst = (isOpen: boolean) =>
    db.get<FoundEntry>(
      `SELECT ${COLUMNS} FROM search_entry e WHERE e.is_open = ? AND e.number_word >= ? AND e.number_word < ?
         AND e.kind = ? AND e.is_gone = 0 ORDER BY e.number_word, e.key LIMIT 1`,
      Number(isOpen),
      oneWord,
      upperBoundOf(oneWord),
      kind,
    )
  return findFirst(true) ?? findFirst(false)
}

/** The first shipment that the document is linked to. */
function findShipmentOfDocument(db: ReadableDb, id: string): string | null {
  return (
    db.value<string>(
      `SELECT record_id AS id FROM document_link WHERE document_id = ? AND type = 'shipment' LIMIT 1`,
      id,
    ) ?? null
  )
}

type RecordFacts = Pick<SearchHit, 'id' | 'status' | 'shipmentId' | 'customer' | 'lastFreeDay'>

function toHits(db: ReadableDb, found: FoundEntry[], question: Question): SearchHit[] {
  const listIds = (wanted: FoundEntry['kind']) =>
    JSON.stringify(found.filter(({ kind }) => kind === wanted).map(({ id }) => id))
  const facts = db.all<RecordFacts & Pick<SearchHit, 'kind'>>(
    `SELECT 'container' AS kind, id, status, shipment_id AS shipmentId, customer,
       iif(full_out_at IS NULL, lfd_date, NULL) AS lastFreeDay
     FROM container_row WHERE id IN (SELECT value FROM json_each(?))
     UNION ALL SELECT 'shipment', id, NULL, id, customer, NULL
     FROM shipment_row WHERE id IN (SELECT value FROM json_each(?))`,
    listIds('container'),
    listIds('shipment'),
  )
  const byKey = new Map(facts.map((fact) => [`${fact.kind} ${fact.id}`, fact]))
  return found.map(({ kind, id, number, fields }) => {
    const best = findBestField(fieldsFromText(fields), question) ?? { field: 'number', text: number }
    const { shipmentId, status, customer, lastFreeDay } = byKey.get(`${kind} ${id}`) ?? {
      shipmentId: kind === 'shipment' ? id : kind === 'document' ? findShipmentOfDocument(db, id) : null,
      status: null,
      customer: null,
      lastFreeDay: null,
    }
    return { kind, id, number, ...best, shipmentId, status, customer, lastFreeDay }
  })
}
