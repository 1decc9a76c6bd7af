// What the gate may spend, as the rows say it now: the user's share of the key, and whether much waits to be written.
import type { ReadableDb } from '../db/open.ts'
import { hasManyWaiting } from '../outbox/store.ts'
import { loadBudgetShare } from '../settings/store.ts'
import type { Allowance } from './budget.ts'

export function allowanceOf(db: ReadableDb): () => Allowance {
  return () => ({ share: loadBudgetShare(db), isCrowded: hasManyWaiting(db) })
}
