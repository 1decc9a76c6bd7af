// The engine's log in the browser host: one line of JSON each, two files of at most 2 MB.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const LARGEST_BYTES = 2 * 1024 * 1024

export type WriteLog = (level: 'info' | 'warn' | 'error', event: string, fields?: Record<string, unknown>) => void

/**
 * Written at once, because the line before a crash is the important one. An error while writing the log is ignored.
 * `mayWrite`: no other program has the folder.
 */
export function openLogFile(dataDir: string, mayWrite: () => boolean): WriteLog {
  const folder = join(dataDir, 'logs')
  const path = join(folder, 'web.log')
  let sizeBytes: number | null = null
  return (level, event, fields = {}) => {
    if (!mayWrite()) return
    sizeBytes ??= sizeOf(folder, path)
    const line = `${JSON.stringify({ at: new Date().toISOString(), level, event, ...fields })}\n`
    try {
      if (sizeBytes > LARGEST_BYTES) {
        renameSync(path, `${path}.1`)
        sizeBytes = 0
      }
      appendFileSync(path, line, { mode: 0o600 })
      sizeBytes += Buffer.byteLength(line)
    } catch {
      // The disk may be full: the engine shows that on the screen.
    }
  }
}

/** The size of the existing file. If another program has the folder, nothing is written, and the size is not needed. */
function sizeOf(folder: string, path: string): number {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    return 0
  }
}
