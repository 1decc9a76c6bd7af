// The engine's table of contents: everything that is true without a screen, wired here and nowhere else.
import type { Pace } from '#contract/engine-process.ts'
import { AppError } from '#contract/errors.ts'
import { type EngineContract, engineContract } from '#contract/index.ts'
import { type Handlers, type Port, type Server, serve } from '#contract/rpc.ts'
import { allowanceOf } from './api/allowance.ts'
import { checkConnection } from './api/check.ts'
import { type ApiClient, createClient, hashKey } from './api/client.ts'
import { type Gate, createGate } from './api/gate.ts'
import { type AnswerOrder, createAnswerOrder } from './api/order.ts'
import { type Traffic, createTraffic } from './api/traffic.ts'
import { type Board, createBoard } from './containers/board.ts'
import { type Finder, changesHandlers } from './changes/handlers.ts'
import { type DecidedRows, keepDecidedRows } from './containers/decided-rows.ts'
import { containerHandlers } from './containers/handlers.ts'
import { containersWith } from './containers/list.ts'
import { keepMinute } from './containers/minute.ts'
import { momentSetup, setMoment } from './containers/moment.ts'
import { chargeHandlers } from './charges/handlers.ts'
import { type Connection, openConnection } from './db/open.ts'
import { type BackupDeps, backUp } from './db/backup.ts'
import { asExpected } from './db/failures.ts'
import { type DamageWatch, closeInOrder, createDamageWatch } from './db/closing.ts'
import { lockFolder, repairFiles, tellRepairs } from './db/repair.ts'
import { type Announcer, type Write, createAnnouncer, createWrite } from './db/write.ts'
import { createEditKind } from './edits/edit-kind.ts'
import { editHandlers } from './edits/handlers.ts'
import { EDIT_RECORD } from './edits/store.ts'
import { fieldHandlers } from './fields/handlers.ts'
import { type Lists, createLists } from './lists.ts'
import type { Log } from './log.ts'
import { instantOf } from './outside/calendar.ts'
import { recoverEntries } from './outbox/store.ts'
import { tellUnsent } from './outbox/unsent.ts'
import { type Outbox, startOutbox } from './outbox/worker.ts'
import type { Outside } from './outside/index.ts'
import { bringRowsUpToDate } from './rows.ts'
import { type InSlices, inSlices } from './slices.ts'
import { searchHandlers } from './search/handlers.ts'
import { startIndexer } from './search/indexer.ts'
import { resolveWhole } from './search/resolve.ts'
import { settingsHandlers } from './settings/handlers.ts'
import { loadSettings } from './settings/store.ts'
import { shipmentHandlers } from './shipments/handlers.ts'
import { type ShipmentList, createShipmentList } from './shipments/list.ts'
import { statusHandlers } from './status/handlers.ts'
import { type SyncDeps, syncHandlers } from './sync/handlers.ts'
import { type HealthKeeper, createHealth } from './sync/health.ts'
import { USUAL_PACE, paceWord } from './sync/pace.ts'
import { type Scheduler, startScheduler } from './sync/scheduler.ts'
import { adoptSource } from './sync/source.ts'
import { lastRequestSeq } from './sync/store.ts'
import { startTicker } from './sync/ticker.ts'
import { type TrustedClock, createTrustedClock } from './sync/trusted.ts'
import { todayHandlers } from './today/handlers.ts'
import { CREATE_REQUEST, createRequestKind } from './tracking/create-request.ts'
import { trackingHandlers } from './tracking/handlers.ts'

export type EngineDeps = {
  /** The account's own folder; created when missing. */
  dataDir: string
  /** Null: nothing is read, everything saved is served. */
  apiKey: string | null
  /** Address of the service, its path ending in /v2. */
  baseUrl: string
  outside: Outside
  log: Log
  /** Tests and development: answers and events are checked against the contract too. */
  checkOutput?: boolean
  /** SQLite came upon damage: stopped and started again, the engine repairs its files. Called at most once. */
  onDamage?: () => void
  /** So many edits and requests have not left yet. Called at the start, and whenever it is another number. */
  onWaiting?: (count: number) => void
}

export type Engine = {
  /** Serves one more client until its port closes. */
  attach(port: Port): void
  /** The host knows that the machine slept; without being told the engine notices within 15 s. */
  resume(): void
  /** What the host knows of the computer; until it says so, nothing is spared. */
  setPace(pace: Pace): void
  /** Ends everything that was started, in reverse order, and leaves both files in a sound, checkpointed state. */
  stop(): Promise<void>
}

