// Interprets the extracted fields of a document by their names. Pure. Every account's schemas differ, so every field
// may be missing or of any type.
import { EditValue } from '#contract/edits.ts'
import { isRecord } from '../../api/decode.ts'

export type Payload = Record<string, unknown>

/** Some services send a value together with its confidence. */
export function unwrap(value: unknown): unknown {
  return isRecord(value) && 'value' in value ? value['value'] : value
}

/** The value if it can be shown as one value and corrected, else null. Lists of objects cannot. */
export function editableValue(value: unknown): EditValue {
  const parsed = EditValue.safeParse(unwrap(value ?? null))
  return parsed.success ? parsed.data : null
}

/** By document type: the names of the fields for the columns of the inbox, most likely first. */
const KEY_NUMBER_FIELDS: [RegExp, string[]][] = [
  [/invoice/, ['invoice_number', 'invoice_no', 'invoice_id', 'number']],
  [/delivery_order/, ['delivery_order_number', 'do_number', 'number']],
  [/packing/, ['packing_list_number', 'invoice_number', 'number']],
  [/order/, ['order_number', 'purchase_order_number', 'number']],
  [/cargo_control/, ['cargo_control_number', 'ccn', 'number']],
]
const BILL_FIELDS = [
  'bill_of_lading_number',
  'master_bill_of_lading_number',
  'mbl_number',
  'bl_number',
  'waybill_number',
  'sea_waybill_number',
  'house_bill_of_lading_number',
  'hbl_number',
]
const ALL_NUMBER_FIELDS = [
  ...BILL_FIELDS,
  'invoice_number',
  'booking_number',
  'reference_number',
  'document_number',
  'number',
]
const PARTY_FIELDS = [
  'supplier_name',
  'supplier',
  'seller_name',
  'seller',
  'exporter_name',
  'exporter',
  'shipper_name',
  'shipper',
  'vendor_name',
  'vendor',
  'carrier_name',
  'trucker_name',
  'issuer_name',
  'issuer',
  'consignee_name',
  'consignee',
  'buyer_name',
  'buyer',
]
const TOTAL_FIELDS = [
  'total_amount',
  'grand_total',
  'invoice_total',
  'total_invoice_value',
  'amount_due',
  'total_due',
  'total_charges',
  'total',
  'amount',
]
const CURRENCY_FIELDS = ['currency', 'currency_code', 'invoice_currency', 'total_currency']

export function keyNumberOf(type: string | null, payload: Payload): string | null {
  const namesOfType = KEY_NUMBER_FIELDS.find(([pattern]) => pattern.test(type ?? ''))?.[1] ?? []
  return findFirstText(payload, [...namesOfType, ...ALL_NUMBER_FIELDS])
}

export function partyOf(payload: Payload): string | null {
  return findFirstText(payload, PARTY_FIELDS)
}

export type Amount = { /** The text itself if its number is not certain. */ value: string; currency: string | null }

export function amountOf(payload: Payload): Amount | null {
  for (const name of TOTAL_FIELDS) {
    const amount = amountIn(payload[name])
    if (amount) return { value: amount.value, currency: amount.currency ?? findFirstText(payload, CURRENCY_FIELDS) }
  }
  return null
}

/** `12,480.50`, `USD 12.480,50`, 12480.5 or `{amount, currency}` as a decimal with a point, or unchanged. */
export function amountIn(raw: unknown): Amount | null {
  const value = unwrap(raw)
  if (typeof value === 'number') return Number.isFinite(value) ? { value: String(value), currency: null } : null
  if (isRecord(value)) {
    const inner = amountIn(value['amount'] ?? value['total'])
    const currency = value['currency'] ?? value['currency_code']
    return inner && { value: inner.value, currency: typeof currency === 'string' ? currency : inner.currency }
  }
  if (typeof value !== 'string') return null
  const money = parseMoney(value)
  return money && { value: money.value ?? removeCurrency(value), currency: money.currency }
}

function findFirstText(payload: Payload, names: readonly string[]): string | null {
  for (const name of names) {
    const value = unwrap(payload[name])
    const text = isRecord(value) ? unwrap(value['name']) : value
    if (typeof text === 'string' && text.trim() !== '') return text.trim()
    if (typeof text === 'number') return String(text)
  }
  return null
}

/** Every text and number in a value, to a depth of `MAX_DEPTH`. */
export function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (typeof value === 'number') return [String(value)]
  if (depth >= MAX_DEPTH) return []
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).flatMap((item) => textsIn(item, depth + 1))
  return isRecord(value) ? Object.values(value).flatMap((item) => textsIn(item, depth + 1)) : []
}

