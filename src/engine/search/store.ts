// The search index of the mirror: one entry per container and shipment, kept current with their rows.
// An entry whose text did not move is not written again; full text costs more to write than the rows themselves.
import type { ReadableDb, SqlValue, WritableDb } from '../db/open.ts'
import { type Entry, type Field, fieldsToText, indexText } from './entry.ts'

/** A row of a list, by column, and what is searched besides: names it has no column for. */
export type Searched = { row: Record<string, SqlValue>; more: { field: Field['field']; text: string | null }[] }

export function indexContainers(db: WritableDb, searched: Searched[]): void {
  const entries = searched.map(({ row, more }): Entry => ({
    kind: 'container',
    id: String(row['id']),
    number: String(row['number']),
    isOpen: row['gone_since'] === null && row['status'] !== 'empty_returned' && row['empty_returned_at'] === null,
    isGone: row['gone_since'] !== null,
    fields: fieldsOf([
      { field: 'number', text: text(row, 'number') },
      ...numbersOf(row),
      { field: 'seal', text: text(row, 'seal') },
      { field: 'place', text: text(row, 'pickup_place') },
      ...journeyOf(row),
      ...more,
    ]),
  }))
  saveEntries(db, entries)
}

export function indexShipments(db: WritableDb, searched: Searched[]): void {
  const entries = searched.map(({ row, more }): Entry => ({
    kind: 'shipment',
    id: String(row['id']),
    number: String(row['master_bill']),
    isOpen: row['gone_since'] === null,
    isGone: row['gone_since'] !== null,
    fields: fieldsOf([...numbersOf(row), ...journeyOf(row), ...more]),
  }))
  saveEntries(db, entries)
}

function numbersOf(row: Searched['row']): Searched['more'] {
  return [{ field: 'master-bill', text: text(row, 'master_bill') }, ...list(row, 'refs').map((ref) => ({ field: 'reference' as const, text: ref }))]
}

function journeyOf(row: Searched['row']): Searched['more'] {
  const places = ['pol_name', 'pol_locode', 'pod_name', 'pod_locode', 'destination_name', 'destination_locode']
  return [
    { field: 'vessel', text: text(row, 'vessel') },
    { field: 'vessel', text: text(row, 'voyage') },
    { field: 'customer', text: text(row, 'customer') },
    ...places.map((name) => ({ field: 'place' as const, text: text(row, name) })),
    { field: 'line', text: text(row, 'line_name') },
    { field: 'line', text: text(row, 'scac') },
    ...list(row, 'tags').map((tag) => ({ field: 'tag' as const, text: tag })),
  ]
}

function text(row: Searched['row'], name: string): string | null {
  const value = row[name]
  return typeof value === 'string' ? value : null
}

function list(row: Searched['row'], name: string): string[] {
  return JSON.parse(text(row, name) ?? '[]') as string[]
}

function fieldsOf(named: Searched['more']): Field[] {
  const known = new Set<string>()
  return named.flatMap(({ field, text: named }) => {
    if (named === null || known.has(`${field} ${named}`)) return []
    known.add(`${field} ${named}`)
    return [{ field, text: named }]
  })
}

type Known = { key: number; isOpen: number; isGone: number; number: string; fields: string }

/** What leaves goes first and both in the order of their keys: any other order makes the full-text tables write at every row. */
function saveEntries(db: WritableDb, entries: Entry[]): void {
  const moved = entries.flatMap((entry) => {
    const known = loadKnown(db, entry)
    return known && isSame(known, entry) ? [] : [{ entry, known }]
  })
  const leaving = moved.flatMap(({ known }) => known ?? [])
  for (const { key, isOpen } of leaving.toSorted((a, b) => a.key - b.key)) {
    db.run(`DELETE FROM mirror.${tableOf(isOpen === 1)} WHERE rowid = ?`, key)
    db.run('DELETE FROM search_entry WHERE key = ?', key)
  }
  for (const { entry } of moved) insertEntry(db, entry)
}

function insertEntry(db: WritableDb, entry: Entry): void {
  const { numberWord, numbers, words } = indexText(entry)
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
  db.run(`INSERT INTO mirror.${tableOf(entry.isOpen)} (rowid, numbers, words) VALUES (?, ?, ?)`, key, numbers, words)
}

function loadKnown(db: ReadableDb, { kind, id }: Entry): Known | undefined {
  return db.get<Known>(
    'SELECT key, is_open AS isOpen, is_gone AS isGone, number, fields FROM search_entry WHERE kind = ? AND id = ?',
    kind,
    id,
  )
}

function isSame(known: Known, entry: Entry): boolean {
  return (
    known.isOpen === Number(entry.isOpen) &&
    known.isGone === Number(entry.isGone) &&
    known.number === entry.number &&
    known.fields === fieldsToText(entry.fields)
  )
}

export function tableOf(isOpen: boolean): 'search_open' | 'search_closed' {
  return isOpen ? 'search_open' : 'search_closed'
}

/** Looked at most: enough to see who writes numbers like these. */
const MOST_ALIKE = 500

/** Whose the containers and master bills are that begin so (lower case), the line with most of them first. */
export function linesOfNumbers(db: ReadableDb, prefix: string): { scac: string; count: number }[] {
  return db.all<{ scac: string; count: number }>(
    `SELECT scac, count(*) AS count FROM (
       SELECT coalesce(c.scac, s.scac) AS scac FROM (
         SELECT kind, id FROM search_entry WHERE is_open IN (0, 1) AND number_word >= ? AND number_word < ? LIMIT ?
       ) e LEFT JOIN container_row c ON e.kind = 'container' AND c.id = e.id LEFT JOIN shipment_row s ON e.kind = 'shipment' AND s.id = e.id
     ) WHERE scac IS NOT NULL GROUP BY scac ORDER BY count DESC, scac`,
    prefix,
    `${prefix}\u{10ffff}`,
    MOST_ALIKE,
  )
}
