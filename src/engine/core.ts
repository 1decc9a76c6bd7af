// The parts that every feature uses, with or without an API key: open files, the write function, clocks, list orders.
import type { Pace } from '#contract/engine-process.ts'
import type { EngineContract, Topic } from '#contract/index.ts'
import type { Server } from '#contract/rpc.ts'
import { type AnswerOrder, createAnswerOrder } from './api/order.ts'
import { type Traffic, createTraffic } from './api/traffic.ts'
import { type DecidedRows, createDecidedRows } from './mirror/decided-rows.ts'
import type { Connection } from './db/open.ts'
import { type WalGuard, createWalGuard } from './db/wal-guard.ts'
import { type Announcer, type Write, createAnnouncer, createWrite } from './db/write.ts'
import type { Membership } from './office/office.ts'
import { type Progress, createProgress } from './documents/progress.ts'
import { announceUpload, countUnsentUploads } from './outbox/uploads.ts'
import { type Lists, createLists } from './table/lists.ts'
import type { Log } from './outside/log.ts'
import { createUnsentReporter } from './outbox/unsent.ts'
import type { Outside } from './outside/index.ts'
import { type Answers, type AnswerDeps, type BoardReader, createAnswerer } from './answers.ts'
import { type ThreadDeps, createThreadReader } from './reader/on-thread.ts'
import { createDirectReader } from './reader/reader.ts'
import { takeTouched } from './reader/touched.ts'
import { type InSlices, inSlices } from './db/slices.ts'
import { type HealthMonitor, createHealth } from './sync/health.ts'
import { USUAL_PACE } from './sync/pace.ts'
import { loadLastRequestSeq } from './mirror/records.ts'
import { type TrustedClock, createTrustedClock } from './mirror/trusted.ts'

export type EngineDeps = {
  /** The account's data folder. It is created if it is missing. */
  dataDir: string
  /** If null, the engine reads nothing from the service and serves only saved data. */
  apiKey: string | null
  /** Address of the service, its path ending in /v2. */
  baseUrl: string
  /** True for the embedded service: the account is the same even if address and key change. */
  isEmbedded?: boolean
  /** The office whose computers share the key; without it, this computer reads the service alone. */
  office?: Membership | null
  outside: Outside
  log: Log
  /** Absolute paths of folders to watch, from the command line. Folders that are already watched are skipped. */
  watch?: readonly string[]
  /** If set, only folders that the user picked can be watched; otherwise any folder (contract/engine-process.ts). */
  ticketKey?: string
  /** For tests and development: also checks answers and events against the contract. */
  checkOutput?: boolean
  /** SQLite found damage. The host restarts the engine, which repairs its files. Called at most once. */
  onDamage?: () => void
  /** A mirror with which the engine can begin is ready. The host restarts the engine. Called at most once. */
  onMirrorReady?: () => void
  /** `count`: edits, requests and files that are not sent yet. Called at the start and when the number changes. */
  onWaiting?: (count: number) => void
}

/** The parts that every feature uses. */
export type Core = {
  connection: Connection
  write: Write
  decided: DecidedRows
  /** Callbacks to run after each commit that wrote rows. */
  onRows: Set<() => void>
  announcer: Announcer
  reportWaiting: () => void
  lists: Lists
  reader: BoardReader
  walGuard: WalGuard | null
  inSlices: InSlices
  trusted: TrustedClock
  health: HealthMonitor
  traffic: Traffic
  pace: Pace
  startedAt: string
  /** Aborted when the engine stops; ends background work. */
  stopped: AbortController
  servers: Set<Server<EngineContract>>
  /** The servers among them whose client is a screen. */
  screens: Set<Server<EngineContract>>
  /** Numbers all requests of this engine in one sequence, so that "later" has one meaning for all API clients. */
  order: AnswerOrder
  /** Progress of uploads. */
  progress: Progress
}

/** After changes of these topics the number of unsent entries may differ. */
const WAITING_TOPICS: Topic[] = ['edits', 'requests', 'folders']

