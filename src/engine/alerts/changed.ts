// Notes the records that were written since the evaluator last checked them. Also notes containers with an alert whose
// mark as done was removed, because a newer alert may have replaced it. Triggers of this connection write the notes, so
// no writer can forget it, and a rollback also removes the note. The notes end with the connection: after a start the
// evaluator checks all records.
import type { ReadableDb, WritableDb } from '../db/open.ts'

// Tests first whether the note exists: the conflict clause of the statement that fires a trigger overrides the one in
// the trigger.
const createNoteSql = (object: string, id: string) =>
  `INSERT INTO moved_record (object, id) SELECT '${object}', ${id} WHERE NOT EXISTS (SELECT 1 FROM moved_record WHERE object = '${object}' AND id = ${id});`

const createTriggerSql = (name: string, event: string, object: string, id: string) =>
  `CREATE TEMP TRIGGER moved_${name} AFTER ${event} BEGIN ${createNoteSql(object, id)} END;`

/**
 * Runs once per connection. A writer updates whole rows, including `search`. The triggers ignore an update that changed
 * only the time of the last check.
 */
export const changedSetup = `
CREATE TEMP TABLE moved_record (object TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (object, id)) WITHOUT ROWID;
${createTriggerSql('container', 'INSERT ON mirror.container_row', 'container', 'new.id')}
${createTriggerSql('container_again', 'UPDATE OF search ON mirror.container_row', 'container', 'new.id')}
${createTriggerSql('shipment', 'INSERT ON mirror.shipment_row', 'shipment', 'new.id')}
${createTriggerSql('shipment_again', 'UPDATE OF eta_at, ata_at ON mirror.shipment_row WHEN new.eta_at IS NOT old.eta_at OR new.ata_at IS NOT old.ata_at', 'shipment', 'new.id')}
${createTriggerSql('request', 'INSERT ON mirror.request_row', 'request', 'new.id')}
${createTriggerSql('request_again', 'UPDATE ON mirror.request_row', 'request', 'new.id')}
${createTriggerSql('document', 'INSERT ON mirror.document_row', 'document', 'new.id')}
${createTriggerSql('document_again', 'UPDATE ON mirror.document_row', 'document', 'new.id')}
${createTriggerSql('failure', 'INSERT ON mirror.document_failure', 'document', 'new.id')}
${createTriggerSql('failure_again', 'UPDATE ON mirror.document_failure', 'document', 'new.id')}
${createTriggerSql('undone', `UPDATE OF done_at ON main.alert WHEN new.object = 'container' AND new.done_at IS NULL AND old.done_at IS NOT NULL`, 'container', 'new.object_id')}
${createTriggerSql('upload', 'UPDATE OF state, document_id ON main.upload', 'upload', `new.sha256 || '-' || new.gen`)}
${createTriggerSql('sighting', `INSERT ON main.sighting WHEN new.sha256 IS NULL AND new.error IS NOT NULL`, 'sighting', 'new.id')}
${createTriggerSql('sighting_again', `UPDATE OF state, error ON main.sighting WHEN new.sha256 IS NULL AND new.error IS NOT NULL`, 'sighting', 'new.id')}
`

export type ChangedObject = 'container' | 'shipment' | 'request' | 'document' | 'upload' | 'sighting'

export function hasChanges(db: ReadableDb): boolean {
  return db.get('SELECT 1 FROM temp.moved_record LIMIT 1') !== undefined
}

export function listChangedIds(db: ReadableDb, object: ChangedObject, limit: number): string[] {
  return db.column<string>('SELECT id FROM temp.moved_record WHERE object = ? LIMIT ?', object, limit)
}

/** Deletes the notes that were processed, in the transaction that writes the results. */
export function deleteChanged(db: WritableDb, object: ChangedObject, ids: readonly string[]): void {
  db.run(
    'DELETE FROM temp.moved_record WHERE object = ? AND id IN (SELECT value FROM json_each(?))',
    object,
    JSON.stringify(ids),
  )
}

export function deleteAllChanged(db: WritableDb): void {
  db.run('DELETE FROM temp.moved_record')
}
