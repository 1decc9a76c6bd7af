// Custom fields that an account defined for its shipments, containers and requests.
import { z } from 'zod'
import type { Contract } from './rpc.ts'

export const FieldTarget = z.object({ type: z.enum(['container', 'shipment', 'tracking_request']), id: z.string() })

/** `other` is shown and cannot be changed here: a reference to another record, or a type this build does not know. */
export const FieldType = z.enum(['text', 'number', 'date', 'instant', 'boolean', 'option', 'options', 'other'])

/** The value of a custom field. Dates and instants are text, and `options` is a list of values. Null: not set. */
export const FieldValue = z
  .union([z.string().max(1_000), z.number(), z.boolean(), z.array(z.string().max(1_000)).max(100)])
  .nullable()

/** The part of a field's definition that is needed to show its values as text. */
export const FieldKind = z.object({
  name: z.string(),
  type: FieldType,
  /** In the order the account gave them. */
  options: z.array(z.object({ id: z.string(), value: z.string(), label: z.string() })),
})

export const CustomField = FieldKind.extend({
  /** The name of the field in calls of the service. */
  slug: z.string(),
  description: z.string().nullable(),
  isRequired: z.boolean(),
  maxLength: z.number().nullable(),
  /** Includes an unconfirmed edit. */
  value: FieldValue,
  /** What the service shows for a value of `other`. */
  display: z.string().nullable(),
})

export const fields = {
  queries: {
    /** Every field of this kind of record, by name, set or not. Empty where the account has none. */
    'fields.list': { input: z.object({ target: FieldTarget }), output: z.object({ rows: z.array(CustomField) }) },
  },
} satisfies Partial<Contract>

export type FieldTarget = z.infer<typeof FieldTarget>
export type FieldType = z.infer<typeof FieldType>
export type FieldValue = z.infer<typeof FieldValue>
export type FieldKind = z.infer<typeof FieldKind>
export type CustomField = z.infer<typeof CustomField>