export function createCore(deps: EngineDeps, connection: OpenFiles): Core {
  const { outside, apiKey, onWaiting, log } = deps
  const servers: Core['servers'] = new Set()
  const lists = createLists(outside.random)
  const reportWaiting = createUnsentReporter(
    connection.db,
    log,
    () => countUnsentUploads(connection.db),
    (count) => onWaiting?.(count),
  )
  const announcer = createChangeAnnouncer(deps, servers, reportWaiting)
  const onRows: Core['onRows'] = new Set()
  const stopped = new AbortController()
  const slices: InSlices = (steps) => inSlices(outside.clock, steps, stopped.signal)
  const reader = createReader(deps, connection, {
    ...outside,
    ...connection,
    inSlices: slices,
    stopped: stopped.signal,
    now: () => trusted.now(),
  })
  // Only the reader thread reads while this connection writes, so without it no guard is needed.
  const walGuard = hasThread(deps)
    ? createWalGuard({ ...outside, connection, folder: deps.dataDir, log, whilePaused: reader.whilePaused })
    : null
  const write = createAnnouncingWrite({ connection, lists, announcer, onRows, reader, walGuard })
  const trusted = createTrustedClock(outside.clock, connection.db, write)
  return {
    connection,
    write,
    onRows,
    announcer,
    reportWaiting,
    lists,
    reader,
    walGuard,
    inSlices: slices,
    trusted,
    stopped,
    servers,
    decided: createDecidedRows({ db: connection.db, write, log }),
    health: createHealth(apiKey !== null, trusted.now(), () => announcer.add('sync')),
    traffic: createTraffic(trusted.now),
    pace: USUAL_PACE,
    startedAt: trusted.now(),
    screens: new Set(),
    order: createAnswerOrder(loadLastRequestSeq(connection.db)),
    // No list order depends on upload progress, so this calls the announcer directly.
    progress: createProgress(outside.clock, (key) => announceUpload(connection.db, announcer.add, key)),
  }
}

function createChangeAnnouncer(
  { outside }: EngineDeps,
  servers: Core['servers'],
  reportWaiting: () => void,
): Announcer {
  return createAnnouncer(outside.clock, (changed) => {
    if (WAITING_TOPICS.includes(changed.topic)) reportWaiting()
    for (const server of servers) server.emit('changed', changed)
  })
}

/** The open files, and the callbacks for faults that the reader's own connection finds. */
export type OpenFiles = Connection & Pick<ThreadDeps<Answers>, 'onDamage' | 'onDiskFailure'>

/** An in-memory database is visible to one connection only, so it cannot have a reader thread. */
function hasThread({ outside, dataDir }: EngineDeps): boolean {
  return outside.threads !== undefined && dataDir !== ':memory:'
}

function createReader(deps: EngineDeps, { onDamage, onDiskFailure }: OpenFiles, answerDeps: AnswerDeps): BoardReader {
  const { dataDir, log } = deps
  const { threads } = deps.outside
  const createDirect = () => createDirectReader(createAnswerer(answerDeps))
  return threads && hasThread(deps)
    ? createThreadReader({
        ...answerDeps,
        threads,
        folder: dataDir,
        log,
        onDamage,
        onDiskFailure,
        direct: createDirect,
      })
    : createDirect()
}

/** No list order depends on these topics. Every page of a sweep announces `sync`. */
const UNLISTED_TOPICS: Topic[] = ['sync', 'fields', 'folders', 'views']
/** After changes of these topics the alert evaluator and the search indexer run. */
const ROW_TOPICS: Topic[] = ['containers', 'shipments', 'documents']

function createAnnouncingWrite({
  connection,
  lists,
  announcer,
  onRows,
  reader,
  walGuard,
}: Pick<Core, 'connection' | 'lists' | 'announcer' | 'onRows' | 'reader' | 'walGuard'>): Write {
  return createWrite(connection, (db, announced) => {
    const touched = takeTouched(db)
    const topics = announced.map(([topic]) => topic)
    const isOrderStale = topics.some((topic) => !UNLISTED_TOPICS.includes(topic))
    return () => {
      if (isOrderStale) lists.touch()
      for (const change of announced) announcer.add(...change)
      if (topics.some((topic) => ROW_TOPICS.includes(topic))) for (const onCommit of onRows) onCommit()
      reader.notify({ ...touched, isOrderStale })
      walGuard?.onCommit()
    }
  })
}
