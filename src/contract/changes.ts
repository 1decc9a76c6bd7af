// Lists the changes since the user's last visit, over all records, and stores up to which one the user has read.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { Severity } from './risk.ts'
import { Instant, Window, Zone, listOf } from './values.ts'

export const ChangeKind = z.enum([
  'last-free-day',
  'hold',
  'fee',
  'availability',
  'arrival',
  'milestone',
  'status',
  'document',
  'tracking',
  'other',
])

/** One field that changed between two of our reads. */
export const Change = z.object({
  id: z.int(),
  field: z.string(),
  /** JSON text of the value before and after; null where there was none. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Zone of the place of the field, to which instants and deadlines are local; null if unknown or without a place. */
  zone: Zone.nullable(),
  /** When we first read the change, not when it happened. */
  seenAt: Instant,
})

export const ChangeRow = Change.extend({
  kind: ChangeKind,
  severity: Severity,
  object: z.enum(['container', 'shipment', 'tracking-request', 'document']),
  objectId: z.string(),
  /** The container's number, the master bill, the requested number, or the file name of the document; else the id. */
  number: z.string(),
  /** The shipment of a container; null for other records. */
  shipmentId: z.string().nullable(),
  /** When the terminal (or, for arrivals, the line) was last checked before we saw the change; null if not reported. */
  sourceAt: Instant.nullable(),
  /** The user has not read it yet. */
  isNew: z.boolean(),
  /** The value changed back within an hour. This row shows both changes. */
  isReverted: z.boolean(),
  /**
   * For a cleared hold: when we first saw the hold. Null if it existed at our first reading, and for all other changes.
   */
  heldSince: Instant.nullable(),
})

/** Numbers that the user ordered together. */
export const ChangeBulk = z.object({
  id: z.string(),
  /** The name that the user gave the list, or the name of its file. */
  name: z.string().nullable(),
  /** The present states of the requests with listed changes, the most frequent first. */
  states: z.array(z.object({ state: z.string(), count: z.int() })),
  /** The rows of its requests follow. */
  isUnfolded: z.boolean(),
})

/** A group has this many changes at most, the most severe ones. */
export const CHANGES_IN_GROUP = 8

/** The changes of one record, or of one list of numbers, that pass the filter, in one row. */
export const ChangeGroup = z.object({
  /** The id of the newest change. A mark up to this id covers the whole row. */
  id: z.int(),
  customer: z.string().nullable(),
  /** The list of numbers whose requests share this row; null for the row of one record. */
  bulk: ChangeBulk.nullable(),
  /** A record of the unfolded list of numbers above. */
  isInBulk: z.boolean(),
  /** When the newest change was first seen. */
  seenAt: Instant,
  /** The user has not read the newest change. */
  isNew: z.boolean(),
  /** Unread ones first, then the most severe, newest first among equals; reverted changes come last. */
  changes: z.array(ChangeRow).min(1).max(CHANGES_IN_GROUP),
  /** The number of all changes of the row, including those that are not in `changes`. */
  count: z.int(),
})

export const ChangeFilter = z.object({
  /** `unseen`: since the user's last visit. */
  scope: z.enum(['unseen', 'all']),
  kinds: z.array(ChangeKind).optional(),
  severities: z.array(Severity).optional(),
  text: z.string().max(200).optional(),
})

/** Up to which change the user has read. */
export const SeenMark = z.object({
  /** Null until the first complete reading, which sets the first mark. */
  markedAt: Instant.nullable(),
  /** The user has marked nothing as seen yet, so the mark is at the end of the first complete reading. */
  isStart: z.boolean(),
  /** The newest change. Mark up to it, so that changes that arrive later remain unread. */
  newestId: z.int(),
  unseen: z.int(),
  /** Whether the last mark can be undone. */
  canUndo: z.boolean(),
})

export const changes = {
  queries: {
    /** Newest first. */
    'changes.list': {
      input: z.object({ filter: ChangeFilter, window: Window, listId: z.string().optional() }),
      output: listOf(ChangeRow),
    },
    /** One row for each record, the record with the newest change first. `unfolded`: ids of lists of numbers. */
    'changes.groups': {
      input: z.object({
        filter: ChangeFilter,
        unfolded: z.array(z.string()).max(20).optional(),
        window: Window,
        listId: z.string().optional(),
      }),
      output: listOf(ChangeGroup),
    },
    'changes.seenMark': { input: z.object({}), output: SeenMark },
  },
  commands: {
    /** The user has read everything up to this change. */
    'changes.markSeen': { input: z.object({ throughId: z.int().min(0) }), output: z.void() },
    /** Undoes the last `changes.markSeen`. Does nothing if there is none. */
    'changes.undoSeen': { input: z.object({}), output: z.void() },
  },
} satisfies Partial<Contract>

export type ChangeKind = z.infer<typeof ChangeKind>
export type ChangeRow = z.infer<typeof ChangeRow>
export type ChangeBulk = z.infer<typeof ChangeBulk>
export type ChangeGroup = z.infer<typeof ChangeGroup>
export type ChangeFilter = z.infer<typeof ChangeFilter>
export type SeenMark = z.infer<typeof SeenMark>
export type Change = z.infer<typeof Change>
