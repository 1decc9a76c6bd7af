// One text per table: made anew for every row it would have to be looked up letter by letter among the prepared ones.
import type { SqlValue } from './open.ts'

const texts = new Map<string, { names: string[]; sql: string }>()

/** Writes a whole row over what was there. Takes the row's values in their order. */
export function replaceInto(table: string, row: Record<string, SqlValue>): string {
  const names = Object.keys(row)
  const known = texts.get(table)
  if (known && known.names.length === names.length && known.names.every((name, i) => name === names[i])) return known.sql
  const sql = `INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
  texts.set(table, { names, sql })
  return sql
}
