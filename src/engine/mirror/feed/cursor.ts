// How far this mirror follows its office. Stored in the same file and transaction as the rows that it counts.
import type { ReadableDb, WritableDb } from '../../db/open.ts'

/**
 * `feed`: the last row of the mirror feed that is stored here. `fence`: under which the present marks were made.
 * `is-set-back`: 1 after the office was restored from an older copy, until a leader has sent what it lacks.
 */
export type CursorName = 'feed' | 'fence' | 'is-set-back'

export function loadCursor(db: ReadableDb, name: CursorName): number {
  return db.value<number>('SELECT seq FROM office_cursor WHERE name = ?', name) ?? 0
}

export function saveCursor(db: WritableDb, name: CursorName, seq: number): void {
  db.run(
    'INSERT INTO office_cursor (name, seq) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = excluded.seq',
    name,
    seq,
  )
}
