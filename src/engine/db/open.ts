// Opens the two files of an account on one connection: `state.db`, which must never be lost, and attached to it
// `mirror.db`, whose records the service can send again. Repair is in repair.ts, backup in backup.ts.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '#contract/errors.ts'
import { toDiskFailure, isDamage } from './failures.ts'
import { mirrorMigrations, stateMigrations } from './migrations/index.ts'

declare const readable: unique symbol

/** Runs SQL that only reads. SQLite enforces this too: outside `write` the connection is query-only. */
export type ReadableDb = {
  all<Row>(sql: string, ...parameters: SqlValue[]): Row[]
  get<Row>(sql: string, ...parameters: SqlValue[]): Row | undefined
  /** The first value of every row. */
  column<Value extends SqlValue>(sql: string, ...parameters: SqlValue[]): Value[]
  /** The first value of the first row; undefined without a row. */
  value<Value extends SqlValue>(sql: string, ...parameters: SqlValue[]): Value | undefined
  /** Null without an office. */
  readonly outgoing: Outgoing | null
  readonly [readable]: true
}

/**
 * Marks the writes that the other desktops of an office do not have yet (mirror/feed/marks.ts). `mirrorId`: the
 * beginning of the uids of its changes. `onMark` is called inside the transaction.
 */
export type Outgoing = { mirrorId: string; onMark: () => void }

/** Only `write` (write.ts) passes it on, so data can be changed only inside a transaction. */
export type WritableDb = ReadableDb & {
  /** Returns the rowid of the last insert. */
  run(sql: string, ...parameters: SqlValue[]): number
  /** Returns the number of written rows. */
  runAndCount(sql: string, ...parameters: SqlValue[]): number
  outgoing: Outgoing | null
}

export type SqlValue = string | number | null
export type MigrationStep = string
export type DbFile = 'state' | 'mirror'

export type Connection = {
  /** Writable for write.ts only; all other code gets it as `ReadableDb`. */
  db: WritableDb
  /** Runs `work` in one transaction; an error rolls everything back. */
  runTransaction<T>(work: () => T): T
  /** Runs `work` in one read transaction: it does not see what other connections commit meanwhile. */
  snapshot<T>(work: () => T): T
  /** The driver's connection, for pragmas and backups. */
  raw: Database.Database
  close(): void
}

/** Older versions can corrupt a database in WAL mode. */
const MIN_SQLITE_VERSION = [3, 51, 3]

export const migrations: Record<DbFile, MigrationStep[]> = { state: stateMigrations, mirror: mirrorMigrations }

/**
 * Opens and migrates both files; the folder `:memory:` opens both in memory, for tests. `setup` is SQL that creates the
 * temporary tables and views of this connection. Throws `db/from-the-future`, or SQLite's own error on a broken file.
 * `onDamage` is called when SQLite finds a broken page later, `onDiskFailure` when the disk fails; the caller gets the
 * error in both cases.
 */
export function openConnection(
  folder: string,
  setup: string,
  onDamage: () => void = () => undefined,
  onDiskFailure: (failure: AppError) => void = () => undefined,
): Connection {
  const getPath = (file: DbFile) => (folder === ':memory:' ? folder : join(folder, `${file}.db`))
  const raw = new Database(getPath('state'))
  try {
    checkVersion(raw)
    configure(raw)
    raw.prepare('ATTACH DATABASE ? AS mirror').run(getPath('mirror'))
    raw.pragma('mirror.journal_mode = WAL')
    raw.pragma('mirror.synchronous = FULL')
    migrate(raw, 'main', stateMigrations)
    migrate(raw, 'mirror', mirrorMigrations)
    raw.exec(setup)
    raw.pragma('query_only = ON')
  } catch (error) {
    raw.close()
    throw error
  }
  return createConnection(raw, folder, onDamage, onDiskFailure)
}

/**
 * Opens the same two files for another thread, which reads them and writes only its temporary tables. The first
 * connection must stay open until this one is closed.
 */
export function openReader(
  folder: string,
  setup: string,
  onDamage: () => void,
  onDiskFailure: (failure: AppError) => void,
): Connection {
  const raw = new Database(join(folder, 'state.db'), { readonly: true, fileMustExist: true })
  try {
    configureReading(raw)
    raw.prepare('ATTACH DATABASE ? AS mirror').run(join(folder, 'mirror.db'))
    raw.exec(setup)
    raw.pragma('query_only = ON')
  } catch (error) {
    raw.close()
    throw error
  }
  return createConnection(raw, folder, onDamage, onDiskFailure)
}

function createConnection(
  raw: Database.Database,
  folder: string,
  onDamage: () => void,
  onDiskFailure: (failure: AppError) => void,
): Connection {
  const rethrow: Rethrow = (error) => {
    if (isDamage(error)) onDamage()
    const failure = toDiskFailure(error, folder)
    if (failure) onDiskFailure(failure)
    throw failure ?? error
  }
  // Created once, because the driver creates four functions each time, which took 2 % of the engine's processor time.
  const transaction = raw.transaction((work: () => unknown) => work())
  const run = <T>(kind: 'immediate' | 'deferred', work: () => T): T => {
    try {
      return transaction[kind](work) as T
    } catch (error) {
      return rethrow(error)
    }
  }
  return {
    db: createStatements(raw, rethrow),
    runTransaction: (work) => run('immediate', work),
    snapshot: (work) => run('deferred', work),
    raw,
    close: () => raw.close(),
  }
}

