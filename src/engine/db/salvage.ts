// Saves the readable changes of a copy or of a broken mirror, when the mirror is rebuilt (repair.ts).
import Database from 'better-sqlite3'
import { ChangeKind } from '#contract/changes.ts'
import { Instant } from '#contract/values.ts'
import { CHANGE_COLUMNS, prepareInsert } from './backup.ts'
import { isDamage, isUnreadable } from './failures.ts'

/** A mirror of an older layout has no newer columns; the migration that added them defines their values. */
function listSharedColumns(...dbs: Database.Database[]): string {
  const lacks = (db: Database.Database, name: string) =>
    db.prepare(`SELECT 1 FROM pragma_table_info('change') WHERE name = ?`).get(name) === undefined
  return CHANGE_COLUMNS.split(', ')
    .filter((name) => !dbs.some((db) => lacks(db, name)))
    .join(', ')
}

/**
 * Adds the readable changes of this file to `target`; existing rows stay unchanged. A file that is damaged in the
 * middle is read from both ends, because no copy has the newest rows yet.
 */
export function salvageChanges(path: string, target: Database.Database): void {
  let source: Database.Database | null = null
  try {
    source = new Database(path, { readonly: true, fileMustExist: true })
    if (source.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'change'`).get() === undefined) return
    const columns = listSharedColumns(source, target)
    if (columns === '') return
    if (!salvageFrom(source, target, columns, 'ASC')) salvageFrom(source, target, columns, 'DESC')
  } catch (error) {
    if (!isDamage(error) && !isUnreadable(error)) throw error
  } finally {
    source?.close()
  }
}

/**
 * Text with one wrong letter is still valid text, so a row with an unknown kind or an invalid instant is damaged too.
 */
const isValidByColumn: Record<string, (value: unknown) => boolean> = {
  type: (value) =>
    value === 'container' || value === 'shipment' || value === 'tracking_request' || value === 'document',
  kind: (value) => ChangeKind.safeParse(value).success,
  seen_at: (value) => Instant.safeParse(value).success,
  source_at: (value) => value === null || Instant.safeParse(value).success,
}

/** Returns whether every row was readable. */
function salvageFrom(
  source: Database.Database,
  target: Database.Database,
  columns: string,
  order: 'ASC' | 'DESC',
): boolean {
  const insert = prepareInsert(target, 'IGNORE', columns)
  const checks = columns
    .split(', ')
    .flatMap((name, index) => (isValidByColumn[name] ? [{ index, check: isValidByColumn[name] }] : []))
  try {
    for (const values of source.prepare(`SELECT ${columns} FROM change ORDER BY id ${order}`).raw().iterate()) {
      const row = values as unknown[]
      if (!checks.every(({ index, check: isValid }) => isValid(row[index]))) continue
      try {
        insert.run(...row)
      } catch (error) {
        // Damage can look like a row with a number instead of a text; the strict table rejects it.
        if (!(error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT'))) throw error
      }
    }
    return true
  } catch (error) {
    // RangeError: an integer that no valid row has.
    if (isDamage(error) || error instanceof RangeError) return false
    throw error
  }
}
