// The rows of a seed are those of a desktop whose user decided nothing. Its rule and home zone are those of the desktop
// that made it. A desktop that begins with a seed rebuilds the rows that differ here.
import { z } from 'zod'
import { loadMeta, saveMeta } from '../../db/meta.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import { loadSettings } from '../../settings/store.ts'
import { computeEditsFingerprint } from '../edits/store.ts'
import { PROJECTION_VERSION } from '../projection-version.ts'
import { parseForeign } from './parse.ts'

/** `version`: of the projections. */
const SeedRules = z.object({ version: z.string(), rule: z.string(), homeZone: z.string() })
type SeedRules = z.infer<typeof SeedRules>

const RULES_KEY = 'seed_rules'

export function loadOwnRules(db: ReadableDb): SeedRules {
  const { governingRule: rule, homeZone } = loadSettings(db)
  return { version: PROJECTION_VERSION, rule, homeZone }
}

export function saveSeedRules(db: WritableDb, rules: SeedRules): void {
  saveMeta(db, 'mirror', RULES_KEY, JSON.stringify(rules))
}

/** Whether the mirror is a seed whose rows are those of another desktop. */
export function hasSeedRules(db: ReadableDb): boolean {
  return loadMeta(db, 'mirror', RULES_KEY) !== null
}

export function deleteSeedRules(db: WritableDb): void {
  db.run('DELETE FROM mirror.meta WHERE key = ?', RULES_KEY)
}

/** Containers whose rows depend on what this desktop's user wrote or decided, except on edits. */
export function loadOwnContainers(db: ReadableDb): string[] {
  return db.column<string>(
    `SELECT container_id FROM own_note UNION SELECT container_id FROM own_tag
     UNION SELECT container_id FROM own_assignee UNION SELECT container_id FROM manual_last_free_day`,
  )
}

/** Null if the mirror does not begin with a seed, or if any of its rows may differ. */
export function loadRowsThatDiffer(db: ReadableDb): string[] | null {
  const text = loadMeta(db, 'mirror', RULES_KEY)
  if (text === null || computeEditsFingerprint(db) !== '') return null
  const [made, own] = [parseForeign(SeedRules, text), loadOwnRules(db)]
  if (made?.version !== own.version || made.rule !== own.rule) return null
  if (made.homeZone === own.homeZone) return loadOwnContainers(db)
  // Only a container without a zone counts its days in the home zone.
  const others = db.column<string>(
    'SELECT id FROM container_row WHERE today_zone = ? AND pod_zone IS NOT today_zone AND destination_zone IS NOT today_zone',
    made.homeZone,
  )
  return [...new Set([...loadOwnContainers(db), ...others])]
}
