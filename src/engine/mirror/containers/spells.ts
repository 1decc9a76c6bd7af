// Since when a container has its present state, from its history: the oldest official hold, the newest hold, and the
// last obstacle to pickup. A state that was there at the first reading has no known start. Pure.
import { indexByMember } from '../history/diff.ts'
import type { BlockStep } from '../history/store.ts'
import { type ReportedHold, isActive } from './readiness.ts'

export type Spells = {
  /** The oldest active hold of an authority. If it was always there, it counts from the first reading. */
  officialHoldSince: string | null
  /** The change that placed the newest active hold; null if all were there at the first reading. */
  newestHoldId: number | null
  /** When the last obstacle ended: the time since which the container is ready, if it is. */
  unblockedAt: string | null
}

/** Authorities that can stop a container for days: customs, agriculture, and the X-ray. */
const OFFICIAL = ['customs', 'usda', 'vacis']

/** `steps` oldest first. */
export function spellsOf(holds: ReportedHold[], steps: BlockStep[], firstSeenAt: string): Spells {
  if (holds.length === 0 && steps.length === 0)
    return { officialHoldSince: null, newestHoldId: null, unblockedAt: null }
  const blockingByField = new Map<string, BlockStep>()
  let unblockedAt: string | null = null
  for (const step of steps) {
    if (step.isBlocking) blockingByField.set(step.field, step)
    else {
      blockingByField.delete(step.field)
      unblockedAt = step.seenAt
    }
  }
  const active = [...indexByMember(holds, ({ name }) => name)].flatMap(([member, hold]) =>
    isActive(hold) ? [{ name: hold.name, step: blockingByField.get(`holds_at_pod_terminal/${member}`) }] : [],
  )
  const officialSince = active
    .filter(({ name }) => OFFICIAL.includes(name.toLowerCase()))
    .map(({ step }) => step?.seenAt ?? firstSeenAt)
  const ids = active.flatMap(({ step }) => step?.id ?? [])
  return {
    officialHoldSince: officialSince.toSorted()[0] ?? null,
    newestHoldId: ids.length > 0 ? Math.max(...ids) : null,
    unblockedAt,
  }
}
