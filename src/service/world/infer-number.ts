// What a number alone shows: its type, whether it can be valid, and its likely carrier. It uses no other data, so the
// answer is always the same.
import { isContainerNumber, withCheckDigit } from './container-number.ts'
import { LEASED_OWNERS, SHIPPING_LINES, TEST_LINE, type ShippingLine } from './data/shipping-lines.ts'

export type NumberType = 'container' | 'bill_of_lading' | 'booking'
export type Decision = 'auto_select' | 'needs_confirmation' | 'no_prediction'
export type Candidate = { scac: string; name: string; confidence: number }

export type Inferred = {
  numberType: NumberType
  /** Null: the format does not show it. */
  isValid: boolean | null
  checkDigitPassed: boolean | null
  parsedNumber: string | null
  reason: string | null
  decision: Decision
  selected: Candidate | null
  candidates: readonly Candidate[]
}

const AUTO_SELECT = 0.95
const NEEDS_CONFIRMATION = 0.7
const MAX_CANDIDATES = 5

export function inferNumber(typed: string): Inferred {
  const number = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return /^[A-Z]{3}[UJZ]\d{6,7}$/.test(number) ? inferContainer(number) : inferDocument(number)
}

function inferContainer(number: string): Inferred {
  const isRight = isContainerNumber(number)
  const owner = number.slice(0, 4)
  const reason =
    number.length === 10
      ? 'The check digit is missing'
      : isRight
        ? null
        : `The check digit should be ${withCheckDigit(number.slice(0, 10)).slice(-1)}`
  return {
    numberType: 'container',
    isValid: isRight,
    checkDigitPassed: isRight,
    parsedNumber: number,
    reason,
    ...decideLine(linesOfOwner(owner)),
  }
}

/** A leased container can belong to several lines, with low confidence for each. */
function linesOfOwner(owner: string): Candidate[] {
  if (LEASED_OWNERS.includes(owner))
    return SHIPPING_LINES.slice(0, 4).map((line, index) => candidateOf(line, 0.3 - index * 0.05))
  const line = [...SHIPPING_LINES, TEST_LINE].find(({ owners }) => owners.includes(owner))
  return line ? [candidateOf(line, 0.97)] : []
}

function inferDocument(number: string): Inferred {
  if (/^TESTTR(SUCCEEDED|FAILED)$/.test(number))
    return documentOf('bill_of_lading', number, [candidateOf(TEST_LINE, 1)])
  const named = SHIPPING_LINES.find(
    (line) => [line.scac, ...line.alternativeScacs].includes(number.slice(0, 4)) && /\d{4}/.test(number.slice(4)),
  )
  if (named)
    return documentOf('bill_of_lading', number, [
      candidateOf(named, matchesPattern(number, named.billPattern) ? 0.99 : 0.88),
    ])
  const bills = SHIPPING_LINES.filter((line) => matchesPattern(number, line.billPattern))
  if (bills.length > 0) return documentOf('bill_of_lading', number, candidatesOf(bills))
  const bookings = SHIPPING_LINES.filter((line) => matchesPattern(number, line.bookingPattern))
  if (bookings.length > 0) return documentOf('booking', number, candidatesOf(bookings))
  const isPlausible = number.length >= 5 && /\d{4}/.test(number)
  const unknown = documentOf('bill_of_lading', number, [])
  return isPlausible
    ? { ...unknown, isValid: null }
    : {
        ...unknown,
        isValid: false,
        parsedNumber: null,
        reason: 'The number is not one of a bill of lading or a booking',
      }
}

function documentOf(numberType: NumberType, number: string, candidates: Candidate[]): Inferred {
  return {
    numberType,
    isValid: true,
    checkDigitPassed: null,
    parsedNumber: number,
    reason: null,
    ...decideLine(candidates),
  }
}

/** The more lines use this format, the lower the confidence for each. */
function candidatesOf(lines: ShippingLine[]): Candidate[] {
  return lines.map((line) => candidateOf(line, Number((0.9 / lines.length).toFixed(2))))
}

function decideLine(candidates: Candidate[]): Pick<Inferred, 'decision' | 'selected' | 'candidates'> {
  const [first] = candidates
  const confidence = first?.confidence ?? 0
  const decision =
    confidence >= AUTO_SELECT
      ? 'auto_select'
      : confidence >= NEEDS_CONFIRMATION
        ? 'needs_confirmation'
        : 'no_prediction'
  return {
    decision,
    selected: decision === 'no_prediction' ? null : (first ?? null),
    candidates: candidates.slice(0, MAX_CANDIDATES),
  }
}

function candidateOf({ scac, name }: ShippingLine, confidence: number): Candidate {
  return { scac, name, confidence: Number(confidence.toFixed(2)) }
}

/** `#` is a digit, `@` a letter; other characters match themselves. */
function matchesPattern(number: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replaceAll('#', '\\d').replaceAll('@', '[A-Z]')}$`).test(number)
}
