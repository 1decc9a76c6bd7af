// The state of the office model: its tables, its sessions, and their advisory locks. Each statement runs as a whole,
// one after the other, so the model has no locks on rows.
import Database from 'better-sqlite3'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import { migrations } from '#engine/office/migrations/index.ts'
import { type Role, TABLES, VIEWS } from './tables.ts'

export type Session = {
  pid: number
  /** Where its client runs. */
  computer: string
  /** Null for the owner of the office, who sees and writes everything. */
  login: string | null
  channels: Set<string>
  onNotify: (channel: string, payload: string) => void
  onEnd: () => void
}

export type ModelOffice = {
  db: Database.Database
  /** Prepared statements of `db`, by their SQL. */
  statements: Map<string, Database.Statement>
  runTransaction: (work: () => unknown[]) => unknown[]
  /** What each login may see. A statement that may write to `member` or `access` clears it. */
  visible: Map<string, Visible>
  nowMs: () => number
  randomId: () => string
  roles: Map<string, ReadonlySet<Role>>
  sessions: Set<Session>
  lastPid: number
  /** Who holds the advisory lock of a space, and how often. */
  locks: Map<number, { session: Session; count: number }>
  /** The statement that runs now. */
  current: Call | null
}

/** `spaces`: null for the owner. */
export type Visible = { spaces: ReadonlySet<number> | null; isMember: boolean }

/** One statement of a session. */
export type Call = Visible & {
  office: ModelOffice
  session: Session
  now: string
  /** What the listeners get when the statement is committed. */
  notifications: { channel: string; payload: string }[]
}

export type Values = Record<string, unknown>
/** Arguments of a function, as a client sends them. */
export type Argument = string | number | boolean | null | readonly string[]

export function createModelState(nowMs: () => number, randomId: () => string): ModelOffice {
  const state: Omit<ModelOffice, 'db' | 'runTransaction'> = {
    statements: new Map(),
    visible: new Map(),
    nowMs,
    randomId,
    roles: new Map(),
    sessions: new Set(),
    lastPid: 0,
    locks: new Map(),
    current: null,
  }
  const db = new Database(':memory:')
  const office: ModelOffice = { ...state, db, runTransaction: createTransaction(db) }
  addFunctions(office)
  office.db.exec(TABLES)
  office.db.exec(VIEWS)
  office.db.prepare('INSERT INTO main.meta (version, role_prefix) VALUES (?, ?)').run(migrations.length, 'model')
  return office
}

/** Replaces the tables by an earlier copy. */
export function restoreTables(office: ModelOffice, copy: Buffer): void {
  office.db.close()
  office.db = new Database(copy)
  office.runTransaction = createTransaction(office.db)
  office.statements.clear()
  office.visible.clear()
  addFunctions(office)
  office.db.exec(VIEWS)
}

/** Made once, because the driver makes four functions for each. */
const createTransaction = (db: Database.Database) => db.transaction((work: () => unknown[]) => work())

/** SQLite has no type for these, so a mark says what they are: JSON text, and a key whose value is a boolean. */
const JSON_MARK = '\u0001json '
export const BOOLEAN_MARK = '?'

/** The functions of PostgreSQL that statements use and SQLite does not have. */
function addFunctions(office: ModelOffice): void {
  const { db } = office
  const add = (name: string, work: (...values: unknown[]) => unknown) => db.function(name, { varargs: true }, work)
  add('seen_spaces', () => `,${[...(office.current?.spaces ?? [])].join(',')},`)
  add('session_login', () => office.current?.session.login ?? null)
  add('is_member', () => Number(office.current?.isMember ?? false))
  add('clock_timestamp', () => toInstant(office.nowMs()))
  add('add_ms', (instant, ms) => (typeof instant === 'string' ? addMs(instant, Number(ms)) : null))
  add('gen_random_uuid', () => office.randomId())
  add('pg_backend_pid', () => office.current?.session.pid ?? null)
  add('least', (...values) => values.filter(isPresent).toSorted((a, b) => a - b)[0] ?? null)
  add('json_build_object', (...values) => {
    const pairs = Array.from({ length: values.length / 2 }, (_, n) => toPair(String(values[2 * n]), values[2 * n + 1]))
    return JSON_MARK + JSON.stringify(Object.fromEntries(pairs))
  })
}

