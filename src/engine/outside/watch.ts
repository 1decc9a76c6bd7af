// Hints that something moved in a folder. Never the truth: events get lost, so whoever watches also scans.
// chokidar rather than bare fs.watch: one behaviour over three systems. Without awaitWriteFinish, which compares size
// only and with the wall clock; whether a file is finished is decided by our own gate.
import { watch as chokidar } from 'chokidar'
import { codeOf } from './user-files.ts'

export type Hints = {
  /** `path` is null when the system lost track: look at everything. */
  onHint: (path: string | null) => void
  /** No hint comes any more, by the system's own word (`ENOSPC`: it watches as many folders as it may). */
  onEnd: (code: string) => void
}

export interface Watch {
  /**
   * What moves in this folder, and in none below it: a watch for each could use up what the system has of them.
   * Resolves once hints flow; scan after that, or what came in between is missed. Rejects where there can be none.
   */
  start(folder: string, hints: Hints): Promise<() => Promise<void>>
}

/** Too many watches, too many open files. */
const SPENT = ['ENOSPC', 'EMFILE', 'ENFILE']

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
        watcher.on('all', (_event, path) => {
          onHint(path)
        })
        watcher.on('error', (error) => {
          const code = codeOf(error)
          if (!SPENT.includes(code)) {
            onHint(null)
            return
          }
          onEnd(code)
          watcher.close().then(() => {
            reject(new Error(code))
          }, reject)
        })
        watcher.on('ready', () => {
          resolve(() => watcher.close())
        })
      }),
  }
}
