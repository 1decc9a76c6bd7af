// The leader of a large office makes a seed once a day: a copy of its mirror, with which new desktops begin. Nothing
// depends on it. A seed that fails is tried again a day later.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { type ReadableDb, createEmptyFiles } from '../db/open.ts'
import { inSlices } from '../db/slices.ts'
import { countAllContainers } from '../mirror/containers/store.ts'
import { loadCursor } from '../mirror/feed/cursor.ts'
import { hasMarks } from '../mirror/feed/marks.ts'
import { loadOwnRules } from '../mirror/seed/rules.ts'
import { canWriteSeed, hasOwnChanges, writeSeed } from '../mirror/seed/write.ts'
import { instantMs } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import type { Log } from '../outside/log.ts'
import { packFile } from '../outside/packed-file.ts'
import type { PostgresConnection } from '../outside/postgres.ts'
import type { Random } from '../outside/random.ts'
import { createWorker } from '../outside/worker.ts'
import { SEED_VERSION, loadSeed, writeFacts } from './seed-facts.ts'

export type SeedOutDeps = Pick<PostgresConnection, 'query'> & {
  clock: Clock
  random: Pick<Random, 'id'>
  log: Log
  now: () => string
  db: ReadableDb
  space: number
  /** The folder of the account. */
  dataDir: string
  files: Pick<Files, 'makeFolder' | 'remove'>
  /** The fence while this desktop leads, otherwise null. */
  fence: () => number | null
}

/**
 * Measured for each 1,000 containers: 0.5 s from the feed, and 0.1 s from a seed, after which the engine must start
 * again. Below this number, a desktop has its board from the feed within about 2 s.
 */
export const SEED_FROM = 5_000
const PART_BYTES = 256 * 1024
const CHECK_EVERY_MS = 3_600_000
const FAILED_MS = 24 * CHECK_EVERY_MS
/** Until what this desktop read is sent. */
const RETRY_MS = 1_000
/** A new leader has more urgent work. */
const START_AFTER_MS = 60_000

const getFolder = ({ dataDir }: Pick<SeedOutDeps, 'dataDir'>) => join(dataDir, 'seed')

export type Seeds = { stop(): Promise<void> }

export function startSeeds(deps: SeedOutDeps): Seeds {
  const worker = createWorker({ ...deps, name: 'office seed' })
  let isFirst = true
  worker.start(async (signal) => {
    if (!isFirst) return makeSeedIfDue(deps, signal)
    isFirst = false
    // A run that ended while it made a seed left its file.
    await deps.files.remove(getFolder(deps))
    return START_AFTER_MS
  })
  return { stop: () => worker.stop(new AppError('engine/disconnected')) }
}

/** Returns how long nothing is to be done. */
export async function makeSeedIfDue(deps: SeedOutDeps, signal: AbortSignal, seedFrom = SEED_FROM): Promise<number> {
  const { db, query, space, log } = deps
  const fence = deps.fence()
  if (fence === null || loadCursor(db, 'fence') !== fence || countAllContainers(db) < seedFrom) return CHECK_EVERY_MS
  try {
    const newest = await loadSeed(query, space)
    if (newest === 'no-table') return CHECK_EVERY_MS
    if (newest?.isRecent === true && newest.facts.version === SEED_VERSION) return CHECK_EVERY_MS
    if (hasMarks(db)) return RETRY_MS
    if (!canWriteSeed(db) || (await inSlices(deps.clock, hasOwnChanges(db), signal))) return CHECK_EVERY_MS
    return await makeSeed(deps, fence, signal)
  } catch (error) {
    if (!signal.aborted) log('warn', 'no seed made', { error: String(error) })
    return FAILED_MS
  }
}

async function makeSeed(deps: SeedOutDeps, fence: number, signal: AbortSignal): Promise<number> {
  const { clock, db, dataDir, files, log, now } = deps
  const folder = getFolder(deps)
  await files.remove(folder)
  await files.makeFolder(folder)
  const startedMs = clock.mono()
  const run = (steps: Generator<void, void>) => inSlices(clock, steps, signal).finally(() => steps.return())
  try {
    await run(createEmptyFiles(folder))
    // From here to the first step nothing else runs, so the seed has the rows of the feed up to this cursor.
    if (!canWriteSeed(db)) return RETRY_MS
    const cursor = loadCursor(db, 'feed')
    await run(writeSeed(db, dataDir, folder, instantMs(now()) ?? 0))
    const parts = await storeSeed(deps, fence, { path: join(folder, 'mirror.db'), cursor }, signal)
    if (parts !== null) log('info', 'seed made', { parts, cursor, tookMs: Math.round(clock.mono() - startedMs) })
    return CHECK_EVERY_MS
  } finally {
    await files.remove(folder)
  }
}

/** Returns the number of parts; null if this desktop leads no more. */
async function storeSeed(
  { query, space, random, db }: SeedOutDeps,
  fence: number,
  { path, cursor }: { path: string; cursor: number },
  signal: AbortSignal,
): Promise<number | null> {
  const stamp = random.id()
  const sum = createHash('sha256')
  let parts = 0
  for await (const bytes of packFile(path, PART_BYTES)) {
    signal.throwIfAborted()
    sum.update(bytes)
    const values = [space, fence, stamp, ++parts, bytes.toString('base64')]
    const [row] = await query<{ isStored: boolean }>(
      'SELECT office.store_seed_part($1, $2, $3, $4, $5) AS "isStored"',
      values,
    )
    if (row?.isStored !== true) return null
  }
  const facts = { version: SEED_VERSION, rule: loadOwnRules(db).rule, cursor, parts, sha256: sum.digest('hex') }
  const [row] = await query<{ isValid: boolean }>('SELECT office.finish_seed($1, $2, $3, $4, $5) AS "isValid"', [
    space,
    fence,
    stamp,
    parts,
    writeFacts(facts),
  ])
  return row?.isValid === true ? parts : null
}
