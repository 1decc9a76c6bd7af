// One connection to the office's database that comes back. Each connection begins with `hello`, by which both sides
// learn whether they fit together.
import { AppError } from '#contract/errors.ts'
import type { Clock } from '../outside/clock.ts'
import type { Log } from '../outside/log.ts'
import type { Postgres, PostgresAddress, PostgresConnection } from '../outside/postgres.ts'
import type { Random } from '../outside/random.ts'
import { type Worker, createWorker } from '../outside/worker.ts'
import { isConflict, toOfficeFailure } from './failures.ts'
import { connectAsMember } from './joining/connect.ts'
import { sealKey } from './joining/sealing.ts'
import { migrations } from './migrations/index.ts'

/** This program knows the office's schema up to this version. */
export const CLIENT_VERSION = migrations.length

export type LinkDeps = {
  clock: Clock
  random: Random
  postgres: Postgres
  log: Log
  now: () => string
  address: PostgresAddress
  /** The name of this computer, as other members see it. */
  device: string
  /** A statement without an answer after this time ends the connection. */
  answerTimeoutMs: number
  space: number
  /** See Membership. */
  oneTimePassword?: string | null
  secret?: string | null
  /** The account of this desktop. It must be the one of the space. */
  account: {
    apiKey: string
    keyHash: string
    baseUrl: string
    /** Hashes of the keys that this account had before. */
    listEarlierKeys: () => readonly string[]
    /** Whether the stored data is of this account. */
    isStored: () => boolean
  }
}

/** `away`: it comes back by itself. `refused`: only the user or the office's administrator can change that. */
export type LinkState =
  | { kind: 'connecting' }
  /** `isDirect`: no pooler is between, so the session is this computer's own. `version`: of the office's schema. */
  | { kind: 'open'; isDirect: boolean; canLead: boolean; version: number }
  | { kind: 'away' | 'refused'; since: string; failure: AppError }

export type Link = {
  /**
   * Runs one statement. Rejects with AppError, at once if there is no connection. If the connection is lost, the
   * statement may have run. Everything else that rejects it also undid it.
   */
  query: PostgresConnection['query']
  /** Calls back for each NOTIFY of the channel. Those between two connections are lost. */
  listen(channel: string, onNotify: (payload: string) => void): void
  getState(): LinkState
  /** Calls back after each change of the state. */
  onState(listener: (state: LinkState) => void): void
  /** Connects now, if it waits for its next try. */
  retry(): void
  stop(): Promise<void>
}

type Context = LinkDeps & {
  worker: Worker
  state: LinkState
  connection: PostgresConnection | null
  failures: number
  retryAtMono: number
  channels: Map<string, (payload: string) => void>
  stateListeners: Set<(state: LinkState) => void>
}

const FIRST_RETRY_MS = 300
const LONGEST_RETRY_MS = 15_000
/** A refused computer asks rarely, because each of its questions fills the log of the server. */
const RETRY_REFUSED_MS = 60_000
const MAX_TRIES = 3
/** From this version on, the office takes a new key of its account. */
const RENEW_KEY_VERSION = 10
/** From this version on, the office has the key itself, sealed. */
const SEAL_KEY_VERSION = 14
const CONFLICT_PAUSE_MS = 50

const TEMPORARY = new Set(['office/unreachable', 'office/too-many-connections', 'office/full', 'office/busy'])

export function startLink(deps: LinkDeps): Link {
  const worker = createWorker({ ...deps, name: 'office link' })
  const context: Context = {
    ...deps,
    worker,
    state: { kind: 'connecting' },
    connection: null,
    failures: 0,
    retryAtMono: 0,
    channels: new Map(),
    stateListeners: new Set(),
  }
  worker.start(() => connectIfNeeded(context))
  return {
    query: (sql, values) => query(context, sql, values),
    listen: (channel, onNotify) => {
      context.channels.set(channel, onNotify)
      // If this fails, the connection is lost, and the next one listens.
      context.connection?.listen(channel, onNotify).catch(() => undefined)
    },
    getState: () => context.state,
    onState: (listener) => void context.stateListeners.add(listener),
    retry: () => {
      context.retryAtMono = 0
      worker.wake()
    },
    stop: async () => {
      await worker.stop(new AppError('engine/disconnected'))
      const { connection } = context
      context.connection = null
      await closeQuietly(connection)
    },
  }
}

/** The wait after this many failures in a row. It is random, because all desktops lose a server together. */
export function computeRetryMs(failures: number, random: number): number {
  const longestMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
  return Math.round(FIRST_RETRY_MS + random * (longestMs - FIRST_RETRY_MS))
}

async function query<Row>(context: Context, ...statement: Parameters<PostgresConnection['query']>): Promise<Row[]> {
  const { clock, random } = context
  for (let tries = 1; ; tries++) {
    if (context.connection === null) throw failureOf(context.state)
    try {
      return await context.connection.query<Row>(...statement)
    } catch (error) {
      if (tries === MAX_TRIES || !isConflict(error)) throw toOfficeFailure(error)
    }
    await clock.sleep(random.next() * CONFLICT_PAUSE_MS * tries)
  }
}

const failureOf = (state: LinkState) => ('failure' in state ? state.failure : new AppError('office/unreachable'))

/** The turn of the worker. The end of a connection wakes it. */
async function connectIfNeeded(context: Context): Promise<number> {
  if (context.connection !== null) return Number.POSITIVE_INFINITY
  const waitMs = context.retryAtMono - context.clock.mono()
  if (waitMs > 0) return waitMs
  try {
    await connect(context)
  } catch (error) {
    if (!context.worker.stopped.aborted) onFailure(context, error instanceof AppError ? error : toOfficeFailure(error))
  }
  return 0
}

