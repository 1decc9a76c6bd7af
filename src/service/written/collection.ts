// A collection has the records of one kind that clients wrote: rows of JSON in SQLite, numbered from 1 and cached in
// memory. A row number is never reused, so an id never identifies another record.
import type Database from 'better-sqlite3'

export type Stored<T> = T & { row: number }

export type Collection<T extends object> = {
  /** Returns the rows in the order in which they were added. */
  all(): readonly Stored<T>[]
  get(row: number): Stored<T> | null
  /** Returns the number that the next row will have. */
  getNextRow(): number
  add(value: T): Stored<T>
  /** Replaces the given members. Returns the changed row, or null if there is no such row. */
  change(row: number, changes: Partial<T>): Stored<T> | null
  /** Marks the row as deleted. Only its number remains in the database. */
  remove(row: number): void
  /** Deletes the row from the database. The last row is kept, because otherwise its number would be reused. */
  deleteRow(row: number): void
}

export const COLLECTION_SCHEMA = `
  CREATE TABLE IF NOT EXISTS record (
    kind TEXT NOT NULL,
    row INTEGER NOT NULL,
    -- Null: it was deleted.
    body TEXT,
    PRIMARY KEY (kind, row)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS content (row INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
`

export function openCollection<T extends object>(db: Database.Database, kind: string): Collection<T> {
  const stored = db
    .prepare<[string], { row: number; body: string | null }>('SELECT row, body FROM record WHERE kind = ? ORDER BY row')
    .all(kind)
  const insertRow = db.prepare('INSERT OR REPLACE INTO record VALUES (?, ?, ?)')
  const deleteRow = db.prepare('DELETE FROM record WHERE kind = ? AND row = ?')
  const rows = new Map(
    stored.flatMap(({ row, body }): [number, Stored<T>][] =>
      body === null ? [] : [[row, { ...(JSON.parse(body) as T), row }]],
    ),
  )
  let lastRow = stored.at(-1)?.row ?? 0
  let listed: readonly Stored<T>[] | null = null
  const save = (value: Stored<T>) => {
    insertRow.run(kind, value.row, JSON.stringify(value))
    rows.set(value.row, value)
    listed = null
    return value
  }
  return {
    all: () => (listed ??= [...rows.values()]),
    get: (row) => rows.get(row) ?? null,
    getNextRow: () => lastRow + 1,
    add: (value) => {
      lastRow += 1
      return save({ ...value, row: lastRow })
    },
    change: (row, changes) => {
      const before = rows.get(row)
      return before ? save({ ...before, ...changes, row }) : null
    },
    remove: (row) => {
      if (!rows.delete(row)) return
      insertRow.run(kind, row, null)
      listed = null
    },
    deleteRow: (row) => {
      if (row === lastRow || !rows.delete(row)) return
      deleteRow.run(kind, row)
      listed = null
    },
  }
}

/** The bytes of uploaded files, by the row of the blob. */
export type Contents = {
  put(row: number, bytes: Uint8Array): void
  get(row: number): Uint8Array | null
  remove(row: number): void
}

export function openContents(db: Database.Database): Contents {
  const insertRow = db.prepare('INSERT OR REPLACE INTO content VALUES (?, ?)')
  const deleteRow = db.prepare('DELETE FROM content WHERE row = ?')
  const read = db.prepare<[number], { bytes: Uint8Array }>('SELECT bytes FROM content WHERE row = ?')
  return {
    put: (row, bytes) => {
      insertRow.run(row, bytes)
    },
    get: (row) => read.get(row)?.bytes ?? null,
    remove: (row) => {
      deleteRow.run(row)
    },
  }
}
