// How fresh the board is and why: what the sync chip, the banners and the first run show.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { errorCodes } from './errors.ts'
import { Failure, Instant } from './values.ts'

export const SyncState = z.enum([
  /** No key yet: nothing is read, everything saved is still there. */
  'no-key',
  /** Started, no answer yet. */
  'starting',
  /** The service answers, and the last sweep that read every container ended no longer than two sweep periods ago. */
  'live',
  /** The service answers, and the board is older than that or has never been read whole: a sweep is on its way. */
  'checking',
  /** The service answers, but the sweep of the containers cannot be completed: `error` says why. */
  'incomplete',
  /** The service asked us to wait, or we hold ourselves back until `nextTryAt`. */
  'rate-limited',
  /** The service cannot be reached. */
  'offline',
  /** It answers, but with errors or with something that is not the service. */
  'trouble',
  /** The key is refused; nothing is asked again until it is changed. */
  'key-rejected',
  /** The key belongs to another account than the records here, or that cannot be told: nothing is read or sent. */
  'other-account',
])

/**
 * Whether a key belongs to the account whose records are here. `unknown`: the service does not tell; only the user can.
 */
export const AccountMatch = z.enum(['same', 'other', 'unknown'])

/** Why less is read than usual; `paused`: by itself only what is close to its last free day. */
export const PaceWord = z.enum(['usual', 'battery', 'metered', 'paused'])

/** Something that happened to the local files and that the user must know once. */
export const Notice = z.object({ id: z.int(), code: z.enum(errorCodes), at: Instant, details: Failure.shape.details })

export const SyncStatus = z.object({
  state: SyncState,
  /** When this state began. */
  since: Instant,
  /** Newest successful answer of any kind; never moved by a failure. */
  lastSuccessAt: Instant.nullable(),
  /** End of the last sweep that read every container. The age of the board counts from it. */
  lastCompleteAt: Instant.nullable(),
  nextTryAt: Instant.nullable(),
  /** The failure behind the state. */
  error: Failure.nullable(),
  /** The sweep under way: containers read so far, of how many. Null between sweeps. */
  progress: z.object({ done: z.int(), total: z.int().nullable() }).nullable(),
  /** With `incomplete`: containers read by the last sweep that could not be completed, of how many; else null. */
  incomplete: z.object({ done: z.int(), total: z.int().nullable() }).nullable(),
  /** No sweep of this account has read every container yet: the board is still filling. */
  isFirstSweep: z.boolean(),
  /** Requests sent in the last 60 s and how many we allow ourselves. */
  requests: z.object({ lastMinute: z.int(), allowed: z.int() }),
  /** This computer's clock minus the service's, in seconds; null before the first answer. */
  clockSkewS: z.number().nullable(),
  /** `everyS`: seconds from one sweep of the containers to the next; null: only when asked. */
  pace: z.object({ word: PaceWord, everyS: z.int().nullable() }),
  notices: z.array(Notice),
  now: Instant,
})

export const sync = {
  queries: { 'sync.status': { input: z.object({}), output: SyncStatus } },
  commands: {
    /** Starts a sweep of everything now instead of when it is due. */
    'sync.refresh': { input: z.object({}), output: z.void() },
    /** The user has read this notice; the others stay. The id of one that is gone may be another's, `at` is not. */
    'sync.dismissNotice': { input: z.object({ id: z.int(), at: Instant }), output: z.void() },
    /**
     * Asks an address with a key whether they work, before anything is stored. Counts against that key's budget.
     * Rejects with the code that says what is wrong.
     */
    'sync.checkConnection': {
      input: z.object({ serviceUrl: z.string().max(2000), apiKey: z.string().max(500) }),
      output: z.object({
        /** The address as it will be stored: scheme, host and path ending in /v2. */
        serviceUrl: z.string(),
        /** Containers in the account; null when the service does not count them. */
        containers: z.int().nullable(),
        /** Of the account that is open; `same` where nothing was read into it yet. */
        account: AccountMatch,
      }),
    },
    /**
     * The user says that this key belongs to the account that is open. Null: the key in use. Only where the service
     * cannot tell: `api/other-account` where it belongs to another account, or the address is another.
     */
    'sync.acceptKey': {
      input: z.object({
        connection: z.object({ serviceUrl: z.string().max(2000), apiKey: z.string().max(500) }).nullable(),
      }),
      output: z.void(),
    },
  },
  events: {
    /** The product's "now" (`trusted`): each minute of process time, at resume and when the clocks are set. */
    'sync.ticked': z.object({ now: Instant }),
  },
} satisfies Contract

export type SyncState = z.infer<typeof SyncState>
export type AccountMatch = z.infer<typeof AccountMatch>
export type PaceWord = z.infer<typeof PaceWord>
export type SyncStatus = z.infer<typeof SyncStatus>
export type Notice = z.infer<typeof Notice>
