// Compares the data of this computer with a file, and merges both. Deletes nothing that the preview did not show.
import type { PartPlan, RestoreMode } from '#contract/own-data.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { OwnData } from './file.ts'
import { isSharedPart, markOwn } from '../settings/own-marks.ts'
import { type OwnRow, type Section, sections } from './sections.ts'

export function loadParts(db: ReadableDb): OwnData['parts'] {
  return Object.fromEntries(sections.map((section) => [section.part, loadRows(db, section)]))
}

export function loadRows(db: ReadableDb, { table, columns, where, key }: Section): OwnRow[] {
  return db.all<OwnRow>(
    `SELECT ${columns.join(', ')} FROM main.${table} ${where === undefined ? '' : `WHERE ${where}`} ORDER BY ${key.join(', ')}`,
  )
}

/**
 * Entries that are only in the file (`fresh`), only on this computer, or different in both: `newer` in the file, or
 * `older`, which are not known to be newer.
 */
type Compared = { fresh: OwnRow[]; newer: OwnRow[]; older: OwnRow[]; onlyHere: OwnRow[] }

function compare(section: Section, localRows: readonly OwnRow[], fileRows: readonly OwnRow[]): Compared {
  const getKey = (row: OwnRow) => JSON.stringify(section.key.map((column) => row[column]))
  const localByKey = new Map(localRows.map((row) => [getKey(row), row]))
  const compared: Compared = { fresh: [], newer: [], older: [], onlyHere: [] }
  for (const row of fileRows) {
    const localRow = localByKey.get(getKey(row))
    localByKey.delete(getKey(row))
    if (!localRow) compared.fresh.push(row)
    else if (isNewer(section, row, localRow)) compared.newer.push(row)
    else if (section.columns.some((column) => row[column] !== localRow[column])) compared.older.push(row)
  }
  return { ...compared, onlyHere: [...localByKey.values()] }
}

function isNewer({ newest }: Section, row: OwnRow, localRow: OwnRow): boolean {
  return newest !== undefined && String(row[newest]) > String(localRow[newest])
}

export function createPlan(db: ReadableDb, parts: OwnData['parts']): PartPlan[] {
  return sections.map((section) => {
    const localRows = loadRows(db, section)
    const fileRows = parts[section.part]
    const { fresh, newer, older, onlyHere } = compare(section, localRows, fileRows ?? [])
    const isLeftUnchanged = fileRows === undefined || section.isOffered === true
    return {
      part: section.part,
      inFile: fileRows?.length ?? 0,
      here: localRows.length,
      fresh: fresh.length,
      newer: newer.length,
      older: older.length,
      onlyHere: isLeftUnchanged ? 0 : onlyHere.length,
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
 * Applies the parts. Returns the ids of the affected containers, and the changed sections. Parts that the file does not
 * have stay unchanged. `at`: the time of the change, for the other members of an office.
 */
export function applyParts(
  db: WritableDb,
  parts: OwnData['parts'],
  mode: RestoreMode,
  at: string,
): { containers: Set<string>; changed: Set<Section> } {
  const containers = new Set<string>()
  const changed = new Set<Section>()
  for (const section of sections) {
    const fileRows = parts[section.part]
    if (!fileRows || section.isOffered === true) continue
    const { fresh, newer, older, onlyHere } = compare(section, loadRows(db, section), fileRows)
    const changedRows = mode === 'merge' ? newer : [...newer, ...older]
    const removedRows = mode === 'merge' ? [] : onlyHere
    const writtenRows = [...fresh, ...changedRows]
    if (writtenRows.length + removedRows.length === 0) continue
    changed.add(section)
    // Read before any row is deleted, so that no number is used twice.
    let lastNumber = loadLastNumber(db, section)
    for (const row of [...removedRows, ...changedRows]) removeRow(db, section, row)
    for (const row of writtenRows) insertRow(db, section, row, ++lastNumber)
    for (const row of [...removedRows, ...writtenRows]) markShared(db, section, row, at)
    if (section.container !== undefined)
      for (const row of [...writtenRows, ...removedRows]) containers.add(String(row[section.container]))
    section.updateDerived?.(db)
  }
  return { containers, changed }
}

const createKeySql = ({ key }: Section) => key.map((column) => `${column} IS ?`).join(' AND ')
const listKey = ({ key }: Section, row: OwnRow) => key.map((column) => row[column] ?? null)

/** The row with the key of `row`. */
export function loadRow(db: ReadableDb, section: Section, row: OwnRow): OwnRow | undefined {
  const sql = `SELECT ${section.columns.join(', ')} FROM main.${section.table} WHERE ${createKeySql(section)}`
  return db.get<OwnRow>(sql, ...listKey(section, row))
}

export function removeRow(db: WritableDb, section: Section, row: OwnRow): void {
  db.run(`DELETE FROM main.${section.table} WHERE ${createKeySql(section)}`, ...listKey(section, row))
}

/** Members of an office share the row if its part is shared. `at`: when the user changed it. */
export function markShared(db: WritableDb, { part, key }: Section, row: OwnRow, at: string): void {
  const keyValues = key.map((column) => String(row[column]))
  if (isSharedPart(part)) markOwn(db, part, keyValues, at)
}

/** `number`: of the row, in a section of numbered rows. */
export function insertRow(db: WritableDb, { table, columns, numbered }: Section, row: OwnRow, number = 0): void {
  const names = numbered === undefined ? columns : [...columns, numbered]
  const values = columns.map((column) => row[column] ?? null)
  db.run(
    `INSERT INTO main.${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...values,
    ...(numbered === undefined ? [] : [number]),
  )
}

/** 0 in a section without numbers. */
export function loadLastNumber(db: ReadableDb, { table, numbered }: Section): number {
  return numbered === undefined ? 0 : (db.value<number | null>(`SELECT max(${numbered}) FROM main.${table}`) ?? 0)
}
