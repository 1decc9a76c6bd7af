// The state of the sync: how current the board is, and why. The sync chip, the banners and the first run show it.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { errorCodes } from './errors.ts'
import { Failure, Instant } from './values.ts'

export const SyncState = z.enum([
  /** There is no key yet: nothing is read, and stored data remains. */
  'no-key',
  /** The engine started, and there is no answer yet. */
  'starting',
  /** The service answers, and the last sweep that read every container ended no longer than two sweep periods ago. */
  'live',
  /** The service answers, but the last complete sweep is older, or there was none. A sweep is running or due. */
  'checking',
  /** The service answers, but the sweep of the containers cannot be completed: `error` says why. */
  'incomplete',
  /** The service asked to wait, or the engine waits until `nextTryAt` on its own. */
  'rate-limited',
  /** The service cannot be reached. */
  'offline',
  /** The server answers, but with errors, or it is not the service. */
  'trouble',
  /** The service refuses the key; the engine sends nothing until the key changes. */
  'key-rejected',
  /** The key belongs to another account than the stored records, or that is unknown: nothing is read or sent. */
  'other-account',
  /** The office's database cannot be used, or no desktop of the office reads the service: `error` says why. */
  'office-away',
])

/** Whether a key belongs to the account of the stored records. `unknown`: only the user knows. */
export const AccountMatch = z.enum(['same', 'other', 'unknown'])

/** Why the engine reads less than usual. `paused`: only containers near their last free day are read automatically. */
export const PaceReason = z.enum(['usual', 'battery', 'metered', 'paused'])

/** An event in the local files that is shown to the user once. */
export const Notice = z.object({ id: z.int(), code: z.enum(errorCodes), at: Instant, details: Failure.shape.details })

export const SyncStatus = z.object({
  state: SyncState,
  /** When this state began. */
  since: Instant,
  /** The newest successful answer; failures do not change it. */
  lastSuccessAt: Instant.nullable(),
  /** End of the last sweep that read every container. The age of the board counts from it. */
  lastCompleteAt: Instant.nullable(),
  nextTryAt: Instant.nullable(),
  /** The failure behind the state. */
  error: Failure.nullable(),
  /** The running sweep: containers read so far, of how many. Null between sweeps. */
  progress: z.object({ done: z.int(), total: z.int().nullable() }).nullable(),
  /** With `incomplete`: containers read by the last sweep that could not be completed, of how many; else null. */
  incomplete: z.object({ done: z.int(), total: z.int().nullable() }).nullable(),
  /** No sweep of this account has read every container yet: the board is incomplete. */
  isFirstSweep: z.boolean(),
  /** Requests sent in the last 60 s, and the number the engine allows itself. */
  requests: z.object({ lastMinute: z.int(), allowed: z.int() }),
  /** This computer's clock minus the service's, in seconds; null before the first answer. */
  clockSkewS: z.number().nullable(),
  /** `everyS`: seconds from one sweep of the containers to the next; null: only at the user's request. */
  pace: z.object({ word: PaceReason, everyS: z.int().nullable() }),
  /** How long a complete sweep usually takes, and how many containers that sweep read; null before the first. */
  pass: z.object({ tookS: z.int(), containers: z.int() }).nullable(),
  notices: z.array(Notice),
  /** Whether notes, own tags, assignees and priorities are those of all members of an office. */
  sharesOwnData: z.boolean(),
  /** Changes of this user that did not count in the office, and that `ownData.listOvertaken` offers back. */
  overtakenChanges: z.int(),
  now: Instant,
  /**
   * Null without an office. `reader`: the desktop that reads the service; `member` is null on that desktop itself.
   * `alone`: the office has been away long enough since `since`, so this desktop reads on its own, or could do so.
   */
  office: z
    .object({
      reader: z.object({ member: z.string().nullable(), device: z.string() }).nullable(),
      alone: z.object({ isReading: z.boolean(), since: Instant }).nullable(),
    })
    .nullable(),
})

export const sync = {
  queries: { 'sync.status': { input: z.object({}), output: SyncStatus } },
  commands: {
    /** Starts a sweep of everything now. */
    'sync.refresh': { input: z.object({}), output: z.void() },
    /** Reads the service on this computer alone, until the office is back. Rejects with `office/not-away`. */
    'sync.readAlone': { input: z.object({}), output: z.void() },
    /** The user has read this notice. The id alone may be reused after a deletion, so `at` identifies it too. */
    'sync.dismissNotice': { input: z.object({ id: z.int(), at: Instant }), output: z.void() },
    /** Checks an address with a key before it is stored. Counts against that key's budget. Rejects with the reason. */
    'sync.checkConnection': {
      input: z.object({ serviceUrl: z.string().max(2000), apiKey: z.string().max(500) }),
      output: z.object({
        /** The address as it will be stored: scheme, host and path ending in /v2. */
        serviceUrl: z.string(),
        /** Containers in the account; null when the service does not count them. */
        containers: z.int().nullable(),
        /** Compared with the current account; `same` if nothing was read into it yet. */
        account: AccountMatch,
      }),
    },
    /**
     * The user states that this key belongs to the current account. `connection` null: the key in use. Only if the
     * service cannot tell: `api/other-account` if the key belongs to another account, or the address differs.
     */
    'sync.acceptKey': {
      input: z.object({
        connection: z.object({ serviceUrl: z.string().max(2000), apiKey: z.string().max(500) }).nullable(),
      }),
      output: z.void(),
    },
  },
  events: {
    /** The trusted time (`trusted`): each minute of process time, after a resume, and when a clock was set. */
    'sync.ticked': z.object({ now: Instant }),
  },
} satisfies Contract

export type SyncState = z.infer<typeof SyncState>
export type AccountMatch = z.infer<typeof AccountMatch>
export type PaceReason = z.infer<typeof PaceReason>
export type SyncStatus = z.infer<typeof SyncStatus>
export type Notice = z.infer<typeof Notice>
