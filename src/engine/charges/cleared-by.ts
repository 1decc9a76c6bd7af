// Names the party that can clear a hold. Pure.
import type { ClearedBy } from '#contract/charges.ts'

const CLEARED_BY: Record<string, ClearedBy> = {
  freight: 'line',
  customs: 'broker',
  vacis: 'broker',
  usda: 'broker-usda',
  tmf: 'payer',
}

/** Ignores case, which differs between terminals. Null for an unknown hold: its own text says more. */
export function clearedBy(holdName: string): ClearedBy {
  const name = holdName.trim().toLowerCase()
  return Object.hasOwn(CLEARED_BY, name) ? (CLEARED_BY[name] ?? 'terminal') : 'terminal'
}
