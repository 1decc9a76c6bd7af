// Background work that runs with or without an API key: alerts, snapshots, backup, retention, folders from the command
// line.
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { type Delivery, startDelivery } from './alerts/delivery.ts'
import { startEvaluator } from './alerts/evaluator.ts'
import type { Connection } from './db/open.ts'
import { type BackupDeps, backUp } from './db/backup.ts'
import type { DamageWatch } from './db/closing.ts'
import { loadOutcomes } from './documents/rows.ts'
import type { Folders } from './folders/worker.ts'
import type { FileDeps } from './snapshots/file.ts'
import { type Snapshots, startSnapshots } from './snapshots/worker.ts'
import { startRetention } from './storage/retention.ts'
import { deleteWithdrawnFromCopy } from './storage/withdrawn.ts'
import type { Core, EngineDeps } from './core.ts'

export type DataFolder = BackupDeps & { damage: DamageWatch; unlock: () => void }

export type Alerts = { delivery: Delivery; onMinute(): void; resume(): void; stop(): Promise<void> }

/** The evaluator finds alerts, and delivery shows them. They share data only through the tables. */
export function startAlerts(
  { outside: { clock, random }, log }: EngineDeps,
  core: Core,
  isOnline: boolean,
  boardReady: Promise<void>,
): Alerts {
  const { write, trusted, servers, onRows } = core
  const { db } = core.connection
  const sharedDeps = { db, write, clock, isOnline, log }
  const delivery = startDelivery({
    ...sharedDeps,
    nowMs: trusted.nowMs,
    getLastCheckMono: () => evaluator.getLastCheckMono(),
    isLocked: () => core.pace.isLocked,
    raise: (popUp) => {
      for (const server of servers) server.emit('alerts.raised', popUp)
    },
    withdraw: (ids) => {
      for (const server of servers) server.emit('alerts.withdrawn', { ids })
    },
    newId: () => random.id(),
  })
  const documentsOf = (ids: readonly string[]) => loadOutcomes(db, ids, trusted.now())
  const evaluator = startEvaluator({
    ...sharedDeps,
    trusted,
    loadDocuments: documentsOf,
    onAlerts: () => delivery.wake(),
    startAfter: boardReady,
  })
  onRows.add(evaluator.wake)
  return {
    delivery,
    onMinute: () => {
      evaluator.onMinute()
      delivery.tick()
    },
    resume: () => {
      evaluator.resume()
      delivery.resume()
    },
    stop: async () => {
      delivery.stop()
      await evaluator.stop()
    },
  }
}

/** The wait before a network share that does not answer is tried again. */
const RETRY_UNANSWERED_MS = 30_000

/** Adds the folders in sequence: if one folder contains another, only the first of them is watched. */
export async function watchConfiguredFolders(
  { watch = [], log, outside }: EngineDeps,
  handlers: Handlers<EngineContract>,
  stopped: AbortSignal,
): Promise<void> {
  for (const path of watch) {
    while (!stopped.aborted && (await watchFolder(path, handlers, log)) === 'unanswered')
      await outside.clock.sleep(RETRY_UNANSWERED_MS, stopped)
  }
}

async function watchFolder(
  path: string,
  handlers: Handlers<EngineContract>,
  log: EngineDeps['log'],
): Promise<'done' | 'unanswered'> {
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
export function startSnapshotWorker(
  { outside: { clock }, log }: EngineDeps,
  { connection: { db }, reader, write, trusted, announcer }: Core,
  files: Folders['files'],
): Snapshots {
  const content: Pick<FileDeps, 'loadOrder' | 'loadRows'> = {
    loadOrder: (filter, sort) => reader.ask('snapshots.order', { filter, sort }),
    loadRows: (ids) => reader.ask('snapshots.rows', { ids }),
  }
  return startSnapshots({
    db,
    ...content,
    write,
    clock,
    files,
    nowMs: trusted.nowMs,
    announce: (topic) => announcer.add(topic),
    log,
  })
}

/** Returns a job that backs up and then deletes data, in this order, because both write the copy of the history. */
export function createBackupJob(
  deps: EngineDeps,
  { connection, write, trusted, inSlices, stopped: { signal } }: Core,
  folder: DataFolder,
): () => Promise<void> {
  const { clock, files } = deps.outside
  const shared = { db: connection.db, write, files, dataDir: deps.dataDir, log: deps.log }
  const retention = startRetention({ ...shared, clock, nowMs: trusted.nowMs, inSlices, stopped: signal })
  return async () => {
    await backUpOrLog(connection, { ...folder, now: trusted.now() }, signal)
    await deleteWithdrawnFromCopy(shared)
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
export async function readAhead({ log }: EngineDeps, { reader, stopped }: Core): Promise<void> {
  try {
    await reader.ask('board.readAhead')
  } catch (error) {
    // The first question reads again, and its caller receives the error.
    if (!stopped.signal.aborted) log('warn', 'lists not read ahead', { error: String(error) })
  }
}
