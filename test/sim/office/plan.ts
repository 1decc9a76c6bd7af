// The plan of one office world: how many desktops share the office, and which faults occur.
import { hashKey } from '#engine/api/client.ts'
import type { FaultPeriods } from '../network-faults.ts'
import type { Random } from '../random.ts'
import { KEY, type SimServicePlan } from '../world.ts'

/** `cut-…`: one desktop does not reach the office, the service, or both. `quit`: it ends normally and starts again. */
export const OFFICE_FAULTS = [
  'cut-office',
  'cut-service',
  'cut-both',
  'crash',
  'quit',
  'freeze',
  'server-restart',
  'set-back',
] as const
export type OfficeFault = (typeof OFFICE_FAULTS)[number]

export type OfficePlan = SimServicePlan & {
  desktops: number
  /** Whether the last desktop may not lead. */
  hasReader: boolean
  durationMs: number
  faults: readonly OfficeFault[]
  faultIntervalMs: number
  crashIntervalPoints: number | null
  /** Faults of requests to the service. */
  faultPeriods: FaultPeriods | null
  /** The longest time of a message from a desktop to the database, or back. 0: it arrives at once. */
  officeDelayMs: number
  /** The probability that a statement, or its answer, is lost with the connection. */
  lostStatementShare: number
  jitterMs: number
  userIntervalMs: number
  orderShare: number
}

export const KEY_HASH = hashKey(KEY)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The limit for the product of containers, desktops and minutes, because the processor time grows with it. */
const MAX_SIZE = 100

export function createOfficePlan(seed: string, desktops: number, random: Random): OfficePlan {
  const containers = Math.round(random.drawLogUniform(6.5, 40.4))
  const longestMs = (MAX_SIZE / (containers * desktops) + 3) * MINUTE_MS
  const faults = OFFICE_FAULTS.filter(() => random.drawBoolean(0.35))
  const hasServiceFaults = random.drawBoolean(0.3)
  return {
    desktops,
    hasReader: random.drawBoolean(0.3),
    startMs: Date.UTC(2026, 0, 5, 9) + Math.floor(random.drawUnit() * 900 * DAY_MS),
    worldSeed: seed,
    containers,
    durationMs: random.drawBetween(longestMs / 2, longestMs),
    speed: random.drawBoolean(0.4) ? 1 : 30,
    pageSize: random.drawBoolean(0.25) ? random.drawInteger(4, 20) : null,
    isLimited: true,
    duplicates: 'reject',
    faults,
    faultIntervalMs: random.drawLogUniform(10_000, 120_000),
    crashIntervalPoints: faults.includes('crash') ? random.drawLogUniform(40, 4_000) : null,
    faultPeriods: hasServiceFaults
      ? {
          probabilities: { resetBefore: 0.05, resetAfter: 0.05, hangAfter: 0.05, errorAfter: 0.05, errorLate: 0.05 },
          faultyMs: [5_000, 120_000],
          faultFreeMs: [20_000, 180_000],
        }
      : null,
    officeDelayMs: random.drawBoolean(0.5) ? 0 : random.drawLogUniform(2, 800),
    lostStatementShare: random.drawBoolean(0.5) ? 0 : random.drawLogUniform(0.0005, 0.02),
    jitterMs: random.drawBoolean(0.7) ? 0 : 3_000,
    userIntervalMs: random.drawLogUniform(8_000, 90_000),
    orderShare: random.drawBetween(0.2, 0.6),
  }
}
