// Writes due snapshots, one after the other. A file is complete or absent: it is written beside its target under a
// temporary name, flushed to the disk, and renamed. Another program may lock the target for a moment (a synced folder,
// an open workbook): the worker retries, and then reports it.
import { join } from 'node:path'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { formatIsoLocal } from '#words/iso-local.ts'
import type { SnapshotState } from '#contract/snapshots.ts'
import type { Failure } from '#contract/values.ts'
import type { Topic } from '#contract/index.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import { dateInZone, instantMs, instantOf } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import { codeOf, isDiskFull } from '../outside/user-files.ts'
import { loadSettings } from '../settings/store.ts'
import { loadSweepTiming } from '../mirror/records.ts'
import { computeNextRunMs } from './due.ts'
import { type FileDeps, createContent } from './file.ts'
import { type SnapshotRow, loadSnapshot, loadSnapshots, saveFailed, saveWritten } from './store.ts'

type SnapshotDeps = Omit<FileDeps, 'pause'> & {
  db: ReadableDb
  write: Write
  clock: Clock
  files: Pick<Files, 'replace' | 'exists'>
  nowMs: () => number
  announce: (topic: Topic) => void
  log: Log
}

export type Snapshots = {
  /** Called about once a minute, and after sleep. */
  tick(): void
  /** Throws the errors of `snapshots.writeNow`. */
  writeNow(id: string): void
  listStates(): SnapshotState[]
  stop(): Promise<void>
}

/** A locked target is retried after these times; after the last one the failure is reported. */
const WAITS_MS = [2_000, 8_000, 30_000]
/** A share without an answer for this long counts as not answering. */
const WRITE_TIMEOUT_MS = 120_000

export function startSnapshots(deps: SnapshotDeps): Snapshots {
  const { db, nowMs, announce, log } = deps
  const stopped = new AbortController()
  const queuedIds = new Set<string>()
  const progressById = new Map<string, { done: number; total: number }>()
  const hangingFolders = new Set<string>()
  const writtenPaths = new Set<string>()
  let lastRun: Promise<void> = Promise.resolve()

  const enqueue = (id: string) => {
    if (queuedIds.has(id) || stopped.signal.aborted) return
    queuedIds.add(id)
    lastRun = lastRun.then(async () => {
      try {
        if (!stopped.signal.aborted)
          await runOne({ ...deps, hangingFolders, writtenPaths, stopped: stopped.signal }, id, (done, total) => {
            progressById.set(id, { done, total })
            announce('views')
          })
      } catch (error) {
        // The result could not be stored, for example on a full disk. The snapshot is due again in the next minute.
        log('error', 'snapshot result not stored', { id, error: String(error) })
      } finally {
        queuedIds.delete(id)
        progressById.delete(id)
        announce('views')
      }
    })
  }
  return {
    tick: () => {
      if (loadSweepTiming(db, 'containers') === null) return
      for (const row of loadSnapshots(db)) if (row.folder !== '' && getNextRunMs(deps, row) <= nowMs()) enqueue(row.id)
    },
    writeNow: (id) => {
      const row = loadSnapshot(db, id)
      if (!row) throw new AppError('snapshots/unknown')
      if (row.folder === '') throw new AppError('folders/not-picked')
      if (loadSweepTiming(db, 'containers') === null) throw new AppError('snapshots/nothing-yet')
      enqueue(id)
      announce('views')
    },
    listStates: () =>
      loadSnapshots(db).map((row) =>
        toState(deps, row, progressById.get(row.id) ?? (queuedIds.has(row.id) ? { done: 0, total: 0 } : null)),
      ),
    stop: async () => {
      stopped.abort()
      await lastRun
    },
  }
}

function getNextRunMs({ db, nowMs }: SnapshotDeps, { plan, ranAt, changedAt, failure }: SnapshotRow): number {
  const lastRun = { ms: instantMs(ranAt ?? changedAt) ?? 0, nowMs: nowMs(), hasFailed: failure !== null }
  return computeNextRunMs(plan.times, loadSettings(db).homeZone, lastRun)
}

function toState(deps: SnapshotDeps, row: SnapshotRow, progress: SnapshotState['progress']): SnapshotState {
  const { id, name, folder, plan, written, failure, ranAt } = row
  return {
    id,
    name,
    folder,
    plan,
    written,
    progress,
    nextRunAt: folder === '' ? null : instantOf(getNextRunMs(deps, row)),
    failure: failure === null || ranAt === null ? null : { at: ranAt, failure },
  }
}

/**
 * `hangingFolders`: folders where a write that timed out is still running. `writtenPaths`: files written since the
 * start, including those whose write timed out.
 */
type RunDeps = SnapshotDeps & { hangingFolders: Set<string>; writtenPaths: Set<string>; stopped: AbortSignal }

