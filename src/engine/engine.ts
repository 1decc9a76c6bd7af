// Connects every feature of the engine. All wiring that needs no screen is in this file.
import type { Pace } from '#contract/engine-process.ts'
import { AppError } from '#contract/errors.ts'
import { type EngineContract, engineContract } from '#contract/index.ts'
import { type Handlers, type Port, serve } from '#contract/rpc.ts'
import { type Delivery, startDelivery } from './alerts/delivery.ts'
import { startEvaluator } from './alerts/evaluator.ts'
import { readerHandlers } from './answers.ts'
import { alertHandlers } from './alerts/handlers.ts'
import { changedSetup } from './alerts/changed.ts'
import { changesHandlers } from './changes/handlers.ts'
import { pastOf, pastRows } from './containers/as-of.ts'
import { containerHandlers } from './containers/handlers.ts'
import { startMinute } from './containers/minute.ts'
import { momentSetup, setMoment } from './mirror/containers/moment.ts'
import { chargeHandlers } from './charges/handlers.ts'
import { type Connection, type ReadableDb, openConnection } from './db/open.ts'
import { type BackupDeps, backUp } from './db/backup.ts'
import { diskCodeOf, withDiskCodes } from './db/disk-codes.ts'
import { asExpected } from './db/failures.ts'
import { type DamageWatch, closeInOrder, createDamageWatch } from './db/closing.ts'
import { lockFolder, markRunning, repairFiles, tellRepairs, unmarkRunning } from './db/repair.ts'
import { type DocumentsDeps, documentHandlers, rowsOfEmail } from './documents/handlers.ts'
import { createInbox } from './documents/inbox.ts'
import { loadOutcomes } from './documents/rows.ts'
import { spoolPaths } from './outbox/spool-paths.ts'
import { disputeHandlers } from './disputes/handlers.ts'
import { editHandlers, editsOf } from './edits/handlers.ts'
import { emailHandlers } from './emails/handlers.ts'
import { exportHandlers } from './exports/handlers.ts'
import { fieldHandlers } from './fields/handlers.ts'
import { checkNewFolder } from './folders/add.ts'
import { folderHandlers } from './folders/handlers.ts'
import { loadFolders } from './folders/store.ts'
import { checkPicked } from './folders/ticket.ts'
import { type Folders, startFolders } from './folders/worker.ts'
import { instantOf } from './outside/calendar.ts'
import { ownHandlers } from './own/handlers.ts'
import { ownDataHandlers } from './own-data/handlers.ts'
import { recoverEntries } from './outbox/store.ts'
import { bringRowsUpToDate } from './mirror/rows.ts'
import { touchedSetup } from './reader/touched.ts'
import { type InSlices, inSlices } from './db/slices.ts'
import { rateHandlers } from './rates/handlers.ts'
import { searchHandlers } from './search/handlers.ts'
import { startIndexer } from './search/indexer.ts'
import { resolveWhole } from './search/resolve.ts'
import { settingsHandlers } from './settings/handlers.ts'
import { loadSettings } from './settings/store.ts'
import { shipmentHandlers } from './shipments/handlers.ts'
import { snapshotHandlers } from './snapshots/handlers.ts'
import type { FileDeps } from './snapshots/file.ts'
import { type Snapshots, startSnapshots } from './snapshots/worker.ts'
import { statusHandlers } from './status/handlers.ts'
import { storageHandlers } from './storage/handlers.ts'
import { startRetention } from './storage/retention.ts'
import { syncHandlers } from './sync/handlers.ts'
import { paceWord } from './sync/pace.ts'
import { startTicker } from './sync/ticker.ts'
import { templateHandlers } from './templates/handlers.ts'
import { terminalHandlers } from './terminals/handlers.ts'
import { todayHandlers } from './today/handlers.ts'
import { trackingHandlers } from './tracking/handlers.ts'
import { viewHandlers } from './views/handlers.ts'
import { type Core, type EngineDeps, type OpenFiles, createCore } from './core.ts'
import { type Online, acceptorOf, checkerOf, goOnline, rereadOf } from './online.ts'

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
  const { outside, log } = deps
  const files: BackupDeps = { folder: deps.dataDir, files: outside.files, now: instantOf(outside.clock.wall()), log }
  const place = { folder: deps.dataDir, files: outside.files }
  let unlock: (() => void) | null = null
  let connection: OpenFiles | null = null
  let core: Core | null = null
  try {
    await outside.files.makeFolder(deps.dataDir)
    unlock = lockFolder(deps.dataDir)
    await repairFiles(files)
    const damage = createDamageWatch(files, () => deps.onDamage?.())
    const onDiskFailure = (failure: Error) => { log('error', 'the disk fails', { code: failure instanceof AppError ? failure.code : null, error: String(failure.cause) }) }
    const onDamage = () => { damage.met() }
    connection = { ...openConnection(deps.dataDir, momentSetup + touchedSetup + changedSetup, onDamage, onDiskFailure), onDamage, onDiskFailure }
    await markRunning(files)
    core = createCore(deps, connection)
    tellRepairs(connection, core.write, core.trusted.now())
    return run(deps, core, { ...files, damage, unlock })
  } catch (error) {
    core?.announcer.stop()
    await core?.reader.stop()
    connection?.close()
    if (connection) await unmarkRunning(files)
    unlock?.()
    const expected = await diskCodeOf(asExpected(error, deps.dataDir), place)
    // The caller logs our own bugs. This entry is for users who read the log after a failed start.
    if (expected instanceof AppError) log('warn', 'engine not started', { code: expected.code, ...expected.details })
    throw expected
  }
}

