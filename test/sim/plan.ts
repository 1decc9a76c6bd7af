// The scenarios: the faults of each test number in the design, and the size and length of the world. Each is a table
// entry; events at a certain time (sleep, a full disk, a changed clock) are in events.ts.
import type { Chance } from './chance.ts'
import type { ClerkAct, ClerkPlan } from './clerk.ts'
import type { Mishap, Spells, Weather } from './weather.ts'

export type TestName =
  | 'T2'
  | 'T3'
  | 'T4'
  | 'T5'
  | 'T9'
  | 'T10'
  | 'T11'
  | 'T12'
  | 'T13'
  | 'T14'
  | 'T15'
  | 'T16'
  | 'T18'
  | 'T19'
  | 'T20'
  | 'T21'
  | 'T22'
  | 'T23'
  | 'T24'
  | 'T25'
  | 'T26'
  | 'T27'
  | 'T28'
  | 'T29'
  | 'T30'
  | 'T31'
  | 'T33'
  | 'T34'
  | 'T35'
  | 'T36'
  | 'T37'

/** Events of the computer, not of the network. */
export type Event =
  'full-disk' | 'clock' | 'sleep' | 'long-sleep' | 'offline' | 'quit' | 'close-window' | 'damage' | 'night'

export type Plan = {
  test: TestName
  startMs: number
  worldSeed: string
  containers: number
  /** How long faults occur. */
  durationMs: number
  speed: number
  spells: Spells | null
  events: Event[]
  eventEveryMs: number
  /** A crash after about this many commits and file operations; null: none. */
  endsEvery: number | null
  isPowerAtRisk: boolean
  jitterMs: number
  /** The largest page of the service; null: as requested. */
  pageSize: number | null
  /** False: it never refuses, and only counts. */
  isLimited: boolean
  userEveryMs: number
  orderShare: number
  /** Whether the user sometimes asks for everything at once, so that only the limiter slows it down. */
  isStormy: boolean
  /** How the account handles duplicate content. */
  duplicates: 'reject' | 'replace' | 'accept'
  /** Null: no clerk. */
  clerk: ClerkPlan | null
  /** Time between two wrong reports of terminals; null: terminals report correctly. */
  terminalEveryMs: number | null
}

/** Values that are missing are drawn. */
type ClerkRecipe = Partial<ClerkPlan> & { /** Shares only, local folders only, or either. */ on?: 'share' | 'local' }

type Recipe = {
  what: string
  weather?: Weather
  events?: Event[]
  /** Probability that programs also crash. */
  crashes: number
  isPowerAtRisk?: boolean
  jitterMs?: number
  /** More than a few containers, so that lists have pages and gaps. */
  isWide?: boolean
  orderShare?: number
  clerk?: ClerkRecipe
  /** Terminals with wrong reports. */
  hasTerminals?: boolean
  /** This many times as long as others: what counts only after ten minutes needs several times ten. */
  lasts?: number
}

const USUAL: ClerkAct[] = ['save', 'save', 'scan', 'copy', 'rename', 'replace', 'delete', 'odd']

