// The search index of the mirror: one entry for each container, shipment and document, updated with their rows. An
// entry whose text did not change is not written again. Writing the full text costs as much as writing a row, so
// entries wait in search_due until search/indexer.ts writes it. Until then search/find.ts checks them one by one.
import type { ReadableDb, SqlValue, WritableDb } from '../../db/open.ts'
import { type Entry, type Field, fieldsFromText, fieldsToText, createIndexText } from './entry.ts'

/** A row of a list, by column, and extra texts to search: names that have no column. */
export type SearchedRow = {
  row: Record<string, SqlValue>
  /** The index has no entry of this record yet. */
  isNew: boolean
  extraTexts: { field: Field['field']; text: string | null }[]
}

export function indexContainers(db: WritableDb, searched: SearchedRow[]): void {
  const entries = searched.map(({ row, isNew, extraTexts }): ListedEntry => ({
    isNew,
    kind: 'container',
    id: String(row['id']),
    number: String(row['number']),
    isOpen: row['is_open'] === 1,
    isGone: row['gone_since'] !== null,
    fields: toFields([
      { field: 'number', text: readText(row, 'number') },
      ...listNumberTexts(row),
      { field: 'seal', text: readText(row, 'seal') },
      { field: 'place', text: readText(row, 'pickup_place') },
      ...listJourneyTexts(row),
      ...extraTexts,
    ]),
  }))
  saveEntries(db, entries)
}

export function indexShipments(db: WritableDb, searched: SearchedRow[]): void {
  const entries = searched.map(({ row, isNew, extraTexts }): ListedEntry => ({
    isNew,
    kind: 'shipment',
    id: String(row['id']),
    number: String(row['master_bill']),
    isOpen: row['gone_since'] === null,
    isGone: row['gone_since'] !== null,
    fields: toFields([...listNumberTexts(row), ...listJourneyTexts(row), ...extraTexts]),
  }))
  saveEntries(db, entries)
}

export type SearchedDocument = { id: string; fileName: string; isGone: boolean; texts: readonly string[] }

export function indexDocuments(db: WritableDb, searched: readonly SearchedDocument[]): void {
  const entries = searched.map(({ id, fileName, isGone, texts }): ListedEntry => ({
    isNew: false,
    kind: 'document',
    id,
    number: fileName,
    isOpen: !isGone,
    isGone,
    fields: toFields([
      { field: 'file', text: fileName },
      ...texts.map((text) => ({ field: 'extracted' as const, text })),
    ]),
  }))
  saveEntries(db, entries)
}

/** Finds containers and shipments with one of these numbers, each as one word in lower case. */
export function findRecordsByNumberWord(
  db: ReadableDb,
  words: readonly string[],
): { kind: 'container' | 'shipment'; id: string; word: string }[] {
  return db.all<{ kind: 'container' | 'shipment'; id: string; word: string }>(
    `SELECT e.kind, e.id, e.number_word AS word FROM json_each(?) w CROSS JOIN search_entry e ON e.is_open IN (0, 1) AND e.number_word = w.value
     WHERE e.kind IN ('container', 'shipment') AND e.is_gone = 0 ORDER BY e.is_open DESC, e.key DESC`,
    JSON.stringify(words),
  )
}

function listNumberTexts(row: SearchedRow['row']): SearchedRow['extraTexts'] {
  return [
    { field: 'master-bill', text: readText(row, 'master_bill') },
    ...readList(row, 'refs').map((ref) => ({ field: 'reference' as const, text: ref })),
  ]
}

function listJourneyTexts(row: SearchedRow['row']): SearchedRow['extraTexts'] {
  const places = ['pol_name', 'pol_locode', 'pod_name', 'pod_locode', 'destination_name', 'destination_locode']
  return [
    { field: 'vessel', text: readText(row, 'vessel') },
    { field: 'vessel', text: readText(row, 'voyage') },
    { field: 'customer', text: readText(row, 'customer') },
    ...places.map((name) => ({ field: 'place' as const, text: readText(row, name) })),
    { field: 'line', text: readText(row, 'line_name') },
    { field: 'line', text: readText(row, 'scac') },
    ...readList(row, 'tags').map((tag) => ({ field: 'tag' as const, text: tag })),
  ]
}

function readText(row: SearchedRow['row'], name: string): string | null {
  const value = row[name]
  return typeof value === 'string' ? value : null
}

function readList(row: SearchedRow['row'], name: string): string[] {
  return JSON.parse(readText(row, name) ?? '[]') as string[]
}

function toFields(namedTexts: SearchedRow['extraTexts']): Field[] {
  // There are at most two dozen fields: comparing them is faster than building keys for a lookup.
  const fields: Field[] = []
  for (const { field, text } of namedTexts) {
    if (text !== null && !fields.some((existing) => existing.text === text && existing.field === field))
      fields.push({ field, text })
  }
  return fields
}

