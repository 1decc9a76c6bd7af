// Writes due snapshots, one after the other. A file is complete or absent: it is written beside its target under a
// temporary name, flushed to the disk, and renamed. Another program may lock the target for a moment (a synced folder,
// an open workbook): the worker retries, and then reports it.
import { join } from 'node:path'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { isoLocal } from '#words/iso-local.ts'
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
import { lastComplete } from '../mirror/records.ts'
import { nextRunMs } from './due.ts'
import { type FileDeps, contentOf } from './file.ts'
import { type SnapshotRow, loadSnapshot, loadSnapshots, saveFailed, saveWritten } from './store.ts'

type SnapshotDeps = Omit<FileDeps, 'rest'> & {
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
  /** Throws what `snapshots.writeNow` does. */
  writeNow(id: string): void
  states(): SnapshotState[]
  stop(): Promise<void>
}

/** A locked target is retried after these times; after the last one the failure is reported. */
const WAITS_MS = [2_000, 8_000, 30_000]
/** A share without an answer for this long counts as not answering. */
const PATIENCE_MS = 120_000

export function startSnapshots(deps: SnapshotDeps): Snapshots {
  const { db, nowMs, announce, log } = deps
  const stopped = new AbortController()
  const waiting = new Set<string>()
  const progress = new Map<string, { done: number; total: number }>()
  const hanging = new Set<string>()
  const placed = new Set<string>()
  let running: Promise<void> = Promise.resolve()

  const enqueue = (id: string) => {
    if (waiting.has(id) || stopped.signal.aborted) return
    waiting.add(id)
    running = running.then(async () => {
      try {
        if (!stopped.signal.aborted)
          await runOne({ ...deps, hanging, placed, stopped: stopped.signal }, id, (done, total) => {
            progress.set(id, { done, total })
            announce('views')
          })
      } catch (error) {
        // Its end could not be noted (no room on our own disk): it is due again with the next minute.
        log('error', 'snapshot not noted', { id, error: String(error) })
      } finally {
        waiting.delete(id)
        progress.delete(id)
        announce('views')
      }
    })
  }
  return {
    tick: () => {
      if (lastComplete(db, 'containers') === null) return
      for (const row of loadSnapshots(db)) if (row.folder !== '' && nextMs(deps, row) <= nowMs()) enqueue(row.id)
    },
    writeNow: (id) => {
      const row = loadSnapshot(db, id)
      if (!row) throw new AppError('snapshots/unknown')
      if (row.folder === '') throw new AppError('folders/not-picked')
      if (lastComplete(db, 'containers') === null) throw new AppError('snapshots/nothing-yet')
      enqueue(id)
      announce('views')
    },
    states: () =>
      loadSnapshots(db).map((row) =>
        stateOf(deps, row, progress.get(row.id) ?? (waiting.has(row.id) ? { done: 0, total: 0 } : null)),
      ),
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}

function nextMs({ db, nowMs }: SnapshotDeps, { plan, ranAt, changedAt, failure }: SnapshotRow): number {
  const last = { ms: instantMs(ranAt ?? changedAt) ?? 0, nowMs: nowMs(), hasFailed: failure !== null }
  return nextRunMs(plan.times, loadSettings(db).homeZone, last)
}

function stateOf(deps: SnapshotDeps, row: SnapshotRow, progress: SnapshotState['progress']): SnapshotState {
  const { id, name, folder, plan, written, failure, ranAt } = row
  return {
    id,
    name,
    folder,
    plan,
    written,
    progress,
    nextRunAt: folder === '' ? null : instantOf(nextMs(deps, row)),
    failure: failure === null || ranAt === null ? null : { at: ranAt, failure },
  }
}

/**
 * `hanging`: folders in which a file that was given up is still being written. `placed`: files put in place since the
 * start, those that were given up among them.
 */
type RunDeps = SnapshotDeps & { hanging: Set<string>; placed: Set<string>; stopped: AbortSignal }

async function runOne(deps: RunDeps, id: string, tell: (done: number, total: number) => void): Promise<void> {
  const { db, write, nowMs, clock, log, hanging, stopped } = deps
  const row = loadSnapshot(db, id)
  if (!row) return
  const zone = loadSettings(db).homeZone
  try {
    // Two would write into the same file beside it, and the first to end would put half of the other in place.
    if (hanging.has(row.folder)) throw new AppError('folders/not-answering')
    const rest = async () => {
      await clock.sleep(0, stopped)
      if (stopped.aborted) throw new AppError('engine/disconnected')
    }
    const { parts, rows } = await contentOf({ ...deps, rest }, row.plan, {
      asOf: lastComplete(db, 'containers')?.endedAt ?? instantOf(nowMs()),
      zone,
      progress: tell,
    })
    const file = fileNameOf(row, nowMs(), zone)
    // Taken away or changed meanwhile: nothing of it is to appear.
    if (loadSnapshot(db, id)?.changedAt !== row.changedAt) {
      await runOne(deps, id, tell)
      return
    }
    await putInPlace(deps, row, file, parts)
    write((w, announce) => {
      saveWritten(w, row, { at: instantOf(nowMs()), file, rows })
      announce('views')
      announce('sync')
    })
  } catch (error) {
    if (stopped.aborted) return
    const failure = failureOf(error, row.folder)
    log('warn', 'snapshot not written', { id, code: failure.code, error: String(error) })
    write((w, announce) => {
      saveFailed(w, row, instantOf(nowMs()), failure)
      announce('views')
      announce('sync')
    })
  }
}

async function putInPlace(
  deps: RunDeps,
  { id, folder, written }: SnapshotRow,
  file: string,
  parts: readonly Uint8Array[],
): Promise<void> {
  const { files, clock, placed, stopped } = deps
  const path = join(folder, file)
  // The same for every run, so that what a run that was cut off left is gone with the next.
  const part = join(folder, `.quaywatch-${id.replaceAll(/[^\w-]/g, '_')}.part`)
  for (const waitMs of [...WAITS_MS, null]) {
    stopped.throwIfAborted()
    try {
      await answered(
        deps,
        folder,
        (async () => {
          // Somebody's own file of that name: a snapshot takes the place of its own files only.
          if (written?.file !== file && !placed.has(path) && (await files.exists(path)))
            throw new AppError('snapshots/other-file', { file })
          await files.replace(path, part, parts)
          placed.add(path)
        })(),
      )
      return
    } catch (error) {
      if (waitMs === null || !isTaken(error) || stopped.aborted) throw error
      await clock.sleep(waitMs, stopped)
    }
  }
}

/** What the share may still do then is not heard; until it has done it, nothing else is written there. */
async function answered({ clock, stopped, hanging }: RunDeps, folder: string, work: Promise<void>): Promise<void> {
  const ended = new AbortController()
  const end = () => {
    ended.abort()
  }
  stopped.addEventListener('abort', end)
  try {
    const isDone = await Promise.race([work.then(() => true), clock.sleep(PATIENCE_MS, ended.signal).then(() => false)])
    // The engine's stop does not wait for a share.
    if (!isDone) {
      hanging.add(folder)
      throw new AppError(stopped.aborted ? 'engine/disconnected' : 'folders/not-answering')
    }
  } finally {
    stopped.removeEventListener('abort', end)
    ended.abort()
    void work
      .catch(() => undefined)
      .then(() => {
        hanging.delete(folder)
      })
  }
}

/** Held by another program: written it was, and could not take its place. */
function isTaken(error: unknown): boolean {
  return (
    ['EBUSY', 'EAGAIN', 'ETXTBSY'].includes(codeOf(error)) ||
    (isRename(error) && ['EPERM', 'EACCES'].includes(codeOf(error)))
  )
}

const isRename = (error: unknown) => error instanceof Error && 'syscall' in error && error.syscall === 'rename'

function failureOf(error: unknown, path: string): Failure {
  if (error instanceof AppError) return { code: error.code, details: { ...error.details, path } }
  return { code: codeFor(error), details: { path } }
}

function codeFor(error: unknown): ErrorCode {
  if (isDiskFull(error)) return 'snapshots/no-room'
  if (isTaken(error)) return 'snapshots/locked'
  const code = codeOf(error)
  if (['ENOENT', 'ENOTDIR'].includes(code)) return 'snapshots/folder-gone'
  return ['EACCES', 'EPERM', 'EROFS'].includes(code) ? 'folders/not-writable' : 'snapshots/not-written'
}

/** `quaywatch-lfd-2026-11-20.csv`; with the hour where a day has several. */
export function fileNameOf(
  { plan: { base, fileName, kind, times } }: Pick<SnapshotRow, 'plan'>,
  nowMs: number,
  zone: string,
): string {
  // Signs no system wants in a name, dots at its ends, and the names Windows keeps for itself.
  const plain = base.replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '-').replaceAll(/^[. ]+|[. ]+$/g, '')
  const name = shortened(
    plain === '' || /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])($|[ .])/i.test(plain) ? `quaywatch-${plain}` : plain,
  )
  if (fileName === 'same') return `${name}.${kind}`
  const day = dateInZone(nowMs, zone) ?? instantOf(nowMs).slice(0, 10)
  return `${name}-${day}${times.every === 'hours' ? `-${clockIn(nowMs, zone)}` : ''}.${kind}`
}

/** A name has 255 bytes on most systems, and of Chinese each sign takes three; day, hour and ending follow. */
const MOST_NAME_BYTES = 200

function shortened(name: string): string {
  let bytes = 0
  return Array.from(name.toWellFormed())
    .filter((sign) => (bytes += Buffer.byteLength(sign)) <= MOST_NAME_BYTES)
    .join('')
}

/** `1405`. */
function clockIn(nowMs: number, zone: string): string {
  return isoLocal(instantOf(nowMs), zone).slice(11, 16).replace(':', '')
}
