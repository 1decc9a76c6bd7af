// Which rows were written since they were last compared with the office's. Triggers insert into a temporary table of
// the writing connection: no writer can forget a row, and a rollback removes it.
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import type { BiKind } from './rows.ts'

const watchedTables: readonly { table: string; kind: BiKind; id: string }[] = [
  // The charges of a container are written with its row.
  { table: 'mirror.container_row', kind: 'container', id: 'id' },
  { table: 'mirror.shipment_row', kind: 'shipment', id: 'id' },
  { table: 'mirror.document_row', kind: 'document', id: 'id' },
  { table: 'mirror.document_link', kind: 'document', id: 'document_id' },
  ...['own_note', 'own_tag', 'own_assignee'].map((name) => ({
    table: `main.${name}`,
    kind: 'container' as const,
    id: 'container_id',
  })),
]

export function startWatching(db: WritableDb): void {
  // Without a primary key: the conflict clause of the statement that fires a trigger overrides the one in the trigger.
  db.run('CREATE TEMP TABLE IF NOT EXISTS bi_due (kind TEXT NOT NULL, id TEXT NOT NULL)')
  db.run('CREATE INDEX IF NOT EXISTS temp.bi_due_of_kind ON bi_due (kind)')
  for (const { table, kind, id } of watchedTables)
    for (const event of ['INSERT', 'UPDATE', 'DELETE'])
      db.run(`CREATE TEMP TRIGGER IF NOT EXISTS bi_${table.replace('.', '_')}_${event} AFTER ${event} ON ${table} BEGIN
        INSERT INTO bi_due (kind, id) VALUES ('${kind}', ${event === 'DELETE' ? 'old' : 'new'}.${id});
      END`)
}

export function stopWatching(db: WritableDb): void {
  for (const { table } of watchedTables)
    for (const event of ['INSERT', 'UPDATE', 'DELETE'])
      db.run(`DROP TRIGGER IF EXISTS temp.bi_${table.replace('.', '_')}_${event}`)
  db.run('DROP TABLE IF EXISTS temp.bi_due')
}

/** The ids of the oldest of these rows, which are no longer due. `limit`: of writes; several can be of one row. */
export function takeDue(db: WritableDb, kind: BiKind, limit: number): string[] {
  const due = db.all<{ number: number; id: string }>(
    'SELECT rowid AS number, id FROM temp.bi_due WHERE kind = ? ORDER BY rowid LIMIT ?',
    kind,
    limit,
  )
  db.run('DELETE FROM temp.bi_due WHERE kind = ? AND rowid <= ?', kind, due.at(-1)?.number ?? 0)
  return [...new Set(due.map(({ id }) => id))]
}

/** The next containers whose values also change with time, in the order of their ids. */
export const loadOpenIdsAfter = (db: ReadableDb, id: string, limit: number): string[] =>
  db.column<string>('SELECT id FROM mirror.container_row WHERE id > ? AND is_open = 1 ORDER BY id LIMIT ?', id, limit)

const tables: Record<BiKind, string> = {
  container: 'container_row',
  shipment: 'shipment_row',
  document: 'document_row',
}

/** The next ids of all rows, in their order. */
export const loadIdsAfter = (db: ReadableDb, kind: BiKind, id: string, limit: number): string[] =>
  db.column<string>(`SELECT id FROM mirror.${tables[kind]} WHERE id > ? ORDER BY id LIMIT ?`, id, limit)
