// Extracts fields from the text of a document: numbers, dates, parties, amounts. A label is before its value on the
// line, or on the line above it. Missing fields are left out, never guessed.
import { containerNumberIn, containerNumbersIn } from '../world/container-number.ts'

type Reader = (text: string) => unknown
/**
 * Possible values, most likely first. Text after a wide gap may be the heading of the next column; that is likely for
 * words, but not for numbers.
 */
type Candidates = (text: string, isWords?: boolean) => string[]

const LABEL_END = String.raw`[ \t]*(?:no\.?|number|#)?[ \t]*[:.#-]{0,2}[ \t]*`
/** A word with more matches than this is not a label. */
const MAX_MATCHES = 20
const COLUMNS = / {3,}|\t/

/** The rest of the line after a label; if the line ends there, the text below the label in its column. */
function valuesAfter(...labels: readonly string[]): Candidates {
  const patterns = labels.map(
    (label) => new RegExp(String.raw`(?:^|[\n\t]| {2})[ \t]*(?:${label})\b(${LABEL_END})([^\n]*)`, 'gi'),
  )
  return (text, isWords = false) =>
    patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].slice(0, MAX_MATCHES).flatMap((match) => {
        const sameLine = match[2]?.split(COLUMNS)[0]?.trim() ?? ''
        if (sameLine === '') return linesBelow(text, match)
        if (!COLUMNS.test(match[1] ?? '') || match[0].includes(':')) return [sameLine]
        return isWords ? [...linesBelow(text, match), sameLine] : [sameLine, ...linesBelow(text, match)]
      }),
    )
}

function linesBelow(text: string, match: RegExpExecArray): string[] {
  const lineStart = text.lastIndexOf('\n', match.index + (match[0].startsWith('\n') ? 0 : -1)) + 1
  const labelStart = match.index + match[0].search(/\S/)
  const column = text.slice(lineStart, labelStart).split(COLUMNS).length - 1
  const next = text.slice(match.index + 1).split('\n')[1] ?? ''
  const value = next.split(COLUMNS)[column]?.trim() ?? ''
  return value === '' ? [] : [value]
}

const asWords = (value: string) => value

function parseFirst<T>(candidates: Candidates, parse: (value: string) => T | null): Reader {
  return (text) => {
    for (const candidate of candidates(text, parse === asWords)) {
      const value = parse(candidate)
      if (value !== null) return value
    }
    return null
  }
}

const words = (candidates: Candidates): Reader => parseFirst(candidates, asWords)

/** A code such as INV-2026/118: letters, digits and signs, with at least one digit. */
const code = (candidates: Candidates): Reader =>
  parseFirst(candidates, (value) => /^[A-Z0-9][A-Z0-9/._-]*\d[A-Z0-9/._-]*/i.exec(value)?.[0] ?? null)

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `YYYY-MM-DD`. Dates with slashes are read as American, dates with dots as European. */
export function dateIn(text: string): string | null {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(text)
  if (iso) return dateOf(iso[1], iso[2], iso[3])
  const worded = /\b(\d{1,2})[ -]([A-Za-z]{3})[a-z]*\.?,?[ -](\d{4})\b/.exec(text)
  if (worded) return dateOf(worded[3], monthOf(worded[2]), worded[1])
  const american = /\b([A-Za-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/.exec(text)
  if (american) return dateOf(american[3], monthOf(american[1]), american[2])
  const slashed = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text)
  if (slashed) return dateOf(slashed[3], slashed[1], slashed[2])
  const dotted = /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/.exec(text)
  return dotted ? dateOf(dotted[3], dotted[2], dotted[1]) : null
}

function monthOf(name = ''): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1)
}

function dateOf(year = '', month = '', day = ''): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // The 31st of June is an error, not the 1st of July.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null
  return date.toISOString().slice(0, 10)
}

const date = (candidates: Candidates): Reader => parseFirst(candidates, dateIn)

/** A decimal string with a point, for any thousands separator. */
export function amountIn(text: string): string | null {
  const found = /\d[\d.,' ]*\d|\d/.exec(text)?.[0].replaceAll(/[' ]/g, '')
  if (found === undefined) return null
  const cents = /^(.*)[.,](\d{1,2})$/.exec(found)
  const whole = (cents?.[1] ?? found).replaceAll(/[.,]/g, '')
  return cents ? `${whole}.${(cents[2] ?? '').padEnd(2, '0')}` : whole
}

const amount = (candidates: Candidates): Reader => parseFirst(candidates, amountIn)

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\b(USD|EUR|GBP|CNY|RMB|JPY|CAD|AUD|CHF|HKD|KRW|INR|VND|MXN)\b/, ''],
  [/US ?\$|\$/, 'USD'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
]

function currency(text: string): string | null {
  for (const [sign, code] of SIGNS) {
    const found = sign.exec(text)?.[0]
    if (found !== undefined) return code === '' ? (found === 'RMB' ? 'CNY' : found) : code
  }
  return null
}

