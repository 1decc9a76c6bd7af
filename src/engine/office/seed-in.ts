// A new desktop begins with the seed of its office, if there is one that it can use. It stores the seed beside its
// mirror; the next start of the engine puts it in place.
import { createHash } from 'node:crypto'
import { loadMeta, saveMeta } from '../db/meta.ts'
import { isNewMirror } from '../db/prepared-mirror.ts'
import { isMirrorEmpty } from '../mirror/feed/marks.ts'
import { loadCursor } from '../mirror/feed/cursor.ts'
import { loadOwnRules } from '../mirror/seed/rules.ts'
import { unpackFile } from '../outside/packed-file.ts'
import type { FeedInDeps } from './feed-in.ts'
import { SEED_VERSION, type StoredSeed, loadSeed } from './seed-facts.ts'

/** Where a seed is stored, and what follows. */
export type SeedTarget = {
  path: string
  /** The seed is stored. The engine must start again. */
  onStored: () => void
  /** `refused`: this desktop follows the feed from its beginning. Null while it is open. */
  outcome: 'stored' | 'refused' | null
}

/** One answer has about 1.4 MB. */
const PARTS_PER_QUESTION = 4

/** In state.db: the stamp of the last seed that was downloaded. Each is used once, so a bad one cannot come again. */
const USED_KEY = 'used_seed'

/**
 * Returns whether a seed is stored, and nothing is left to do until the engine starts again. Rejects if the office
 * cannot be reached; the next call tries again.
 */
export async function beginWithSeed(deps: FeedInDeps, target: SeedTarget, signal: AbortSignal): Promise<boolean> {
  const { db, write, query, space, log } = deps
  if (target.outcome !== null) return target.outcome === 'stored'
  if (loadCursor(db, 'feed') !== 0 || !isMirrorEmpty(db)) return refuse(target)
  const seed = await loadSeed(query, space)
  if (seed === null || seed === 'no-table' || !isUsable(deps, seed)) return refuse(target)
  const noteUsed = () => write((writable) => saveMeta(writable, 'main', USED_KEY, seed.stamp))
  try {
    await unpackFile(target.path, readParts(deps, seed, signal), checkMirror)
  } catch (error) {
    if (!isSeedFault(error)) throw error
    log('warn', 'the seed cannot be used', { error: String(error) })
    refuse(target)
    noteUsed()
    return false
  }
  log('info', 'this desktop begins with a seed', { cursor: seed.facts.cursor })
  target.outcome = 'stored'
  target.onStored()
  // The next start may find what the check did not.
  noteUsed()
  return true
}

function refuse(target: SeedTarget): false {
  target.outcome = 'refused'
  return false
}

const isUsable = ({ db }: FeedInDeps, { stamp, facts, seq }: StoredSeed) =>
  facts.version === SEED_VERSION &&
  facts.rule === loadOwnRules(db).rule &&
  facts.cursor <= seq &&
  loadMeta(db, 'main', USED_KEY) !== stamp

class DamagedSeed extends Error {}

/** The seed is damaged or does not fit on the disk. Every other failure is one of the connection. */
const isSeedFault = (error: unknown) =>
  error instanceof DamagedSeed || (error instanceof Error && 'errno' in error && 'code' in error)

function checkMirror(path: string): void {
  if (!isNewMirror(path)) throw new DamagedSeed('its tables are not those of this version')
}

async function* readParts(
  { query, space }: FeedInDeps,
  { stamp, facts }: StoredSeed,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  for (let last = 0; last < facts.parts; last += PARTS_PER_QUESTION) {
    signal.throwIfAborted()
    const rows = await query<{ body: string }>(
      'SELECT body FROM office.seed WHERE space = $1 AND stamp = $2 AND n > $3 AND n <= $4 ORDER BY n',
      [space, stamp, last, Math.min(last + PARTS_PER_QUESTION, facts.parts)],
    )
    // A newer seed may have replaced it meanwhile.
    if (rows.length !== Math.min(PARTS_PER_QUESTION, facts.parts - last)) throw new DamagedSeed('a part is missing')
    for (const { body } of rows) {
      const bytes = Buffer.from(body, 'base64')
      sum.update(bytes)
      yield bytes
    }
  }
  if (sum.digest('hex') !== facts.sha256) throw new DamagedSeed('the sum is wrong')
}
