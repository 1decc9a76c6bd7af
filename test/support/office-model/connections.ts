// Connections to the office model, through a network that delays, loses and stops what they send.
import type { Clock } from '#engine/outside/clock.ts'
import { type Postgres, type PostgresConnection, type PostgresValue } from '#engine/outside/postgres.ts'
import { PostgresFailure, type PostgresFailureReason } from '#engine/outside/postgres-failure.ts'
import { type ModelOffice, type Session, endSession } from './office.ts'
import { runStatement } from './statements.ts'

/** The connection ends before or after the statement took effect, or its answer takes longer. */
export type StatementFault = 'lost-before' | 'lost-after' | { answerMs: number }

/** What happens between one computer and the server. Each part is asked once for each connection or statement. */
export type ModelNetwork = {
  /** One way. Without a delay, a statement takes effect at once. */
  delayMs?: () => number
  drawConnectFault?: () => PostgresFailureReason | null
  drawStatementFault?: (sql: string) => StatementFault | null
  /** The timers of the computer. Without them, those of the server. */
  after?: Clock['after']
}

export type Server = {
  office: ModelOffice
  isOff: boolean
  after: Clock['after']
  /** What waits for each computer that the network does not reach. */
  frozen: Map<string, (() => void)[]>
}

/** The line between one computer and the server. */
type Line = { server: Server; computer: string; network: ModelNetwork }

const ANSWER_TIMEOUT_MS = 40_000
const CONNECT_TIMEOUT_MS = 10_000

/** Runs the work when it has arrived at the other end. */
type Send = (work: () => void, extraMs?: number) => void

/** One direction. What was sent first arrives first. A frozen line holds it back until it thaws. */
function createPipe({ server, computer, network }: Line): Send {
  const waiting: { work: () => void; isDue: boolean }[] = []
  const deliver = () => {
    const held = server.frozen.get(computer)
    held?.push(deliver)
    while (!held && waiting[0]?.isDue === true) waiting.shift()?.work()
  }
  return (work, extraMs = 0) => {
    const item = { work, isDue: false }
    waiting.push(item)
    const arrive = () => {
      item.isDue = true
      deliver()
    }
    const delayMs = (network.delayMs?.() ?? 0) + extraMs
    if (delayMs > 0) server.after(delayMs, arrive)
    else arrive()
  }
}

export function createModelPostgres(server: Server, computer: string, network: ModelNetwork): Postgres {
  const line = { server, computer, network }
  return {
    connect: (address, onLost, answerTimeoutMs = ANSWER_TIMEOUT_MS) =>
      new Promise((resolve, reject) => {
        const fault = network.drawConnectFault?.() ?? null
        let isOver = false
        const finish = (work: () => void) => {
          cancel()
          isOver = true
          work()
        }
        const refuse = (reason: PostgresFailureReason) => finish(() => reject(createFailure(reason)))
        const cancel = (network.after ?? server.after)(CONNECT_TIMEOUT_MS, () => refuse('unreachable'))
        const answer = (connection: PostgresConnection) => {
          if (isOver) void connection.close()
          else finish(() => resolve(connection))
        }
        const send = createPipe(line)
        send(() => {
          const reason = fault ?? findRefusal(server, address.user)
          const connection = reason === null ? createConnection(line, address.user, onLost, answerTimeoutMs) : null
          send(() => (connection ? answer(connection) : refuse(reason ?? 'unreachable')))
        })
      }),
  }
}

const createFailure = (reason: PostgresFailureReason) =>
  new PostgresFailure(reason, null, new Error('the network failed'))

function findRefusal({ office, isOff }: Server, login: string): PostgresFailureReason | null {
  if (isOff) return 'unreachable'
  return office.roles.has(login) ? null : 'login'
}

type Entry = {
  sql: string
  values: readonly PostgresValue[]
  fault: StatementFault | null
  resolve: (rows: unknown[]) => void
  reject: (error: unknown) => void
}

/** The client's end of a connection. As the driver does, it sends a statement after the answer to the one before. */
type Client = {
  server: Server
  network: ModelNetwork
  toServer: Send
  toClient: Send
  session: Session
  answerTimeoutMs: number
  onLost: (failure: PostgresFailure) => void
  isOpen: boolean
  queue: Entry[]
  sent: Entry | null
  cancelTimeout: () => void
}

