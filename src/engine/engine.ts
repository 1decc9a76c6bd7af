// Connects every feature of the engine. All wiring that needs no screen is in this file.
import { join } from 'node:path'
import type { Pace } from '#contract/engine-process.ts'
import { AppError } from '#contract/errors.ts'
import { type EngineContract, engineContract } from '#contract/index.ts'
import { type Handlers, type Port, serve } from '#contract/rpc.ts'
import { changedSetup } from './alerts/changed.ts'
import { createMomentUpdates } from './containers/moment-updates.ts'
import { momentSetup, setMoment } from './mirror/containers/moment.ts'
import { openConnection } from './db/open.ts'
import type { BackupDeps } from './db/backup.ts'
import { toExpectedFailure, findDiskCause, isDamage } from './db/failures.ts'
import { closeInOrder, createDamageWatch } from './db/closing.ts'
import { lockFolder, markRunning, repairFiles, reportRepairs, unmarkRunning } from './db/repair.ts'
import { removeIncompleteFiles } from './folders/spool.ts'
import { type Folders, startFolders } from './folders/worker.ts'
import { instantOf } from './outside/calendar.ts'
import { recoverOutbox } from './outbox/office-store.ts'
import { bringRowsUpToDate } from './mirror/rows.ts'
import { addSampleRates } from './rates/sample.ts'
import { touchedSetup } from './reader/touched.ts'
import { type Indexer, startIndexer } from './search/indexer.ts'
import { loadSettings } from './settings/store.ts'
import type { Snapshots } from './snapshots/worker.ts'
import { startTicker } from './sync/ticker.ts'
import { type Core, type EngineDeps, type OpenFiles, createCore } from './core.ts'
import { type Online, startOnline } from './online.ts'
import { createHandlers } from './handlers.ts'
import {
  type Alerts,
  type DataFolder,
  startAlerts,
  readAhead,
  startSnapshotWorker,
  createBackupJob,
  watchConfiguredFolders,
} from './background.ts'

export type Engine = {
  /** Serves one more client until its port closes. A client that is not a screen does not speed up reading. */
  attach(port: Port, isScreen?: boolean): void
  /** The host reports that the computer slept. Without this call the engine notices within 15 s. */
  resume(): void
  /** The host reports the power and network state of the computer. Until then the engine saves nothing. */
  setPace(pace: Pace): void
  /** Stops everything in reverse order of start, and leaves both database files consistent and checkpointed. */
  stop(): Promise<void>
}

/** Throws `db/in-use`, `db/from-the-future` or `db/no-room`. A damaged file is repaired, and a notice reports it. */
export async function createEngine(deps: EngineDeps): Promise<Engine> {
  try {
    return await openAndStart(deps)
  } catch (error) {
    if (!isDamage(error)) throw error
    // The start found damage that the check of the files missed, and noted it: this start repairs it.
    return openAndStart(deps)
  }
}

async function openAndStart(deps: EngineDeps): Promise<Engine> {
  const { outside, log } = deps
  const files: BackupDeps = { folder: deps.dataDir, files: outside.files, now: instantOf(outside.clock.wall()), log }
  const location = { folder: deps.dataDir, files: outside.files }
  let unlock: (() => void) | null = null
  let connection: OpenFiles | null = null
  let core: Core | null = null
  let isStarted = false
  const damage = createDamageWatch(files, () => {
    if (isStarted) deps.onDamage?.()
  })
  try {
    await outside.files.makeFolder(deps.dataDir)
    unlock = lockFolder(deps.dataDir)
    await repairFiles(files)
    await removeIncompleteFiles({ files: outside.files, dataDir: deps.dataDir, log })
    const onDiskFailure = (failure: Error) =>
      log('error', 'the disk fails', {
        code: failure instanceof AppError ? failure.code : null,
        error: String(failure.cause),
      })
    const onDamage = () => damage.onDamageFound()
    connection = {
      ...openConnection(deps.dataDir, momentSetup + touchedSetup + changedSetup, onDamage, onDiskFailure),
      onDamage,
      onDiskFailure,
    }
    await markRunning(files)
    core = createCore(deps, connection)
    reportRepairs(connection, core.write, core.trusted.now())
    const engine = startFeatures(deps, core, { ...files, damage, unlock })
    isStarted = true
    return engine
  } catch (error) {
    if (isDamage(error)) damage.onDamageFound()
    await damage.noteSaved()
    core?.stopped.abort(new AppError('engine/disconnected'))
    core?.announcer.stop()
    await core?.reader.stop()
    if (connection) await unmarkRunning(files)
    connection?.close()
    unlock?.()
    const expected = await findDiskCause(toExpectedFailure(error, deps.dataDir), location)
    // The caller logs our own bugs. This entry is for users who read the log after a failed start.
    if (expected instanceof AppError) log('warn', 'engine not started', { code: expected.code, ...expected.details })
    throw expected
  }
}

