// Desktops of an office model with their outboxes, and a service in memory that remembers what it got. Their tracking
// requests go through the leader.
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'
import type { Resource } from '#engine/api/decode.ts'
import { applyRecords } from '#engine/mirror/apply.ts'
import { momentSetup, setMoment } from '#engine/mirror/containers/moment.ts'
import { toOfficeFailure } from '#engine/office/failures.ts'
import { type Tasks, type TasksDeps, startTasks } from '#engine/office/tasks/tasks.ts'
import { editHandlers } from '#engine/edits/handlers.ts'
import { createDecidedRows } from '#engine/mirror/decided-rows.ts'
import { EDIT_RECORD, editTask } from '#engine/mirror/edits/store.ts'
import { recoverOutbox } from '#engine/outbox/office-store.ts'
import { Conflict, KindPaused } from '#engine/outbox/states.ts'
import { type OutboxEntry, insertEntry } from '#engine/outbox/store.ts'
import { type Outbox, type OutboxKind, startOutbox } from '#engine/outbox/worker.ts'
import { instantOf } from '#engine/outside/calendar.ts'
import type { PostgresConnection, PostgresValue } from '#engine/outside/postgres.ts'
import { type FakeClock, createFakeClock } from './fake-clock.ts'
import { CLIENT, MAIN, type Querying, endLease, lead } from './office-calls.ts'
import { addressOf, createFilledModel } from './office-model/filled.ts'
import type { OfficeModel } from './office-model/model.ts'

export const KIND = 'order'
const payloadSchema = z.object({ number: z.string() })
/** An edit of labels is an order of its labels, joined. */
const editSchema = z.object({ value: z.array(z.string()) })
const readNumber = ({ kind, payload }: Pick<OutboxEntry, 'kind' | 'payload'>): string =>
  kind === KIND ? payloadSchema.parse(JSON.parse(payload)).number : editSchema.parse(JSON.parse(payload)).value.join()

/** How the service answers the next request for a number. `silent`: it carries the request out and does not answer. */
type Answer = 'silent' | 'refuse' | 'conflict' | 'wait' | 'limit'

/** The connection ends before or after the statement took effect. */
type Fault = 'lost-before' | 'lost-after' | null

/** An office in memory, or on a server. */
export type OfficeServer = {
  owner: Querying
  /** `drawFault` is asked for each statement, in memory only. */
  connectAs(login: string, onLost: () => void, drawFault: (sql: string) => Fault): Promise<PostgresConnection>
  endSessions(login: string): Promise<unknown>
  loginOf(name: string): string
}

export type OfficeWorld = {
  clock: FakeClock
  server: OfficeServer
  /** The numbers that the service got, in the order of their arrival. */
  ordered: string[]
  answers: Map<string, Answer>
  searches: string[]
  /** What a leader does for single requests of members. */
  api: ReturnType<TasksDeps['api']>
}

const noApi = () => Promise.reject(new AppError('api/offline'))

const START_MS = Date.parse('2026-11-20T17:00:00Z')

export async function createOfficeModelWorld(): Promise<OfficeWorld & { model: OfficeModel }> {
  const clock = createFakeClock(START_MS)
  const { model } = await createFilledModel({ clock, nowMs: () => clock.up(), randomId: () => crypto.randomUUID() })
  const server: OfficeServer = {
    owner: model.owner,
    connectAs: (login, onLost, drawFault) =>
      model.connectFrom(login, { drawStatementFault: drawFault }).connect(addressOf(login), onLost),
    loginOf: (name) => name,
    endSessions: (login) => {
      model.endSessions(login)
      return Promise.resolve()
    },
  }
  return { ...createOfficeWorld(clock, server), model }
}

export function createOfficeWorld(clock: FakeClock, server: OfficeServer): OfficeWorld {
  return {
    clock,
    server,
    ordered: [],
    answers: new Map(),
    searches: [],
    api: { client: { request: noApi, decode: noApi }, reread: noApi, refresh: noApi, onDocument: () => undefined },
  }
}

/** The kind of entries: an order of one number. */
function createKind({ clock, ordered, answers, searches }: OfficeWorld): OutboxKind {
  return {
    send: async (entry, { signal, beforeSend }) => {
      const { maybeSent, opId } = entry
      const number = readNumber(entry)
      if (maybeSent === 1) {
        searches.push(number)
        if (ordered.includes(number)) return { remoteId: `r-${number}` }
      }
      await clock.sleep(100, signal)
      signal.throwIfAborted()
      const answer = answers.get(number)
      answers.delete(number)
      if (answer === 'conflict') throw new Conflict({ theirs: entry.kind === KIND ? opId : ['theirs'] })
      beforeSend()
      if (answer === 'limit') throw new KindPaused(new AppError('tracking/plan-limit', { status: 402, reason: null }))
      if (answer === 'refuse') throw new AppError('api/refused', { reason: 'no such number' })
      if (answer === 'wait') throw new AppError('api/offline', { isSent: false })
      ordered.push(number)
      if (answer === 'silent') {
        await clock.sleep(3_600_000, signal)
        signal.throwIfAborted()
      }
      return { remoteId: `r-${number}`, answer: { number } }
    },
    findResult: ({ remoteId }) => Promise.resolve({ remoteId }),
    announce: (announce, opId) => announce('requests', opId),
  }
}