/** Throws `db/in-use`, `db/from-the-future` or `db/disk-full`; a broken file is repaired and told in a notice. */
export async function createEngine(deps: EngineDeps): Promise<Engine> {
  const { outside, log } = deps
  const files: BackupDeps = { folder: deps.dataDir, files: outside.files, now: instantOf(outside.clock.wall()), log }
  await outside.files.makeFolder(deps.dataDir)
  const unlock = lockFolder(deps.dataDir)
  let connection: Connection | null = null
  let core: Core | null = null
  try {
    await repairFiles(files)
    const damage = createDamageWatch(files, () => deps.onDamage?.())
    connection = openConnection(deps.dataDir, momentSetup, () => { damage.met() })
    core = createCore(deps, connection)
    tellRepairs(connection, core.write, core.trusted.now())
    return run(deps, core, { ...files, damage, unlock })
  } catch (error) {
    core?.announcer.stop()
    connection?.close()
    unlock()
    throw asExpected(error, deps.dataDir)
  }
}

/** What every feature is built on. */
type Core = {
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
  trusted: TrustedClock
  health: HealthKeeper
  traffic: Traffic
  pace: Pace
  startedAt: string
  /** Ends what goes on in the background. */
  stopped: AbortController
  servers: Set<Server<EngineContract>>
  /** All requests of this engine are numbered together, so that "later" means the same to every client. */
  order: AnswerOrder
}

function createCore({ outside, apiKey, onWaiting, log }: EngineDeps, connection: Connection): Core {
  const servers: Core['servers'] = new Set()
  const lists = createLists(outside.random)
  const tellWaiting = tellUnsent(connection.db, log, (count) => onWaiting?.(count))
  const announcer = createAnnouncer(outside.clock, (changed) => {
    if (changed.topic === 'edits' || changed.topic === 'requests') tellWaiting()
    for (const server of servers) server.emit('changed', changed)
  })
  const onRows: Core['onRows'] = new Set()
  const write = createWrite(connection, {
    // No list stands on how far a sweep has come, which every page of it tells, nor on custom fields.
    add: (topic, id) => {
      if (topic !== 'sync' && topic !== 'fields') lists.touch()
      announcer.add(topic, id)
      if (topic === 'containers' || topic === 'shipments') for (const tell of onRows) tell()
    },
  })
  const trusted = createTrustedClock(outside.clock, connection.db, write)
  const health = createHealth(apiKey !== null, trusted.now(), () => {
    announcer.add('sync')
  })
  const traffic = createTraffic(trusted.now)
  const order = createAnswerOrder(lastRequestSeq(connection.db))
  const stopped = new AbortController()
  const mirrored = { db: connection.db, clock: outside.clock, stopped: stopped.signal }
  const board = createBoard(mirrored)
  const shipments = createShipmentList(mirrored, board)
  const startedAt = trusted.now()
  const decided = keepDecidedRows({ db: connection.db, write, log })
  return { connection, write, decided, onRows, announcer, tellWaiting, lists, board, shipments, trusted, health, traffic, pace: USUAL_PACE, startedAt, stopped, servers, order }
}

type Online = { keyHash: string; gate: Gate; client: ApiClient; scheduler: Scheduler; outbox: Outbox }

type Folder = BackupDeps & { damage: DamageWatch; unlock: () => void }