function startFeatures(deps: EngineDeps, core: Core, folder: DataFolder): Engine {
  const { servers, stopped } = core
  const refreshMoment = () => updateMoment(core)
  const momentUpdates = createMomentUpdates({
    clock: deps.outside.clock,
    db: core.connection.db,
    nowMs: core.trusted.nowMs,
    refresh: refreshMoment,
  })
  refreshMoment()
  bringRowsUpToDate(core)
  if (deps.isEmbedded) addSampleRates(core.connection.db, core.write, core.trusted.now())
  recoverOrLog(deps, core)
  const workers = startWorkers(deps, core, momentUpdates)
  const { online } = workers
  const timers = startTimers(deps, core, folder, workers, momentUpdates)
  core.reportWaiting()
  const handlers = createCheckedHandlers(deps, core, workers, refreshMoment)
  void watchConfiguredFolders(deps, handlers, stopped.signal)
  return {
    attach: (port, isScreen = true) => {
      if (stopped.signal.aborted) {
        port.close()
        return
      }
      attachServer(
        port,
        { ...deps, onDamage: folder.damage.onDamageFound },
        handlers,
        isScreen ? [servers, core.screens] : [servers],
      )
      online?.scheduler.wake()
    },
    resume: () => {
      timers.onResume()
      timers.onMinute()
    },
    setPace: (pace) => {
      core.pace = pace
      core.announcer.add('sync')
      online?.scheduler.wake()
    },
    stop: () =>
      stopInOrder(deps, core, folder, async () => {
        timers.stop()
        await stopWorkers(workers)
        core.announcer.stop()
        core.reportWaiting()
        await timers.backupDone()
      }),
  }
}

type MomentUpdates = ReturnType<typeof createMomentUpdates>
type Workers = { online: Online | null; alerts: Alerts; folders: Folders; snapshots: Snapshots; indexer: Indexer }

function startWorkers(deps: EngineDeps, core: Core, momentUpdates: MomentUpdates): Workers {
  const { outside, log, dataDir } = deps
  const { write } = core
  const { db } = core.connection
  const { now, nowMs } = core.trusted
  const indexer = startIndexer({ clock: outside.clock, db, write, log })
  core.onRows.add(indexer.wake)
  const online = startOnline(deps, core, {
    onServerAnswer: () => runMinuteOrLog(deps, momentUpdates.onServerAnswer),
    retryFiles: (ids) => folders.retryFiles(ids),
  })
  const alerts = startAlerts(deps, core, online !== null, readAhead(deps, core))
  const folders: Folders = startFolders({
    ...outside,
    db,
    write,
    now,
    nowMs,
    log,
    dataDir,
    onQueued: () => online?.uploads.wake(),
  })
  return { online, alerts, folders, snapshots: startSnapshotWorker(deps, core, folders.files), indexer }
}

async function stopWorkers({ online, alerts, folders, snapshots, indexer }: Workers): Promise<void> {
  await folders.stop()
  await stopOnline(online, snapshots)
  await alerts.stop()
  indexer.stop()
}

type Timers = { onMinute(): void; onResume(): void; stop(): void; backupDone(): Promise<void> }

function startTimers(
  deps: EngineDeps,
  core: Core,
  folder: DataFolder,
  { online, alerts, folders, snapshots }: Workers,
  momentUpdates: MomentUpdates,
): Timers {
  const backUpNow = createBackupJob(deps, core, folder)
  let backup = backUpNow()
  const onMinute = () => {
    runMinuteOrLog(deps, momentUpdates.onTick)
    core.decided.retryPending()
    alerts.onMinute()
    runMinuteOrLog(deps, () => snapshots.tick())
    for (const server of core.servers) server.emit('sync.ticked', { now: core.trusted.now() })
    backup = backup.then(backUpNow)
  }
  const onResume = () =>
    runOrLog(deps, 'resume failed', () => {
      alerts.resume()
      folders.resume()
      online?.resume()
    })
  const stop = startTicker({ clock: deps.outside.clock, onMinute, onResume })
  return { onMinute, onResume, stop, backupDone: () => backup }
}

