// The engine's own copies of files that wait for upload. Each is named by the hash of its content, and is complete or
// absent. Later changes to the user's file do not affect what is sent.
import { join } from 'node:path'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { createSpoolPaths } from '../outbox/spool-paths.ts'
import type { Log } from '../outside/log.ts'
import { MS_PER_DAY, instantOf } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import type { Mark, FileChecksums } from '../outside/user-files.ts'
import { loadSettings } from '../settings/store.ts'
import { deleteVanished, isCopyNeeded, hasUpload, markContentLost, listUnsentContent } from './sighting-store.ts'

export type SpoolDeps = {
  files: Files
  clock: Clock
  db: ReadableDb
  write: Write
  nowMs: () => number
  dataDir: string
  log: Log
}

export type Spool = {
  /** Finds content that is missing from the spool. Call this before `add`. */
  open(): Promise<void>
  /**
   * Copies a file into the spool. `changed`: the file is no longer in the state of `mark`. `disk-full`: nothing was
   * copied, because the disk is too full.
   */
  add(path: string, mark: Mark, signal: AbortSignal): Promise<FileChecksums | 'changed' | 'disk-full'>
  /** Call this after `add`, when the content has a row or will not get one. Until then `sweep` keeps the copy. */
  release(sha256: string): void
  /** Deletes copies that are no longer needed. */
  sweep(): Promise<void>
}

/** A copy without a row is deleted when it is this old. */
const ORPHAN_MS = MS_PER_DAY
/** Free space that must remain on the disk after a copy. */
const SPARE_BYTES = 200 * 1024 * 1024
const CONTENT_NAME = /^[0-9a-f]{64}$/

/**
 * Deletes files that an earlier run did not complete. Call this before the engine writes into the spool: exports write
 * there too, so a later deletion could remove a file that is still being written.
 */
export async function removeIncompleteFiles({ files, dataDir, log }: Pick<SpoolDeps, 'files' | 'dataDir' | 'log'>) {
  const { folder } = createSpoolPaths(dataDir)
  const warn = (error: unknown) => log('warn', 'incomplete files are left in the spool', { error: String(error) })
  try {
    const names = (await files.list(folder)).filter((name) => name.endsWith('.part'))
    for (const name of names) await files.remove(join(folder, name)).catch(warn)
  } catch (error) {
    warn(error)
  }
}

export function createSpool(deps: SpoolDeps): Spool {
  const { files, dataDir } = deps
  const { folder, pathOf } = createSpoolPaths(dataDir)
  /** Content that is copied and has no row yet. */
  const unclaimed = new Set<string>()
  let partCount = 0
  return {
    open: async () => {
      await files.makeFolder(folder)
      await markLostContent(deps, folder)
    },
    add: async (path, mark, signal) => {
      // The user may have deleted the folder while the program runs.
      await files.makeFolder(folder)
      const { freeBytes } = await files.place(folder)
      if (freeBytes < 2 * mark.size + SPARE_BYTES) return 'disk-full'
      const part = join(folder, `${++partCount}.part`)
      // An earlier run may have left this file. Only the spool uses such a name.
      await files.remove(part)
      const checksums = await files.copyComplete(path, part, { mark, signal })
      if (checksums === 'changed') return checksums
      unclaimed.add(checksums.sha256)
      await placeContent(files, part, pathOf(checksums.sha256))
      return checksums
    },
    release: (sha256) => {
      unclaimed.delete(sha256)
    },
    sweep: () => sweep(deps, folder, unclaimed),
  }
}

/**
 * Gives the copy its final name. An existing copy is replaced by this identical one. Windows refuses that while the
 * existing copy is being sent; then the existing copy remains.
 */
async function placeContent(files: Files, part: string, targetPath: string): Promise<void> {
  try {
    await files.renameDurably(part, targetPath)
  } catch (error) {
    const hasTarget = await files.exists(targetPath)
    await files.remove(part)
    if (!hasTarget) throw error
  }
}

/** Finds rows whose content is missing from the spool, and marks their files to be read again. */
async function markLostContent({ files, db, write, log }: SpoolDeps, folder: string): Promise<void> {
  // The rows are loaded first, so that content with a row is already in the folder when the folder is listed.
  const unsent = listUnsentContent(db)
  const storedNames = new Set(await files.list(folder))
  const lostHashes = unsent.filter((sha256) => !storedNames.has(sha256))
  if (lostHashes.length === 0) return
  const fileCount = write((db) => lostHashes.reduce((sum, sha256) => sum + markContentLost(db, sha256), 0))
  log('warn', 'content is not in the spool', { contents: lostHashes.length, files: fileCount })
}

/**
 * Deletes copies that are not needed. A copy without a row comes from an earlier run, so only its file time shows its
 * age. A wrong time can delete a copy too early, but never the user's file.
 */
async function sweep(
  { files, clock, db, write, nowMs }: SpoolDeps,
  folder: string,
  unclaimed: Set<string>,
): Promise<void> {
  // Finished content can be viewed and sent again for a while.
  const finishedAfter = instantOf(nowMs() - loadSettings(db).retention.copiesDays * MS_PER_DAY)
  const isNeeded = (name: string) => unclaimed.has(name) || isCopyNeeded(db, name, finishedAfter)
  for (const name of await files.list(folder)) {
    if (!CONTENT_NAME.test(name) || isNeeded(name)) continue
    const path = join(folder, name)
    const isRemovable = hasUpload(db, name) || isOlder(await files.stat(path), clock.wall() - ORPHAN_MS)
    // A new row may have claimed this content during the call.
    if (isRemovable && !isNeeded(name)) await files.remove(path)
  }
  write((db) => deleteVanished(db, finishedAfter))
}

function isOlder(mark: Mark | null, wallMs: number): boolean {
  return mark !== null && Number(BigInt(mark.mtimeNs) / 1_000_000n) < wallMs
}
