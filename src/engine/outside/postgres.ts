// Connections to PostgreSQL. One statement, one answer, no decisions: no retry, no pool. Between computers a connection
// always uses TLS, and the certificate is checked before the password is sent.
import type { TLSSocket } from 'node:tls'
import { Client, DatabaseError, types } from 'pg'
import { PostgresFailure, type PostgresFailureReason } from './postgres-failure.ts'

/** `fingerprint`: SHA-256 of the server's certificate. Without it, the system's authorities verify the certificate. */
export type PostgresAddress = {
  host: string
  port: number
  database: string
  user: string
  password: string
  fingerprint: string | null
}

export type PostgresValue = string | number | boolean | null | readonly string[]

/** Every method rejects with PostgresFailure only. */
export type PostgresConnection = {
  /** The process that the server named at the login. A connection pooler names another one than runs the statements. */
  readonly serverProcess: number | null
  /** Runs one statement. Its rows have numbers for bigint, and ISO texts for instants. */
  query<Row>(sql: string, values?: readonly PostgresValue[]): Promise<Row[]>
  /** Runs several statements in one message. The server runs them in one transaction. */
  runScript(sql: string): Promise<void>
  /** Calls back for each NOTIFY of the channel. A notification can be lost with its connection. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<void>
  /** Ends within about a second, even if the server does not answer. */
  close(): Promise<void>
}

/**
 * `onLost` is called once if the connection ends without `close`. A statement without an answer after `answerTimeoutMs`
 * ends the connection.
 */
export interface Postgres {
  connect(
    address: PostgresAddress,
    onLost: (failure: PostgresFailure) => void,
    answerTimeoutMs?: number,
  ): Promise<PostgresConnection>
}

const CONNECT_TIMEOUT_MS = 10_000
/** The server cancels a member's statement after 30 s. Without an answer after this time the network is broken. */
const ANSWER_TIMEOUT_MS = 40_000
/** A network that drops idle connections does it after minutes. */
const KEEP_ALIVE_DELAY_MS = 10_000
/** A server that cannot be reached any more does not confirm the end. */
const CLOSE_TIMEOUT_MS = 1_000

export function createPostgres(): Postgres {
  return {
    async connect(address, onLost, answerTimeoutMs = ANSWER_TIMEOUT_MS) {
      const client = createClient(address, answerTimeoutMs)
      let state: 'opening' | 'open' | 'over' = 'opening'
      const end = (error: unknown) => {
        if (state === 'open') onLost(toFailure(error, 'lost'))
        state = 'over'
      }
      // Without a listener, an error of an idle connection would end the process.
      client.on('error', end)
      client.on('end', () => end(new Error('the server closed the connection')))
      checkCertificate(client, address.fingerprint)
      try {
        await client.connect()
      } catch (error) {
        throw toFailure(error, 'unreachable')
      }
      state = 'open'
      return createConnection(client, () => {
        state = 'over'
      })
    },
  }
}

function createClient(address: PostgresAddress, answerTimeoutMs: number): Client {
  const { host, port, database, user, password, fingerprint } = address
  const isPlain = fingerprint === null && isThisComputer(host)
  return new Client({
    host,
    port,
    database,
    user,
    password,
    // `checkCertificate` rejects it, because Node ends the connection before the certificate can be read.
    ssl: isPlain ? false : { rejectUnauthorized: false },
    enableChannelBinding: true,
    application_name: 'quaywatch',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: { getTypeParser: findParser },
  })
}

/** A plain connection within this computer does not leave it, so no other computer can read it. */
function isThisComputer(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)
}

/** Runs after the handshake, before the server can ask for the password. `pinned`: see PostgresAddress. */
function checkCertificate(client: Client, pinned: string | null): void {
  client.connection.once('sslconnect', () => {
    const socket = socketOf(client)
    socket.once('secureConnect', () => {
      const { fingerprint256 } = socket.getPeerCertificate()
      if (pinned === null && !socket.authorized)
        socket.destroy(new CertificateError(String(socket.authorizationError), fingerprint256))
      if (pinned !== null && fingerprint256 !== pinned)
        socket.destroy(new CertificateError('the certificate is not the one of the invitation', null))
    })
  })
}

