// Extracts fields from the text of a document: numbers, dates, parties, amounts. The label of a field is on the same
// line before its value, or on the line above it. A missing field is omitted, never guessed.
import { findContainerNumbers, isContainerNumber } from '../world/container-number.ts'

/** Reads one field from the text of a document. Returns null if the text does not have it. */
type ReadField = (text: string) => unknown
/**
 * Finds possible values of a field, most likely first. Text after a wide gap may be the heading of the next column.
 * That is likely if the field consists of words (`isWords`), and unlikely if it is a number.
 */
type FindCandidates = (text: string, isWords?: boolean) => string[]

const LABEL_END = String.raw`[ \t]*(?:no\.?|number|#)?[ \t]*[:.#-]{0,2}[ \t]*`
/** Limits the work for a word that occurs very often. Such a word is not a label. */
const MAX_MATCHES = 20
const COLUMNS = / {3,}|\t/

/** Finds the rest of the line after a label. If the line ends there, finds the text below the label in its column. */
function findValuesAfter(...labels: readonly string[]): FindCandidates {
  const patterns = labels.map(
    (label) => new RegExp(String.raw`(?:^|[\n\t]| {2})[ \t]*(?:${label})\b(${LABEL_END})([^\n]*)`, 'gi'),
  )
  return (text, isWords = false) =>
    patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].slice(0, MAX_MATCHES).flatMap((match) => {
        const sameLine = match[2]?.split(COLUMNS)[0]?.trim() ?? ''
        if (sameLine === '') return findValueBelow(text, match)
        if (!COLUMNS.test(match[1] ?? '') || match[0].includes(':')) return [sameLine]
        return isWords ? [...findValueBelow(text, match), sameLine] : [sameLine, ...findValueBelow(text, match)]
      }),
    )
}

function findValueBelow(text: string, match: RegExpExecArray): string[] {
  const lineStart = text.lastIndexOf('\n', match.index + (match[0].startsWith('\n') ? 0 : -1)) + 1
  const labelStart = match.index + match[0].search(/\S/)
  const column = text.slice(lineStart, labelStart).split(COLUMNS).length - 1
  const next = text.slice(match.index + 1).split('\n')[1] ?? ''
  const value = next.split(COLUMNS)[column]?.trim() ?? ''
  return value === '' ? [] : [value]
}

const keepWords = (value: string) => value

function parseFirst<T>(candidates: FindCandidates, parse: (value: string) => T | null): ReadField {
  return (text) => {
    for (const candidate of candidates(text, parse === keepWords)) {
      const value = parse(candidate)
      if (value !== null) return value
    }
    return null
  }
}

const readWords = (candidates: FindCandidates): ReadField => parseFirst(candidates, keepWords)

/** Reads a code such as INV-2026/118: letters, digits and signs, with at least one digit. */
const readCode = (candidates: FindCandidates): ReadField =>
  parseFirst(candidates, (value) => /^[A-Z0-9][A-Z0-9/._-]*\d[A-Z0-9/._-]*/i.exec(value)?.[0] ?? null)

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Returns the first date in the text as `YYYY-MM-DD`, or null. With slashes the month comes first, as in America. With
 * dots the day comes first, as in Europe.
 */
export function parseDate(text: string): string | null {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(text)
  if (iso) return formatDate(iso[1], iso[2], iso[3])
  const worded = /\b(\d{1,2})[ -]([A-Za-z]{3})[a-z]*\.?,?[ -](\d{4})\b/.exec(text)
  if (worded) return formatDate(worded[3], parseMonth(worded[2]), worded[1])
  const american = /\b([A-Za-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/.exec(text)
  if (american) return formatDate(american[3], parseMonth(american[1]), american[2])
  const slashed = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text)
  if (slashed) return formatDate(slashed[3], slashed[1], slashed[2])
  const dotted = /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/.exec(text)
  return dotted ? formatDate(dotted[3], dotted[2], dotted[1]) : null
}

function parseMonth(name = ''): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1)
}

function formatDate(year = '', month = '', day = ''): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // `Date` would read June 31 as July 1. Such a date is wrong, so it is not extracted.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null
  return date.toISOString().slice(0, 10)
}

const readDate = (candidates: FindCandidates): ReadField => parseFirst(candidates, parseDate)

/** Returns the first amount as a string with a decimal point and without thousands separators, or null. */
export function parseAmount(text: string): string | null {
  const digits = /\d[\d.,' ]*\d|\d/.exec(text)?.[0].replaceAll(/[' ]/g, '')
  if (digits === undefined) return null
  const cents = /^(.*)[.,](\d{1,2})$/.exec(digits)
  const whole = (cents?.[1] ?? digits).replaceAll(/[.,]/g, '')
  return cents ? `${whole}.${(cents[2] ?? '').padEnd(2, '0')}` : whole
}

const readAmount = (candidates: FindCandidates): ReadField => parseFirst(candidates, parseAmount)

/** A sign and its currency code. An empty code means that the sign itself is the code. */
const CURRENCY_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\b(USD|EUR|GBP|CNY|RMB|JPY|CAD|AUD|CHF|HKD|KRW|INR|VND|MXN)\b/, ''],
  [/US ?\$|\$/, 'USD'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
]

function readCurrency(text: string): string | null {
  for (const [sign, code] of CURRENCY_SIGNS) {
    const found = sign.exec(text)?.[0]
    if (found !== undefined) return code === '' ? (found === 'RMB' ? 'CNY' : found) : code
  }
  return null
}