async function connect(context: Context): Promise<void> {
  const { worker, answerTimeoutMs } = context
  const lost = new AbortController()
  const connecting = connectAsMember(context, (failure) => lost.abort(toOfficeFailure(failure)), answerTimeoutMs)
  const connection = await unlessStopped(connecting, worker.stopped)
  const onStop = () => void closeQuietly(connection)
  worker.stopped.addEventListener('abort', onStop, { once: true })
  try {
    const { isDirect, canLead, version } = await greet(context, connection)
    for (const [channel, onNotify] of context.channels) await connection.listen(channel, onNotify)
    lost.signal.throwIfAborted()
    worker.stopped.throwIfAborted()
    context.connection = connection
    context.failures = 0
    lost.signal.addEventListener('abort', () => onLost(context, connection, lost.signal.reason as AppError))
    setState(context, { kind: 'open', isDirect, canLead, version })
  } catch (error) {
    await closeQuietly(connection)
    throw error
  } finally {
    worker.stopped.removeEventListener('abort', onStop)
  }
}

function onLost(context: Context, connection: PostgresConnection, failure: AppError): void {
  if (context.connection !== connection) return
  context.connection = null
  onFailure(context, failure)
  context.worker.wake()
}

/** A server that does not answer must not delay the end of the program. A connection that comes later is closed. */
async function unlessStopped(
  connecting: Promise<PostgresConnection>,
  stopped: AbortSignal,
): Promise<PostgresConnection> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onStop = () => {
    reject(new AppError('engine/disconnected'))
    connecting.then(closeQuietly, () => undefined)
  }
  stopped.addEventListener('abort', onStop, { once: true })
  try {
    return await Promise.race([connecting, promise])
  } finally {
    stopped.removeEventListener('abort', onStop)
  }
}

type Welcome = { version: number; leastClient: number; canLead: boolean; isDirect: boolean }

async function greet(context: Context, connection: PostgresConnection): Promise<Welcome> {
  const { device } = context
  const [welcome] = await connection.query<Welcome>(
    `SELECT version, least_client AS "leastClient", can_lead AS "canLead", coalesce(pg_backend_pid() = $3, false) AS "isDirect"
     FROM office.hello($1, $2)`,
    [CLIENT_VERSION, device, connection.serverProcess],
  )
  if (welcome === undefined) throw new Error('office.hello returned no row')
  if (welcome.leastClient > CLIENT_VERSION) throw new AppError('office/too-old')
  await checkAccount(context, connection, welcome)
  return welcome
}

/** Records of another account must not get into the space, nor into this mirror. */
async function checkAccount(context: Context, connection: PostgresConnection, { version }: Welcome): Promise<void> {
  const { space, account } = context
  if (!account.isStored()) throw new AppError('office/other-account')
  const [stored] = await connection.query<{ keyHash: string; baseUrl: string }>(
    'SELECT key_hash AS "keyHash", service_url AS "baseUrl" FROM office.space WHERE id = $1',
    [space],
  )
  if (stored === undefined) throw new AppError('office/not-allowed')
  const { keyHash, baseUrl } = stored
  if (keyHash === account.keyHash && baseUrl === account.baseUrl) return
  if (baseUrl !== account.baseUrl || !account.listEarlierKeys().includes(keyHash))
    throw new AppError('office/other-account')
  if (version < RENEW_KEY_VERSION) throw new AppError('office/key-changed')
  await renewKey(context, connection, { before: keyHash, version })
}

type Renewal = { isRenewed: boolean }

const RENEW_KEY = 'SELECT office.renew_key($1, $2, $3, $4) AS "isRenewed"'
/** Both or none, so that the sealed key is never another one than the hash says. */
const RENEW_AND_SEAL_KEY = `WITH renewed AS MATERIALIZED (${RENEW_KEY})
  SELECT "isRenewed", CASE WHEN "isRenewed" THEN office.seal_key($1, $5) END FROM renewed`

/** The office has the key that this account had before. An administrator's desktop gives it the new one. */
async function renewKey(
  { space, account, secret, random, log }: Context,
  connection: PostgresConnection,
  { before, version }: { before: string; version: number },
) {
  const values = [space, CLIENT_VERSION, before, account.keyHash]
  const canSeal = typeof secret === 'string' && version >= SEAL_KEY_VERSION
  try {
    const [row] = canSeal
      ? await connection.query<Renewal>(RENEW_AND_SEAL_KEY, [...values, sealKey(account.apiKey, secret, space, random)])
      : await connection.query<Renewal>(RENEW_KEY, values)
    if (row?.isRenewed !== true) throw new AppError('office/busy')
    log('info', 'the office has the new key')
  } catch (error) {
    const failure = error instanceof AppError ? error : toOfficeFailure(error)
    throw failure.code === 'office/not-allowed' ? new AppError('office/key-changed') : failure
  }
}

function onFailure(context: Context, failure: AppError): void {
  const { clock, random, now, log, state } = context
  context.failures++
  const isTemporary = TEMPORARY.has(failure.code)
  const retryMs = isTemporary ? computeRetryMs(context.failures, random.next()) : RETRY_REFUSED_MS
  context.retryAtMono = clock.mono() + retryMs
  // Each retry fails in the same way.
  if (!('failure' in state) || state.failure.code !== failure.code)
    log('warn', 'no connection to the office', { code: failure.code, error: String(failure.cause) })
  const since = 'since' in state ? state.since : now()
  setState(context, { kind: isTemporary ? 'away' : 'refused', since, failure })
}

function setState(context: Context, state: LinkState): void {
  context.state = state
  for (const listener of context.stateListeners) listener(state)
}

async function closeQuietly(connection: PostgresConnection | null): Promise<void> {
  await connection?.close().catch(() => undefined)
}