/** The driver puts a TLS socket in the place of the plain one. */
const socketOf = (client: Client) => client.connection.stream as TLSSocket

class CertificateError extends Error {
  readonly fingerprint: string | null

  constructor(message: string, fingerprint: string | null) {
    super(message)
    this.fingerprint = fingerprint
  }
}

function createConnection(client: Client, onClose: () => void): PostgresConnection {
  const listeners = new Map<string, (payload: string) => void>()
  client.on('notification', ({ channel, payload }) => listeners.get(channel)?.(payload ?? ''))
  const query = async <Row>(sql: string, values: readonly PostgresValue[] = []): Promise<Row[]> => {
    try {
      return (await client.query(sql, [...values])).rows as Row[]
    } catch (error) {
      // The answer may still come. It would be taken for that of a later statement.
      if (error instanceof Error && ANSWER_IS_LATE.test(error.message)) socketOf(client).destroy(error)
      throw toFailure(error, 'lost')
    }
  }
  return {
    serverProcess: (client as Client & { processID: number | null }).processID,
    query,
    // Without values, the client sends the text in the protocol that accepts several statements.
    runScript: async (sql) => void (await query(sql)),
    listen: async (channel, onNotify) => {
      listeners.set(channel, onNotify)
      await query(`LISTEN ${client.escapeIdentifier(channel)}`)
    },
    close: async () => {
      onClose()
      const timer = setTimeout(() => socketOf(client).destroy(), CLOSE_TIMEOUT_MS)
      await client.end().finally(() => clearTimeout(timer))
    },
  }
}

type Parser = (text: string) => unknown

/** Numbers of a feed are far below 2^53. */
const parsers = new Map<number, Parser>([
  [types.builtins.INT8, Number],
  [types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
])

function findParser(id: number, format?: 'text' | 'binary'): Parser {
  return parsers.get(id) ?? (types.getTypeParser(id, format ?? 'text') as Parser)
}

const ANSWER_IS_LATE = /Query read timeout/
const CERTIFICATE_ERRORS = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME|ERR_TLS|ERR_SSL/
/** The part of the server that refuses a right password of a role without the right to log in. */
const LOGIN_CHECK = 'InitializeSessionUserId'
const SERVER_WITHOUT_TLS = /does not support SSL/

/** By the first characters of the server's code: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const reasonsBySqlState: readonly (readonly [prefix: string, reason: PostgresFailureReason])[] = [
  ['28', 'login'],
  ['3D000', 'no-database'],
  ['53300', 'too-many-connections'],
  ['57P', 'lost'],
]

/** `withoutAnswer` is the reason if the connection failed in another way. */
function toFailure(error: unknown, withoutAnswer: 'unreachable' | 'lost'): PostgresFailure {
  const sqlState = error instanceof DatabaseError ? (error.code ?? null) : null
  const fingerprint = error instanceof CertificateError ? error.fingerprint : null
  return new PostgresFailure(findReason(error, withoutAnswer), sqlState, error, fingerprint)
}

function findReason(error: unknown, withoutAnswer: 'unreachable' | 'lost'): PostgresFailureReason {
  if (error instanceof DatabaseError) {
    const { code = '' } = error
    if (code === '28000' && error.routine === LOGIN_CHECK) return 'no-login'
    const reason = reasonsBySqlState.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'refused'
    // A server that starts or stops answers with a code of its own (57P).
    return reason === 'lost' ? withoutAnswer : reason
  }
  if (!(error instanceof Error)) return withoutAnswer
  if (error instanceof CertificateError) return 'certificate'
  if (SERVER_WITHOUT_TLS.test(error.message)) return 'no-tls'
  return 'code' in error && CERTIFICATE_ERRORS.test(String(error.code)) ? 'certificate' : withoutAnswer
}
