// What moved while nobody looked, over every record, and where the user stopped reading.
import { z } from 'zod'
import { Change } from './containers.ts'
import type { Contract } from './rpc.ts'
import { Severity } from './risk.ts'
import { Instant, Window, listOf } from './values.ts'

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

export const ChangeRow = Change.extend({
  kind: ChangeKind,
  severity: Severity,
  object: z.enum(['container', 'shipment', 'tracking-request', 'document']),
  objectId: z.string(),
  /** The container's number, the master bill, the number asked for, the document's file; the id where there is none. */
  number: z.string(),
  /** Set for a container: where it is opened from a shipment's list. */
  shipmentId: z.string().nullable(),
  /** When the terminal (or, for arrivals, the line) was last asked before we saw it; null when not told. */
  sourceAt: Instant.nullable(),
  /** Not seen yet by the user. */
  isNew: z.boolean(),
  /** Came back within an hour to what it was: this line stands for both steps. */
  isReverted: z.boolean(),
  /**
   * Of a hold that was cleared: when we first saw it. Null where it was there at our first look, and for any other
   * change.
   */
  heldSince: Instant.nullable(),
})

export const ChangeFilter = z.object({
  /** `unseen`: since the user last looked. */
  scope: z.enum(['unseen', 'all']),
  kinds: z.array(ChangeKind).optional(),
  severities: z.array(Severity).optional(),
  text: z.string().max(200).optional(),
})

/** Where the user stopped reading. */
export const Look = z.object({
  /** Null: never said so; everything since the first sweep is new. */
  lookedAt: Instant.nullable(),
  /** The newest change there is; mark up to it and nothing that arrives meanwhile is lost. */
  newestId: z.int(),
  unseen: z.int(),
  /** A step back is possible. */
  canUndo: z.boolean(),
})

export const changes = {
  queries: {
    /** Newest first. */
    'changes.list': {
      input: z.object({ filter: ChangeFilter, window: Window, listId: z.string().optional() }),
      output: listOf(ChangeRow),
    },
    'changes.look': { input: z.object({}), output: Look },
  },
  commands: {
    /** Everything up to this change has been seen. */
    'changes.markSeen': { input: z.object({ throughId: z.int().min(0) }), output: z.void() },
    /** Takes the last mark back; nothing when there is none. */
    'changes.undoSeen': { input: z.object({}), output: z.void() },
  },
  events: {},
} satisfies Contract

export type ChangeKind = z.infer<typeof ChangeKind>
export type ChangeRow = z.infer<typeof ChangeRow>
export type ChangeFilter = z.infer<typeof ChangeFilter>
export type Look = z.infer<typeof Look>
