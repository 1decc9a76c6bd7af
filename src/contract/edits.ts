// Edits: changes by the user to records of the service (references, tags, custom fields, whether a shipment is tracked,
// labels of options). An edit is saved and shown at once, and sent when possible. It is listed here until the service
// shows it.
import { z } from 'zod'
import { FieldKind, FieldTarget, FieldValue } from './fields.ts'
import type { Contract } from './rpc.ts'
import { Failure, Instant } from './values.ts'

/** `option`: an option of a custom field. */
export const EditTarget = z.object({
  type: z.enum(['container', 'shipment', 'tracking_request', 'option', 'document']),
  id: z.string(),
})

/**
 * `custom`: slug of a custom field. `extracted`: name of an extracted field in the payload. `label`: label of an
 * option. `ask`: a step that the service repeats for a document.
 */
export const EditField = z.union([
  z.enum(['refs', 'tags', 'tracking', 'label', 'document-type', 'ask']),
  z.object({ custom: z.string() }),
  z.object({ extracted: z.string() }),
])

/**
 * References or tags: the whole list. `tracking`: whether tracking continues. A custom field: its value, null for none.
 * A document's type: its code, and an extracted field: the correction; null removes the user's value.
 */
export const EditValue = FieldValue

export const EditState = z.enum([
  'waiting',
  /** Being sent, or accepted by the service and not yet visible there. */
  'sending',
  /** Another user or program changed the same value meanwhile: the user decides. */
  'conflict',
  /** The service refused it, and gave a reason. */
  'refused',
])

export const Edit = z.object({
  id: z.string(),
  target: EditTarget,
  /**
   * The number of the container, the master bill of the shipment, the number of the request, the label of the option,
   * or the name of the document's file.
   */
  name: z.string(),
  field: EditField,
  /** The definition of the custom field; null for everything else. */
  custom: FieldKind.nullable(),
  value: EditValue,
  /** The service's value when the edit was saved. */
  base: EditValue,
  /** The service's value now; only with `conflict`. For a custom field null is a value too: it was cleared. */
  theirs: EditValue,
  state: EditState,
  savedAt: Instant,
  /** Why it was not sent yet, or was refused. */
  failure: Failure.nullable(),
  /** The service may have received it already, so it can no longer be undone. */
  isUnsure: z.boolean(),
})

const Labels = z.array(z.string().trim().min(1).max(100)).max(100)
/** The id of the edit that this one replaces: `edits/already-sent` once that was sent. */
const insteadOf = z.string().optional()
/** `id` is null if nothing must be sent, because the service already has this value. */
const SavedEdit = z.object({ id: z.string().nullable() })

export const edits = {
  queries: {
    /** Unfinished edits, oldest first; only of one record if a target is given. `waitsFor`: what delays them all. */
    'edits.list': {
      input: z.object({ target: EditTarget.nullable() }),
      output: z.object({ rows: z.array(Edit), waitsFor: Failure.nullable(), nextTryAt: Instant.nullable() }),
    },
  },
  commands: {
    /**
     * References belong to containers, shipments and requests, tags to shipments only. Replaces an unsent edit of the
     * same field. `seen`: the value that the user started from; for a conflict, `theirs`. If another window saved an
     * edit meanwhile that is not sent yet, the two are merged. Without `seen`, the current value is the base.
     */
    'edits.saveLabels': {
      input: z
        .object({
          target: EditTarget,
          field: z.enum(['refs', 'tags']),
          words: Labels,
          seen: z.array(z.string()).optional(),
          insteadOf,
        })
        .refine(({ target, field }) => target.type === 'shipment' || (field === 'refs' && target.type !== 'option'), {
          path: ['field'],
        }),
      output: SavedEdit,
    },
    /**
     * Null clears it. `fields/unknown` if the account has no such field, `fields/not-taken` if its type does not allow
     * the value.
     */
    'edits.saveField': {
      input: z.object({
        target: FieldTarget,
        slug: z.string(),
        value: FieldValue,
        seen: FieldValue.optional(),
        insteadOf,
      }),
      output: SavedEdit,
    },
    /** Shown wherever the option is used; stored values remain the same. */
    'edits.saveLabel': {
      input: z.object({ optionId: z.string(), label: z.string().trim().min(1).max(255) }),
      output: SavedEdit,
    },
    /** Null removes the user's value. `edits/unknown` if there is no such document. */
    'edits.saveDocument': {
      input: z.object({
        documentId: z.string(),
        field: z.union([z.literal('document-type'), z.object({ extracted: z.string() })]),
        value: EditValue,
        seen: EditValue.optional(),
        insteadOf,
      }),
      output: SavedEdit,
    },
    /** Stopping ends the tracking of all containers of the shipment; records that were read remain. */
    'edits.setTracking': { input: z.object({ shipmentId: z.string(), isTracked: z.boolean() }), output: SavedEdit },
    /** `edits/already-sent` once it was sent. A refused or conflicting edit is discarded. */
    'edits.undo': { input: z.object({ id: z.string() }), output: z.void() },
    /** For a conflict or a refused edit: `mine` sends the user's value again, `theirs` discards it. */
    'edits.resolve': { input: z.object({ id: z.string(), keep: z.enum(['mine', 'theirs']) }), output: z.void() },
  },
} satisfies Partial<Contract>

export type Edit = z.infer<typeof Edit>
export type EditTarget = z.infer<typeof EditTarget>
export type EditField = z.infer<typeof EditField>
export type EditValue = z.infer<typeof EditValue>
export type EditState = z.infer<typeof EditState>
