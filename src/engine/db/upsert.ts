// Inserts or updates whole rows of tables with an `id`. All rows of a table have the same columns, which are those of
// the first row. Listing the names of eighty columns for every row took longer than binding their values.
import type { SqlValue, WritableDb } from './open.ts'

type Row = Record<string, SqlValue>
type Texts = { names: string[]; save: string; move: string }

/** The columns that identify a row. Setting a key, even to itself, removes the row from every index and adds it. */
const FIXED = ['id', 'key']

const texts = new Map<string, Texts>()

/**
 * `indexed`: the columns that have an index. Setting one costs as much as writing the row, even if its value is the
 * same, so they are set only if one of them changed.
 */
export function upsert(db: WritableDb, table: string, row: Row, indexed: readonly string[]): void {
  const { names, save, move } = textsOf(table, row, indexed)
  const values = names.map((name) => row[name] as SqlValue)
  if (db.runAndCount(save, ...values) > 0) return
  db.run(move, ...indexed.map((name) => row[name] ?? null), row['id'] ?? null)
  db.run(save, ...values)
}

function textsOf(table: string, row: Row, indexed: readonly string[]): Texts {
  const known = texts.get(table)
  if (known) return known
  const names = Object.keys(row)
  const others = names.filter((name) => !FIXED.includes(name) && !indexed.includes(name))
  const made: Texts = {
    names,
    save: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
      ON CONFLICT (id) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}
      WHERE ${['true', ...indexed.map((name) => `${name} IS excluded.${name}`)].join(' AND ')}`,
    move: `UPDATE ${table} SET ${indexed.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
  }
  texts.set(table, made)
  return made
}