const invoiceNumber = readCode(
  findValuesAfter(String.raw`commercial invoice (?:no|number|#)`, String.raw`invoice (?:no|number|#|id)`, 'invoice'),
)
const invoiceDate = readDate(findValuesAfter('invoice date', 'date of invoice', 'issue date', 'date'))
const supplier = readWords(
  findValuesAfter('supplier name', 'supplier', 'seller', 'exporter', 'shipper', 'vendor', 'from'),
)
const buyer = readWords(findValuesAfter('buyer name', 'buyer', 'importer', 'bill to', 'sold to', 'consignee'))
const total = readAmount(
  findValuesAfter(
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
const billOfLading = readCode(
  findValuesAfter(
    String.raw`master bill of lading`,
    String.raw`m(?:aster)?\s?b/?l`,
    String.raw`bill of lading`,
    String.raw`b/?l`,
    String.raw`sea\s*waybill`,
    String.raw`ocean bill`,
    'mbl',
  ),
)
const vessel = readWords(findValuesAfter(String.raw`vessel(?: name)?(?:\s*/\s*voyage)?`, 'ocean vessel'))
const containers: ReadField = (text) => {
  const numbers = findContainerNumbers(text)
  return numbers.length > 0 ? numbers : null
}

const READERS: Readonly<Record<string, Readonly<Record<string, ReadField>>>> = {
  commercial_invoice: {
    invoice_number: invoiceNumber,
    invoice_date: invoiceDate,
    supplier_name: supplier,
    buyer_name: buyer,
    total_amount: total,
    currency: readCurrency,
    purchase_order_number: readCode(findValuesAfter(String.raw`purchase order`, String.raw`p\.?o\.?`, 'order')),
    bill_of_lading_number: billOfLading,
    container_numbers: containers,
  },
  bill_of_lading: {
    bill_of_lading_number: billOfLading,
    booking_number: readCode(findValuesAfter('booking', 'booking ref(?:erence)?')),
    shipper_name: readWords(findValuesAfter('shipper', 'exporter')),
    consignee_name: readWords(findValuesAfter('consignee')),
    notify_party_name: readWords(findValuesAfter('notify party', 'notify')),
    vessel_name: vessel,
    voyage_number: readCode(findValuesAfter('voyage', 'voy')),
    port_of_loading: readWords(findValuesAfter('port of loading', 'port of lading', 'pol')),
    port_of_discharge: readWords(findValuesAfter('port of discharge', 'pod')),
    container_numbers: containers,
    issue_date: readDate(
      findValuesAfter('date of issue', 'issue date', 'place and date of issue', 'shipped on board', 'date'),
    ),
  },
  arrival_notice: {
    bill_of_lading_number: billOfLading,
    container_numbers: containers,
    vessel_name: vessel,
    eta: readDate(findValuesAfter('eta', 'estimated (?:date|time) of arrival', 'estimated arrival', 'arrival date')),
    last_free_day: readDate(findValuesAfter('last free (?:day|date)', 'lfd', 'free time expires')),
    port_of_discharge: readWords(findValuesAfter('port of discharge', 'pod')),
    consignee_name: readWords(findValuesAfter('consignee')),
    total_charges: readAmount(findValuesAfter('total charges', 'total due', 'amount due', 'total')),
    currency: readCurrency,
  },
  delivery_order: {
    bill_of_lading_number: billOfLading,
    container_numbers: containers,
    delivery_order_number: readCode(findValuesAfter('delivery order', String.raw`d/?o`)),
    deliver_to: readWords(findValuesAfter('deliver to', 'delivery address', 'delivery to', 'consignee')),
    trucker_name: readWords(findValuesAfter('trucker', 'motor carrier', 'inland carrier', 'carrier')),
    pickup_location: readWords(findValuesAfter('pick ?up location', 'pick ?up (?:at|from)', 'terminal')),
    issue_date: readDate(findValuesAfter('date of issue', 'issue date', 'date')),
  },
  packing_list: {
    packing_list_number: readCode(findValuesAfter('packing list')),
    invoice_number: invoiceNumber,
    date: readDate(findValuesAfter('packing list date', 'date')),
    shipper_name: readWords(findValuesAfter('shipper', 'exporter', 'seller', 'supplier name', 'supplier')),
    consignee_name: readWords(findValuesAfter('consignee', 'buyer')),
    total_packages: readAmount(findValuesAfter('total (?:packages|cartons|ctns|pieces)', 'packages', 'cartons')),
    gross_weight_kg: readAmount(
      findValuesAfter(String.raw`(?:total )?gross weight(?: \(?kgs?\)?)?`, String.raw`g\.?w\.?`),
    ),
    container_numbers: containers,
    bill_of_lading_number: billOfLading,
  },
}

export const EXTRACTED_FIELDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(READERS).map(([type, readers]) => [type, Object.keys(readers)]),
)

/** Returns the fields by name, or null if the type has no schema or no field was found. */
export function extractFields(type: string, text: string): Record<string, unknown> | null {
  const readers = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  if (!readers) return null
  const found = Object.entries(readers).flatMap(([field, reader]) => {
    const value = reader(text)
    return value === null || value === undefined ? [] : [[field, value] as const]
  })
  return found.length > 0 ? Object.fromEntries(found) : null
}

/** Returns every number in the text that may identify a shipment, without dashes. Container numbers are left out. */
export function findNumbers(text: string): string[] {
  const words = text.toUpperCase().match(/[A-Z0-9][A-Z0-9-]{5,24}/g) ?? []
  return [
    ...new Set(
      words.map((word) => word.replaceAll('-', '')).filter((word) => /\d{3}/.test(word) && !isContainerNumber(word)),
    ),
  ]
}
