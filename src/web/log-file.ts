// The log of the browser host: one line of JSON for each event. A file that is larger than 2 MiB is renamed to
// `web.log.1`, so there are at most two files.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MAX_FILE_BYTES = 2 * 1024 * 1024

export type WriteLog = (level: 'info' | 'warn' | 'error', event: string, fields?: Record<string, unknown>) => void

/**
 * Each line is written synchronously, because the last lines before a crash are the most important. An error while
 * writing is ignored. `canWrite`: false while another program has locked the folder; then nothing is created.
 */
export function openLogFile(dataDir: string, canWrite: () => boolean): WriteLog {
  const folder = join(dataDir, 'logs')
  const path = join(folder, 'web.log')
  /** Null before the first line. The size is read late, because another program may have locked the folder at first. */
  let sizeBytes: number | null = null
  return (level, event, fields = {}) => {
    if (!canWrite()) return
    sizeBytes ??= createFolderAndReadSize(folder, path)
    const line = `${JSON.stringify({ at: new Date().toISOString(), level, event, ...fields })}\n`
    try {
      if (sizeBytes > MAX_FILE_BYTES) {
        renameSync(path, `${path}.1`)
        sizeBytes = 0
      }
      appendFileSync(path, line, { mode: 0o600 })
      sizeBytes += Buffer.byteLength(line)
    } catch {
      // For example, the disk is full. The engine reports this on the screen.
    }
  }
}

/** Returns the size of the current log; 0 if there is none, or if it cannot be read, because writing then fails too. */
function createFolderAndReadSize(folder: string, path: string): number {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    return 0
  }
}
