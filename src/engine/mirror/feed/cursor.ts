// How far this mirror follows its office. Stored in the same file and transaction as the rows that it counts.
import type { ReadableDb, WritableDb } from '../../db/open.ts'

/**
 * `feed`: the last row of the mirror feed that is stored here. `fence`: under which the present marks were made.
 * `reconciled`: up to this mark, the records were compared with those of another leader. `set-back`: after the office
 * was restored from an older copy, the next row of its feed; 0 after a leader has sent what the office lacked.
 * `restored`: the fence under which this desktop was the first leader of a restored office.
 * `skipped`: the first row that could not be read, 0 without one. `skipped-by`: by which version of this program.
 * `joined`: 1 after what this desktop had before the office is marked. `own-changes`: its last change before that.
 * `with-uid`: up to this one, every change has a uid.
 * `founding`: 1 while the history of the office's first leader is being marked. `alone`: the next row of the feed when
 * this desktop began to read alone; 0 after the office has what it read.
 */
export type CursorName =
  | 'feed'
  | 'fence'
  | 'reconciled'
  | 'set-back'
  | 'restored'
  | 'skipped'
  | 'skipped-by'
  | 'joined'
  | 'own-changes'
  | 'with-uid'
  | 'founding'
  | 'alone'

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
