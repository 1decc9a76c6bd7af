// Writes a seed: a mirror.db for other desktops, with what this one has of its office. It is copied table by table and
// not as a file, because free pages of a file contain what was deleted. A connection of its own reads one moment of the
// mirror, so the engine writes meanwhile.
import { join } from 'node:path'
import { type Connection, type ReadableDb, openConnection } from '../../db/open.ts'
import { projectContainers, saveRowsFingerprint } from '../containers/store.ts'
import { momentSetup, setMoment } from '../containers/moment.ts'
import { computeEditsFingerprint } from '../edits/store.ts'
import { loadCursor, saveCursor } from '../feed/cursor.ts'
import { hasMarks } from '../feed/marks.ts'
import { loadHistoryDeleted } from '../history/removal.ts'
import { loadSettings, saveSettings } from '../../settings/store.ts'
import { addCorrections } from './corrections.ts'
import { loadOwnContainers, loadOwnRules, saveSeedRules } from './rules.ts'
import { OWN_CONTAINERS, SEED_TABLES, type SeedTable } from './tables.ts'

/** Copied in about 2 ms. */
const ROWS_PER_STEP = 50
const CONTAINERS_PER_STEP = 5
const ENTRIES_PER_STEP = 1_000

/** Whether another desktop that begins with this mirror has what the office has, except for `hasOwnChanges`. */
export function canWriteSeed(db: ReadableDb): boolean {
  return !hasMarks(db) && loadHistoryDeleted(db) === null && computeEditsFingerprint(db) === ''
}

/** SQLite reads this many changes in about 3 ms. */
const CHANGES_PER_STEP = 20_000

/** Whether there are changes from before the office that the office does not have. None is added later. */
export function* hasOwnChanges(db: ReadableDb): Generator<void, boolean> {
  const last = loadCursor(db, 'own-changes')
  const sql = 'SELECT 1 FROM change WHERE id > ? AND id <= ? AND uid IS NULL LIMIT 1'
  for (let from = loadCursor(db, 'with-uid'); from < last; from += CHANGES_PER_STEP) {
    if (db.get(sql, from, Math.min(last, from + CHANGES_PER_STEP)) !== undefined) return true
    yield
  }
  return false
}

/**
 * `db`: of the desktop with its files in `folder`. `seedFolder` has the files of `createEmptyFiles`. Call it when
 * `canWriteSeed` is true, and `hasOwnChanges` was false.
 */
export function* writeSeed(db: ReadableDb, folder: string, seedFolder: string, nowMs: number): Generator<void, void> {
  const ownContainers = loadOwnContainers(db)
  const connection = openConnection(seedFolder, momentSetup)
  const { raw } = connection
  try {
    raw.pragma('query_only = OFF')
    // A file that is not finished is useless. better-sqlite3 does not allow the mode OFF.
    raw.pragma('synchronous = OFF')
    raw.pragma('mirror.journal_mode = MEMORY')
    raw.pragma('mirror.synchronous = OFF')
    // What is in the cache at the end is written at once.
    raw.pragma('mirror.cache_size = -2000')
    saveSettings(connection.db, loadSettings(db))
    raw.exec(`CREATE TEMP TABLE own_container (id TEXT PRIMARY KEY) WITHOUT ROWID`)
    const note = raw.prepare(`INSERT INTO ${OWN_CONTAINERS} (id) VALUES (?)`)
    for (const id of ownContainers) note.run(id)
    raw.prepare('ATTACH DATABASE ? AS source').run(join(folder, 'mirror.db'))
    raw.exec('BEGIN')
    for (const table of SEED_TABLES) yield* copyTable(connection, table)
    yield* addSearchDue(connection)
    raw.exec('COMMIT')
    raw.exec('DETACH source')
    yield* buildOwnRows(connection, ownContainers, nowMs)
    saveCursor(connection.db, 'joined', 1)
    addCorrections(connection.db, db)
    saveSeedRules(connection.db, loadOwnRules(connection.db))
    saveRowsFingerprint(connection.db)
  } finally {
    connection.close()
  }
}

/** Copies the rows in the order of their key, which leaves no free space in the pages. */
function* copyTable({ raw }: Connection, { name, where = 'true', values = {} }: SeedTable): Generator<void, void> {
  const columns = raw.prepare(`SELECT name, pk FROM pragma_table_info('${name}', 'mirror')`).all() as Column[]
  const keyColumns = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
  const key = keyColumns.map((column) => column.name)
  const names = columns.map((column) => column.name)
  const places = `(${key.map(() => '?').join(', ')})`
  const listColumns = (prefix: string) => names.map((column) => values[column] ?? `${prefix}${column}`).join(', ')
  const order = `ORDER BY ${key.join(', ')}`
  const findEnd = (from: string) =>
    raw
      .prepare(
        `SELECT ${key.join(', ')} FROM source.${name} WHERE ${from} ${order} LIMIT 1 OFFSET ${ROWS_PER_STEP - 1}`,
      )
      .raw()
  const copy = (range: string) =>
    raw.prepare(
      `INSERT INTO mirror.${name} (${names.join(', ')}) SELECT ${listColumns('t.')} FROM source.${name} t
       WHERE (${where}) AND ${range} ${order}`,
    )
  const after = `(${key.join(', ')}) > ${places}`
  const upTo = `(${key.join(', ')}) <= ${places}`
  const [findFirst, findNext] = [findEnd('true'), findEnd(after)]
  const [copyFirst, copyNext] = [copy(upTo), copy(`${after} AND ${upTo}`)]
  let last: unknown[] | null = null
  for (;;) {
    const end = (last === null ? findFirst.get() : findNext.get(...last)) as unknown[] | undefined
    if (end === undefined) break
    if (last === null) copyFirst.run(...end)
    else copyNext.run(...last, ...end)
    last = end
    yield
  }
  if (last === null) copy('true').run()
  else copy(after).run(...last)
  yield
}

function* addSearchDue({ raw }: Connection): Generator<void, void> {
  const add = raw.prepare(
    `INSERT INTO mirror.search_due (key) SELECT key FROM mirror.search_entry WHERE key > ? ORDER BY key
     LIMIT ${ENTRIES_PER_STEP}`,
  )
  const findLast = raw.prepare('SELECT max(key) FROM mirror.search_due').pluck()
  for (let last = 0; add.run(last).changes > 0; last = findLast.get() as number) yield
}

type Column = { name: string; pk: number }

function* buildOwnRows({ db }: Connection, ids: readonly string[], nowMs: number): Generator<void, void> {
  if (ids.length === 0) return
  setMoment(db, nowMs, loadSettings(db).bandDays)
  for (let from = 0; from < ids.length; from += CONTAINERS_PER_STEP) {
    projectContainers(db, ids.slice(from, from + CONTAINERS_PER_STEP), { keepsZones: true })
    yield
  }
}