type Folder = BackupDeps & { damage: DamageWatch; unlock: () => void }

function run(deps: EngineDeps, core: Core, folder: Folder): Engine {
  const { clock } = deps.outside
  const { connection, write, trusted, servers, stopped } = core
  const refreshMoment = () => { moveMoment(core) }
  const minute = startMinute({ clock, db: connection.db, nowMs: trusted.nowMs, refresh: refreshMoment })
  // If this fails, the next minute retries it.
  const keep = (work: () => void) => { orLog(deps, 'clock of the lists stands', work) }
  refreshMoment()
  bringRowsUpToDate(core)
  recoverOutbox(deps, core)
  const indexer = startIndexer({ clock, db: connection.db, write, log: deps.log })
  core.onRows.add(indexer.wake)
  const online = goOnline(deps, core, () => { keep(minute.onAnswer) }, (ids) => folders.readAgain(ids))
  const alerts = startAlerts(deps, core, online !== null, readAhead(deps, core))
  const folders: Folders = startFolders({ ...deps.outside, db: connection.db, write, now: trusted.now, nowMs: trusted.nowMs, log: deps.log, dataDir: deps.dataDir, onQueued: () => online?.uploads.wake() })
  const snapshots = snapshotsOf(deps, core, folders.files)
  const backUpNow = keepCopies(deps, core, folder)
  let backup = backUpNow()
  const onMinute = () => {
    keep(minute.onTick)
    core.decided.catchUp()
    alerts.onMinute()
    keep(() => { snapshots.tick() })
    for (const server of servers) server.emit('sync.ticked', { now: trusted.now() })
    backup = backup.then(backUpNow)
  }
  const onResume = () => { orLog(deps, 'waking up left undone', () => { alerts.resume(); folders.resume(); online?.scheduler.resume() }) }
  const stopTicker = startTicker({ clock, onMinute, onResume })
  core.reportWaiting()
  const handlers = withDiskCodes(createHandlers(deps, core, { online, folders, snapshots, delivery: alerts.delivery, signal: stopped.signal }, refreshMoment), engineContract.commands, { folder: deps.dataDir, files: deps.outside.files })
  void watchConfigured(deps, handlers, stopped.signal)
  return {
    attach: (port, isScreen = true) => {
      if (stopped.signal.aborted) { port.close(); return }
      serveTo(port, deps, handlers, isScreen ? [servers, core.screens] : [servers])
      online?.scheduler.wake()
    },
    resume: () => { onResume(); onMinute() },
    setPace: (pace) => {
      core.pace = pace
      core.announcer.add('sync')
      online?.scheduler.wake()
    },
    stop: () => stopInOrder(deps, core, folder, async () => {
      stopTicker()
      await folders.stop()
      await stopOnline(online, snapshots)
      await alerts.stop()
      indexer.stop()
      core.announcer.stop()
      core.reportWaiting()
      await backup
    }),
  }
}

