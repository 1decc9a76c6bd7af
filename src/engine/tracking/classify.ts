// Classifies a typed or pasted number by its form alone. Pure. Refuses only what is clearly of another kind. A number
// that may be right is never refused; at worst the user must select its kind.
import { isAddress, readNumberCell } from '#contract/rules/number-cell.ts'
import type { LineChoice, NumberVerdict, RequestType } from '#contract/tracking.ts'
import { TEST_NUMBER, withoutSeparators, toSentNumber, plainText } from '../mirror/tracking/number.ts'
import { findBuiltInLine, findBuiltInLineByOwner, findBuiltInLineByFormat } from '../mirror/tracking/known-lines.ts'

export type Classified = {
  number: string
  verdict: NumberVerdict
  types: RequestType[]
  correctedNumber: string | null
  line: LineChoice | null
}

/** Returns the line that the service lists with this SCAC. It may return null for a built-in line. */
export type FindLine = (scac: string) => LineChoice | null

/** The number of characters of a bill or booking number. */
const MIN_LENGTH = 5
const MAX_LENGTH = 20
const MIN_DIGITS = 3
/** From this many words of letters on, a text is a sentence. */
const SENTENCE_WORDS = 3
const CONTAINER = /^[A-Z]{3}[UJZ]\d{7}$/
const CONTAINER_WITHOUT_CHECK_DIGIT = /^[A-Z]{3}[UJZ]\d{6}$/
const DOCUMENT_TYPES: RequestType[] = ['bill_of_lading', 'booking_number']

export function classify(text: string, findLine: FindLine): Classified {
  // A number that is split over several text lines has no name beside it.
  const plain = plainText(text)
  const typed = plain.includes('\n') ? plain : readNumberCell(plain)
  const { unlabelled, labelType } = removeLabel(typed)
  const number = withoutSeparators(unlabelled)
  const createResult = (
    verdict: NumberVerdict,
    types: RequestType[] = [],
    more: Partial<Classified> = {},
  ): Classified => ({ number: toSentNumber(number), verdict, types, correctedNumber: null, line: null, ...more })
  if (number === '') return createResult('empty')
  if (isContainerNumber(number))
    return createResult('trackable', ['container'], { line: findBuiltInLineByOwner(number.slice(0, 4)) })
  if (TEST_NUMBER.test(number))
    return createResult('trackable', ['bill_of_lading'], { line: findLine('TEST') ?? { scac: 'TEST', name: 'Test' } })
  const namedLine = findNamedLine(number, findLine)
  if (CONTAINER.test(number) || CONTAINER_WITHOUT_CHECK_DIGIT.test(number))
    return createResult('wrong-check-digit', listTypesOfNearMiss(number, namedLine), createCorrection(number))
  const otherKind = findOtherKind(typed.replaceAll('\n', ' '), number)
  if (otherKind !== null) return createResult(otherKind)
  if (!/^[A-Z0-9]+$/.test(number) || hasSeveralNumbers(unlabelled) || isAddress(typed))
    return createResult('not-a-number')
  const isPlausible = number.length >= MIN_LENGTH && number.length <= MAX_LENGTH && countDigits(number) >= MIN_DIGITS
  if (!isPlausible) return createResult('not-a-number')
  if (labelType !== null) return createResult('trackable', [labelType], { line: namedLine })
  if (namedLine !== null) return createResult('trackable', DOCUMENT_TYPES, { line: namedLine })
  const format = findBuiltInLineByFormat(number)
  if (format !== null)
    return createResult('trackable', format.isBooking ? ['booking_number'] : DOCUMENT_TYPES, { line: format.line })
  return createResult('unclear', /^\d+$/.test(number) ? ['booking_number', 'bill_of_lading'] : DOCUMENT_TYPES)
}

/** The letter prefix that numbers of one line share; null if there is none. */
export function findPrefix(number: string): string | null {
  return /^[A-Z]{4}(?=[A-Z0-9]*\d)/.exec(number)?.[0] ?? null
}

