// Records which rows a transaction wrote, so that columns in memory can read them again (table/mirrored.ts). Triggers
// insert into a temporary table of the writing connection: no writer can forget it, and a rollback removes it.
import type { WritableDb } from '../db/open.ts'
import { loadRatesVersion } from '../settings/rates.ts'

/** For each watched event: the kind of row, and the SQL of its id. */
const watchedEvents = [
  { on: 'INSERT', table: 'mirror.container_row', kind: 'container', id: 'new.id' },
  { on: 'UPDATE', table: 'mirror.container_row', kind: 'container', id: 'new.id' },
  { on: 'INSERT', table: 'mirror.shipment_row', kind: 'shipment', id: 'new.id' },
  { on: 'UPDATE', table: 'mirror.shipment_row', kind: 'shipment', id: 'new.id' },
  // Lists are also sorted and filtered by the user's own data, which is in the other file.
  ...['own_note', 'own_tag', 'own_assignee'].flatMap((table) => [
    { on: 'INSERT', table: `main.${table}`, kind: 'container', id: 'new.container_id' },
    { on: 'UPDATE', table: `main.${table}`, kind: 'container', id: 'new.container_id' },
    { on: 'DELETE', table: `main.${table}`, kind: 'container', id: 'old.container_id' },
  ]),
]

/** The events after which cached rates are no longer valid. */
const rateEvents = ['rate_table', 'terminal_calendar'].flatMap((table) =>
  ['INSERT', 'UPDATE', 'DELETE'].map((on) => ({ on, table })),
)

/** SQL to run once on the writing connection, after `momentSetup`. */
export const touchedSetup = `
-- Without a primary key: the conflict clause of the statement that fires a trigger overrides the one in the trigger.
CREATE TEMP TABLE touched (kind TEXT NOT NULL, id TEXT NOT NULL);
${watchedEvents
  .map(
    ({ on, table, kind, id }, n) => `CREATE TEMP TRIGGER touched_${n} AFTER ${on} ON ${table} BEGIN
  INSERT INTO touched (kind, id) VALUES ('${kind}', ${id});
END;`,
  )
  .join('\n')}
${rateEvents
  .map(
    ({ on, table }) => `CREATE TEMP TRIGGER rates_${table}_${on.toLowerCase()} AFTER ${on} ON main.${table} BEGIN
  UPDATE rates_version SET n = n + 1;
END;`,
  )
  .join('\n')}
`

/** Ids of the written rows, and the version number of the rates. */
export type Touched = { containers: string[]; shipments: string[]; ratesVersion: number }

/** What a transaction wrote. `isOrderStale`: a cached list order may differ from the result of a new sort. */
export type RowChanges = Touched & { isOrderStale: boolean }

/** Returns and clears the rows written since the last call. Called at the end of each transaction, inside it. */
export function takeTouched(db: WritableDb): Touched {
  const rows = db.all<{ kind: string; id: string }>('SELECT DISTINCT kind, id FROM temp.touched')
  if (rows.length > 0) db.run('DELETE FROM temp.touched')
  const idsOf = (rowKind: string) => rows.flatMap(({ kind, id }) => (kind === rowKind ? id : []))
  return { containers: idsOf('container'), shipments: idsOf('shipment'), ratesVersion: loadRatesVersion(db) }
}
