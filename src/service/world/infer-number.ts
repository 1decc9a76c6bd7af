// Infers the type, the validity and the likely carrier of a number from the number alone. So the answer for a number is
// always the same.
import { isContainerNumber, appendCheckDigit } from './container-number.ts'
import { LEASED_OWNERS, SHIPPING_LINES, TEST_LINE, type ShippingLine } from './data/shipping-lines.ts'

export type NumberType = 'container' | 'bill_of_lading' | 'booking'
export type Decision = 'auto_select' | 'needs_confirmation' | 'no_prediction'
export type Candidate = { scac: string; name: string; confidence: number }

export type Inferred = {
  numberType: NumberType
  /** Null if the format does not show it. */
  isValid: boolean | null
  checkDigitPassed: boolean | null
  parsedNumber: string | null
  reason: string | null
  decision: Decision
  selected: Candidate | null
  candidates: readonly Candidate[]
}

/** From this confidence on, the decision is `auto_select`. */
const AUTO_SELECT = 0.95
/** From this confidence on, the decision is `needs_confirmation`, and below it `no_prediction`. */
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
        : `The check digit should be ${appendCheckDigit(number.slice(0, 10)).slice(-1)}`
  return {
    numberType: 'container',
    isValid: isRight,
    checkDigitPassed: isRight,
    parsedNumber: number,
    reason,
    ...decideLine(findLinesOfOwner(owner)),
  }
}

/** Finds the lines that use this owner code. Any line can use a leased container, so each has a low confidence. */
function findLinesOfOwner(owner: string): Candidate[] {
  if (LEASED_OWNERS.includes(owner))
    return SHIPPING_LINES.slice(0, 4).map((line, index) => createCandidate(line, 0.3 - index * 0.05))
  const line = [...SHIPPING_LINES, TEST_LINE].find(({ owners }) => owners.includes(owner))
  return line ? [createCandidate(line, 0.97)] : []
}

function inferDocument(number: string): Inferred {
  if (/^TESTTR(SUCCEEDED|FAILED)$/.test(number))
    return createDocumentResult('bill_of_lading', number, [createCandidate(TEST_LINE, 1)])
  const named = SHIPPING_LINES.find(
    (line) => [line.scac, ...line.alternativeScacs].includes(number.slice(0, 4)) && /\d{4}/.test(number.slice(4)),
  )
  if (named)
    return createDocumentResult('bill_of_lading', number, [
      createCandidate(named, matchesPattern(number, named.billPattern) ? 0.99 : 0.88),
    ])
  const bills = SHIPPING_LINES.filter((line) => matchesPattern(number, line.billPattern))
  if (bills.length > 0) return createDocumentResult('bill_of_lading', number, createCandidates(bills))
  const bookings = SHIPPING_LINES.filter((line) => matchesPattern(number, line.bookingPattern))
  if (bookings.length > 0) return createDocumentResult('booking', number, createCandidates(bookings))
  const isPlausible = number.length >= 5 && /\d{4}/.test(number)
  const unknown = createDocumentResult('bill_of_lading', number, [])
  return isPlausible
    ? { ...unknown, isValid: null }
    : {
        ...unknown,
        isValid: false,
        parsedNumber: null,
        reason: 'The number is not one of a bill of lading or a booking',
      }
}

function createDocumentResult(numberType: NumberType, number: string, candidates: Candidate[]): Inferred {
  return {
    numberType,
    isValid: true,
    checkDigitPassed: null,
    parsedNumber: number,
    reason: null,
    ...decideLine(candidates),
  }
}

/** The confidence for each line is lower if more lines use the format. */
function createCandidates(lines: ShippingLine[]): Candidate[] {
  return lines.map((line) => createCandidate(line, Number((0.9 / lines.length).toFixed(2))))
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

function createCandidate({ scac, name }: ShippingLine, confidence: number): Candidate {
  return { scac, name, confidence: Number(confidence.toFixed(2)) }
}

/** In a pattern `#` is a digit and `@` a letter. Other characters match themselves. */
function matchesPattern(number: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replaceAll('#', '\\d').replaceAll('@', '[A-Z]')}$`).test(number)
}