function run(deps: EngineDeps, core: Core, folder: Folder): Engine {
  const { clock } = deps.outside
  const { connection, write, trusted, servers, stopped } = core
  const refreshMoment = () => { moveMoment(core) }
  const minute = keepMinute({ clock, db: connection.db, nowMs: trusted.nowMs, refresh: refreshMoment })
  // Where it fails, the next minute tries again.
  const keep = (work: () => void) => { orLog(deps, 'clock of the lists stands', work) }
  refreshMoment()
  bringRowsUpToDate(core)
  recoverOutbox(deps, core)
  const indexer = startIndexer({ clock, db: connection.db, write, log: deps.log })
  core.onRows.add(indexer.wake)
  const online = goOnline(deps, core, () => { keep(minute.onAnswer) })
  const backUpNow = () => backUpOrLog(connection, { ...folder, now: trusted.now() }, stopped.signal)
  let backup = backUpNow()
  const onMinute = () => {
    keep(minute.onTick)
    core.decided.catchUp()
    for (const server of servers) server.emit('sync.ticked', { now: trusted.now() })
    backup = backup.then(backUpNow)
  }
  const onResume = () => { orLog(deps, 'waking up left undone', () => online?.scheduler.resume()) }
  const stopTicker = startTicker({ clock, onMinute, onResume })
  void readAhead(deps, core)
  core.tellWaiting()
  const handlers = createHandlers(deps, core, online, refreshMoment, stopped.signal)
  return {
    attach: (port) => {
      serveTo(port, deps, handlers, servers)
      online?.scheduler.wake()
    },
    resume: () => {
      onResume()
      onMinute()
    },
    setPace: (pace) => {
      core.pace = pace
      core.announcer.add('sync')
      online?.scheduler.wake()
    },
    stop: async () => {
      stopped.abort(new AppError('engine/disconnected'))
      try {
        for (const server of servers) server.close()
        stopTicker()
        await stopOnline(online)
        indexer.stop()
        core.announcer.stop()
        core.tellWaiting()
        await backup
      } finally {
        await closeInOrder({ connection, files: { ...folder, now: trusted.now() }, damage: folder.damage, id: deps.outside.random.id(), unlock: folder.unlock })
      }
    },
  }
}

async function stopOnline(online: Online | null): Promise<void> {
  await online?.outbox.stop()
  await online?.scheduler.stop()
  online?.gate.stop()
}

function moveMoment({ write, board, shipments, trusted }: Core): void {
  write((db, announce) => {
    board.forgetTouched(db)
    shipments.forgetTouched(db)
    setMoment(db, trusted.nowMs(), loadSettings(db).bandDays)
    announce('clock')
  })
}

/** Without room on the disk what is saved is served all the same; each entry is put right when its turn comes. */
function recoverOutbox(deps: EngineDeps, { write, trusted }: Core): void {
  orLog(deps, 'outbox not looked through', () => {
    write((db) => {
      recoverEntries(db, trusted.now())
    })
  })
}

/** For what may fail for want of room on the disk, where nobody would catch it: in a timer's turn, or at the start. */
function orLog({ log }: EngineDeps, event: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    log('error', event, { error: String(error) })
  }
}

function serveTo(port: Port, deps: EngineDeps, handlers: Handlers<EngineContract>, servers: Core['servers']): void {
  const server = serve(port, engineContract, handlers, {
    logBug: (error) => logBug(deps, error),
    ...(deps.checkOutput === undefined ? {} : { checkOutput: deps.checkOutput }),
  })
  servers.add(server)
  port.onClose(() => servers.delete(server))
}

/** A copy that fails (disk full) is tried again a minute later; the work goes on meanwhile. */
async function backUpOrLog({ raw }: Connection, deps: BackupDeps, stopped: AbortSignal): Promise<void> {
  try {
    await backUp(raw, deps, stopped)
  } catch (error) {
    deps.log('error', 'backup failed', { error: String(error) })
  }
}

/** What lists stand on is read while nobody waits for it yet: most seldom asked for last. */
async function readAhead({ log }: EngineDeps, { board, shipments, stopped }: Core): Promise<void> {
  try {
    await board.current('first')
    await shipments.current()
  } catch (error) {
    // The first question tries again, and tells whoever asks.
    if (!stopped.signal.aborted) log('warn', 'lists not read ahead', { error: String(error) })
  }
}

function goOnline(deps: EngineDeps, core: Core, onHeard: () => void): Online | null {
  if (deps.apiKey === null) return null
  const { connection, write, trusted, health, servers } = core
  const { db } = connection
  const keyHash = hashKey(deps.apiKey)
  adoptSource(db, write, { baseUrl: deps.baseUrl, keyHash })
  const gate = createGate({ clock: deps.outside.clock, db, write, keyHash, log: deps.log, allowance: allowanceOf(db) })
  const observer = {
    heard: (serverMs: number) => {
      trusted.heard(serverMs)
      onHeard()
    },
    refused: () => {
      health.refused(trusted.now())
    },
    traffic: core.traffic,
  }
  const { outside, baseUrl, apiKey, log } = deps
  const client = createClient({ outside, gate, baseUrl, apiKey, order: core.order, observer, log })
  const shared = { clock: outside.clock, client, db, write, decided: core.decided, now: trusted.now, log }
  const answered = (now: string) => {
    health.answered(now)
    outbox.heard()
  }
  const scheduler = startScheduler({ ...shared, health: { ...health, answered }, isWatched: () => servers.size > 0 && !core.pace.isLocked, pace: () => paceWord(core.pace) })
  const kinds = { [CREATE_REQUEST]: createRequestKind(shared), [EDIT_RECORD]: createEditKind(shared) }
  const onStored = () => { scheduler.wake() }
  // Whether it still reads is seen within a sweep, and told then.
  const onKeyRefused = (failure: AppError) => {
    health.failed(failure, trusted.now())
  }
  const outbox: Outbox = startOutbox({ ...shared, kinds, onStored, onKeyRefused })
  return { keyHash, gate, client, outbox, scheduler: withOutbox(scheduler, outbox) }
}

