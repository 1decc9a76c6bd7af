// Keeps the write-ahead logs small. SQLite can restart a log only while no connection reads from it. A reader without a
// pause prevents this, and the log grew to 187 MB in 40 s. Above a size, the reader is asked to pause until the log is
// written back.
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
  /** Runs `work` while no new read begins. */
  whileResting: (work: () => void) => Promise<void>
}

export const MOST_WAL_BYTES = 32 * 1024 * 1024
/** One second of writing at full speed adds a few megabytes. */
const LOOK_EVERY_MS = 1_000
/** The delay after a try during which a reader was still active. */
const LOOK_AGAIN_MS = 10_000
/** The engine's thread waits at most this long for a reader. */
const BUSY_MS = 100

const logs = [
  { schema: 'main', file: 'state.db-wal' },
  { schema: 'mirror', file: 'mirror.db-wal' },
]

export type WalGuard = {
  /** Call after each commit; checks the sizes from time to time. */
  onCommit(): void
  /** Resolves when the work in progress is done. */
  settled(): Promise<void>
}

export function createWalGuard(deps: WalGuardDeps): WalGuard {
  const { clock, log } = deps
  let lookAt = clock.mono() + LOOK_EVERY_MS
  let looking: Promise<void> = Promise.resolve()
  let isLooking = false
  return {
    onCommit: () => {
      if (isLooking || clock.mono() < lookAt) return
      isLooking = true
      looking = shorten(deps)
        .catch((error: unknown) => {
          log('warn', 'log not written back', { error: String(error) })
          return false
        })
        .then((isDone) => {
          lookAt = clock.mono() + (isDone ? LOOK_EVERY_MS : LOOK_AGAIN_MS)
          isLooking = false
        })
    },
    settled: () => looking,
  }
}

/** False: a reader was still active, and a log keeps its size. */
async function shorten({ connection, folder, files, log, whileResting }: WalGuardDeps): Promise<boolean> {
  let isDone = true
  for (const { schema, file } of logs) {
    if (((await files.size(join(folder, file))) ?? 0) <= MOST_WAL_BYTES) continue
    await whileResting(() => {
      if (writeBack(connection, schema)) return
      isDone = false
      log('info', 'log not written back: it is being read', { file })
    })
  }
  return isDone
}

/** False if a reader was active. */
function writeBack({ raw }: Pick<Connection, 'raw'>, schema: string): boolean {
  const usual = Number(raw.pragma('busy_timeout', { simple: true }))
  raw.pragma(`busy_timeout = ${BUSY_MS}`)
  try {
    const [row] = raw.pragma(`${schema}.wal_checkpoint(TRUNCATE)`) as { busy: number }[]
    return row?.busy === 0
  } finally {
    raw.pragma(`busy_timeout = ${usual}`)
  }
}