function checkVersion(raw: Database.Database): void {
  const version = raw.prepare('SELECT sqlite_version()').pluck().get() as string
  const parts = version.split('.').map(Number)
  const difference =
    MIN_SQLITE_VERSION.map((minimum, index) => (parts[index] ?? 0) - minimum).find((step) => step !== 0) ?? 0
  if (difference < 0)
    throw new Error(`SQLite ${version} can corrupt the database; ${MIN_SQLITE_VERSION.join('.')} or later is required`)
}

/** Converts a text to the form in which searches compare the texts of rows and the user's input. */
export const toPlainText = (text: string) => text.normalize('NFC').toLowerCase()

function configure(raw: Database.Database): void {
  raw.pragma('journal_mode = WAL')
  // better-sqlite3 is compiled to fall back to NORMAL in WAL mode, which may lose the last commits at power loss.
  raw.pragma('synchronous = FULL')
  raw.pragma('fullfsync = 1')
  raw.pragma('checkpoint_fullfsync = 1')
  raw.pragma('foreign_keys = ON')
  configureReading(raw)
}

function configureReading(raw: Database.Database): void {
  raw.pragma('busy_timeout = 5000')
  raw.pragma('trusted_schema = OFF')
  raw.pragma('temp_store = MEMORY')
  // SQLite's own lower() knows ASCII only, and treats two spellings of one umlaut as different texts.
  raw.function('plain', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? toPlainText(text) : null,
  )
}

/** The version of a file is the number of steps it has run. Each step and its new version are one transaction. */
export function migrate(raw: Database.Database, schema: 'main' | 'mirror', steps: MigrationStep[]): void {
  const version = raw.pragma(`${schema}.user_version`, { simple: true }) as number
  if (version > steps.length)
    throw new AppError('db/from-the-future', { file: schema === 'main' ? 'state' : 'mirror', version })
  steps.slice(version).forEach((step, i) =>
    raw
      .transaction(() => {
        raw.exec(step)
        raw.pragma(`${schema}.user_version = ${version + i + 1}`)
      })
      .immediate(),
  )
}

/** Creates both files for a copy, whose loss harms nobody: no step waits for the disk. */
export function* createEmptyFiles(folder: string): Generator<void, void> {
  const raw = new Database(join(folder, 'state.db'))
  try {
    raw.prepare('ATTACH DATABASE ? AS mirror').run(join(folder, 'mirror.db'))
    for (const schema of ['main', 'mirror'] as const) {
      raw.pragma(`${schema}.journal_mode = OFF`)
      raw.pragma(`${schema}.synchronous = OFF`)
      const steps = migrations[schema === 'main' ? 'state' : 'mirror']
      for (let count = 1; count <= steps.length; count++) {
        migrate(raw, schema, steps.slice(0, count))
        yield
      }
      // Otherwise the connection that opens the files changes it, and waits for the disk.
      raw.pragma(`${schema}.journal_mode = WAL`)
    }
  } finally {
    raw.close()
  }
}

type Rethrow = (error: unknown) => never

/**
 * Prepares each statement once, because preparing costs more than running most of them. Rows are read as plain values
 * and get their column names here: the driver would compile a function for every result, which took longer than finding
 * a row.
 */
function createStatements(raw: Database.Database, rethrow: Rethrow): WritableDb {
  const cache = new Map<string, Prepared>()
  const prepare = (sql: string) => {
    const cached = cache.get(sql)
    if (cached) return cached
    const statement = raw.prepare<SqlValue[], SqlValue[]>(sql)
    const names = statement.reader
      ? statement
          .raw()
          .columns()
          .map(({ name }) => name)
      : []
    const prepared = { statement, names, blank: createBlankRow(names) }
    cache.set(sql, prepared)
    return prepared
  }
  const runPrepared = <Result>(sql: string, work: (prepared: Prepared) => Result): Result => {
    try {
      return work(prepare(sql))
    } catch (error) {
      return rethrow(error)
    }
  }
  return {
    all: (sql: string, ...parameters: SqlValue[]) =>
      runPrepared(sql, (prepared) => prepared.statement.all(...parameters).map((values) => toRow(prepared, values))),
    get: (sql: string, ...parameters: SqlValue[]) =>
      runPrepared(sql, (prepared) => {
        const values = prepared.statement.get(...parameters)
        return values && toRow(prepared, values)
      }),
    column: (sql: string, ...parameters: SqlValue[]) =>
      runPrepared(sql, ({ statement }) => statement.all(...parameters).map(([value]) => value)),
    value: (sql: string, ...parameters: SqlValue[]) =>
      runPrepared(sql, ({ statement }) => statement.get(...parameters)?.[0]),
    run: (sql: string, ...parameters: SqlValue[]) =>
      runPrepared(sql, ({ statement }) => Number(statement.run(...parameters).lastInsertRowid)),
    runAndCount: (sql: string, ...parameters: SqlValue[]) =>
      runPrepared(sql, ({ statement }) => statement.run(...parameters).changes),
    outgoing: null,
  } as WritableDb
}

type Row = Record<string, SqlValue | undefined>
type Prepared = { statement: Database.Statement<SqlValue[], SqlValue[]>; names: string[]; blank: Row }

/**
 * A row of nulls, to be copied. It is parsed from JSON, because V8 stores an object that gets ninety properties one by
 * one as a slow hash table, and each copy too.
 */
function createBlankRow(names: string[]): Row {
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Row
}

function toRow({ names, blank }: Prepared, values: SqlValue[]): Row {
  const row = { ...blank }
  for (let i = 0; i < names.length; i++) row[names[i] ?? ''] = values[i]
  return row
}