/** What the user or a wake-up asks of the one holds for the other, whose part may fail for want of room on the disk. */
function withOutbox(scheduler: Scheduler, outbox: Outbox): Scheduler {
  return {
    ...scheduler,
    refresh: () => {
      scheduler.refresh()
      outbox.retry()
    },
    resume: () => {
      scheduler.resume()
      outbox.resume()
    },
  }
}

function createHandlers(
  deps: EngineDeps,
  core: Core,
  online: Online | null,
  refreshMoment: () => void,
  signal: AbortSignal,
): Handlers<EngineContract> {
  const { connection, write, decided, lists, board, trusted, health } = core
  const { db } = connection
  const turns: InSlices = (steps) => inSlices(deps.outside.clock, steps, core.stopped.signal)
  return {
    ...containerHandlers({ db, board, write, decided, lists, inSlices: turns, now: trusted.now, reread: rereadOf(online) }),
    ...shipmentHandlers({ db, board, list: core.shipments, lists, inSlices: turns }),
    ...changesHandlers({ db, board, write, lists, now: trusted.now, finder: finderOf(core, turns) }),
    ...todayHandlers({ db, board }),
    ...chargeHandlers({ db, lists }),
    ...searchHandlers({ db }),
    ...statusHandlers({ db, ...core, folder: deps.dataDir, files: deps.outside.files, baseUrl: deps.baseUrl, gate: online?.gate ?? null }),
    ...trackingHandlers({ db, write, lists, random: deps.outside.random, now: trusted.now, online, signal, findNumber: (number) => resolveWhole(db, number) }),
    ...editHandlers({ db, write, decided, random: deps.outside.random, now: trusted.now, online }),
    ...fieldHandlers({ db }),
    ...settingsHandlers({ db, write, decided, refreshMoment }),
    ...syncHandlers({ db, write, trusted, health, online, pace: () => paceWord(core.pace), checkConnection: checkerOf(deps, core, online, signal) }),
  }
}

function finderOf({ board, shipments }: Core, turns: InSlices): Finder {
  return {
    recordsWith: async (text) => {
      await shipments.current()
      return { container: await turns(containersWith(board, text)), shipment: await turns(shipments.idsWith(text)) }
    },
    inSlices: turns,
  }
}

function checkerOf(deps: EngineDeps, core: Core, online: Online | null, signal: AbortSignal): SyncDeps['checkConnection'] {
  const { outside, log } = deps
  const { connection, write, traffic, order } = core
  return async (typedUrl, apiKey) => {
    const keyHash = hashKey(apiKey)
    // One gate per key: two would each believe they have the whole budget.
    const own = online?.keyHash === keyHash ? online.gate : null
    const gate = own ?? createGate({ clock: outside.clock, db: connection.db, write, keyHash, log, allowance: allowanceOf(connection.db) })
    // Another service's clock is not ours to follow.
    const observer = { heard: () => undefined, refused: () => undefined, traffic }
    try {
      const clientFor = (baseUrl: string) => createClient({ outside, gate, baseUrl, apiKey, order, observer, log })
      return await checkConnection(clientFor, typedUrl, apiKey, signal)
    } finally {
      if (!own) gate.stop()
    }
  }
}

function rereadOf(online: Online | null): (id: string) => Promise<void> {
  return (id) => online?.scheduler.reread(id) ?? Promise.reject(new AppError('api/no-key'))
}

/** Answers the id under which the log has it; the text of a bug never leaves the engine. */
function logBug({ log, outside }: EngineDeps, error: unknown): string {
  const logId = outside.random.id().slice(0, 8)
  log('error', 'bug', { logId, error: String(error), stack: error instanceof Error ? error.stack : null })
  return logId
}
