// The plan of one world: its size and length, and the faults that occur in it. A plan is made from a recipe and a seed.
import type { ClerkPlan } from './clerk.ts'
import type { FaultPeriods, FaultProbabilities } from './network-faults.ts'
import type { Random } from './random.ts'
import {
  type ClerkRecipe,
  type ComputerEvent,
  DEFAULT_ACTIONS,
  RECIPES,
  type TestName,
  spreadOverAllFaults,
} from './recipes.ts'

export type Plan = {
  test: TestName
  startMs: number
  worldSeed: string
  containers: number
  /** The time during which faults occur. */
  durationMs: number
  speed: number
  faultPeriods: FaultPeriods | null
  events: ComputerEvent[]
  eventIntervalMs: number
  /** The program crashes after about this many commits and file operations. Null: it never crashes. */
  crashIntervalPoints: number | null
  canLosePower: boolean
  jitterMs: number
  /** The largest page size of the service. Null: the service uses the requested size. */
  pageSize: number | null
  /** If false, the service never answers 429, and only counts requests. */
  isLimited: boolean
  userIntervalMs: number
  orderShare: number
  /** Whether the user sometimes sends many requests at once, so that only the request budget limits the rate. */
  hasRereadStorms: boolean
  /** What the account does with a document whose content is already stored. */
  duplicates: 'reject' | 'replace' | 'accept'
  /** Null: the world has no watched folder. */
  clerk: ClerkPlan | null
  /** The average time between two wrong reports of terminals. Null: terminals report correctly. */
  terminalIntervalMs: number | null
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The limit for the product of containers and sweeps in one world, because the processor time grows with it. */
const MAX_CONTAINER_SWEEPS = 110
const SWEEP_MS = 15_000

export function createPlan(test: TestName, seed: string, random: Random): Plan {
  const plan = createShortPlan(test, seed, random)
  return test === 'T33' ? { ...plan, ...createWeek(random) } : plan
}

/** Seven days in which the user works six hours a day and the computer sleeps otherwise. */
function createWeek(random: Random): Partial<Plan> {
  return {
    containers: 8,
    durationMs: 42 * 60 * MINUTE_MS,
    speed: 1,
    jitterMs: 2_000,
    pageSize: null,
    crashIntervalPoints: 4_000,
    userIntervalMs: random.drawLogUniform(60_000, 300_000),
    eventIntervalMs: 70 * MINUTE_MS,
    faultPeriods: {
      probabilities: spreadOverAllFaults(0.01),
      faultyMs: [DAY_MS, 7 * DAY_MS],
      faultFreeMs: [1_000, 2_000],
    },
  }
}

function createShortPlan(test: TestName, seed: string, random: Random): Plan {
  const recipe = RECIPES[test]
  const containers = Math.round(random.drawLogUniform(recipe.hasManyContainers ? 6 : 2, 20.4))
  const longestMs = Math.min(120 * MINUTE_MS, (MAX_CONTAINER_SWEEPS / containers) * SWEEP_MS)
  const hasCrashes = random.drawBoolean(recipe.crashProbability)
  return {
    test,
    startMs:
      Date.UTC(2026, 0, 5, 9) + Math.floor(random.drawUnit() * 900) * DAY_MS + Math.floor(random.drawUnit() * DAY_MS),
    worldSeed: seed,
    containers,
    durationMs: random.drawBetween(longestMs / 3, longestMs) * (recipe.durationFactor ?? 1),
    speed: recipe.events || recipe.hasTerminalFaults || random.drawBoolean(0.6) ? 1 : 30,
    faultPeriods: recipe.networkFaults
      ? {
          probabilities: selectFaults(recipe.networkFaults, random),
          faultyMs: [5_000, 240_000],
          faultFreeMs: [10_000, 180_000],
        }
      : null,
    events: [...(recipe.events ?? []), ...(random.drawBoolean(0.3) ? (['quit', 'close-window'] as const) : [])],
    eventIntervalMs: random.drawLogUniform(40_000, 300_000),
    crashIntervalPoints: hasCrashes ? random.drawLogUniform(10, 800) : null,
    canLosePower: recipe.canLosePower ?? false,
    jitterMs: recipe.jitterMs ?? (random.drawBoolean(0.2) ? 3_000 : 0),
    pageSize: random.drawBoolean(recipe.hasManyContainers ? 0.7 : 0.25) ? random.drawInteger(2, 9) : null,
    isLimited: true,
    userIntervalMs: random.drawLogUniform(6_000, 60_000),
    orderShare: recipe.orderShare ?? 0.25,
    hasRereadStorms: ['T2', 'T4', 'T5'].includes(test) && random.drawBoolean(0.25),
    duplicates: random.fork('duplicates').pick(['reject', 'reject', 'replace', 'accept']),
    terminalIntervalMs: recipe.hasTerminalFaults ? random.fork('terminals').drawLogUniform(10_000, 120_000) : null,
    clerk: recipe.clerk ? createClerkPlan(recipe.clerk, random.fork('clerk')) : null,
  }
}

function createClerkPlan({ storage, ...recipeValues }: ClerkRecipe, random: Random): ClerkPlan {
  const isShare = storage === undefined ? random.drawBoolean(0.3) : storage === 'share'
  const afterUpload = recipeValues.afterUpload ?? (random.drawBoolean(0.4) ? 'move' : 'leave')
  return {
    actions: DEFAULT_ACTIONS,
    actionIntervalMs: random.drawLogUniform(2_000, 40_000),
    isShare,
    isRecursive: random.drawBoolean(0.4),
    lostEventShare: random.drawUnit(),
    duplicatedEventShare: 0.1,
    namelessEventShare: 0.05,
    faultIntervalMs: null,
    linkError: afterUpload === 'move' && random.drawBoolean(0.4) ? random.pick(['EPERM', 'ENOTSUP', 'EXDEV']) : null,
    hasNameConflicts: afterUpload === 'move' && random.drawBoolean(0.3),
    ...recipeValues,
    afterUpload,
  }
}

/** Returns the faults of the recipe. In 30 % of the worlds it returns one of them with a high probability. */
function selectFaults(probabilities: FaultProbabilities, random: Random): FaultProbabilities {
  if (!random.drawBoolean(0.3)) return probabilities
  const name = random.pick(Object.keys(probabilities) as (keyof FaultProbabilities)[])
  return { [name]: random.drawBetween(0.5, 1) }
}
