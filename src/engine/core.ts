// What every feature is built on, whether there is a key or not: the open files, the one way to write, clocks, lists.
import type { Pace } from '#contract/engine-process.ts'
import type { EngineContract, Topic } from '#contract/index.ts'
import type { Server } from '#contract/rpc.ts'
import { type AnswerOrder, createAnswerOrder } from './api/order.ts'
import { type Traffic, createTraffic } from './api/traffic.ts'
import { type DecidedRows, keepDecidedRows } from './mirror/decided-rows.ts'
import type { Connection } from './db/open.ts'
import { type WalGuard, createWalGuard } from './db/wal-guard.ts'
import { type Announcer, type Write, createAnnouncer, createWrite } from './db/write.ts'
import { type Progress, createProgress } from './documents/progress.ts'
import { announceUpload, countUnsentUploads } from './outbox/uploads.ts'
import { type Lists, createLists } from './table/lists.ts'
import type { Log } from './outside/log.ts'
import { tellUnsent } from './outbox/unsent.ts'
import type { Outside } from './outside/index.ts'
import { type Answers, type AnswersDeps, type BoardReader, createAnswerer } from './answers.ts'
import { type ThreadDeps, threadReader } from './reader/on-thread.ts'
import { directReader } from './reader/reader.ts'
import { takeTouched } from './reader/touched.ts'
import { type Questions, createQuestions } from './db/slices.ts'
import { type HealthKeeper, createHealth } from './sync/health.ts'
import { USUAL_PACE } from './sync/pace.ts'
import { lastRequestSeq } from './mirror/records.ts'
import { type TrustedClock, createTrustedClock } from './mirror/trusted.ts'

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
  reader: BoardReader
  walGuard: WalGuard | null
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

export function createCore(deps: EngineDeps, connection: OpenFiles): Core {
  const { outside, apiKey, onWaiting, log } = deps
  const servers: Core['servers'] = new Set()
  const lists = createLists(outside.random)
  const tellWaiting = tellUnsent(connection.db, log, () => countUnsentUploads(connection.db), (count) => onWaiting?.(count))
  const announcer = createAnnouncer(outside.clock, (changed) => {
    if (TOPICS_OF_WAITING.includes(changed.topic)) tellWaiting()
    for (const server of servers) server.emit('changed', changed)
  })
  const onRows: Core['onRows'] = new Set()
  const stopped = new AbortController()
  const questions = createQuestions(outside.clock, stopped.signal)
  const reader = readerOf(deps, connection, { ...outside, db: connection.db, questions, stopped: stopped.signal, now: () => trusted.now() })
  // Nobody but the reader's thread reads while something is written.
  const walGuard = hasThread(deps) ? createWalGuard({ ...outside, connection, folder: deps.dataDir, log, whileResting: reader.rest }) : null
  const write = writeOf({ connection, lists, announcer, onRows, reader, walGuard })
  const trusted = createTrustedClock(outside.clock, connection.db, write)
  const health = createHealth(apiKey !== null, trusted.now(), () => {
    announcer.add('sync')
  })
  const traffic = createTraffic(trusted.now)
  const order = createAnswerOrder(lastRequestSeq(connection.db))
  const startedAt = trusted.now()
  const decided = keepDecidedRows({ db: connection.db, write, log })
  // No list stands on how far a file has come.
  const progress = createProgress(outside.clock, (key) => { announceUpload(connection.db, announcer.add, key) })
  return { connection, write, decided, onRows, announcer, tellWaiting, lists, reader, walGuard, questions, trusted, health, traffic, pace: USUAL_PACE, startedAt, stopped, servers, screens: new Set(), order, progress }
}

/** The files, and whom what a reader's own connection meets is told. */
export type OpenFiles = Connection & Pick<ThreadDeps<Answers>, 'onDamage' | 'onDiskFailure'>

/** A file in memory is open on one connection only. */
function hasThread({ outside, dataDir }: EngineDeps): boolean {
  return outside.threads !== undefined && dataDir !== ':memory:'
}

function readerOf(deps: EngineDeps, { onDamage, onDiskFailure }: OpenFiles, answers: AnswersDeps): BoardReader {
  const { outside: { threads }, dataDir, log } = deps
  const direct = () => directReader(createAnswerer(answers))
  return threads && hasThread(deps) ? threadReader({ ...answers, threads, folder: dataDir, log, onDamage, onDiskFailure, direct }) : direct()
}

/** No list stands on how far a sweep has come, which every page of it tells, nor on custom fields, folders or views. */
const TOPICS_OF_NO_LIST: Topic[] = ['sync', 'fields', 'folders', 'views']
const TOPICS_OF_ROWS: Topic[] = ['containers', 'shipments', 'documents']

function writeOf({ connection, lists, announcer, onRows, reader, walGuard }: Pick<Core, 'connection' | 'lists' | 'announcer' | 'onRows' | 'reader' | 'walGuard'>): Write {
  let isMoved = false
  const add: Announcer['add'] = (topic, id) => {
    if (!TOPICS_OF_NO_LIST.includes(topic)) {
      lists.touch()
      isMoved = true
    }
    announcer.add(topic, id)
    if (TOPICS_OF_ROWS.includes(topic)) for (const tell of onRows) tell()
  }
  return createWrite(connection, { add }, (db) => {
    const touched = takeTouched(db)
    return () => {
      reader.tell({ ...touched, isMoved })
      isMoved = false
      walGuard?.onCommit()
    }
  })
}
