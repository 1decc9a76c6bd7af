// What every feature is built on, whether there is a key or not: the open files, the one way to write, clocks, lists.
import type { Pace } from '#contract/engine-process.ts'
import type { EngineContract, Topic } from '#contract/index.ts'
import type { Server } from '#contract/rpc.ts'
import { type AnswerOrder, createAnswerOrder } from './api/order.ts'
import { type Traffic, createTraffic } from './api/traffic.ts'
import { type Board, createBoard } from './containers/board.ts'
import { type DecidedRows, keepDecidedRows } from './containers/decided-rows.ts'
import type { Connection } from './db/open.ts'
import { type Announcer, type Write, createAnnouncer, createWrite } from './db/write.ts'
import { type Progress, createProgress } from './documents/progress.ts'
import { announceUpload, countUnsentUploads } from './documents/upload-store.ts'
import { type Lists, createLists } from './lists.ts'
import type { Log } from './log.ts'
import { tellUnsent } from './outbox/unsent.ts'
import type { Outside } from './outside/index.ts'
import { type ShipmentList, createShipmentList } from './shipments/list.ts'
import { type Questions, createQuestions } from './slices.ts'
import { type HealthKeeper, createHealth } from './sync/health.ts'
import { USUAL_PACE } from './sync/pace.ts'
import { lastRequestSeq } from './sync/store.ts'
import { type TrustedClock, createTrustedClock } from './sync/trusted.ts'

export type EngineDeps = {
  /** The account's own folder; created when missing. */
  dataDir: string
  /** Null: nothing is read, everything saved is served. */
  apiKey: string | null
  /** Address of the service, its path ending in /v2. */
  baseUrl: string
  /** The service is the embedded one: the same account, whatever its address and key. */
  isEmbedded?: boolean
  outside: Outside
  log: Log
  /** Absolute paths of folders the host was told to watch: added where they are not watched yet. */
  watch?: readonly string[]
  /** With it, only folders the user picked are watched; without, any (contract/engine-process.ts). */
  ticketKey?: string
  /** Tests and development: answers and events are checked against the contract too. */
  checkOutput?: boolean
  /** SQLite came upon damage: stopped and started again, the engine repairs its files. Called at most once. */
  onDamage?: () => void
  /** So many edits, requests and files have not left yet. Called at the start, and whenever it is another number. */
  onWaiting?: (count: number) => void
}

/** What every feature is built on. */
export type Core = {
  connection: Connection
  write: Write
  decided: DecidedRows
  /** Told after each commit that wrote rows. */
  onRows: Set<() => void>
  announcer: Announcer
  tellWaiting: () => void
  lists: Lists
  board: Board
  shipments: ShipmentList
  questions: Questions
  trusted: TrustedClock
  health: HealthKeeper
  traffic: Traffic
  pace: Pace
  startedAt: string
  /** Ends what goes on in the background. */
  stopped: AbortController
  servers: Set<Server<EngineContract>>
  /** Those of them that somebody may be looking at. */
  screens: Set<Server<EngineContract>>
  /** All requests of this engine are numbered together, so that "later" means the same to every client. */
  order: AnswerOrder
  /** Of files that leave. */
  progress: Progress
}

const TOPICS_OF_WAITING: Topic[] = ['edits', 'requests', 'folders']

export function createCore({ outside, apiKey, onWaiting, log }: EngineDeps, connection: Connection): Core {
  const servers: Core['servers'] = new Set()
  const lists = createLists(outside.random)
  const tellWaiting = tellUnsent(connection.db, log, () => countUnsentUploads(connection.db), (count) => onWaiting?.(count))
  const announcer = createAnnouncer(outside.clock, (changed) => {
    if (TOPICS_OF_WAITING.includes(changed.topic)) tellWaiting()
    for (const server of servers) server.emit('changed', changed)
  })
  const onRows: Core['onRows'] = new Set()
  const write = createWrite(connection, {
    // No list stands on how far a sweep has come, which every page of it tells, nor on custom fields, folders or views.
    add: (topic, id) => {
      if (!['sync', 'fields', 'folders', 'views'].includes(topic)) lists.touch()
      announcer.add(topic, id)
      if (topic === 'containers' || topic === 'shipments' || topic === 'documents') for (const tell of onRows) tell()
    },
  })
  const trusted = createTrustedClock(outside.clock, connection.db, write)
  const health = createHealth(apiKey !== null, trusted.now(), () => {
    announcer.add('sync')
  })
  const traffic = createTraffic(trusted.now)
  const order = createAnswerOrder(lastRequestSeq(connection.db))
  const stopped = new AbortController()
  const questions = createQuestions(outside.clock, stopped.signal)
  const mirrored = { db: connection.db, clock: outside.clock, stopped: stopped.signal, areQuestionsOpen: questions.areOpen }
  const board = createBoard(mirrored)
  const shipments = createShipmentList(mirrored, board)
  const startedAt = trusted.now()
  const decided = keepDecidedRows({ db: connection.db, write, log })
  // No list stands on how far a file has come.
  const progress = createProgress(outside.clock, (key) => { announceUpload(connection.db, announcer.add, key) })
  return { connection, write, decided, onRows, announcer, tellWaiting, lists, board, shipments, questions, trusted, health, traffic, pace: USUAL_PACE, startedAt, stopped, servers, screens: new Set(), order, progress }
}
