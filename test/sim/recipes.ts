// The recipes of the simulator: each test, such as T9, has its own kinds of faults. `npm run sim -- --only T9` runs one
// of them. createPlan() of plan.ts draws the missing values. Events of the computer (sleep, a full disk, a changed
// clock) are in events.ts. T7, T8 and T17 are in long-runs.ts and bulk-drop.ts.
import type { ClerkAction, ClerkPlan } from './clerk.ts'
import type { FaultProbabilities, NetworkFault } from './network-faults.ts'

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
export type ComputerEvent =
  'full-disk' | 'clock' | 'sleep' | 'long-sleep' | 'offline' | 'quit' | 'close-window' | 'damage' | 'night'

/** A plan for the clerk. `createClerkPlan` of plan.ts draws missing values. */
export type ClerkRecipe = Partial<ClerkPlan> & {
  /** Where the watched folder is. Without it, the seed decides. */
  storage?: 'share' | 'local'
}

type Recipe = {
  description: string
  networkFaults?: FaultProbabilities
  events?: ComputerEvent[]
  /** The probability that the program also crashes in this world. */
  crashProbability: number
  canLosePower?: boolean
  jitterMs?: number
  /** Whether the world has at least six containers, so that lists have several pages. */
  hasManyContainers?: boolean
  orderShare?: number
  clerk?: ClerkRecipe
  /** Whether terminals send wrong reports (terminal-faults.ts). */
  hasTerminalFaults?: boolean
  /** The world lasts this many times as long. Rules that apply after ten minutes need a longer world. */
  durationFactor?: number
}

export const DEFAULT_ACTIONS: ClerkAction[] = [
  'save',
  'save',
  'scan',
  'copy',
  'rename',
  'replace',
  'delete',
  'unusual-file',
]