async function stopInOrder(deps: EngineDeps, core: Core, folder: Folder, stopWorkers: () => Promise<void>): Promise<void> {
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
async function closeFiles(deps: EngineDeps, { connection, walGuard, trusted }: Core, folder: Folder): Promise<void> {
  try {
    await walGuard?.settled()
  } finally {
    await closeInOrder({ connection, files: { ...folder, now: trusted.now() }, damage: folder.damage, id: deps.outside.random.id(), unlock: folder.unlock })
  }
}

type Alerts = { delivery: Delivery; onMinute(): void; resume(): void; stop(): Promise<void> }

/** The evaluator finds alerts, and delivery shows them. They share data only through the tables. */
function startAlerts({ outside: { clock, random }, log }: EngineDeps, core: Core, isOnline: boolean, begin: Promise<void>): Alerts {
  const { connection: { db }, write, trusted, servers, onRows } = core
  const delivery = startDelivery({
    db,
    write,
    clock,
    nowMs: trusted.nowMs,
    checkedMono: () => evaluator.checkedMono(),
    isOnline,
    isLocked: () => core.pace.isLocked,
    raise: (popUp) => { for (const server of servers) server.emit('alerts.raised', popUp) },
    withdraw: (ids) => { for (const server of servers) server.emit('alerts.withdrawn', { ids }) },
    newId: () => random.id(),
    log,
  })
  const documentsOf = (ids: readonly string[]) => loadOutcomes(db, ids, trusted.now())
  const evaluator = startEvaluator({ clock, db, write, trusted, log, isOnline, documentsOf, onAlerts: () => { delivery.wake() }, begin })
  onRows.add(evaluator.wake)
  return {
    delivery,
    onMinute: () => { evaluator.onMinute(); delivery.tick() },
    resume: () => { evaluator.resume(); delivery.resume() },
    stop: async () => {
      delivery.stop()
      await evaluator.stop()
    },
  }
}

/** Delay before a network share that does not answer is tried again. */
const UNANSWERED_MS = 30_000

/** Adds the folders in sequence: if one folder contains another, only the first of them is watched. */
async function watchConfigured({ watch = [], log, outside }: EngineDeps, handlers: Handlers<EngineContract>, stopped: AbortSignal): Promise<void> {
  for (const path of watch) {
    while (!stopped.aborted && (await watchOne(path, handlers, log)) === 'unanswered') await outside.clock.sleep(UNANSWERED_MS, stopped)
  }
}

async function watchOne(path: string, handlers: Handlers<EngineContract>, log: EngineDeps['log']): Promise<'done' | 'unanswered'> {
  try {
    await handlers['folders.add']({ path, after: 'leave', alwaysPolls: false, isRecursive: true })
  } catch (error) {
    const code = error instanceof AppError ? error.code : null
    if (code === 'folders/already-watched') return 'done'
    log('warn', 'folder not watched', { path, error: String(error) })
    if (code === 'folders/not-answering') return 'unanswered'
  }
  return 'done'
}

/** Uses the file access of the watched folders: a share that hangs must not block the threads of other work. */
function snapshotsOf({ outside: { clock }, log }: EngineDeps, { connection: { db }, reader, write, trusted, announcer }: Core, files: Folders['files']): Snapshots {
  const content: Pick<FileDeps, 'order' | 'rowsOf'> = {
    order: (filter, sort) => reader.ask('snapshots.order', { filter, sort }),
    rowsOf: (ids) => reader.ask('snapshots.rows', { ids }),
  }
  return startSnapshots({ db, ...content, write, clock, files, nowMs: trusted.nowMs, announce: (topic) => { announcer.add(topic) }, log })
}

/** Stops snapshots and everything that uses the network. */
async function stopOnline(online: Online | null, snapshots: Snapshots): Promise<void> {
  await snapshots.stop()
  await online?.uploads.stop()
  await online?.outbox.stop()
  await online?.scheduler.stop()
  await online?.account.stop()
  online?.gate.stop()
}

function moveMoment({ connection, write, reader, trusted }: Core): void {
  const moment = { nowMs: trusted.nowMs(), days: loadSettings(connection.db).bandDays }
  write((db, announce) => {
    setMoment(db, moment.nowMs, moment.days)
    announce('clock')
  })
  reader.moveTo(moment)
}

/** If the disk is full, saved data is served anyway, and each entry is corrected when the outbox takes it. */
function recoverOutbox(deps: EngineDeps, { write, trusted }: Core): void {
  orLog(deps, 'outbox not looked through', () => {
    write((db) => {
      recoverEntries(db, trusted.now())
    })
  })
}

/** For work that can fail on a full disk and has no caller to catch the error: in timers, and at the start. */
function orLog({ log }: EngineDeps, event: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    log('error', event, { error: String(error) })
  }
}

