// Connections of members. The first one after an invitation replaces its password by that of the computer.
import { AppError } from '#contract/errors.ts'
import type { Postgres, PostgresAddress, PostgresConnection } from '../../outside/postgres.ts'
import { PostgresFailure } from '../../outside/postgres-failure.ts'
import type { Random } from '../../outside/random.ts'
import { drawVerifier } from './secrets.ts'

/** Two transactions that change the same role at once would fail. Class of the office's locks; no space has this id. */
const LOCK = '20823, -1'

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
  // Another connection of this computer may replace the password between the first two tries.
  for (const tried of [password, oneTimePassword, password]) {
    const connection = await postgres
      .connect({ ...address, password: tried }, onLost, answerTimeoutMs)
      .catch(skipRefusal)
    if (connection === null) continue
    if (tried === oneTimePassword) await replacePassword(connection, drawVerifier(password, random))
    return connection
  }
  throw new AppError('office/invitation-used')
}

function skipRefusal(error: unknown): null {
  if (isWrongPassword(error)) return null
  throw error
}

export const isWrongPassword = (error: unknown): boolean =>
  error instanceof PostgresFailure && error.sqlState === '28P01'

/** `verifier`: of letters, digits and signs that need no escape. */
async function replacePassword(connection: PostgresConnection, verifier: string): Promise<void> {
  try {
    await connection.runScript(`SELECT pg_advisory_xact_lock(${LOCK}); ALTER ROLE CURRENT_USER PASSWORD '${verifier}'`)
  } catch (error) {
    await connection.close().catch(() => undefined)
    throw error
  }
}