export const RECIPES: Record<TestName, Recipe> = {
  T2: {
    what: 'power lost at any commit and act',
    crashes: 1,
    isPowerAtRisk: true,
    weather: { hangAfter: 0.1, resetAfter: 0.1 },
    orderShare: 0.6,
    clerk: {},
  },
  T3: { what: 'disk full', crashes: 0.3, events: ['full-disk'], orderShare: 0.5, clerk: {} },
  T4: {
    what: 'clock set or drifting',
    hasTerminals: true,
    crashes: 0.4,
    events: ['clock', 'quit'],
    weather: { resetAfter: 0.1 },
  },
  T5: {
    what: 'sleep of a minute to 14 days, at any await',
    hasTerminals: true,
    crashes: 0.3,
    events: ['sleep', 'sleep', 'quit'],
    weather: { hangBefore: 0.1, hangAfter: 0.1 },
  },
  T9: {
    what: 'server errors before and after the effect, commits up to 30 s late',
    crashes: 0.3,
    weather: { errorBefore: 0.15, errorAfter: 0.15, errorLate: 0.15 },
    orderShare: 0.7,
    clerk: {},
  },
  T10: {
    what: 'time-outs, resets, hangs, slow answers',
    crashes: 0.3,
    weather: { hangBefore: 0.1, hangAfter: 0.1, resetBefore: 0.1, resetAfter: 0.1, slow: 0.2, unreachable: 0.1 },
    clerk: {},
  },
  T11: {
    what: 'answers cut short, of another kind, empty',
    crashes: 0.2,
    weather: { truncated: 0.15, empty: 0.1, noData: 0.1, wrongKind: 0.1, notWhole: 0.1, withoutIds: 0.1 },
  },
  T12: {
    what: 'captive portals: pages, redirects, logins, certificates',
    crashes: 0.2,
    weather: { page: 0.25, redirect: 0.25, login: 0.25, certificate: 0.25 },
    orderShare: 0.5,
  },
  T13: { what: 'the key is refused', crashes: 0.2, weather: { unauthorized: 0.8, forbidden: 0.2 }, orderShare: 0.5 },
  T14: {
    what: 'empty, half and drifting lists',
    crashes: 0.2,
    isWide: true,
    weather: { emptyList: 0.25, halfList: 0.3, drift: 0.3, foreignLink: 0.05 },
  },
  T15: { what: 'answers overtake each other by up to 25 s', crashes: 0.3, jitterMs: 25_000, orderShare: 0.4 },
  T16: {
    what: 'the same content under other names, and answers lost after the effect',
    crashes: 0.4,
    weather: { errorAfter: 0.2, resetAfter: 0.2, errorLate: 0.1 },
    clerk: { acts: ['save', 'copy', 'copy', 'copy', 'rename'] },
  },
  T18: {
    what: 'files that grow, with pauses shorter than the quiet time, and sizes set aside',
    crashes: 0.3,
    clerk: { acts: ['scan', 'scan', 'set-aside', 'save'] },
  },
  T19: {
    what: 'files that grow, with pauses longer than the quiet time',
    crashes: 0.2,
    clerk: { acts: ['slow-scan', 'slow-scan', 'scan'] },
  },
  T20: {
    what: 'files deleted, renamed, replaced, written over at any step',
    crashes: 0.4,
    clerk: {
      acts: ['save', 'save', 'rename', 'replace', 'overwrite', 'overwrite', 'delete', 'copy', 'safe-save'],
      everyMs: 2_500,
    },
  },
  T21: {
    what: 'storms of renames, and programs that save safely',
    crashes: 0.2,
    clerk: { acts: ['storm', 'safe-save', 'safe-save', 'save'], everyMs: 15_000 },
  },
  T22: {
    what: 'hints lost, doubled, without a name',
    crashes: 0.2,
    clerk: { acts: USUAL, on: 'local', lost: 1, doubled: 0.3, nameless: 0.3 },
  },
  T23: {
    what: 'shares that fail, go, come back empty, then full',
    crashes: 0.3,
    clerk: { acts: USUAL, on: 'share', troubleEveryMs: 400_000 },
  },
  T24: {
    what: 'files that other programs hold',
    crashes: 0.3,
    clerk: { acts: ['save', 'save', 'lock', 'lock', 'scan', 'rename', 'delete'] },
  },
  T25: {
    what: 'files moved aside, their names taken, the originals replaced',
    crashes: 0.7,
    clerk: {
      acts: ['save', 'save', 'save', 'replace', 'overwrite', 'rename', 'lock', 'copy'],
      after: 'move',
      hasOthersThere: true,
    },
  },
  T26: {
    what: 'addresses that expire before the bytes arrive, bytes that arrive changed, blobs thrown away before they are asked for',
    crashes: 0,
    weather: { addressExpired: 0.3, badDigest: 0.3, blobPurged: 0.5 },
    clerk: {},
  },
  T27: {
    what: 'holds that flicker, dates there and back, fields that are null, containers picked up',
    crashes: 0.4,
    hasTerminals: true,
    lasts: 2,
  },
  T28: {
    what: 'crashes at every commit while alerts are made and shown',
    crashes: 1,
    hasTerminals: true,
    events: ['quit', 'close-window'],
  },
  T29: {
    what: 'offline for up to 14 days, then online',
    hasTerminals: true,
    crashes: 0.2,
    events: ['offline', 'long-sleep'],
    orderShare: 0.6,
  },
  T30: {
    what: 'requests: doubles, refusals, maybe sent, cancelled',
    crashes: 0.8,
    weather: { errorAfter: 0.2, resetAfter: 0.2, hangAfter: 0.1, errorLate: 0.1, refused: 0.05, unreachable: 0.1 },
    orderShare: 0.9,
  },
  T31: { what: 'bytes of the files flipped', crashes: 0.5, events: ['damage'] },
  T33: {
    what: 'a week of ordinary use, every hundredth request meeting something',
    crashes: 1,
    weather: everything(0.01),
    events: ['night', 'quit', 'close-window', 'full-disk', 'offline', 'clock'],
  },
  T34: { what: 'next-page links that name another host', crashes: 0.3, isWide: true, weather: { foreignLink: 0.8 } },
  T35: {
    what: 'records that cannot be read: without an id, null, nested too deep, too large',
    crashes: 0.3,
    isWide: true,
    weather: { badRecord: 0.7 },
    orderShare: 0.4,
  },
  T36: {
    what: 'lists that do not end: links to themselves, the same page under ever new links',
    crashes: 0.3,
    isWide: true,
    weather: { endless: 0.7 },
  },
  T37: {
    what: 'a Retry-After of days, of next year, of nothing, of less than nothing',
    crashes: 0.3,
    weather: { oddWait: 0.3 },
    orderShare: 0.4,
  },
}

