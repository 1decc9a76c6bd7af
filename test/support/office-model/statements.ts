// Runs the SQL that clients send. The office's functions are those of the model (functions.ts). Every other statement
// is translated from PostgreSQL to SQLite, so that a client's own reads need no second implementation.
import type { PostgresValue } from '#engine/outside/postgres.ts'
import { functions } from './functions.ts'
import { isMember, loadSpaces } from './members.ts'
import {
  type Argument,
  type Call,
  type ModelOffice,
  type Session,
  type Values,
  createRefusal,
  BOOLEAN_MARK,
  fromSqlite,
  prepare,
  toInstant,
  toRefusal,
  tryLock,
} from './office.ts'
import type { Role } from './tables.ts'

/** Runs one statement in a transaction, and then notifies the listeners. Throws PostgresFailure if it is refused. */
export function runStatement(
  office: ModelOffice,
  session: Session,
  sql: string,
  values: readonly PostgresValue[],
): unknown[] {
  const call = startCall(office, session)
  const before = office.current
  office.current = call
  try {
    const rows = office.runTransaction(() => runInTransaction(call, sql, values))
    for (const { channel, payload } of call.notifications)
      for (const listener of [...office.sessions])
        if (listener.channels.has(channel)) listener.onNotify(channel, payload)
    return rows
  } catch (error) {
    throw toRefusal(error)
  } finally {
    office.current = before
  }
}

function startCall(office: ModelOffice, session: Session): Call {
  const now = toInstant(office.nowMs())
  const call: Call = { office, session, now, spaces: null, isMember: true, notifications: [] }
  const { login } = session
  if (login === null) return call
  const visible = office.visible.get(login) ?? { spaces: loadSpaces(call), isMember: isMember(call) }
  office.visible.set(login, visible)
  return { ...call, ...visible }
}

const SCALAR_CALL = /^SELECT (?:office\.)?(\w+)\(([^()]*)\)(?: AS "?(\w+)"?)?$/
const LOCK_FUNCTION = 'pg_try_advisory_lock'
const ROWS_CALL = /\boffice\.(\w+)\(([^()]*)\)/

/** The function that a statement calls, and the rest of the statement; null if it only returns a value. */
type Plan = { called: { name: string; list: string; alias: string } | null; text: string | null }

const plans = new Map<string, Plan>()

function planStatement(sql: string): Plan {
  const [, name = '', list = '', alias = name] = SCALAR_CALL.exec(sql) ?? []
  if (isValueFunction(name)) return { called: { name, list, alias }, text: null }
  const rowsCall = ROWS_CALL.exec(sql)
  if (rowsCall === null) return { called: null, text: sql }
  const [text, rowsName = '', rowsList = ''] = rowsCall
  return { called: { name: rowsName, list: rowsList, alias: '' }, text: sql.replace(text, `temp.result_${rowsName}`) }
}

function runInTransaction(call: Call, sql: string, values: readonly PostgresValue[]): unknown[] {
  const plan = plans.get(sql) ?? planStatement(sql.trim())
  plans.set(sql, plan)
  const { called, text } = plan
  const result = called && callFunction(call, called.name, parseArguments(called.list, values))
  if (text === null) return called ? [{ [called.alias]: result }] : []
  if (called) storeResult(call, called.name, result)
  return query(call, text, values)
}

const isValueFunction = (name: string) =>
  name === LOCK_FUNCTION || (functions[name] !== undefined && functions[name].columns === undefined)

/** The rows of a function become a table, from which the rest of the statement reads. */
function storeResult({ office }: Call, name: string, result: Argument | Values[]): void {
  const columns = functions[name]?.columns
  if (columns === undefined || !Array.isArray(result)) throw new Error(`The model has no rows of office.${name}.`)
  office.db.exec(`CREATE TEMP TABLE IF NOT EXISTS result_${name} (${columns}); DELETE FROM temp.result_${name}`)
  for (const row of result) {
    const places = Object.keys(row).map(() => '?')
    const sql = `INSERT INTO temp.result_${name} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`
    prepare(office, sql).run(...Object.values(row))
  }
}

function callFunction(call: Call, name: string, values: Argument[]): Argument | Values[] {
  if (name === LOCK_FUNCTION) return tryLock(call, Number(values[1]))
  const { role, work } = functions[name] ?? {}
  if (role === undefined || work === undefined) throw new Error(`The model has no function ${name}.`)
  if (!hasRole(call, role)) throw createRefusal('42501', `permission denied for function ${name}`)
  return work(call, ...(values as never[]))
}

