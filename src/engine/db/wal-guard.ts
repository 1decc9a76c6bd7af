// Keeps the write-ahead logs small. SQLite can restart a log only while no connection reads from it. A reader without a
// pause prevents this, and the log grew to 187 MB in 40 s. If a log is larger than `MAX_WAL_BYTES`, the reader is
// paused while the log is written back.
import { join } from 'node:path'
import type { Log } from '../outside/log.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import type { Connection } from './open.ts'

export type WalGuardDeps = {
  connection: Pick<Connection, 'raw'>
  folder: string
  clock: Pick<Clock, 'mono'>
  files: Pick<Files, 'size'>
  log: Log
  /** Runs `work` while the reader reads nothing. */
  whilePaused: (work: () => void) => Promise<void>
}

/** SQLite restarts a log at about 4 MB. A log above this size shows that reads never stop. */
export const MAX_WAL_BYTES = 16 * 1024 * 1024
/** The shortest time between two checks. Writing at full speed adds 5 MB in this time on a fast disk. */
const CHECK_EVERY_MS = 100
/** The delay after a failure, for example because another program reads the file. */
const RETRY_AFTER_MS = 10_000
/** The engine's thread waits at most this long for a reader. */
const BUSY_TIMEOUT_MS = 100

const LOGS = [
  { schema: 'main', file: 'state.db-wal' },
  { schema: 'mirror', file: 'mirror.db-wal' },
]

export type WalGuard = {
  /** Call after each commit; checks the sizes from time to time. */
  onCommit(): void
  /** Resolves when no log is being written back. Large writes wait for it: the reader pauses after its statement. */
  whenIdle(): Promise<void>
}

export function createWalGuard(deps: WalGuardDeps): WalGuard {
  const { clock, log } = deps
  let nextCheckMono = clock.mono() + CHECK_EVERY_MS
  let lastCheck: Promise<void> = Promise.resolve()
  let isChecking = false
  return {
    onCommit: () => {
      if (isChecking || clock.mono() < nextCheckMono) return
      isChecking = true
      lastCheck = truncateWal(deps)
        .catch((error: unknown) => {
          log('warn', 'log not written back', { error: String(error) })
          return false
        })
        .then((isDone) => {
          nextCheckMono = clock.mono() + (isDone ? CHECK_EVERY_MS : RETRY_AFTER_MS)
          isChecking = false
        })
    },
    whenIdle: () => lastCheck,
  }
}

/** Returns false if another connection was reading, so that a log keeps its size. */
async function truncateWal({ connection, folder, files, log, whilePaused }: WalGuardDeps): Promise<boolean> {
  let isDone = true
  for (const { schema, file } of LOGS) {
    if (((await files.size(join(folder, file))) ?? 0) <= MAX_WAL_BYTES) continue
    await whilePaused(() => {
      if (writeBack(connection, schema)) return
      isDone = false
      log('info', 'log not written back: it is being read', { file })
    })
  }
  return isDone
}

/** Returns false if another connection was reading. */
function writeBack({ raw }: Pick<Connection, 'raw'>, schema: string): boolean {
  const usualTimeoutMs = Number(raw.pragma('busy_timeout', { simple: true }))
  raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  try {
    const [row] = raw.pragma(`${schema}.wal_checkpoint(TRUNCATE)`) as { busy: number }[]
    return row?.busy === 0
  } finally {
    raw.pragma(`busy_timeout = ${usualTimeoutMs}`)
  }
}