/** T33 is a separate long run. */
export const TESTS = (Object.keys(RECIPES) as TestName[]).filter((test) => test !== 'T33')

function everything(share: number): Weather {
  const mishaps: Mishap[] = [
    'unreachable',
    'resetBefore',
    'resetAfter',
    'certificate',
    'hangBefore',
    'hangAfter',
    'errorBefore',
    'errorAfter',
    'errorLate',
    'truncated',
    'empty',
    'noData',
    'wrongKind',
    'notWhole',
    'withoutIds',
    'page',
    'redirect',
    'login',
    'refused',
    'emptyList',
    'halfList',
    'drift',
    'foreignLink',
    'badRecord',
    'endless',
    'oddWait',
    'slow',
  ]
  return Object.fromEntries(mishaps.map((mishap) => [mishap, share / mishaps.length]))
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Containers times sweeps of a world; its cost is about proportional. */
const SWEPT = 110
const SWEEP_MS = 15_000

export function makePlan(test: TestName, seed: string, chance: Chance): Plan {
  const plan = makeShortPlan(test, seed, chance)
  return test === 'T33' ? { ...plan, ...week(chance) } : plan
}

/** The user works six hours a day; otherwise the computer sleeps. */
function week(chance: Chance): Partial<Plan> {
  return {
    containers: 8,
    durationMs: 42 * 60 * MINUTE_MS,
    speed: 1,
    jitterMs: 2_000,
    pageSize: null,
    endsEvery: 4_000,
    userEveryMs: chance.spread(60_000, 300_000),
    eventEveryMs: 70 * MINUTE_MS,
    spells: { weather: everything(0.01), badMs: [DAY_MS, 7 * DAY_MS], fineMs: [1_000, 2_000] },
  }
}

function makeShortPlan(test: TestName, seed: string, chance: Chance): Plan {
  const recipe = RECIPES[test]
  const containers = Math.round(chance.spread(recipe.isWide ? 6 : 2, 20.4))
  const longestMs = Math.min(120 * MINUTE_MS, (SWEPT / containers) * SWEEP_MS)
  const hasCrashes = chance.happens(recipe.crashes)
  return {
    test,
    startMs: Date.UTC(2026, 0, 5, 9) + Math.floor(chance.next() * 900) * DAY_MS + Math.floor(chance.next() * DAY_MS),
    worldSeed: seed,
    containers,
    durationMs: chance.between(longestMs / 3, longestMs) * (recipe.lasts ?? 1),
    speed: recipe.events || recipe.hasTerminals || chance.happens(0.6) ? 1 : 30,
    spells: recipe.weather
      ? { weather: thinned(recipe.weather, chance), badMs: [5_000, 240_000], fineMs: [10_000, 180_000] }
      : null,
    events: [...(recipe.events ?? []), ...(chance.happens(0.3) ? (['quit', 'close-window'] as const) : [])],
    eventEveryMs: chance.spread(40_000, 300_000),
    endsEvery: hasCrashes ? chance.spread(10, 800) : null,
    isPowerAtRisk: recipe.isPowerAtRisk ?? false,
    jitterMs: recipe.jitterMs ?? (chance.happens(0.2) ? 3_000 : 0),
    pageSize: chance.happens(recipe.isWide ? 0.7 : 0.25) ? chance.whole(2, 9) : null,
    isLimited: true,
    userEveryMs: chance.spread(6_000, 60_000),
    orderShare: recipe.orderShare ?? 0.25,
    isStormy: ['T2', 'T4', 'T5'].includes(test) && chance.happens(0.25),
    duplicates: chance.fork('duplicates').pick(['reject', 'reject', 'replace', 'accept']),
    terminalEveryMs: recipe.hasTerminals ? chance.fork('terminals').spread(10_000, 120_000) : null,
    clerk: recipe.clerk ? clerkOf(recipe.clerk, chance.fork('clerk')) : null,
  }
}

function clerkOf({ on, ...given }: ClerkRecipe, chance: Chance): ClerkPlan {
  const isShare = on === undefined ? chance.happens(0.3) : on === 'share'
  const after = given.after ?? (chance.happens(0.4) ? 'move' : 'leave')
  return {
    acts: USUAL,
    everyMs: chance.spread(2_000, 40_000),
    isShare,
    isRecursive: chance.happens(0.4),
    lost: chance.next(),
    doubled: 0.1,
    nameless: 0.05,
    troubleEveryMs: null,
    linkError: after === 'move' && chance.happens(0.4) ? chance.pick(['EPERM', 'ENOTSUP', 'EXDEV']) : null,
    hasOthersThere: after === 'move' && chance.happens(0.3),
    ...given,
    after,
  }
}

/** Sometimes only one kind of fault, all the time. */
function thinned(weather: Weather, chance: Chance): Weather {
  if (!chance.happens(0.3)) return weather
  const name = chance.pick(Object.keys(weather) as (keyof Weather)[])
  return { [name]: chance.between(0.5, 1) }
}