const MAX_DEPTH = 6
const MAX_ITEMS = 500

/** Texts of the fields with matching names, at any depth. */
export function namedTexts(payload: Payload, pattern: RegExp, depth = 0): string[] {
  return Object.entries(payload).flatMap(([name, value]) => {
    if (pattern.test(name)) return textsIn(value)
    const inner = Array.isArray(value) ? value : [value]
    return depth >= MAX_DEPTH ? [] : inner.filter(isRecord).flatMap((item) => namedTexts(item, pattern, depth + 1))
  })
}

export type Identifiers = {
  containers: string[]
  bills: string[]
  bookings: string[]
  references: string[]
  vessels: string[]
  parties: string[]
  dates: string[]
}

const HOUSE_BILL = /house|hbl|hawb/i

/** The numbers, names and dates in a payload that may identify records of the mirror. */
export function identifiersIn(payload: Payload): Identifiers {
  const findNumbers = (pattern: RegExp) =>
    removeDuplicates(
      namedTexts(payload, pattern)
        .flatMap((text) => text.split(/[\s,;]+(?=[A-Z0-9-]{5,})/i))
        .map(plainNumber)
        .filter((number) => /\d{3}/.test(number)),
    )
  const bills = findNumbers(/^(?!.*(?:house|hbl|hawb)).*(?:bill_of_lading|waybill|mbl|master_bill|(?:^|_)bl_n)/i)
  const bookings = findNumbers(/booking/i)
  return {
    // One bill in ten that looks like a container number has a valid check digit: it counts only if a field says so.
    containers: removeDuplicates([
      ...containerNumbersIn(namedTexts(payload, /container|equipment/i).join('\n')),
      ...containerNumbersIn(textsIn(payload).join('\n')).filter(
        (number) => !bills.includes(number) && !bookings.includes(number),
      ),
    ]),
    bills,
    bookings,
    references: findNumbers(/reference|(?:^|_)ref(?:_|$)|purchase_order|(?:^|_)po(?:_|$)|order_number/i),
    vessels: removeDuplicates(namedTexts(payload, /vessel/i)),
    parties: removeDuplicates(namedTexts(payload, /consignee|buyer|importer|customer|notify/i)),
    dates: removeDuplicates(namedTexts(payload, /eta|arrival/i)).filter((text) => /^\d{4}-\d{2}-\d{2}/.test(text)),
  }
}

/** Last free days for the pickup, not for the empty return. Only dates without a time: an instant would need a zone. */
export function lastFreeDaysIn(payload: Payload): string[] {
  const names = /^(?!.*(?:per_diem|detention|return|empty)).*?(?:^|_)(?:last_free_(?:day|date)|lfd)(?:_|$)/i
  return removeDuplicates(namedTexts(payload, names)).filter((text) => /^\d{4}-\d{2}-\d{2}$/.test(text))
}

/** In a document type that uses the forwarder's bill, the number is not a master bill. */
export function isHouseDocument(type: string | null): boolean {
  return HOUSE_BILL.test(type ?? '')
}

export const plainNumber = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

const removeDuplicates = (list: string[]) => [...new Set(list)]

const CONTAINER_NUMBER = /\b([A-Z]{3}[UJZ])[ -]?(\d{6})[ -]?(\d)\b/gi

/** Numbers with a valid check digit (ISO 6346): any other number of this format is a typing error. */
export function containerNumbersIn(text: string): string[] {
  const numbers = [...text.matchAll(CONTAINER_NUMBER)].map(
    ([, owner = '', serial = '', digit = '']) => `${owner.toUpperCase()}${serial}${digit}`,
  )
  return removeDuplicates(
    numbers.filter((number) => computeCheckDigit(number.slice(0, 10)) === Number(number.slice(-1))),
  )
}

/** Letters count from 10, leaving out the multiples of 11. */
function computeCheckDigit(stem: string): number {
  const sum = Array.from(stem).reduce((total, letter, index) => total + getLetterValue(letter) * 2 ** index, 0)
  return (sum % 11) % 10
}

function getLetterValue(letter: string): number {
  if (/\d/.test(letter)) return Number(letter)
  const position = letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10
  return position + Math.floor((position - 1) / 10)
}

/** The sum of the first list in which every object has an amount; null if there is no such list. */
export function sumLines(payload: Payload): { sum: number; count: number } | null {
  for (const value of Object.values(payload)) {
    const rows = Array.isArray(value) ? value.filter(isRecord) : []
    const amounts = rows.flatMap(
      (row) => LINE_AMOUNT_FIELDS.map((name) => amountIn(row[name])).find((amount) => amount !== null) ?? [],
    )
    if (rows.length > 0 && amounts.length === rows.length)
      return { sum: amounts.reduce((sum, amount) => sum + Number(amount.value), 0), count: rows.length }
  }
  return null
}