/** Replaces the texts of these fields of containers; their records did not change. */
export function replaceFields(
  db: WritableDb,
  ids: Iterable<string>,
  replaced: readonly Field['field'][],
  loadFields: (id: string) => SearchedRow['extraTexts'],
): void {
  const entries = [...ids].flatMap((id): ListedEntry[] => {
    const stored = loadStored(db, { kind: 'container', id })
    if (!stored) return []
    const otherFields = fieldsFromText(stored.fields).filter(({ field }) => !replaced.includes(field))
    return [
      {
        isNew: false,
        kind: 'container',
        id,
        number: stored.number,
        isOpen: stored.isOpen === 1,
        isGone: stored.isGone === 1,
        fields: toFields([...otherFields, ...loadFields(id)]),
      },
    ]
  })
  saveEntries(db, entries)
}

type ListedEntry = Entry & { isNew: boolean }
type StoredEntry = { key: number; isOpen: number; isGone: number; number: string; fields: string }

/**
 * Removed entries come first, and both parts are sorted by their keys: in any other order, the full-text tables write
 * at every row.
 */
function saveEntries(db: WritableDb, entries: ListedEntry[]): void {
  const changed = entries.flatMap((entry) => {
    const stored = entry.isNew ? undefined : loadStored(db, entry)
    return stored && isSame(stored, entry) ? [] : [{ entry, stored }]
  })
  const removed = changed.flatMap(({ stored }) => stored ?? [])
  for (const { key, isOpen } of removed.toSorted((a, b) => a.key - b.key)) {
    const isWaiting = db.runAndCount('DELETE FROM search_due WHERE key = ?', key) > 0
    if (!isWaiting) db.run(`DELETE FROM mirror.${tableOf(isOpen === 1)} WHERE rowid = ?`, key)
    db.run('DELETE FROM search_entry WHERE key = ?', key)
  }
  for (const { entry } of changed) insertEntry(db, entry)
}

function insertEntry(db: WritableDb, entry: Entry): void {
  const { numberWord, numbers, words } = createIndexText(entry)
  const key = db.run(
    `INSERT INTO search_entry (kind, id, is_open, is_gone, number, number_word, numbers, words, fields)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    entry.kind,
    entry.id,
    Number(entry.isOpen),
    Number(entry.isGone),
    entry.number,
    numberWord,
    numbers,
    words,
    fieldsToText(entry.fields),
  )
  db.run('INSERT INTO search_due (key) VALUES (?)', key)
}

type WaitingEntry = { key: number; isOpen: number; numbers: string; words: string }

/** Adds waiting entries to the full text in the order of their keys, so that the remaining ones have higher keys. */
export function indexWaiting(db: WritableDb, limit: number): void {
  const waiting = db.all<WaitingEntry>(
    `SELECT e.key, e.is_open AS isOpen, e.numbers, e.words FROM search_due d CROSS JOIN search_entry e ON e.key = d.key
     ORDER BY d.key LIMIT ?`,
    limit,
  )
  for (const { key, isOpen, numbers, words } of waiting) {
    db.run(`INSERT INTO mirror.${tableOf(isOpen === 1)} (rowid, numbers, words) VALUES (?, ?, ?)`, key, numbers, words)
  }
  const last = waiting.at(-1)
  if (last) db.run('DELETE FROM search_due WHERE key <= ?', last.key)
}

export function hasWaiting(db: ReadableDb): boolean {
  return db.get('SELECT 1 FROM search_due LIMIT 1') !== undefined
}

function loadStored(db: ReadableDb, { kind, id }: Pick<Entry, 'kind' | 'id'>): StoredEntry | undefined {
  return db.get<StoredEntry>(
    'SELECT key, is_open AS isOpen, is_gone AS isGone, number, fields FROM search_entry WHERE kind = ? AND id = ?',
    kind,
    id,
  )
}

function isSame(stored: StoredEntry, entry: Entry): boolean {
  return (
    stored.isOpen === Number(entry.isOpen) &&
    stored.isGone === Number(entry.isGone) &&
    stored.number === entry.number &&
    stored.fields === fieldsToText(entry.fields)
  )
}

export function tableOf(isOpen: boolean): 'search_open' | 'search_closed' {
  return isOpen ? 'search_open' : 'search_closed'
}

/** The upper limit of all words with this prefix. */
export function upperBoundOf(word: string): string {
  return `${word}\u{10ffff}`
}

/** Reading this many numbers is enough to find out which lines use the prefix. */
const MAX_NUMBERS = 500

/** Counts by line the containers and master bills with this prefix (lower case). The most frequent line comes first. */
export function countLinesOfNumbers(db: ReadableDb, prefix: string): { scac: string; count: number }[] {
  return db.all<{ scac: string; count: number }>(
    `SELECT scac, count(*) AS count FROM (
       SELECT coalesce(c.scac, s.scac) AS scac FROM (
         SELECT kind, id FROM search_entry WHERE is_open IN (0, 1) AND number_word >= ? AND number_word < ? LIMIT ?
       ) e LEFT JOIN container_row c ON e.kind = 'container' AND c.id = e.id LEFT JOIN shipment_row s ON e.kind = 'shipment' AND s.id = e.id
     ) WHERE scac IS NOT NULL GROUP BY scac ORDER BY count DESC, scac`,
    prefix,
    upperBoundOf(prefix),
    MAX_NUMBERS,
  )
}
