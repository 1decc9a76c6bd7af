// Classifies a typed or pasted number by its form alone. Pure. Refuses only what is clearly of another kind: a number
// that may be right is never blocked; at worst the user selects its kind.
import type { LineChoice, NumberVerdict, RequestType } from '#contract/tracking.ts'
import { TEST_NUMBER, withoutSeparators, toSentNumber, plainText } from '../mirror/tracking/number.ts'
import { builtInLine, builtInLineByOwner, builtInLineByFormat } from '../mirror/tracking/known-lines.ts'

export type Classified = {
  number: string
  verdict: NumberVerdict
  types: RequestType[]
  correctedNumber: string | null
  line: LineChoice | null
}

/** Returns the line that the service lists with this SCAC. It does not have to return the built-in lines. */
export type FindLine = (scac: string) => LineChoice | null

/** How many characters a bill or booking number has. */
const MIN_LENGTH = 5
const MAX_LENGTH = 20
const CONTAINER = /^[A-Z]{3}[UJZ]\d{7}$/
const CONTAINER_WITHOUT_CHECK = /^[A-Z]{3}[UJZ]\d{6}$/
const DOCUMENTS: RequestType[] = ['bill_of_lading', 'booking_number']

export function classify(text: string, findLine: FindLine): Classified {
  const typed = plainText(text)
  const { words, label } = withoutLabel(typed)
  const number = withoutSeparators(words)
  const result = (verdict: NumberVerdict, types: RequestType[] = [], more: Partial<Classified> = {}): Classified => ({
    number: toSentNumber(number),
    verdict,
    types,
    correctedNumber: null,
    line: null,
    ...more,
  })
  if (number === '') return result('empty')
  if (isContainerNumber(number))
    return result('trackable', ['container'], { line: builtInLineByOwner(number.slice(0, 4)) })
  if (TEST_NUMBER.test(number))
    return result('trackable', ['bill_of_lading'], { line: findLine('TEST') ?? { scac: 'TEST', name: 'Test' } })
  const named = findNamedLine(number, findLine)
  if (CONTAINER.test(number) || CONTAINER_WITHOUT_CHECK.test(number))
    return result('wrong-check-digit', typesOfNearMiss(number, named), createCorrection(number))
  const other = findOtherKind(typed.replaceAll('\n', ' '), number)
  if (other !== null) return result(other)
  if (!/^[A-Z0-9]+$/.test(number) || hasSeveralNumbers(words)) return result('not-a-number')
  const isPlausible = number.length >= MIN_LENGTH && number.length <= MAX_LENGTH && countDigits(number) >= 3
  if (!isPlausible) return result('not-a-number')
  if (label !== null) return result('trackable', [label], { line: named })
  if (named !== null) return result('trackable', DOCUMENTS, { line: named })
  const format = builtInLineByFormat(number)
  if (format !== null)
    return result('trackable', format.isBooking ? ['booking_number'] : DOCUMENTS, { line: format.line })
  return result('unclear', /^\d+$/.test(number) ? ['booking_number', 'bill_of_lading'] : DOCUMENTS)
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

function withoutLabel(typed: string): { words: string; label: RequestType | null } {
  for (const { label, type } of LABELS) {
    const words = typed.replace(label, '')
    if (words !== typed) return { words, label: type }
  }
  return { words: typed, label: null }
}

const KINDS: readonly { kind: NumberVerdict; pattern: RegExp }[] = [
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
  return KINDS.find(({ pattern }) => pattern.test(typed))?.kind ?? null
}

/** Whether the text has several numbers (and not one that is broken over two lines), or is a sentence. */
function hasSeveralNumbers(words: string): boolean {
  const lines = words.split('\n').map(withoutSeparators)
  const isBroken = lines.filter((line) => line !== '').length > 1 && !CONTAINER.test(lines.join(''))
  return isBroken || words.split(/\s/).filter((word) => /^[A-Z]+$/.test(word)).length >= 3
}

/** A known SCAC followed by 6 to 13 letters and digits. */
function findNamedLine(number: string, lineOf: FindLine): LineChoice | null {
  const [, scac = '', rest = ''] = /^([A-Z]{4})([A-Z0-9]{6,13})$/.exec(number) ?? []
  return countDigits(rest) >= 3 ? (lineOf(scac) ?? builtInLine(scac)) : null
}

/**
 * The number may be a bill of lading that only resembles a container number. Without its last digit it is no container
 * number.
 */
function typesOfNearMiss(number: string, named: LineChoice | null): RequestType[] {
  return [
    ...(named === null ? [] : (['bill_of_lading'] as const)),
    ...(CONTAINER.test(number) ? (['container'] as const) : []),
  ]
}

function createCorrection(number: string): Partial<Classified> {
  const stem = number.slice(0, 10)
  return { correctedNumber: `${stem}${computeCheckDigit(stem)}`, line: builtInLineByOwner(number.slice(0, 4)) }
}

function isContainerNumber(number: string): boolean {
  return CONTAINER.test(number) && Number(number.slice(-1)) === computeCheckDigit(number.slice(0, 10))
}

/** ISO 6346: letters count from 10 without multiples of 11, the weight doubles with each character, 10 becomes 0. */
function computeCheckDigit(stem: string): number {
  const sum = Array.from(stem).reduce((total, character, index) => total + valueOf(character) * 2 ** index, 0)
  return (sum % 11) % 10
}

function valueOf(character: string): number {
  if (/\d/.test(character)) return Number(character)
  const position = character.charCodeAt(0) - 'A'.charCodeAt(0)
  return 10 + position + Math.ceil(position / 10)
}

function countDigits(number: string): number {
  return number.replace(/\D/g, '').length
}
