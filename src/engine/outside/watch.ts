// Reports hints that something changed in a folder. Events get lost, so the caller must also scan. This file uses
// chokidar and not fs.watch, for the same behaviour on three systems. It does not use awaitWriteFinish, which compares
// only the size and uses the wall clock; our own gate (folders/stability.ts) decides whether a file is finished.
import { watch as chokidar } from 'chokidar'
import { codeOf } from './user-files.ts'

export type Hints = {
  /** `path` is null when the system lost events: check everything. */
  onHint: (path: string | null) => void
  /** No more hints come, as the system reported (`ENOSPC`: its limit of watched folders is reached). */
  onEnd: (code: string) => void
}

export interface Watch {
  /**
   * Watches this folder without its subfolders: a watch for each could use up the system's limit. Resolves when hints
   * arrive; scan after that, or changes in between are missed. Rejects if watching is not possible.
   */
  start(folder: string, hints: Hints): Promise<() => Promise<void>>
}

/** The codes for too many watched folders and too many open files. */
const LIMIT_CODES = ['ENOSPC', 'EMFILE', 'ENFILE']

export function createWatch(): Watch {
  return {
    start: (folder, { onHint, onEnd }) =>
      new Promise((resolve, reject) => {
        const watcher = chokidar(folder, {
          ignoreInitial: true,
          followSymlinks: false,
          depth: 0,
          atomic: false,
          ignorePermissionErrors: true,
        })
        watcher.on('all', (_event, path) => onHint(path))
        watcher.on('error', (error) => {
          const code = codeOf(error)
          if (!LIMIT_CODES.includes(code)) {
            onHint(null)
            return
          }
          onEnd(code)
          watcher.close().then(() => reject(new Error(code)), reject)
        })
        watcher.on('ready', () => resolve(() => watcher.close()))
      }),
  }
}