const invoiceNumber = code(
  valuesAfter(String.raw`commercial invoice (?:no|number|#)`, String.raw`invoice (?:no|number|#|id)`, 'invoice'),
)
const invoiceDate = date(valuesAfter('invoice date', 'date of invoice', 'issue date', 'date'))
const supplier = words(valuesAfter('supplier name', 'supplier', 'seller', 'exporter', 'shipper', 'vendor', 'from'))
const buyer = words(valuesAfter('buyer name', 'buyer', 'importer', 'bill to', 'sold to', 'consignee'))
const total = amount(
  valuesAfter(
    'grand total',
    'total amount due',
    'total amount',
    'total invoice value',
    'invoice total',
    'amount due',
    'total due',
    'total',
  ),
)
const billOfLading = code(
  valuesAfter(
    String.raw`master bill of lading`,
    String.raw`m(?:aster)?\s?b/?l`,
    String.raw`bill of lading`,
    String.raw`b/?l`,
    String.raw`sea\s*waybill`,
    String.raw`ocean bill`,
    'mbl',
  ),
)
const vessel = words(valuesAfter(String.raw`vessel(?: name)?(?:\s*/\s*voyage)?`, 'ocean vessel'))
const containers: Reader = (text) => {
  const numbers = containerNumbersIn(text)
  return numbers.length > 0 ? numbers : null
}

const READERS: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  commercial_invoice: {
    invoice_number: invoiceNumber,
    invoice_date: invoiceDate,
    supplier_name: supplier,
    buyer_name: buyer,
    total_amount: total,
    currency,
    purchase_order_number: code(valuesAfter(String.raw`purchase order`, String.raw`p\.?o\.?`, 'order')),
    bill_of_lading_number: billOfLading,
    container_numbers: containers,
  },
  bill_of_lading: {
    bill_of_lading_number: billOfLading,
    booking_number: code(valuesAfter('booking', 'booking ref(?:erence)?')),
    shipper_name: words(valuesAfter('shipper', 'exporter')),
    consignee_name: words(valuesAfter('consignee')),
    notify_party_name: words(valuesAfter('notify party', 'notify')),
    vessel_name: vessel,
    voyage_number: code(valuesAfter('voyage', 'voy')),
    port_of_loading: words(valuesAfter('port of loading', 'port of lading', 'pol')),
    port_of_discharge: words(valuesAfter('port of discharge', 'pod')),
    container_numbers: containers,
    issue_date: date(valuesAfter('date of issue', 'issue date', 'place and date of issue', 'shipped on board', 'date')),
  },
  arrival_notice: {
    bill_of_lading_number: billOfLading,
    container_numbers: containers,
    vessel_name: vessel,
    eta: date(valuesAfter('eta', 'estimated (?:date|time) of arrival', 'estimated arrival', 'arrival date')),
    last_free_day: date(valuesAfter('last free (?:day|date)', 'lfd', 'free time expires')),
    port_of_discharge: words(valuesAfter('port of discharge', 'pod')),
    consignee_name: words(valuesAfter('consignee')),
    total_charges: amount(valuesAfter('total charges', 'total due', 'amount due', 'total')),
    currency,
  },
  delivery_order: {
    bill_of_lading_number: billOfLading,
    container_numbers: containers,
    delivery_order_number: code(valuesAfter('delivery order', String.raw`d/?o`)),
    deliver_to: words(valuesAfter('deliver to', 'delivery address', 'delivery to', 'consignee')),
    trucker_name: words(valuesAfter('trucker', 'motor carrier', 'inland carrier', 'carrier')),
    pickup_location: words(valuesAfter('pick ?up location', 'pick ?up (?:at|from)', 'terminal')),
    issue_date: date(valuesAfter('date of issue', 'issue date', 'date')),
  },
  packing_list: {
    packing_list_number: code(valuesAfter('packing list')),
    invoice_number: invoiceNumber,
    date: date(valuesAfter('packing list date', 'date')),
    shipper_name: words(valuesAfter('shipper', 'exporter', 'seller', 'supplier name', 'supplier')),
    consignee_name: words(valuesAfter('consignee', 'buyer')),
    total_packages: amount(valuesAfter('total (?:packages|cartons|ctns|pieces)', 'packages', 'cartons')),
    gross_weight_kg: amount(valuesAfter(String.raw`(?:total )?gross weight(?: \(?kgs?\)?)?`, String.raw`g\.?w\.?`)),
    container_numbers: containers,
    bill_of_lading_number: billOfLading,
  },
}

export const EXTRACTED_FIELDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(READERS).map(([type, readers]) => [type, Object.keys(readers)]),
)

/** Null if the type has no schema, or no field was found. */
export function extractFields(type: string, text: string): Record<string, unknown> | null {
  const readers = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  if (!readers) return null
  const found = Object.entries(readers).flatMap(([field, reader]) => {
    const value = reader(text)
    return value === null || value === undefined ? [] : [[field, value] as const]
  })
  return found.length > 0 ? Object.fromEntries(found) : null
}

/** Every number in the text that may be a shipment's, for linking. */
export function numbersIn(text: string): string[] {
  const words = text.toUpperCase().match(/[A-Z0-9][A-Z0-9-]{5,24}/g) ?? []
  return [
    ...new Set(
      words
        .map((word) => word.replaceAll('-', ''))
        .filter((word) => /\d{3}/.test(word) && containerNumberIn(word) === null),
    ),
  ]
}
