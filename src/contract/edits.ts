// What the user changes in records of the service: references, tags, custom fields, whether a shipment is tracked, what
// an option is called. Saved here at once, shown at once, sent when it can be; until the service shows it, it is listed
// here.
import { z } from 'zod'
import { FieldKind, FieldTarget, FieldValue } from './fields.ts'
import type { Contract } from './rpc.ts'
import { Failure, Instant } from './values.ts'

/** `option`: one of those a custom field is chosen from. */
export const EditTarget = z.object({
  type: z.enum(['container', 'shipment', 'tracking_request', 'option', 'document']),
  id: z.string(),
})

/**
 * A custom field goes by its slug, what was read out of a document by its name in the payload; `label` is what an
 * option is called, `ask` what the service is to do with a document once more.
 */
export const EditField = z.union([
  z.enum(['refs', 'tags', 'tracking', 'label', 'document-type', 'ask']),
  z.object({ custom: z.string() }),
  z.object({ extracted: z.string() }),
])

/**
 * The whole list of references or tags; for `tracking` whether it goes on; of a custom field what it holds, null for
 * nothing; of a document's type its code, of what was read the correction, null for neither.
 */
export const EditValue = FieldValue

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
  /**
   * Number of the container, master bill of the shipment, number of the request, label of the option, name of the
   * document's file.
   */
  name: z.string(),
  field: EditField,
  /** Of a custom field the account has; null for everything else. */
  custom: FieldKind.nullable(),
  value: EditValue,
  /** What the service showed when it was saved. */
  base: EditValue,
  /** What it shows instead; only in conflict. Of a custom field null is a value too: somebody cleared it. */
  theirs: EditValue,
  state: EditState,
  savedAt: Instant,
  /** Why it has not left yet, or was refused. */
  failure: Failure.nullable(),
  /** It may have arrived already, so it cannot be taken back any more. */
  isUnsure: z.boolean(),
})

const Words = z.array(z.string().trim().min(1).max(100)).max(100)
/** Of an edit that takes the place of this one: `edits/already-sent` once that has left. */
const insteadOf = z.string().optional()
/** Null: nothing has to be sent, for nothing was changed, or this is what the service has. */
const Saved = z.object({ id: z.string().nullable() })

export const edits = {
  queries: {
    /**
     * All that has not come to its end, oldest first; of one record where a target is given. `waitsFor`: what holds
     * everything back.
     */
    'edits.list': {
      input: z.object({ target: EditTarget.nullable() }),
      output: z.object({ rows: z.array(Edit), waitsFor: Failure.nullable(), nextTryAt: Instant.nullable() }),
    },
  },
  commands: {
    /**
     * References belong to containers, shipments and requests, tags to shipments only. Takes the place of one that has
     * not left.
     * `seen`: what was shown when the user began, of one in conflict theirs; what came later must not be written over
     * unseen, and where another window saved it and it has not left, both are kept. Without it, what stands here now.
     */
    'edits.saveWords': {
      input: z
        .object({
          target: EditTarget,
          field: z.enum(['refs', 'tags']),
          words: Words,
          seen: z.array(z.string()).optional(),
          insteadOf,
        })
        .refine(({ target, field }) => target.type === 'shipment' || (field === 'refs' && target.type !== 'option'), {
          path: ['field'],
        }),
      output: Saved,
    },
    /**
     * Null clears it. `fields/unknown` where the account has no such field, `fields/not-taken` where its kind does not
     * hold this.
     */
    'edits.saveField': {
      input: z.object({
        target: FieldTarget,
        slug: z.string(),
        value: FieldValue,
        seen: FieldValue.optional(),
        insteadOf,
      }),
      output: Saved,
    },
    /** Shown wherever it is chosen; values keep standing for the same option. */
    'edits.saveLabel': {
      input: z.object({ optionId: z.string(), label: z.string().trim().min(1).max(255) }),
      output: Saved,
    },
    /** Null takes back what was set by hand. `edits/unknown` where no such document is known. */
    'edits.saveDocument': {
      input: z.object({
        documentId: z.string(),
        field: z.union([z.literal('document-type'), z.object({ extracted: z.string() })]),
        value: EditValue,
        seen: EditValue.optional(),
        insteadOf,
      }),
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
