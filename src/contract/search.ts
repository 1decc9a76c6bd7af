// Search over every record that was read, and the direct links of specification 4.4.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { CalendarDate } from './values.ts'

export const SearchHit = z.object({
  kind: z.enum(['container', 'shipment', 'document']),
  id: z.string(),
  /** Container number, master bill, or name of the document's file. */
  number: z.string(),
  /** The field that matched, and its text as stored. */
  field: z.enum([
    'number',
    'master-bill',
    'booking',
    'reference',
    'vessel',
    'customer',
    'place',
    'line',
    'seal',
    'tag',
    'own-tag',
    'note',
    'assignee',
    'file',
    'extracted',
  ]),
  text: z.string(),
  shipmentId: z.string().nullable(),
  /** `current_status` of a container; null for other records and if there is none. */
  status: z.string().nullable(),
  /** Of a container or shipment; null for documents and if there is none. */
  customer: z.string().nullable(),
  /** The governing last free day of a container that was not picked up; null otherwise and for other records. */
  lastFreeDay: CalendarDate.nullable(),
})

/** The steps of specification 4.4 in their order; `list`: nothing matched. */
export const Resolution = z.object({
  step: z.enum(['container', 'shipment', 'partial-container', 'partial-shipment', 'list']),
  shipmentId: z.string().nullable(),
  containerId: z.string().nullable(),
})

export const search = {
  queries: {
    /**
     * Exact numbers first, then numbers with this beginning, then all other matches. Ignores spaces, dashes, case and
     * accents.
     */
    'search.find': {
      input: z.object({ text: z.string().max(200), limit: z.int().min(1).max(50) }),
      output: z.object({ hits: z.array(SearchHit), hasMore: z.boolean() }),
    },
    'search.resolve': { input: z.object({ q: z.string().max(200) }), output: Resolution },
  },
} satisfies Partial<Contract>

export type SearchHit = z.infer<typeof SearchHit>
export type Resolution = z.infer<typeof Resolution>