const impliedBy: Record<Role, readonly Role[]> = {
  reader: ['reader', 'operator', 'admin'],
  operator: ['operator', 'admin'],
  admin: ['admin'],
  leader: ['leader'],
}

function hasRole({ office, session: { login } }: Call, role: Role): boolean {
  return login === null || impliedBy[role].some((granted) => office.roles.get(login)?.has(granted) === true)
}

function parseArguments(list: string, values: readonly PostgresValue[]): Argument[] {
  return [...list.matchAll(/'(?:[^']|'')*'|[^,\s]+/g)].map(([text]) => {
    if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'")
    if (text.startsWith('$')) return values[Number(text.slice(1)) - 1] ?? null
    return JSON.parse(text.toLowerCase()) as Argument
  })
}

function query(call: Call, sql: string, values: readonly PostgresValue[]): unknown[] {
  const isOwner = call.session.login === null
  if (!isOwner && (!/^(SELECT|WITH)\b/.test(sql) || /\bFOR (UPDATE|SHARE)\b/.test(sql) || !hasRole(call, 'reader')))
    throw createRefusal('42501', 'permission denied for table')
  const statement = prepare(call.office, translate(sql, isOwner))
  if (!statement.readonly) call.office.visible.clear()
  const parameters = Object.fromEntries(values.map((value, index) => [index + 1, toSqlite(value)]))
  const named = values.length > 0 ? [parameters] : []
  if (!statement.reader) {
    statement.run(...named)
    return []
  }
  const columns = statement.columns()
  return (statement.all(...named) as Values[]).map((row) =>
    Object.fromEntries(columns.map((column) => [column.name, fromSqlite(row[column.name], column)])),
  )
}

function toSqlite(value: PostgresValue): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

const msByUnit: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, minutes: 60_000, days: 86_400_000 }

const translations: readonly (readonly [pattern: RegExp, replace: (...parts: string[]) => string])[] = [
  [/::\w+(\[\])?/g, () => ''],
  [/\bsession_user\b/g, () => 'session_login()'],
  [/\bSELECT FROM\b/g, () => 'SELECT 1 FROM'],
  // A value that is an expression is a boolean, a column of the same name is a number.
  [/'((?:is|has|can)[A-Z]\w*)', (?!\w+\s*[,)])/g, (_, key) => `'${BOOLEAN_MARK}${key}', `],
  [/\bOFFSET (\S+) LIMIT ([^\s)]+)/g, (_, offset, limit) => `LIMIT ${limit} OFFSET ${offset}`],
  [/= ANY\((\$\d+)\)/g, (_, list) => `IN (SELECT value FROM json_each(${list}))`],
  [
    /([\w.]+(?:\(\))?) ([-+]) interval '(\d+) (\w+)'/g,
    (_, instant, sign, count = '', unit = '') =>
      `add_ms(${instant}, ${sign}${Number(count) * (msByUnit[unit] ?? NaN)})`,
  ],
  [
    /\bjson_to_recordset\((\$\d+)\) AS (\w+) \(([^)]*)\)/g,
    (_, json, name, columns = '') => {
      const names = columns.split(',').map((column) => column.trim().split(' ')[0])
      const fields = names.map((field) => `json_extract(value, '$.${field}') AS ${field}`)
      return `(SELECT ${fields.join(', ')} FROM json_each(${json})) AS ${name}`
    },
  ],
  // SQLite prepares a statement again if it compares with a parameter whose value is new.
  [/\$\d+/g, (parameter) => `(SELECT ${parameter})`],
]

/** The server puts nulls last, if the order is ascending. Only the order of the whole result matters. */
function orderNulls(sql: string): string {
  const [, before, list = '', limit = ''] = /^(.*\bORDER BY )(.*?)( LIMIT .*)?$/s.exec(sql) ?? []
  if (before === undefined || /^[^(]*\)/.test(list)) return sql
  const items = list.split(/,\s*(?![^()]*\))/).map((item) => `${item} NULLS ${/\bDESC$/.test(item) ? 'FIRST' : 'LAST'}`)
  return `${before}${items.join(', ')}${limit}`
}

const translated = { owner: new Map<string, string>(), login: new Map<string, string>() }

function translate(sql: string, isOwner: boolean): string {
  const known = translated[isOwner ? 'owner' : 'login']
  const text = known.get(sql) ?? translateNew(sql).replaceAll(/\boffice\.(?=\w)/g, isOwner ? 'main.' : '')
  known.set(sql, text)
  return text
}

const translateNew = (sql: string) =>
  orderNulls(translations.reduce((result, [pattern, replace]) => result.replace(pattern, replace), sql))