const LINE_AMOUNT_FIELDS = [
  'line_total',
  'total_amount',
  'total_price',
  'extended_price',
  'amount',
  'total',
  'line_amount',
]

/** The total without taxes and freight; the grand total if the document names no subtotal. */
export function subtotalOf(payload: Payload): string | null {
  return (
    (amountIn(payload['subtotal'] ?? payload['sub_total'] ?? payload['net_amount']) ?? amountOf(payload))?.value ?? null
  )
}

// Parses amounts as people write them: finds the decimal mark and removes the other marks. If the decimal mark is not
// certain, there is no result, and the text is shown unchanged.

/** A decimal with a point; null: not certain. */
type Money = { value: string | null; currency: string | null }

/**
 * Matches numbers with groups of digits between blanks or apostrophes, numbers with points and commas, and decimals
 * without a whole part. `\s` includes the narrow blanks.
 */
const NUMBERS = /\d{1,3}(?:[\s'’]\d{3})+(?!\d)(?:[.,]\d+)*|\d+(?:[.,]\d+)*|(?<![\d.,])[.,]\d+/g
const CURRENCY = /\b[A-Z]{3}\b/
/** Currencies with three decimals. */
const THREE_DECIMALS = ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']
const CURRENCY_MARK = String.raw`(?:[A-Z]{3}|\p{Sc})?\s*`
const MINUS_BEFORE = new RegExp(String.raw`(?:^|[\s:(\p{Sc}])[-−]\s*${CURRENCY_MARK}$`, 'u')
const MINUS_AFTER = new RegExp(String.raw`^\s*[-−]\s*${CURRENCY_MARK}$`, 'u')
const BRACKET_BEFORE = new RegExp(String.raw`\(\s*${CURRENCY_MARK}$`, 'u')
const BRACKET_AFTER = new RegExp(String.raw`^\s*${CURRENCY_MARK}\)`, 'u')

/**
 * Null if there is no number. Among several numbers the longest is the amount: the others count items, or are part of a
 * date.
 */
function parseMoney(text: string): Money | null {
  const numbers = [...text.matchAll(NUMBERS)].toSorted(([one], [other]) => other.length - one.length)
  const [longest, second] = numbers
  if (!longest) return null
  const currency = CURRENCY.exec(text)?.[0] ?? null
  if (second?.[0].length === longest[0].length) return { value: null, currency }
  const value = toDecimal(longest[0], currency)
  const [before, after] = [text.slice(0, longest.index), text.slice(longest.index + longest[0].length)]
  const isNegative =
    MINUS_BEFORE.test(before) || MINUS_AFTER.test(after) || (BRACKET_BEFORE.test(before) && BRACKET_AFTER.test(after))
  return { value: value !== null && isNegative ? `-${value}` : value, currency }
}

function toDecimal(number: string, currency: string | null): string | null {
  const isGrouped = /[\s'’]/.test(number)
  const plain = number.replaceAll(/[\s'’]/g, '')
  const marks = plain.replaceAll(/\d/g, '')
  if (marks === '') return plain
  const lastMark = marks.slice(-1)
  const lastMarkIndex = plain.lastIndexOf(lastMark)
  const [integerPart, fraction] = [
    plain.slice(0, lastMarkIndex).replaceAll(/[.,]/g, ''),
    plain.slice(lastMarkIndex + 1),
  ]
  const isMixed = new Set(marks).size > 1
  // The decimal mark occurs once, and last.
  if (isMixed) return marks.indexOf(lastMark) === marks.length - 1 ? joinAmount(integerPart, fraction) : null
  if (marks.length > 1) return /^\d{1,3}([.,]\d{3})+$/.test(plain) ? integerPart + fraction : null
  if (isGrouped || fraction.length !== 3 || integerPart === '' || integerPart === '0' || integerPart.length > 3)
    return joinAmount(integerPart, fraction)
  // `1,234` in a currency with thousandths may be either.
  return currency !== null && THREE_DECIMALS.includes(currency) ? null : integerPart + fraction
}

const joinAmount = (integerPart: string, fraction: string) =>
  `${integerPart === '' ? '0' : integerPart}.${fraction.padEnd(2, '0')}`

/** The unchanged text, for display only. */
function removeCurrency(text: string): string {
  return text.replace(CURRENCY, '').replaceAll(/\s+/g, ' ').trim()
}