async function runOne(deps: RunDeps, id: string, onProgress: (done: number, total: number) => void): Promise<void> {
  const { db, write, nowMs, clock, log, hangingFolders, stopped } = deps
  const row = loadSnapshot(db, id)
  if (!row) return
  const zone = loadSettings(db).homeZone
  try {
    // Two writes would use the same temporary file, and the first one to end would publish a mixed file.
    if (hangingFolders.has(row.folder)) throw new AppError('folders/not-answering')
    const pause = async () => {
      await clock.sleep(0, stopped)
      if (stopped.aborted) throw new AppError('engine/disconnected')
    }
    const { parts, rows } = await createContent({ ...deps, pause }, row.plan, {
      asOf: loadSweepTiming(db, 'containers')?.endedAt ?? instantOf(nowMs()),
      zone,
      onProgress,
    })
    const file = createFileName(row, nowMs(), zone)
    // The snapshot was removed or changed meanwhile, so its result is not published.
    if (loadSnapshot(db, id)?.changedAt !== row.changedAt) {
      await runOne(deps, id, onProgress)
      return
    }
    await replaceSnapshotFile(deps, row, file, parts)
    write((db, announce) => {
      saveWritten(db, row, { at: instantOf(nowMs()), file, rows })
      announce('views')
      announce('sync')
    })
  } catch (error) {
    if (stopped.aborted) return
    const failure = toFailure(error, row.folder)
    log('warn', 'snapshot not written', { id, code: failure.code, error: String(error) })
    write((db, announce) => {
      saveFailed(db, row, instantOf(nowMs()), failure)
      announce('views')
      announce('sync')
    })
  }
}

async function replaceSnapshotFile(
  deps: RunDeps,
  { id, folder, written }: SnapshotRow,
  file: string,
  parts: readonly Uint8Array[],
): Promise<void> {
  const { files, clock, writtenPaths, stopped } = deps
  const path = join(folder, file)
  // The same name in every run, so that the next run overwrites an incomplete file.
  const partPath = join(folder, `.quaywatch-${id.replaceAll(/[^\w-]/g, '_')}.part`)
  for (const waitMs of [...WAITS_MS, null]) {
    stopped.throwIfAborted()
    try {
      await withTimeout(
        deps,
        folder,
        (async () => {
          // A file of the user has this name. A snapshot replaces only its own files.
          if (written?.file !== file && !writtenPaths.has(path) && (await files.exists(path)))
            throw new AppError('snapshots/other-file', { file })
          await files.replace(path, partPath, parts)
          writtenPaths.add(path)
        })(),
      )
      return
    } catch (error) {
      if (waitMs === null || !isLocked(error) || stopped.aborted) throw error
      await clock.sleep(waitMs, stopped)
    }
  }
}

/** Gives up after WRITE_TIMEOUT_MS. The write may still run on the share, so the folder is not used until it ends. */
async function withTimeout(
  { clock, stopped, hangingFolders }: RunDeps,
  folder: string,
  write: Promise<void>,
): Promise<void> {
  const ended = new AbortController()
  const end = () => ended.abort()
  stopped.addEventListener('abort', end)
  try {
    const isDone = await Promise.race([
      write.then(() => true),
      clock.sleep(WRITE_TIMEOUT_MS, ended.signal).then(() => false),
    ])
    // The engine's stop does not wait for a share.
    if (!isDone) {
      hangingFolders.add(folder)
      throw new AppError(stopped.aborted ? 'engine/disconnected' : 'folders/not-answering')
    }
  } finally {
    stopped.removeEventListener('abort', end)
    ended.abort()
    void write
      .catch(() => undefined)
      .then(() => {
        hangingFolders.delete(folder)
      })
  }
}

/** Whether another program has the target locked, so that the written file could not replace it. */
function isLocked(error: unknown): boolean {
  return (
    ['EBUSY', 'EAGAIN', 'ETXTBSY'].includes(codeOf(error)) ||
    (isRenameError(error) && ['EPERM', 'EACCES'].includes(codeOf(error)))
  )
}

const isRenameError = (error: unknown) => error instanceof Error && 'syscall' in error && error.syscall === 'rename'

function toFailure(error: unknown, path: string): Failure {
  if (error instanceof AppError) return { code: error.code, details: { ...error.details, path } }
  return { code: getErrorCode(error), details: { path } }
}

function getErrorCode(error: unknown): ErrorCode {
  if (isDiskFull(error)) return 'snapshots/no-room'
  if (isLocked(error)) return 'snapshots/locked'
  const code = codeOf(error)
  if (['ENOENT', 'ENOTDIR'].includes(code)) return 'snapshots/folder-gone'
  return ['EACCES', 'EPERM', 'EROFS'].includes(code) ? 'folders/not-writable' : 'snapshots/not-written'
}

/** `quaywatch-lfd-2026-11-20.csv`, with the time if it is written several times a day. */
export function createFileName(
  { plan: { base, fileName, kind, times } }: Pick<SnapshotRow, 'plan'>,
  nowMs: number,
  zone: string,
): string {
  // Replaces characters that some system forbids, dots and spaces at the ends, and names that Windows reserves.
  const safeBase = base.replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '-').replaceAll(/^[. ]+|[. ]+$/g, '')
  const name = shortenName(
    safeBase === '' || /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])($|[ .])/i.test(safeBase)
      ? `quaywatch-${safeBase}`
      : safeBase,
  )
  if (fileName === 'same') return `${name}.${kind}`
  const day = dateInZone(nowMs, zone) ?? instantOf(nowMs).slice(0, 10)
  return `${name}-${day}${times.every === 'hours' ? `-${formatClock(nowMs, zone)}` : ''}.${kind}`
}

/** Most systems allow 255 bytes, and a Chinese character needs three. Day, time and extension follow. */
const MAX_NAME_BYTES = 200

function shortenName(name: string): string {
  let bytes = 0
  return Array.from(name.toWellFormed())
    .filter((character) => (bytes += Buffer.byteLength(character)) <= MAX_NAME_BYTES)
    .join('')
}

/** `1405`. */
function formatClock(nowMs: number, zone: string): string {
  return formatIsoLocal(instantOf(nowMs), zone).slice(11, 16).replace(':', '')
}
