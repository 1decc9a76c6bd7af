// What an office says about its seed.
import { z } from 'zod'
import { migrations } from '../db/open.ts'
import { PROJECTION_VERSION } from '../mirror/projection-version.ts'
import { PostgresFailure } from '../outside/postgres-failure.ts'
import type { PostgresConnection } from '../outside/postgres.ts'

/** The rows of a seed can be used only by a version of this program that builds the same. */
export const SEED_VERSION = `${migrations.mirror.length} ${PROJECTION_VERSION}`

/** `rule`: which of several last free days counts in the rows. `cursor`: the last row of the feed that the seed has. */
const SeedFacts = z.object({
  version: z.string(),
  rule: z.string(),
  cursor: z.int(),
  parts: z.int(),
  sha256: z.string(),
})
export type SeedFacts = z.infer<typeof SeedFacts>

export const writeFacts = (facts: SeedFacts): string => JSON.stringify(facts)

/** `isRecent`: less than a day old. `seq`: the last row of the feed. */
export type StoredSeed = { stamp: string; facts: SeedFacts; isRecent: boolean; seq: number }

const UNDEFINED_TABLE = '42P01'

/** Null without a valid seed; `no-table` in an office of an earlier version, which cannot have one. */
export async function loadSeed(
  query: PostgresConnection['query'],
  space: number,
): Promise<StoredSeed | 'no-table' | null> {
  const sql = `SELECT s.stamp, s.body, s.at > clock_timestamp() - interval '1 days' AS "isRecent",
      (SELECT c.seq FROM office.counter c WHERE c.space = $1 AND c.feed = 'mirror') AS seq
    FROM office.seed s WHERE s.space = $1 AND s.n = 0`
  try {
    const [row] = await query<Omit<StoredSeed, 'facts'> & { body: string }>(sql, [space])
    if (row === undefined) return null
    const { body, ...stored } = row
    return { ...stored, facts: SeedFacts.parse(JSON.parse(body)) }
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return null
    if (error instanceof PostgresFailure && error.sqlState === UNDEFINED_TABLE) return 'no-table'
    throw error
  }
}
