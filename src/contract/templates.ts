// The user's own addresses of other programs, such as the TMS, with places for what a record goes by.
import { z } from 'zod'
import { LINK_KEYS, LINK_PLACES, LONGEST_TEMPLATE } from './rules/link-places.ts'
import type { Contract } from './rpc.ts'

export const LinkTemplate = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(60),
  /** What may stand in it: link-places.ts. */
  address: z.string().trim().min(1).max(LONGEST_TEMPLATE),
  /** The key that opens it; of several with the same one, the first the record has all values for. */
  openedBy: z.enum(LINK_KEYS).nullable(),
})

export const LinkRecord = z.object({ type: z.enum(['container', 'shipment']), id: z.string() })

export const templates = {
  queries: {
    /** In the user's order. */
    'templates.list': { input: z.object({}), output: z.array(LinkTemplate) },
    /** What stands in the places for this record. `containers/unknown`, `shipments/unknown`. */
    'templates.values': {
      input: z.object({ record: LinkRecord }),
      output: z.record(z.enum(LINK_PLACES), z.string().nullable()),
    },
  },
  commands: {
    /** A new one, at the end, or one of that id anew. What is wrong with an address: `links/…`; `links/too-many`. */
    'templates.save': { input: LinkTemplate, output: z.void() },
    /** In this order; those that are not named stand behind. */
    'templates.arrange': { input: z.object({ ids: z.array(LinkTemplate.shape.id).max(100) }), output: z.void() },
    'templates.remove': { input: z.object({ id: LinkTemplate.shape.id }), output: z.void() },
  },
  events: {},
} satisfies Contract

export type LinkTemplate = z.infer<typeof LinkTemplate>
export type LinkRecord = z.infer<typeof LinkRecord>
