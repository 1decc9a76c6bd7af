// Why PostgreSQL gave no answer. Apart from postgres.ts, so that the driver is loaded only with an office.

/**
 * Why there is no answer. `lost`: the connection ended, so the statement may have run. `no-tls`: the server accepts
 * plain connections only. `no-login`: the role may not log in any more. `refused`: the server rejected the statement,
 * and `sqlState` has its code.
 */
export type PostgresFailureReason =
  | 'unreachable'
  | 'lost'
  | 'certificate'
  | 'no-tls'
  | 'login'
  | 'no-login'
  | 'no-database'
  | 'too-many-connections'
  | 'refused'

export class PostgresFailure extends Error {
  readonly reason: PostgresFailureReason
  /** The five characters of the server's code; null if the server sent none. */
  readonly sqlState: string | null
  /** SHA-256 of a certificate that nobody vouches for, with which the user can accept it. */
  readonly fingerprint: string | null

  constructor(
    reason: PostgresFailureReason,
    sqlState: string | null,
    cause: unknown,
    fingerprint: string | null = null,
  ) {
    super(cause instanceof Error ? `${reason}: ${cause.message}` : reason, { cause })
    this.name = 'PostgresFailure'
    this.reason = reason
    this.sqlState = sqlState
    this.fingerprint = fingerprint
  }
}
