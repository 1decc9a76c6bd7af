// Creates the office's schema, and brings an older one up to date.
import { AppError } from '#contract/errors.ts'
import type { PostgresConnection } from '../outside/postgres.ts'
import { toOfficeFailure } from './failures.ts'
import { migrations } from './migrations/index.ts'

/** PostgreSQL 14, in the form of `server_version_num`. */
const MIN_SERVER_VERSION = 140_000
/** The class of every advisory lock of the office. The second number is the space, and 0 for migrations. */
const LOCK = '20823, 0'

/**
 * Runs the steps that the office does not have yet, all or none, and returns its version. Of several computers one runs
 * them, and the others wait for it. The server ends a transaction whose computer froze after 10 s.
 */
export async function migrate(connection: PostgresConnection, steps: readonly string[] = migrations): Promise<number> {
  try {
    await checkServer(connection)
    await connection.runScript(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = '10s';
      SELECT pg_advisory_xact_lock(${LOCK})`)
    try {
      const version = await readVersion(connection)
      if (version > steps.length) throw new AppError('office/newer', { version })
      for (const step of steps.slice(version)) await connection.runScript(step)
      if (version < steps.length) await connection.query('UPDATE office.meta SET version = $1', [steps.length])
      await connection.runScript('COMMIT')
    } catch (error) {
      await connection.runScript('ROLLBACK')
      throw error
    }
    return steps.length
  } catch (error) {
    throw error instanceof AppError ? error : toOfficeFailure(error)
  }
}

/** Returns the version of the server. Throws `office/server-too-old`. */
export async function checkServer(connection: PostgresConnection): Promise<string> {
  const [row] = await connection.query<{ number: number; name: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`,
  )
  if (row === undefined) throw new Error('the server has no version')
  if (row.number < MIN_SERVER_VERSION) throw new AppError('office/server-too-old', { version: row.name })
  return row.name
}

/** The number of steps that the office has run; 0 without an office. */
async function readVersion(connection: PostgresConnection): Promise<number> {
  const [found] = await connection.query<{ exists: boolean }>(`SELECT to_regclass('office.meta') IS NOT NULL AS exists`)
  if (found?.exists !== true) return 0
  const [meta] = await connection.query<{ version: number }>('SELECT version FROM office.meta')
  return meta?.version ?? 0
}
