// Finds the type of a document by its title. Only the beginning of the text is searched, because later lines may name
// other documents ("see bill of lading").

export type DocumentType = { code: string; label: string; titles: readonly RegExp[] }

export const DOCUMENT_TYPES: readonly DocumentType[] = [
  { code: 'commercial_invoice', label: 'Commercial invoice', titles: [/\bcommercial\s+invoice\b/i] },
  {
    code: 'arrival_notice',
    label: 'Arrival notice',
    titles: [/\barrival\s+notice\b/i, /\bnotice\s+of\s+arrival\b/i, /\bpre-?arrival\s+notification\b/i],
  },
  { code: 'delivery_order', label: 'Delivery order', titles: [/\bdelivery\s+order\b/i] },
  { code: 'packing_list', label: 'Packing list', titles: [/\bpacking\s+list\b/i, /\bpacking\s+slip\b/i] },
  { code: 'bill_of_lading', label: 'Bill of lading', titles: [/\bbill\s+of\s+lading\b/i, /\bsea\s*way\s*bill\b/i] },
]

/** Matches an invoice that is not called "commercial". It is tried only if no other title matches. */
const PLAIN_INVOICE = /\binvoice\b/i
const TOP_CHARACTERS = 400

/** Returns the code of the type whose title comes first, or null if no title matches. */
export function classifyDocument(text: string): string | null {
  const top = text.slice(0, TOP_CHARACTERS)
  const matches = DOCUMENT_TYPES.flatMap(({ code, titles }) =>
    titles.map((title) => ({ code, index: top.search(title) })),
  )
    .filter(({ index }) => index >= 0)
    .sort((one, other) => one.index - other.index)
  if (matches[0]) return matches[0].code
  return PLAIN_INVOICE.test(top) ? 'commercial_invoice' : null
}
