// Connections of members. The first one after an invitation replaces its password by that of the computer.
import { AppError } from '#contract/errors.ts'
import type { Postgres, PostgresAddress, PostgresConnection } from '../../outside/postgres.ts'
import { PostgresFailure } from '../../outside/postgres-failure.ts'
import type { Random } from '../../outside/random.ts'
import { drawVerifier } from './secrets.ts'

/** The server's code if two transactions change the same role. The second one waits for the first, and then fails. */
const CHANGED_MEANWHILE = 'XX000'

export type MemberDeps = {
  postgres: Postgres
  random: Pick<Random, 'id'>
  address: PostgresAddress
  oneTimePassword?: string | null
}

/**
 * Rejects with PostgresFailure, or with `office/invitation-used` if the server refuses both passwords. The program may
 * end at any moment: afterwards, one of both passwords is right.
 */
export async function connectAsMember(
  { postgres, random, address, oneTimePassword = null }: MemberDeps,
  onLost: (failure: PostgresFailure) => void,
  answerTimeoutMs?: number,
): Promise<PostgresConnection> {
  const { password } = address
  if (oneTimePassword === null) return postgres.connect(address, onLost, answerTimeoutMs)
  // Another connection of this computer may replace the password at the same time.
  for (const tried of [password, oneTimePassword, password]) {
    const connection = await postgres
      .connect({ ...address, password: tried }, onLost, answerTimeoutMs)
      .catch(skipRefusal)
    if (connection === null) continue
    if (tried === password || (await replacePassword(connection, drawVerifier(password, random)))) return connection
  }
  throw new AppError('office/invitation-used')
}

function skipRefusal(error: unknown): null {
  if (isWrongPassword(error)) return null
  throw error
}

export const isWrongPassword = (error: unknown): boolean =>
  error instanceof PostgresFailure && error.sqlState === '28P01'

/**
 * False if another connection replaced it meanwhile. `verifier`: of letters, digits and signs that need no escape. This
 * connection is closed unless the password is replaced.
 */
async function replacePassword(connection: PostgresConnection, verifier: string): Promise<boolean> {
  try {
    await connection.runScript(`ALTER ROLE CURRENT_USER PASSWORD '${verifier}'`)
    return true
  } catch (error) {
    await connection.close().catch(() => undefined)
    if (error instanceof PostgresFailure && error.sqlState === CHANGED_MEANWHILE) return false
    throw error
  }
}