function createCheckedHandlers(
  deps: EngineDeps,
  core: Core,
  workers: Workers,
  refreshMoment: () => void,
): Handlers<EngineContract> {
  const context = { ...workers, delivery: workers.alerts.delivery, signal: core.stopped.signal, refreshMoment }
  return withFolderCheck(createHandlers(deps, core, context), deps)
}

/**
 * Before a command the folder must exist: on some systems a deleted or renamed folder can still be written to, and data
 * saved there would be missing at the next start.
 */
function withFolderCheck(
  handlers: Handlers<EngineContract>,
  { dataDir, outside: { files } }: EngineDeps,
): Handlers<EngineContract> {
  const state = join(dataDir, 'state.db')
  const checked = Object.keys(engineContract.commands).map((name) => {
    const command = handlers[name as keyof typeof engineContract.commands] as (input: never) => unknown
    const checkAndRun = (input: never) => {
      if (!files.isThere(state)) throw new AppError('db/folder-gone', { folder: dataDir })
      return command(input)
    }
    return [name, checkAndRun]
  })
  return { ...handlers, ...(Object.fromEntries(checked) as Partial<Handlers<EngineContract>>) }
}

/** Runs the work of a minute. If it fails, the next minute retries it. */
function runMinuteOrLog(deps: EngineDeps, work: () => void): void {
  runOrLog(deps, 'minute update failed', work)
}

async function stopInOrder(
  deps: EngineDeps,
  core: Core,
  folder: DataFolder,
  stopWorkers: () => Promise<void>,
): Promise<void> {
  core.stopped.abort(new AppError('engine/disconnected'))
  // From here on, a caller that waits for an answer waits at most until the reader has stopped.
  const readerStopped = core.reader.stop()
  try {
    for (const server of core.servers) server.close()
    await stopWorkers()
  } finally {
    await readerStopped
    await closeFiles(deps, core, folder)
  }
}

/** Runs after the reader has stopped: an open reader keeps the log files, and on Windows also the database files. */
async function closeFiles(
  deps: EngineDeps,
  { connection, walGuard, trusted }: Core,
  folder: DataFolder,
): Promise<void> {
  try {
    await walGuard?.whenIdle()
  } finally {
    await closeInOrder({
      connection,
      files: { ...folder, now: trusted.now() },
      damage: folder.damage,
      id: deps.outside.random.id(),
      unlock: folder.unlock,
    })
  }
}

/** Stops snapshots and everything that uses the network. */
async function stopOnline(online: Online | null, snapshots: Snapshots): Promise<void> {
  await snapshots.stop()
  await online?.stop()
}

function updateMoment({ connection, write, reader, trusted }: Core): void {
  const moment = { nowMs: trusted.nowMs(), days: loadSettings(connection.db).bandDays }
  write((db, announce) => {
    setMoment(db, moment.nowMs, moment.days)
    announce('clock')
  })
  reader.setMoment(moment)
}

/** If the disk is full, the engine still starts: the outbox corrects each entry when it sends it. */
function recoverOrLog(deps: EngineDeps, { write, trusted }: Core): void {
  const hasOffice = Boolean(deps.office)
  runOrLog(deps, 'outbox not recovered', () => write((db) => recoverOutbox(db, trusted.now(), hasOffice)))
}

/** For work that can fail on a full disk and has no caller to catch the error: in timers, and at the start. */
function runOrLog({ log }: EngineDeps, event: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    log('error', event, { error: String(error) })
  }
}

function attachServer(
  port: Port,
  deps: EngineDeps,
  handlers: Handlers<EngineContract>,
  groups: Core['servers'][],
): void {
  const server = serve(port, engineContract, handlers, {
    logBug: (error) => {
      if (isDamage(error)) deps.onDamage?.()
      return logBug(deps, error)
    },
    findCause: (error) => findDiskCause(error, { folder: deps.dataDir, files: deps.outside.files }),
    ...(deps.checkOutput === undefined ? {} : { checkOutput: deps.checkOutput }),
  })
  for (const group of groups) group.add(server)
  port.onClose(() => {
    for (const group of groups) group.delete(server)
  })
}

/** Returns the id of the log entry. The text of a bug never leaves the engine. */
function logBug({ log, outside }: EngineDeps, error: unknown): string {
  const logId = outside.random.id().slice(0, 8)
  log('error', 'bug', { logId, error: String(error), stack: error instanceof Error ? error.stack : null })
  return logId
}
