// Hints that something moved in a folder. Never the truth: events get lost, so whoever watches also scans.
// chokidar rather than bare fs.watch: one behaviour over three systems. Without awaitWriteFinish, which compares size
// only and with the wall clock (rel 0.7); whether a file is finished is decided by our own gate.
import { watch as chokidar } from 'chokidar'

/** `path` is null when the system lost track: look at everything. */
export type Hint = { path: string | null }

export interface Watch {
  /** Resolves once hints flow; scan after that, or what came in between is missed. */
  start(folder: string, onHint: (hint: Hint) => void): Promise<() => Promise<void>>
}

export function createWatch(): Watch {
  return {
    start: (folder, onHint) =>
      new Promise((resolve) => {
        const watcher = chokidar(folder, { ignoreInitial: true, followSymlinks: false })
        watcher.on('all', (_event, path) => {
          onHint({ path })
        })
        watcher.on('error', () => {
          onHint({ path: null })
        })
        watcher.on('ready', () => {
          resolve(() => watcher.close())
        })
      }),
  }
}
