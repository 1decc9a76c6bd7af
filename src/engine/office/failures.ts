// Error codes for failed connections to the office's database, and for the refusals of its functions.
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { PostgresFailure, type PostgresFailureReason } from '../outside/postgres-failure.ts'

const codesByReason: Record<Exclude<PostgresFailureReason, 'refused'>, ErrorCode> = {
  unreachable: 'office/unreachable',
  lost: 'office/unreachable',
  certificate: 'office/certificate',
  'no-tls': 'office/tls-required',
  login: 'office/login-refused',
  'no-login': 'office/not-a-member',
  'no-database': 'office/no-database',
  'too-many-connections': 'office/too-many-connections',
}

/** `QW…` are the codes of the office's own functions (migrations/), the others those of PostgreSQL. */
const codesBySqlState = new Map<string | null, ErrorCode>([
  ['QW001', 'office/not-a-member'],
  ['QW002', 'office/not-allowed'],
  ['QW003', 'office/too-old'],
  ['QW004', 'office/too-many-tasks'],
  ['QW005', 'office/exists'],
  ['QW006', 'office/last-admin'],
  ['42501', 'office/not-allowed'],
  // The database exists, and has no office.
  ['3F000', 'office/no-database'],
  ['40001', 'office/busy'],
  ['40P01', 'office/busy'],
  ['57014', 'office/busy'],
  ['53100', 'office/full'],
  ['53200', 'office/busy'],
])

/** Converts a failure of the office's database. Rethrows every other error, which is a bug. */
export function toOfficeFailure(error: unknown): AppError {
  if (!(error instanceof PostgresFailure)) throw error
  const { reason, sqlState, fingerprint } = error
  const code = reason === 'refused' ? codesBySqlState.get(sqlState) : codesByReason[reason]
  if (code === undefined) throw error
  return new AppError(code, fingerprint === null ? {} : { fingerprint }, error)
}

/** Two statements met, and the server undid this one (serialization failure, deadlock). It can be repeated at once. */
export function isConflict(error: unknown): boolean {
  return error instanceof PostgresFailure && (error.sqlState === '40001' || error.sqlState === '40P01')
}

export type OfficeFailure = AppError | PostgresFailure

/** Every other error is a bug, or the end of the engine. */
export const isOfficeFailure = (error: unknown): error is OfficeFailure =>
  error instanceof PostgresFailure || (error instanceof AppError && error.code.startsWith('office/'))

/** Classes of SQLSTATE: 22 is a wrong value, 23 a broken constraint, 54 a limit of the server. */
export function isRefusalOfData(error: unknown): boolean {
  return error instanceof PostgresFailure && /^(22|23|54)/.test(error.sqlState ?? '')
}