export const RECIPES: Record<TestName, Recipe> = {
  T2: {
    description: 'loss of power at any commit and file operation',
    crashProbability: 1,
    canLosePower: true,
    networkFaults: { hangAfter: 0.1, resetAfter: 0.1 },
    orderShare: 0.6,
    clerk: {},
  },
  T3: { description: 'disk full', crashProbability: 0.3, events: ['full-disk'], orderShare: 0.5, clerk: {} },
  T4: {
    description: 'clock set or drifting',
    hasTerminalFaults: true,
    crashProbability: 0.4,
    events: ['clock', 'quit'],
    networkFaults: { resetAfter: 0.1 },
  },
  T5: {
    description: 'sleep of a minute to 14 days at any time',
    hasTerminalFaults: true,
    crashProbability: 0.3,
    events: ['sleep', 'sleep', 'quit'],
    networkFaults: { hangBefore: 0.1, hangAfter: 0.1 },
  },
  T9: {
    description: 'server errors before and after the effect, commits up to 30 s late',
    crashProbability: 0.3,
    networkFaults: { errorBefore: 0.15, errorAfter: 0.15, errorLate: 0.15 },
    orderShare: 0.7,
    clerk: {},
  },
  T10: {
    description: 'time-outs, resets, hangs, slow answers',
    crashProbability: 0.3,
    networkFaults: { hangBefore: 0.1, hangAfter: 0.1, resetBefore: 0.1, resetAfter: 0.1, slow: 0.2, unreachable: 0.1 },
    clerk: {},
  },
  T11: {
    description: 'answers that are truncated, empty or of another kind',
    crashProbability: 0.2,
    networkFaults: { truncated: 0.15, empty: 0.1, noData: 0.1, otherJson: 0.1, invalidData: 0.1, withoutIds: 0.1 },
  },
  T12: {
    description: 'captive portals: pages, redirects, logins, certificates',
    crashProbability: 0.2,
    networkFaults: { portalPage: 0.25, portalRedirect: 0.25, portalLogin: 0.25, certificate: 0.25 },
    orderShare: 0.5,
  },
  T13: {
    description: 'the key is refused',
    crashProbability: 0.2,
    networkFaults: { unauthorized: 0.8, forbidden: 0.2 },
    orderShare: 0.5,
  },
  T14: {
    description: 'empty, half and drifting lists',
    crashProbability: 0.2,
    hasManyContainers: true,
    networkFaults: { emptyList: 0.25, halfList: 0.3, shiftedRows: 0.3, foreignLink: 0.05 },
  },
  T15: {
    description: 'answers overtake each other by up to 25 s',
    crashProbability: 0.3,
    jitterMs: 25_000,
    orderShare: 0.4,
  },
  T16: {
    description: 'the same content under other names, and answers lost after the effect',
    crashProbability: 0.4,
    networkFaults: { errorAfter: 0.2, resetAfter: 0.2, errorLate: 0.1 },
    clerk: { actions: ['save', 'copy', 'copy', 'copy', 'rename'] },
  },
  T18: {
    description: 'files that grow with pauses shorter than the quiet time, and files with a preallocated size',
    crashProbability: 0.3,
    clerk: { actions: ['scan', 'scan', 'preallocated-copy', 'save'] },
  },
  T19: {
    description: 'files that grow with pauses longer than the quiet time',
    crashProbability: 0.2,
    clerk: { actions: ['slow-scan', 'slow-scan', 'scan'] },
  },
  T20: {
    description: 'files that are deleted, renamed, replaced or overwritten at any step',
    crashProbability: 0.4,
    clerk: {
      actions: ['save', 'save', 'rename', 'replace', 'overwrite', 'overwrite', 'delete', 'copy', 'safe-save'],
      actionIntervalMs: 2_500,
    },
  },
  T21: {
    description: 'storms of renames, and programs that save safely',
    crashProbability: 0.2,
    clerk: { actions: ['rename-storm', 'safe-save', 'safe-save', 'save'], actionIntervalMs: 15_000 },
  },
  T22: {
    description: 'file events that are lost, sent twice or without a name',
    crashProbability: 0.2,
    clerk: {
      actions: DEFAULT_ACTIONS,
      storage: 'local',
      lostEventShare: 1,
      duplicatedEventShare: 0.3,
      namelessEventShare: 0.3,
    },
  },
  T23: {
    description: 'shares that fail, disconnect, and return empty and then with their files',
    crashProbability: 0.3,
    clerk: { actions: DEFAULT_ACTIONS, storage: 'share', faultIntervalMs: 400_000 },
  },
  T24: {
    description: 'files that other programs lock',
    crashProbability: 0.3,
    clerk: { actions: ['save', 'save', 'lock', 'lock', 'scan', 'rename', 'delete'] },
  },
  T25: {
    description: 'uploaded files are moved, other files have their names, and originals are replaced',
    crashProbability: 0.7,
    clerk: {
      actions: ['save', 'save', 'save', 'replace', 'overwrite', 'rename', 'lock', 'copy'],
      afterUpload: 'move',
      hasNameConflicts: true,
    },
  },
  T26: {
    description:
      'upload addresses that expire, bytes that arrive changed, and stored bytes that are deleted before the document is created',
    crashProbability: 0,
    networkFaults: { addressExpired: 0.3, badDigest: 0.3, blobPurged: 0.5 },
    clerk: {},
  },
  T27: {
    description: 'holds and dates that change and return, fields that are null, and containers that are picked up',
    crashProbability: 0.4,
    hasTerminalFaults: true,
    durationFactor: 2,
  },
  T28: {
    description: 'crashes at every commit while alerts are raised and shown',
    crashProbability: 1,
    hasTerminalFaults: true,
    events: ['quit', 'close-window'],
  },
  T29: {
    description: 'offline for up to 14 days, then online',
    hasTerminalFaults: true,
    crashProbability: 0.2,
    events: ['offline', 'long-sleep'],
    orderShare: 0.6,
  },
  T30: {
    description: 'tracking requests that are repeated, refused, cancelled, or whose answer is lost',
    crashProbability: 0.8,
    networkFaults: {
      errorAfter: 0.2,
      resetAfter: 0.2,
      hangAfter: 0.1,
      errorLate: 0.1,
      rateLimited: 0.05,
      unreachable: 0.1,
    },
    orderShare: 0.9,
  },
  T31: { description: 'changed bytes in the database files', crashProbability: 0.5, events: ['damage'] },
  T33: {
    description: 'a week of ordinary use, with a fault in every hundredth request',
    crashProbability: 1,
    networkFaults: spreadOverAllFaults(0.01),
    events: ['night', 'quit', 'close-window', 'full-disk', 'offline', 'clock'],
  },
  T34: {
    description: 'next-page links that name another host',
    crashProbability: 0.3,
    hasManyContainers: true,
    networkFaults: { foreignLink: 0.8 },
  },
  T35: {
    description: 'records that cannot be read: without an id, null, nested too deep, too large',
    crashProbability: 0.3,
    hasManyContainers: true,
    networkFaults: { badRecord: 0.7 },
    orderShare: 0.4,
  },
  T36: {
    description: 'lists that do not end, because a page links to itself or to the same page under a new link',
    crashProbability: 0.3,
    hasManyContainers: true,
    networkFaults: { endlessLinks: 0.7 },
  },
  T37: {
    description: 'invalid values of Retry-After: days, a far date, a past date, zero or a negative number',
    crashProbability: 0.3,
    networkFaults: { invalidRetryAfter: 0.3 },
    orderShare: 0.4,
  },
}

/** T33 is a separate long run. */
export const TESTS = (Object.keys(RECIPES) as TestName[]).filter((test) => test !== 'T33')

export function spreadOverAllFaults(share: number): FaultProbabilities {
  const faults: NetworkFault[] = [
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
    'otherJson',
    'invalidData',
    'withoutIds',
    'portalPage',
    'portalRedirect',
    'portalLogin',
    'rateLimited',
    'emptyList',
    'halfList',
    'shiftedRows',
    'foreignLink',
    'badRecord',
    'endlessLinks',
    'invalidRetryAfter',
    'slow',
  ]
  return Object.fromEntries(faults.map((fault) => [fault, share / faults.length]))
}
