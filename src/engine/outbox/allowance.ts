// What the gate may use, from the current rows: the user's share of the key, and whether many writes wait.
import type { ReadableDb } from '../db/open.ts'
import type { Log } from '../outside/log.ts'
import { hasManyWaiting } from './store.ts'
import { loadBudgetShare } from '../settings/store.ts'
import { type Allowance, FULL_ALLOWANCE } from '../api/budget.ts'

/**
 * Runs in timer callbacks, where an error would end the process. If the database cannot be read, the last value
 * applies.
 */
export function allowanceOf(db: ReadableDb, log: Log): () => Allowance {
  let last = FULL_ALLOWANCE
  return () => {
    try {
      last = { share: loadBudgetShare(db), isCrowded: hasManyWaiting(db) }
    } catch (error) {
      log('warn', 'allowance not read', { error: String(error) })
    }
    return last
  }
}
