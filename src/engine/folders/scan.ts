// Scans a folder in slices, so that calls and timers can run in between. Does not follow links. Only an unreadable root
// is an error; an unreadable folder below it becomes an entry that says so.
import { join } from 'node:path'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import type { Entry } from '../outside/user-files.ts'
import { isIgnored, needsRow } from './ignore.ts'

export type FoundFile = { path: string; entry: Entry }

export type WalkOptions = { isRecursive: boolean; mayHang: boolean; signal: AbortSignal }

/** Entries per slice. Checking them takes 1.5 ms of a thread. */
const ENTRIES_PER_SLICE = 500
/** After this many entries a pause of PAUSE_MS follows, for all other work. */
const ENTRIES_PER_PASS = 10_000
const PAUSE_MS = 1_000

export async function* walkFolder(
  files: Files,
  clock: Pick<Clock, 'sleep'>,
  root: string,
  { isRecursive, mayHang, signal }: WalkOptions,
): AsyncGenerator<FoundFile[]> {
  const folders = [root]
  let scannedCount = 0
  let pauseAtCount = ENTRIES_PER_PASS
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const path = folder
    try {
      for await (const slice of files.scan(path, ENTRIES_PER_SLICE, mayHang)) {
        const found = slice
          .filter(({ name, kind }) => !isIgnored(name, kind))
          .map((entry) => ({ path: join(path, entry.name), entry }))
        if (isRecursive) folders.push(...found.filter(({ entry }) => isFolderToEnter(entry)).map(({ path }) => path))
        yield found.filter(({ entry }) => needsRow(entry.name, entry.kind))
        scannedCount += slice.length
        const needsPause = scannedCount >= pauseAtCount
        if (needsPause) pauseAtCount = scannedCount + ENTRIES_PER_PASS
        await clock.sleep(needsPause ? PAUSE_MS : 0, signal)
        if (signal.aborted) return
      }
    } catch (error) {
      if (path === root) throw error
      yield await readUnreadableFolder(files, path)
    }
  }
}

/** A folder whose name is that of a document is not entered; it gets a row with the reason. */
const isFolderToEnter = ({ name, kind }: Entry) => kind === 'folder' && !needsRow(name, kind)

async function readUnreadableFolder(files: Files, path: string): Promise<FoundFile[]> {
  const entry = await files.stat(path).catch(() => null)
  return entry ? [{ path, entry: { ...entry, kind: 'unknown' } }] : []
}
