// Reads what the gate may use: the user's share of the key, and whether many outbox entries wait.
import type { ReadableDb } from '../db/open.ts'
import type { Log } from '../outside/log.ts'
import { hasManyWaiting } from './store.ts'
import { loadBudgetShare } from '../settings/store.ts'
import { type Allowance, FULL_ALLOWANCE } from '../api/budget.ts'

/**
 * The returned function runs in timer callbacks, where an error would end the process. If the database cannot be read,
 * it returns the last allowance.
 */
export function createAllowanceReader(db: ReadableDb, log: Log): () => Allowance {
  let lastAllowance = FULL_ALLOWANCE
  return () => {
    try {
      lastAllowance = { share: loadBudgetShare(db), isCrowded: hasManyWaiting(db) }
    } catch (error) {
      log('warn', 'allowance not read', { error: String(error) })
    }
    return lastAllowance
  }
}
