// Counts how often a complete sweep did not list a record. Such a record does not count as gone. After enough misses
// (`SweepList.missing`) it is read by its id.
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { sweepLists } from '../mirror/kinds.ts'
import { loadMissed, saveMissed } from '../mirror/missed.ts'
import type { Sweep } from '../mirror/records.ts'

/** This many index entries are read in 1 to 2 ms. */
const CHECKED_PER_STEP = 2_000
/** These rows are neighbours in the file, so a commit of this many takes a few milliseconds. */
const COUNTED_PER_STEP = 1_000
/** From this `missing_count` on, the record waits to be read by its id and is no longer counted. */
const MAX_MISSED = 2

const IS_MISSED = `(sweep_id IS NULL OR sweep_id < ?) AND gone_since IS NULL AND missing_count < ${MAX_MISSED}`

/**
 * Counts each record that the complete sweep did not list. For 100,000 containers this takes 0.1 s and more, so it runs
 * in steps, each with its own transaction. After a crash in between, the next complete sweep counts the rest. `except`:
 * ids that were listed and cannot be read.
 */
export function* countMissing(
  db: ReadableDb,
  write: Write,
  { id: sweepId, kind }: Pick<Sweep, 'id' | 'kind'>,
  except: readonly string[],
): Generator<void, void> {
  const { missing } = sweepLists[kind]
  const keys = Float64Array.from(missing === 0 ? [] : yield* findMissedKeys(db, { id: sweepId, kind }, except)).sort()
  for (let from = 0; from < keys.length; from += COUNTED_PER_STEP) {
    yield
    const keysJson = JSON.stringify([...keys.subarray(from, from + COUNTED_PER_STEP)])
    write((db) => {
      db.run(
        `UPDATE seen SET missing_count = missing_count + ? WHERE key IN (SELECT value FROM json_each(?)) AND ${IS_MISSED}`,
        missing,
        keysJson,
        sweepId,
      )
    })
  }
  // Without an office the list is written only if it changes, so that most sweeps cost no write here.
  if (db.outgoing !== null || keys.length > 0 || loadMissed(db, kind).length > 0)
    write((writable) => saveMissed(writable, kind, keys))
}

function* findMissedKeys(
  db: ReadableDb,
  { id: sweepId, kind }: Pick<Sweep, 'id' | 'kind'>,
  except: readonly string[],
): Generator<void, number[]> {
  const { type, fieldsOf } = sweepLists[kind]
  const [ownerFilter, ownerTypes] =
    fieldsOf === undefined ? ['', []] : [' AND id IN (SELECT id FROM field_of WHERE entity = ?)', [fieldsOf]]
  const keys: number[] = []
  for (let afterId = ''; ; yield) {
    const lastId = db.value<string>(
      'SELECT id FROM res WHERE type = ? AND id > ? ORDER BY id LIMIT 1 OFFSET ?',
      type,
      afterId,
      CHECKED_PER_STEP - 1,
    )
    const missed = db.all<{ key: number }>(
      `SELECT key FROM res CROSS JOIN seen USING (key)
       WHERE type = ? AND id > ?${lastId === undefined ? '' : ' AND id <= ?'}${ownerFilter} AND id NOT IN (SELECT value FROM json_each(?)) AND ${IS_MISSED}`,
      type,
      afterId,
      ...(lastId === undefined ? [] : [lastId]),
      ...ownerTypes,
      JSON.stringify(except),
      sweepId,
    )
    for (const { key } of missed) keys.push(key)
    if (lastId === undefined) return keys
    afterId = lastId
  }
}