function toPair(key: string, value: unknown): [string, unknown] {
  if (key.startsWith(BOOLEAN_MARK)) return [key.slice(1), value === null ? null : Boolean(value)]
  return [key, isMarked(value) ? parseMarked(value) : value]
}

const isMarked = (value: unknown): value is string => typeof value === 'string' && value.startsWith(JSON_MARK)
const parseMarked = (text: string): unknown => JSON.parse(text.slice(JSON_MARK.length))

const isPresent = (value: unknown): value is number => value !== null
export const toInstant = (ms: number) => new Date(ms).toISOString()
export const addMs = (instant: string, ms: number) => toInstant(Date.parse(instant) + ms)

/** A value of the driver: SQLite has no booleans and no JSON values. */
export function fromSqlite(value: unknown, { name, type }: Database.ColumnDefinition): unknown {
  if (value === null) return null
  if (isMarked(value)) return parseMarked(value)
  if (type === 'jsonb' && typeof value === 'string') return JSON.parse(value)
  // An expression has no type, so its name says what it is.
  return type === 'boolean' || (type === null && /^(is|has|can)[A-Z_]/.test(name)) ? Boolean(value) : value
}

/** To prepare a statement takes longer than to run it. */
export function prepare({ db, statements }: ModelOffice, sql: string): Database.Statement {
  const statement = statements.get(sql) ?? db.prepare(sql)
  statements.set(sql, statement)
  return statement
}

export const all = <Row>({ office }: Call, sql: string, ...values: unknown[]): Row[] =>
  prepare(office, sql).all(...values) as Row[]
export const one = <Row>({ office }: Call, sql: string, ...values: unknown[]): Row | undefined =>
  prepare(office, sql).get(...values) as Row | undefined
/** The number of rows that were written. */
export const run = ({ office }: Call, sql: string, ...values: unknown[]): number =>
  prepare(office, sql).run(...values).changes

/** An error of the server, as its driver reports it. */
export const createRefusal = (sqlState: string, message: string) =>
  new PostgresFailure('refused', sqlState, new Error(message))

const sqlStates: Record<string, string> = {
  SQLITE_CONSTRAINT_NOTNULL: '23502',
  SQLITE_CONSTRAINT_FOREIGNKEY: '23503',
  SQLITE_CONSTRAINT_PRIMARYKEY: '23505',
  SQLITE_CONSTRAINT_UNIQUE: '23505',
  SQLITE_CONSTRAINT_CHECK: '23514',
}

/** Converts a broken rule of a table. Every other error is a bug of the model or of the statement. */
export function toRefusal(error: unknown): unknown {
  const sqlState = error instanceof Database.SqliteError ? sqlStates[error.code] : undefined
  return sqlState !== undefined && error instanceof Error ? createRefusal(sqlState, error.message) : error
}

/** Takes the lock of a space, if no other session has it. */
export function tryLock({ office, session }: Call, space: number): boolean {
  const lock = office.locks.get(space)
  if (lock !== undefined && lock.session !== session) return false
  office.locks.set(space, { session, count: (lock?.count ?? 0) + 1 })
  return true
}

export function unlock({ office, session }: Call, space: number): void {
  if (office.locks.get(space)?.session === session) office.locks.delete(space)
}

/** Ends a session on the server, and with it its locks. */
export function endSession(office: ModelOffice, session: Session): void {
  if (!office.sessions.delete(session)) return
  for (const [space, lock] of office.locks) if (lock.session === session) office.locks.delete(space)
  session.onEnd()
}