export type Entry = {
  op: string
  state: string
  member: string | null
  remoteId: string | null
  answer: string | null
  error: string | null
  withOffice: number
}

export type TaskDesktop = Awaited<ReturnType<typeof openTaskDesktop>>

/** A desktop of this member, with an empty outbox. */
export async function openTaskDesktop(world: OfficeWorld, login: string) {
  const { clock, server } = world
  const files = openConnection(':memory:', momentSetup)
  const { db } = files
  const write = createWrite(files)
  const now = () => instantOf(clock.wall())
  const logged: string[] = []
  const kind = createKind(world)
  const log = (_level: string, event: string) => void logged.push(event)
  const deps = { clock, db, write, now, kinds: { [KIND]: kind, [EDIT_RECORD]: kind }, log }
  let connection: PostgresConnection | null = null
  const connect = async () => {
    const onLost = () => {
      connection = null
    }
    connection = await server.connectAs(login, onLost, (sql) => state.drawFault(sql))
    await connection.listen(`office_${MAIN}`, () => tasks.wake())
  }
  const state = { drawFault: (() => null) as (sql: string) => Fault }
  const query = async <Row>(sql: string, values?: readonly PostgresValue[]) => {
    if (!connection) throw new AppError('office/unreachable')
    return connection.query<Row>(sql, values).catch((error: unknown) => {
      throw toOfficeFailure(error)
    })
  }
  const start = (): Tasks =>
    startTasks({
      ...deps,
      query,
      space: MAIN,
      client: CLIENT,
      device: `computer of ${login}`,
      login: server.loginOf(login),
      baseUrl: 'https://track.example/v2',
      random: { id: () => crypto.randomUUID() },
      api: () => world.api,
      taskKinds: {
        [KIND]: {
          payloadVersion: 1,
          check: (payload) => void payloadSchema.parse(payload),
          createsRecord: { answerDuplicate: (of) => ({ of }) },
        },
        [EDIT_RECORD]: editTask,
      },
      onAdopted: () => outbox?.wake(),
    })
  let outbox: Outbox | null = null
  let tasks = start()
  const stopOutbox = async () => {
    await outbox?.stop()
    outbox = null
  }
  const startSending = () => {
    const ownKind = { ...kind, onStep: () => tasks.wake() }
    outbox = startOutbox({
      ...deps,
      kinds: { [KIND]: ownKind, [EDIT_RECORD]: ownKind },
      onStored: () => tasks.wake(),
      onKeyRefused: () => undefined,
    })
  }
  /** The program ends without a word. */
  const end = async (hasOffice: boolean) => {
    await server.endSessions(login)
    await stopOutbox()
    await tasks.stop()
    write((writable) => recoverOutbox(writable, now(), hasOffice))
  }
  await connect()
  onTestFinished(async () => {
    await stopOutbox()
    await tasks.stop()
    files.close()
  })
  return {
    db,
    write,
    logged,
    get tasks() {
      return tasks
    },
    setFault: (drawFault: typeof state.drawFault) => void Object.assign(state, { drawFault }),
    reconnect: async () => {
      await connect()
      tasks.onConnected()
    },
    disconnect: async () => {
      await connection?.close()
      connection = null
    },
    /** Saves an order, as a user does. Returns its id. */
    save: (number: string, createdAt = now()) => {
      const opId = crypto.randomUUID()
      const payload = JSON.stringify({ number })
      write((writable) =>
        insertEntry(writable, { opId, lane: number, kind: KIND, payload, payloadVersion: 1, createdAt }),
      )
      tasks.wake()
      outbox?.wake()
      return opId
    },
    lead: async () => {
      await endLease(server.owner)
      if (!connection) throw new Error('not connected')
      const fence = await lead(connection)
      await server.owner.query('UPDATE office.lease SET until = $2 WHERE space = $1', [MAIN, '9999-01-01T00:00:00Z'])
      tasks.startLeading(fence)
      startSending()
    },
    stopLeading: async () => {
      await stopOutbox()
      await tasks.stopLeading()
    },
    /** The program ends without a word, and starts again as a follower. */
    crash: async () => {
      await end(true)
      tasks = start()
      await connect()
    },
    /** The program ends without a word, and starts again without an office. */
    leaveOffice: async () => {
      await end(false)
      startSending()
    },
    /** The calls with which the user edits records. */
    openEdits: (container: Resource) => {
      write((writable, announce) => {
        setMoment(writable, clock.wall(), { tomorrow: 1, soon: 3, week: 7 })
        const reading = { requestSeq: 1, readAt: now(), sweepId: null }
        applyRecords(writable, announce, { data: [container], included: [] }, reading)
      })
      const wake = () => outbox?.wake()
      const withdraw = (opId: string) => tasks.withdraw(opId)
      return editHandlers({
        db,
        write,
        now,
        random: { id: () => crypto.randomUUID(), next: () => 0 },
        decided: createDecidedRows({ db, write, log }),
        online: {
          outbox: { wake, retry: wake, resume: wake, onUsableAnswer: wake, block: () => null, stop: stopOutbox },
          withdraw,
        },
      })
    },
    entries: () =>
      db.all<Entry>(
        `SELECT op_id AS op, state, member, remote_id AS remoteId, answer, error, with_office AS withOffice FROM outbox
         ORDER BY seq`,
      ),
  }
}
