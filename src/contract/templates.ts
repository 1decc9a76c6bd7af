// The user's links to other programs, such as the TMS: addresses with placeholders for the numbers of a record.
import { z } from 'zod'
import { LINK_KEYS, LINK_PLACEHOLDERS, MAX_TEMPLATE_LENGTH } from './rules/link-templates.ts'
import type { Contract } from './rpc.ts'

export const LinkTemplate = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(60),
  /** rules/link-templates.ts lists the placeholders. */
  address: z.string().trim().min(1).max(MAX_TEMPLATE_LENGTH),
  /** The key that opens it. If several have the same key, the first whose values the record has is opened. */
  openedBy: z.enum(LINK_KEYS).nullable(),
})

export const LinkRecord = z.object({ type: z.enum(['container', 'shipment']), id: z.string() })

export const templates = {
  queries: {
    /** In the user's order. */
    'templates.list': { input: z.object({}), output: z.array(LinkTemplate) },
    /** The values of the placeholders for this record. `containers/unknown`, `shipments/unknown`. */
    'templates.values': {
      input: z.object({ record: LinkRecord }),
      output: z.record(z.enum(LINK_PLACEHOLDERS), z.string().nullable()),
    },
  },
  commands: {
    /**
     * Creates a template at the end, or replaces the one with that id. `links/…` if the address is not allowed;
     * `links/too-many`.
     */
    'templates.save': { input: LinkTemplate, output: z.void() },
    /** Sorts the templates in this order. Templates whose ids are missing come last. */
    'templates.arrange': { input: z.object({ ids: z.array(LinkTemplate.shape.id).max(100) }), output: z.void() },
    'templates.remove': { input: z.object({ id: LinkTemplate.shape.id }), output: z.void() },
  },
} satisfies Partial<Contract>

export type LinkTemplate = z.infer<typeof LinkTemplate>
export type LinkRecord = z.infer<typeof LinkRecord>