/** Labels that users write before a number. A separator must follow, because `BLxxxx` may be the number itself. */
const LABELS: readonly { label: RegExp; type: RequestType | null }[] = [
  {
    label:
      /^(?:MASTER |OCEAN )?(?:M ?B\/?L|MBOL|OBL|BOL|B\/L|BL|BILL OF LADING|MASTER BILL)(?: ?(?:NO|NR|NUMBER))?[ :#.]+/,
    type: 'bill_of_lading',
  },
  { label: /^(?:BOOKING|BKG)(?: ?(?:NO|NR|NUMBER|REF))?[ :#.]+/, type: 'booking_number' },
  { label: /^(?:CONTAINER|CNTR|CTR|BOX)(?: ?(?:NO|NR|NUMBER))?[ :#.]+/, type: null },
]

function removeLabel(typed: string): { unlabelled: string; labelType: RequestType | null } {
  for (const { label, type } of LABELS) {
    const unlabelled = typed.replace(label, '')
    if (unlabelled !== typed) return { unlabelled, labelType: type }
  }
  return { unlabelled: typed, labelType: null }
}

/** Numbers that the service cannot track, by their labels or forms. */
const OTHER_KINDS: readonly { kind: NumberVerdict; pattern: RegExp }[] = [
  {
    kind: 'house-bill',
    pattern:
      /^(?:HBL|HAWB|HBOL|H\.?B\.?\/L|H\/BL|HOUSE(?: (?:B\/?L|BILL|BILL OF LADING))?)[ :#.\p{Pd}]*(?:(?:NO|NR|NUMBER)[ :#.]+)?(?=[A-Z0-9 /\p{Pd}]*\d)/u,
  },
  { kind: 'house-bill', pattern: /^HB[ :#.\p{Pd}]?\d{5,}$/u },
  {
    kind: 'purchase-order',
    pattern:
      /^(?:P\.? ?O\.?|PURCHASE ORDER|ORDER|ORD)(?:[ :#.\p{Pd}]+|(?=\d))(?:(?:NO|NR|NUMBER)[ :#.]+)?[A-Z0-9 /.\p{Pd}]*\d/u,
  },
  // `SEAL` directly followed by digits is not a label, because a line has used it as a prefix.
  { kind: 'seal', pattern: /^SEALS?(?: ?(?:NO|NR|NUMBER))?[ :#.\p{Pd}]+[A-Z0-9 \p{Pd}]*\d/u },
  { kind: 'customs-entry', pattern: /^(?:CUSTOMS )?ENTRY(?: ?(?:NO|NR|NUMBER))?[ :#.\p{Pd}]+[A-Z0-9 \p{Pd}]*\d/u },
  // United States: filer code, number, check digit.
  { kind: 'customs-entry', pattern: /^[A-Z0-9]{3}\p{Pd}\d{7}\p{Pd}\d$/u },
]

/** European countries whose customs declarations have this form, including neighbours that use the same system. */
const MRN_COUNTRIES =
  'AT|BE|BG|CH|CY|CZ|DE|DK|EE|ES|FI|FR|GB|GR|HR|HU|IE|IS|IT|LT|LU|LV|MK|MT|NL|NO|PL|PT|RO|RS|SE|SI|SK|TR|UA|XI'
const MRN = new RegExp(`^\\d{2}(?:${MRN_COUNTRIES})[A-Z0-9]{13}\\d$`)
/** Export filing number: X, the date, six digits. */
const ITN = /^(?:ITN|AES)?X20\d{2}(?:0[1-9]|1[0-2])\d{8}$/

function findOtherKind(typed: string, number: string): NumberVerdict | null {
  if (ITN.test(number) || MRN.test(number.replace(/^MRN/, ''))) return 'customs-entry'
  return OTHER_KINDS.find(({ pattern }) => pattern.test(typed))?.kind ?? null
}

/**
 * Whether the text has several numbers, or is a sentence. A container number that is split over two text lines is one.
 */
function hasSeveralNumbers(text: string): boolean {
  const textLines = text.split('\n').map(withoutSeparators)
  const isSeveralLines =
    textLines.filter((textLine) => textLine !== '').length > 1 && !CONTAINER.test(textLines.join(''))
  return isSeveralLines || text.split(/\s/).filter((word) => /^[A-Z]+$/.test(word)).length >= SENTENCE_WORDS
}

/** Finds the line whose SCAC the number begins with. 6 to 13 letters and digits must follow. */
function findNamedLine(number: string, findLine: FindLine): LineChoice | null {
  const [, scac = '', numberWithoutScac = ''] = /^([A-Z]{4})([A-Z0-9]{6,13})$/.exec(number) ?? []
  return countDigits(numberWithoutScac) >= MIN_DIGITS ? (findLine(scac) ?? findBuiltInLine(scac)) : null
}

/**
 * Lists what a number that resembles a container number can be. It may be a bill of lading. Without its last digit it
 * is no container number.
 */
function listTypesOfNearMiss(number: string, namedLine: LineChoice | null): RequestType[] {
  return [
    ...(CONTAINER.test(number) ? (['container'] as const) : []),
    ...(namedLine === null ? [] : (['bill_of_lading'] as const)),
  ]
}

function createCorrection(number: string): Partial<Classified> {
  const withoutCheckDigit = number.slice(0, 10)
  return {
    correctedNumber: `${withoutCheckDigit}${computeCheckDigit(withoutCheckDigit)}`,
    line: findBuiltInLineByOwner(number.slice(0, 4)),
  }
}

function isContainerNumber(number: string): boolean {
  return CONTAINER.test(number) && Number(number.slice(-1)) === computeCheckDigit(number.slice(0, 10))
}

/** ISO 6346: letters count from 10 without multiples of 11, the weight doubles with each character, 10 becomes 0. */
function computeCheckDigit(withoutCheckDigit: string): number {
  const sum = Array.from(withoutCheckDigit).reduce(
    (total, character, index) => total + computeCharacterValue(character) * 2 ** index,
    0,
  )
  return (sum % 11) % 10
}

function computeCharacterValue(character: string): number {
  if (/\d/.test(character)) return Number(character)
  const position = character.charCodeAt(0) - 'A'.charCodeAt(0)
  return 10 + position + Math.ceil(position / 10)
}

function countDigits(number: string): number {
  return number.replace(/\D/g, '').length
}
