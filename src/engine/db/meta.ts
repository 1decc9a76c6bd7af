// Loads and saves single values by name, in a table of either file.
import type { ReadableDb, WritableDb } from './open.ts'

export function loadMeta(db: ReadableDb, file: 'main' | 'mirror', key: string): string | null {
  return db.value<string>(`SELECT value FROM ${file}.meta WHERE key = ?`, key) ?? null
}

export function saveMeta(db: WritableDb, file: 'main' | 'mirror', key: string, value: string): void {
  db.run(
    `INSERT INTO ${file}.meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    key,
    value,
  )
}