function createConnection(
  line: Line,
  login: string,
  onLost: (failure: PostgresFailure) => void,
  answerTimeoutMs: number,
): PostgresConnection {
  const { server } = line
  const listeners = new Map<string, (payload: string) => void>()
  const session = startSession(server.office, line.computer, login, {
    onNotify: (channel, payload) =>
      client.toClient(() => {
        if (client.isOpen) listeners.get(channel)?.(payload)
      }),
    onEnd: () => client.toClient(() => lose(client)),
  })
  const client: Client = {
    ...line,
    toServer: createPipe(line),
    toClient: createPipe(line),
    session,
    answerTimeoutMs,
    onLost,
    isOpen: true,
    queue: [],
    sent: null,
    cancelTimeout: () => undefined,
  }
  const query = <Row>(sql: string, values: readonly PostgresValue[] = []): Promise<Row[]> =>
    new Promise((resolve, reject) => {
      const fault = client.network.drawStatementFault?.(sql) ?? null
      client.queue.push({ sql, values, fault, resolve: (rows) => resolve(rows as Row[]), reject })
      sendNext(client)
    })
  return {
    serverProcess: session.pid,
    query,
    runScript: () => Promise.reject(new Error('The model runs no scripts.')),
    listen: async (channel: string, onNotify: (payload: string) => void) => {
      listeners.set(channel, onNotify)
      await query(`LISTEN ${channel}`)
    },
    close: () => {
      client.isOpen = false
      rejectAll(client)
      client.toServer(() => endSession(server.office, session))
      return Promise.resolve()
    },
  }
}

export function startSession(
  office: ModelOffice,
  computer: string,
  login: string | null,
  events: Pick<Session, 'onNotify' | 'onEnd'>,
): Session {
  const session = { pid: ++office.lastPid, computer, login, channels: new Set<string>(), ...events }
  office.sessions.add(session)
  return session
}

function sendNext(client: Client): void {
  if (!client.isOpen) rejectAll(client)
  const entry = client.sent === null ? client.queue.shift() : undefined
  if (entry === undefined) return
  client.sent = entry
  const after = client.network.after ?? client.server.after
  client.cancelTimeout = after(client.answerTimeoutMs, () => giveUp(client))
  client.toServer(() => arrive(client, entry))
}

/** The answer may still come, so the client ends the connection. The server learns it later. */
function giveUp(client: Client): void {
  const { server, session } = client
  lose(client)
  client.toServer(() => endSession(server.office, session))
}

/** The server's end. A statement that arrives after the client gave up takes effect all the same. */
function arrive(client: Client, entry: Entry): void {
  const { server, session } = client
  const { fault } = entry
  if (!server.office.sessions.has(session)) return
  const outcome = fault === 'lost-before' ? null : runEntry(server.office, session, entry)
  if (outcome === null || fault === 'lost-before' || fault === 'lost-after') {
    endSession(server.office, session)
    return
  }
  const settle = () => {
    if (client.sent !== entry) return
    client.sent = null
    client.cancelTimeout()
    if ('rows' in outcome) entry.resolve(outcome.rows)
    else entry.reject(outcome.error)
    sendNext(client)
  }
  client.toClient(settle, fault?.answerMs)
}

type Outcome = { rows: unknown[] } | { error: unknown }

function runEntry(office: ModelOffice, session: Session, { sql, values }: Entry): Outcome {
  const channel = /^LISTEN (.*)$/.exec(sql)?.[1]
  if (channel !== undefined) session.channels.add(channel)
  try {
    return { rows: channel === undefined ? runStatement(office, session, sql, values) : [] }
  } catch (error) {
    return { error }
  }
}

/** The client notices that its connection ended. */
function lose(client: Client): void {
  if (!client.isOpen) return
  client.isOpen = false
  client.onLost(createFailure('lost'))
  rejectAll(client)
}

function rejectAll(client: Client): void {
  const entries = [...(client.sent ? [client.sent] : []), ...client.queue]
  client.cancelTimeout()
  client.sent = null
  client.queue = []
  for (const { reject } of entries) reject(createFailure('lost'))
}