function serveTo(port: Port, deps: EngineDeps, handlers: Handlers<EngineContract>, groups: Core['servers'][]): void {
  const server = serve(port, engineContract, handlers, {
    logBug: (error) => logBug(deps, error),
    ...(deps.checkOutput === undefined ? {} : { checkOutput: deps.checkOutput }),
  })
  for (const group of groups) group.add(server)
  port.onClose(() => { for (const group of groups) group.delete(server) })
}

/** Backup and retention run in sequence, because both write the copy of the history. */
function keepCopies(deps: EngineDeps, { connection, write, trusted, stopped: { signal } }: Core, folder: Folder): () => Promise<void> {
  const { clock, files } = deps.outside
  const retention = startRetention({ db: connection.db, write, clock, files, dataDir: deps.dataDir, nowMs: trusted.nowMs, inSlices: (steps) => inSlices(clock, steps, signal), log: deps.log, stopped: signal })
  return async () => {
    await backUpOrLog(connection, { ...folder, now: trusted.now() }, signal)
    await retention.run()
  }
}

/** A backup that fails (disk full) is retried a minute later. Other work continues. */
async function backUpOrLog({ raw }: Connection, deps: BackupDeps, stopped: AbortSignal): Promise<void> {
  try {
    await backUp(raw, deps, stopped)
  } catch (error) {
    deps.log('error', 'backup failed', { error: String(error) })
  }
}

/** Reads the board before the alert evaluator starts: both at once would double the wait for the first rows. */
async function readAhead({ log }: EngineDeps, { reader, stopped }: Core): Promise<void> {
  try {
    await reader.ask('board.ahead')
  } catch (error) {
    // The first question tries again, and its caller receives the error.
    if (!stopped.signal.aborted) log('warn', 'lists not read ahead', { error: String(error) })
  }
}

