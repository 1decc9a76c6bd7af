// Compares the data here with a file, and merges both. Deletes nothing that the preview did not show to the user.
import type { OwnPart, PartPlan, RestoreHow } from '#contract/own-data.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { OwnData } from './file.ts'
import { type OwnRow, type Section, sections } from './sections.ts'

export function loadOwn(db: ReadableDb): OwnData['parts'] {
  return Object.fromEntries(sections.map((section) => [section.part, loadRows(db, section)]))
}

function loadRows(db: ReadableDb, { table, columns, where, key }: Section): OwnRow[] {
  return db.all<OwnRow>(
    `SELECT ${columns.join(', ')} FROM main.${table} ${where === undefined ? '' : `WHERE ${where}`} ORDER BY ${key.join(', ')}`,
  )
}

/** Entry by entry: in the file only, here only, and in both with another content. */
type Compared = { fresh: OwnRow[]; newer: OwnRow[]; older: OwnRow[]; onlyHere: OwnRow[] }

function compare(section: Section, here: readonly OwnRow[], file: readonly OwnRow[]): Compared {
  const keyOf = (row: OwnRow) => JSON.stringify(section.key.map((column) => row[column]))
  const known = new Map(here.map((row) => [keyOf(row), row]))
  const compared: Compared = { fresh: [], newer: [], older: [], onlyHere: [] }
  for (const row of file) {
    const mine = known.get(keyOf(row))
    known.delete(keyOf(row))
    if (!mine) compared.fresh.push(row)
    else if (isNewer(section, row, mine)) compared.newer.push(row)
    else if (section.columns.some((column) => row[column] !== mine[column])) compared.older.push(row)
  }
  return { ...compared, onlyHere: [...known.values()] }
}

function isNewer({ newest }: Section, row: OwnRow, mine: OwnRow): boolean {
  return newest !== undefined && String(row[newest]) > String(mine[newest])
}

export function planOf(db: ReadableDb, parts: OwnData['parts']): PartPlan[] {
  return sections.map((section) => {
    const here = loadRows(db, section)
    const file = parts[section.part]
    const { fresh, newer, older, onlyHere } = compare(section, here, file ?? [])
    const isKept = file === undefined || section.isOffered === true
    return {
      part: section.part,
      inFile: file?.length ?? 0,
      here: here.length,
      fresh: fresh.length,
      newer: newer.length,
      older: older.length,
      onlyHere: isKept ? 0 : onlyHere.length,
    }
  })
}

/** Containers of which something is said. */
export function containersIn(parts: OwnData['parts']): Set<string> {
  return new Set(
    sections.flatMap(({ part, container }) =>
      container === undefined ? [] : (parts[part] ?? []).map((row) => String(row[container])),
    ),
  )
}

/**
 * Answers what moved: the ids of the containers concerned, and the parts. A part the file does not have stays as it is.
 */
export function apply(
  db: WritableDb,
  parts: OwnData['parts'],
  how: RestoreHow,
): { containers: Set<string>; moved: Set<OwnPart> } {
  const containers = new Set<string>()
  const moved = new Set<OwnPart>()
  for (const section of sections) {
    const file = parts[section.part]
    if (!file || section.isOffered === true) continue
    const { fresh, newer, older, onlyHere } = compare(section, loadRows(db, section), file)
    const changed = how === 'merge' ? newer : [...newer, ...older]
    const removed = how === 'merge' ? [] : onlyHere
    const written = [...fresh, ...changed]
    if (written.length + removed.length === 0) continue
    moved.add(section.part)
    // Before anything goes, so that no number is given twice.
    let number = section.numbered === undefined ? 0 : newestNumber(db, section.table, section.numbered)
    for (const row of [...removed, ...changed]) remove(db, section, row)
    for (const row of written) insert(db, section, row, ++number)
    if (section.container !== undefined)
      for (const row of [...written, ...removed]) containers.add(String(row[section.container]))
    section.settle?.(db)
  }
  return { containers, moved }
}

function remove(db: WritableDb, { table, key }: Section, row: OwnRow): void {
  db.run(
    `DELETE FROM main.${table} WHERE ${key.map((column) => `${column} IS ?`).join(' AND ')}`,
    ...key.map((column) => row[column] ?? null),
  )
}

function insert(db: WritableDb, { table, columns, numbered }: Section, row: OwnRow, number: number): void {
  const names = numbered === undefined ? columns : [...columns, numbered]
  const values = columns.map((column) => row[column] ?? null)
  db.run(
    `INSERT INTO main.${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...values,
    ...(numbered === undefined ? [] : [number]),
  )
}

function newestNumber(db: ReadableDb, table: string, column: string): number {
  return db.get<{ n: number | null }>(`SELECT max(${column}) AS n FROM main.${table}`)?.n ?? 0
}
