// What the user changes in records of the service: references, tags, whether a shipment is tracked. Saved here at once,
// shown at once, sent when it can be; until the service shows it, it is listed here (rel 2.4).
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { Failure, Instant } from './values.ts'

export const EditTarget = z.object({ type: z.enum(['container', 'shipment']), id: z.string() })

export const EditField = z.enum(['refs', 'tags', 'tracking'])

/** The whole list of references or tags; for `tracking` whether it goes on. */
export const EditValue = z.union([z.array(z.string()), z.boolean()])

export const EditState = z.enum([
  'waiting',
  /** On its way, or at the service and not yet seen there. */
  'sending',
  /** Somebody else changed the same thing meanwhile: the user decides. */
  'conflict',
  /** The service does not take it, and says why. */
  'refused',
])

export const Edit = z.object({
  id: z.string(),
  target: EditTarget,
  /** Number of the container, master bill of the shipment. */
  name: z.string(),
  field: EditField,
  value: EditValue,
  /** What the service showed when it was saved. */
  base: EditValue,
  /** What it shows instead; only in conflict. */
  theirs: EditValue.nullable(),
  state: EditState,
  savedAt: Instant,
  /** Why it has not left yet, or was refused. */
  failure: Failure.nullable(),
  /** It may have arrived already, so it cannot be taken back any more. */
  isUnsure: z.boolean(),
})

const Words = z.array(z.string().trim().min(1).max(100)).max(100)
/** Null: nothing has to be sent, for this is what the service has. */
const Saved = z.object({ id: z.string().nullable() })

export const edits = {
  queries: {
    /** All that has not come to its end, oldest first; of one record where a target is given. `waitsFor`: what holds everything back. */
    'edits.list': {
      input: z.object({ target: EditTarget.nullable() }),
      output: z.object({ rows: z.array(Edit), waitsFor: Failure.nullable(), nextTryAt: Instant.nullable() }),
    },
  },
  commands: {
    /** References belong to containers and shipments, tags to shipments only. Takes the place of one that has not left. */
    'edits.saveWords': {
      input: z.object({ target: EditTarget, field: z.enum(['refs', 'tags']), words: Words }).refine(({ target, field }) => field === 'refs' || target.type === 'shipment', { path: ['field'] }),
      output: Saved,
    },
    /** Stopping ends the tracking of all containers of the shipment; what was read stays. */
    'edits.setTracking': { input: z.object({ shipmentId: z.string(), isTracked: z.boolean() }), output: Saved },
    /** `edits/already-sent` once it has left. One that was refused or is in conflict is given up. */
    'edits.undo': { input: z.object({ id: z.string() }), output: z.void() },
    /** Of one in conflict, or refused: sends the user's value all the same, or leaves the service its own. */
    'edits.resolve': { input: z.object({ id: z.string(), keep: z.enum(['mine', 'theirs']) }), output: z.void() },
  },
  events: {},
} satisfies Contract

export type Edit = z.infer<typeof Edit>
export type EditTarget = z.infer<typeof EditTarget>
export type EditField = z.infer<typeof EditField>
export type EditValue = z.infer<typeof EditValue>
export type EditState = z.infer<typeof EditState>