function createHandlers(deps: EngineDeps, core: Core, workers: Workers & { delivery: Delivery; snapshots: Snapshots }, refreshMoment: () => void): Handlers<EngineContract> {
  const { online, signal, delivery } = workers
  const { connection, write, decided, lists, reader, trusted, health } = core
  const { db } = connection
  const turns = core.questions.inSlices
  const documents = documentsDeps(deps, core, workers, turns)
  return {
    ...alertHandlers({ db, write, lists, now: trusted.now, delivery }),
    ...readerHandlers(reader),
    ...containerHandlers({ db, write, decided, now: trusted.now, reread: rereadOf(online) }),
    ...shipmentHandlers({ db }),
    ...changesHandlers({ db, write, now: trusted.now, countTiles: () => reader.ask('today.tiles') }),
    ...disputeHandlers({ db, now: trusted.now, rowAt: (at, id) => pastRows(db, pastOf(db, at), [id])[0] ?? null }),
    ...todayHandlers({ loadBoard: () => reader.ask('today.board'), countDocuments: () => documents.inbox.counts() }),
    ...chargeHandlers({ db, lists }),
    ...searchHandlers({ db }),
    ...statusHandlers({ db, ...core, loadAges: (nowMs) => reader.ask('status.ages', { nowMs }), folder: deps.dataDir, files: deps.outside.files, baseUrl: deps.baseUrl, gate: online?.gate ?? null, leftOut: () => online?.scheduler.leftOut() ?? [] }),
    ...trackingHandlers({ db, write, lists, inSlices: turns, random: deps.outside.random, now: trusted.now, online, signal, findNumber: (number) => resolveWhole(db, number) }),
    ...editHandlers({ db, write, decided, random: deps.outside.random, now: trusted.now, online }),
    ...exportHandlers({ ...documents, dataDir: deps.dataDir, signal }),
    ...fieldHandlers({ db }),
    ...ownHandlers({ db, write, random: deps.outside.random, now: trusted.now, decided }),
    ...folderHandlers({ db, write, clock: deps.outside.clock, files: workers.folders.files, random: deps.outside.random, now: trusted.now, dataDir: deps.dataDir, ticketKey: deps.ticketKey, folders: workers.folders, inSlices: turns }),
    ...documentHandlers(documents),
    ...emailHandlers({ db, write, lists, rowsOf: (id) => rowsOfEmail(documents, id) }),
    ...settingsHandlers({ db, write, decided, refreshMoment }),
    ...ownDataHandlers({ ...documents, ...deps.outside, db, decided, watched: watchedPaths(db), baseUrl: deps.baseUrl, dataDir: deps.dataDir, inSlices: turns, refreshMoment, wakeAlerts: () => { delivery.wake() } }),
    ...snapshotHandlers({ db, write, now: trusted.now, snapshots: workers.snapshots, checkFolder: folderChecker(deps, db) }),
    ...storageHandlers({ db, files: deps.outside.files, dataDir: deps.dataDir, nowMs: trusted.nowMs, inSlices: turns }),
    ...templateHandlers({ db, write, now: trusted.now }),
    ...terminalHandlers({ db, write, now: trusted.now }),
    ...viewHandlers({ db, write, now: trusted.now }),
    ...rateHandlers({ ...documents, ...deps.outside, db }),
    ...syncHandlers({ db, write, trusted, health, online, pace: () => paceWord(core.pace), checkConnection: checkerOf(deps, core, online, signal), acceptKey: acceptorOf(core, online) }),
  }
}

const watchedPaths = (db: ReadableDb) => () => loadFolders(db).map(({ path }) => path)

/** Snapshots must not go into a watched folder, because they would be uploaded, or into the program's own folder. */
function folderChecker({ outside: { clock, files }, dataDir, ticketKey }: EngineDeps, db: ReadableDb): (path: string, ticket: string | null | undefined) => Promise<string> {
  const checks = { clock, files, dataDir, watched: watchedPaths(db) }
  return async (path, ticket) => {
    checkPicked(ticketKey, path, ticket)
    try {
      return await checkNewFolder(checks, ticketKey === undefined ? path.trim() : path, { after: 'move', alwaysPolls: false, isRecursive: false })
    } catch (error) {
      throw error instanceof AppError && error.code === 'folders/already-watched' ? new AppError('snapshots/watched-folder', error.details, error) : error
    }
  }
}

type Workers = { online: Online | null; folders: Folders; signal: AbortSignal }

function documentsDeps(deps: EngineDeps, core: Core, { online, folders, signal }: Workers, turns: InSlices): DocumentsDeps {
  const { connection: { db }, write, lists, trusted, progress } = core
  const { random, files } = deps.outside
  const { folder: spoolFolder, pathOf } = spoolPaths(deps.dataDir)
  const ofDocument = (id: string) => editsOf(db, { type: 'document', id })
  const inbox = createInbox({ db, lists, inSlices: turns, now: trusted.now })
  return { db, write, lists, inbox, random, files, now: trusted.now, pathOf, spoolFolder, progress, online, editsOf: ofDocument, lookAtFiles: () => { folders.look() }, readAgain: (ids) => folders.readAgain(ids), signal }
}

/** Returns the id of the log entry. The text of a bug never leaves the engine. */
function logBug({ log, outside }: EngineDeps, error: unknown): string {
  const logId = outside.random.id().slice(0, 8)
  log('error', 'bug', { logId, error: String(error), stack: error instanceof Error ? error.stack : null })
  return logId
}
