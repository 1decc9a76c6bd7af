// Compares the data here with a file, and merges both. Deletes nothing that the preview did not show to the user.
import type { OwnPart, PartPlan, RestoreMode } from '#contract/own-data.ts'
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

/** Entries only in the file (`fresh`), in both (`newer` or `older` in the file), and only here. */
type Compared = { fresh: OwnRow[]; newer: OwnRow[]; older: OwnRow[]; onlyHere: OwnRow[] }

function compare(section: Section, here: readonly OwnRow[], file: readonly OwnRow[]): Compared {
  const keyOf = (row: OwnRow) => JSON.stringify(section.key.map((column) => row[column]))
  const hereByKey = new Map(here.map((row) => [keyOf(row), row]))
  const compared: Compared = { fresh: [], newer: [], older: [], onlyHere: [] }
  for (const row of file) {
    const mine = hereByKey.get(keyOf(row))
    hereByKey.delete(keyOf(row))
    if (!mine) compared.fresh.push(row)
    else if (isNewer(section, row, mine)) compared.newer.push(row)
    else if (section.columns.some((column) => row[column] !== mine[column])) compared.older.push(row)
  }
  return { ...compared, onlyHere: [...hereByKey.values()] }
}

function isNewer({ newest }: Section, row: OwnRow, mine: OwnRow): boolean {
  return newest !== undefined && String(row[newest]) > String(mine[newest])
}

export function createPlan(db: ReadableDb, parts: OwnData['parts']): PartPlan[] {
  return sections.map((section) => {
    const here = loadRows(db, section)
    const file = parts[section.part]
    const { fresh, newer, older, onlyHere } = compare(section, here, file ?? [])
    const isUnchanged = file === undefined || section.isOffered === true
    return {
      part: section.part,
      inFile: file?.length ?? 0,
      here: here.length,
      fresh: fresh.length,
      newer: newer.length,
      older: older.length,
      onlyHere: isUnchanged ? 0 : onlyHere.length,
    }
  })
}

/** Containers that this data is about. */
export function listContainers(parts: OwnData['parts']): Set<string> {
  return new Set(
    sections.flatMap(({ part, container }) =>
      container === undefined ? [] : (parts[part] ?? []).map((row) => String(row[container])),
    ),
  )
}

/**
 * Applies the parts. Returns the ids of the affected containers, and the changed parts. Parts that the file does not
 * have stay unchanged.
 */
export function applyParts(
  db: WritableDb,
  parts: OwnData['parts'],
  how: RestoreMode,
): { containers: Set<string>; changed: Set<OwnPart> } {
  const containers = new Set<string>()
  const changedParts = new Set<OwnPart>()
  for (const section of sections) {
    const file = parts[section.part]
    if (!file || section.isOffered === true) continue
    const { fresh, newer, older, onlyHere } = compare(section, loadRows(db, section), file)
    const changed = how === 'merge' ? newer : [...newer, ...older]
    const removed = how === 'merge' ? [] : onlyHere
    const written = [...fresh, ...changed]
    if (written.length + removed.length === 0) continue
    changedParts.add(section.part)
    // Read before any row is deleted, so that no number is used twice.
    let number = section.numbered === undefined ? 0 : newestNumber(db, section.table, section.numbered)
    for (const row of [...removed, ...changed]) remove(db, section, row)
    for (const row of written) insert(db, section, row, ++number)
    if (section.container !== undefined)
      for (const row of [...written, ...removed]) containers.add(String(row[section.container]))
    section.updateDerived?.(db)
  }
  return { containers, changed: changedParts }
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
  return db.value<number | null>(`SELECT max(${column}) AS n FROM main.${table}`) ?? 0
}
