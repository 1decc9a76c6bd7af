// Finds when the obstacles to the pickup of a container began and ended, from its history: the oldest official hold,
// the newest hold, and the end of the last obstacle. What existed at the first reading has no known start. Pure.
import { indexByMember } from '../history/diff.ts'
import type { BlockStep } from '../history/store.ts'
import { type ReportedHold, isActive } from './readiness.ts'

export type BlockHistory = {
  /** When the oldest active hold of an authority was placed; the first reading if the hold was there before it. */
  officialHoldSince: string | null
  /** The id of the change that placed the newest active hold; null if all were there at the first reading. */
  newestHoldId: number | null
  /** When the last obstacle ended: the time since which the container is ready, if it is. */
  unblockedAt: string | null
}

/** Authorities that can stop a container for days: customs, agriculture, and the X-ray. */
const OFFICIAL_HOLDS = ['customs', 'usda', 'vacis']

/** `steps`: oldest first. */
export function summarizeBlocks(holds: ReportedHold[], steps: BlockStep[], firstSeenAt: string): BlockHistory {
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
  const activeHolds = [...indexByMember(holds, ({ name }) => name)].flatMap(([member, hold]) =>
    isActive(hold) ? [{ name: hold.name, step: blockingByField.get(`holds_at_pod_terminal/${member}`) }] : [],
  )
  const officialSince = activeHolds
    .filter(({ name }) => OFFICIAL_HOLDS.includes(name.toLowerCase()))
    .map(({ step }) => step?.seenAt ?? firstSeenAt)
  const ids = activeHolds.flatMap(({ step }) => step?.id ?? [])
  return {
    officialHoldSince: officialSince.toSorted()[0] ?? null,
    newestHoldId: ids.length > 0 ? Math.max(...ids) : null,
    unblockedAt,
  }
}
