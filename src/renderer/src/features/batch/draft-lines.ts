// The lines of a list with their verdicts and the user's changes: which are sent, as which type, and why the others are
// not. A line is a line of the list; a carrier is a shipping line. Pure.
import type { BatchLine, UnsentReason } from '#contract/batches.ts'
import { MAX_LINES } from '#contract/rules/batch-size.ts'
import type { Assessment, LineChoice, RequestType } from '#contract/tracking.ts'
import type { ListLine } from './files/columns.ts'

/** The user's changes to a line. Missing properties keep the value that was read. */
export type LineChange = {
  number?: string
  type?: RequestType
  scac?: string
  isExcluded?: boolean
  isWanted?: boolean
}

export type DraftLine = {
  index: number
  /** The text of the list's cell. */
  text: string
  /** The number after the user's correction. */
  number: string
  assessment: Assessment | null
  type: RequestType | null
  types: readonly RequestType[]
  /** The code of the shipping line. Empty if the service is to find the shipping line. */
  scac: string
  /** The value in `scac` is neither a code nor the name of a shipping line. It is shown as entered and not sent. */
  isLineUnknown: boolean
  /** Also those of later lines with the same number. */
  refs: readonly string[]
  outcome: 'judging' | 'ready' | UnsentReason
  /** The index of the earlier line with the same number; null unless the line repeats one. */
  repeatedIndex: number | null
}

const SCAC = /^[A-Z0-9]{4}$/
/** The contract's limit of references. */
const MAX_REFS = 20

export type DraftSource = {
  lines: readonly ListLine[]
  changes: ReadonlyMap<number, LineChange>
  verdicts: ReadonlyMap<string, Assessment>
  knownLines: readonly LineChoice[]
  /** The type for a master bill or booking whose type is unclear. */
  unclearAs: RequestType | null
}

export function createDraftLines({ lines, changes, verdicts, knownLines, unclearAs }: DraftSource): DraftLine[] {
  const indexBySpelling = new Map<string, number>()
  const draftLines = lines.map((line, index): DraftLine => {
    const change = changes.get(index) ?? {}
    const number = change.number ?? line.number
    const assessment = verdicts.get(number) ?? null
    const type = chooseType(assessment, change.type, unclearAs)
    const outcome = decideOutcome(assessment, type, change)
    const { shippingLine, refs } = assignTextBesideNumber(line, knownLines)
    const chosenLine = chooseShippingLine(change.scac, shippingLine, knownLines, assessment)
    // A line of an earlier page may have no verdict yet, so its number as typed is compared as well.
    const spellings = [normalizeNumber(number), assessment?.number ?? '', addScac(assessment, chosenLine.scac)].filter(
      (spelling) => spelling !== '',
    )
    const earlierIndex = spellings.map((spelling) => indexBySpelling.get(spelling)).find((found) => found !== undefined)
    const canRepeat = outcome === 'ready' || outcome === 'tracked' || outcome === 'unclear'
    const repeatedIndex = canRepeat ? (earlierIndex ?? null) : null
    if (outcome !== 'excluded')
      for (const spelling of spellings) indexBySpelling.set(spelling, indexBySpelling.get(spelling) ?? index)
    return {
      index,
      text: line.number,
      number,
      assessment,
      type,
      types: assessment?.types ?? [],
      ...chosenLine,
      refs,
      outcome: repeatedIndex === null ? outcome : 'repeated',
      repeatedIndex,
    }
  })
  return addRepeatedRefs(draftLines)
}

/** Lines of another order are sent on their own, so they cannot have the references of this one. */
const isInSameOrder = (index: number, otherIndex: number) =>
  Math.floor(index / MAX_LINES) === Math.floor(otherIndex / MAX_LINES)

/** Adds the references of a repeated line to the line that it repeats. */
function addRepeatedRefs(lines: readonly DraftLine[]): DraftLine[] {
  const addedRefs = new Map<number, readonly string[]>()
  const listRefs = ({ index, refs }: DraftLine) => [...new Set([...refs, ...(addedRefs.get(index) ?? [])])]
  // From the last line to the first, because a line may repeat one that repeats another.
  for (const line of lines.toReversed()) {
    const { index, repeatedIndex } = line
    if (repeatedIndex === null || !isInSameOrder(index, repeatedIndex)) continue
    addedRefs.set(repeatedIndex, [...listRefs(line), ...(addedRefs.get(repeatedIndex) ?? [])])
  }
  return lines.map((line) => (addedRefs.has(line.index) ? { ...line, refs: listRefs(line) } : line))
}

/** The references that are sent with no line. */
export function listUnsentRefs({ index, outcome, repeatedIndex, refs }: DraftLine): readonly string[] {
  const isRepeatedLater = repeatedIndex !== null && !isInSameOrder(index, repeatedIndex)
  if (outcome === 'tracked' || isRepeatedLater) return refs
  return outcome === 'ready' ? refs.slice(MAX_REFS) : []
}

/**
 * The text beside a number is its shipping line if it names a known one and no other column does. Otherwise it is a
 * reference.
 */
function assignTextBesideNumber(
  { besideNumber, shippingLine, refs }: ListLine,
  knownLines: readonly LineChoice[],
): Pick<ListLine, 'shippingLine' | 'refs'> {
  if (besideNumber === '' || refs.includes(besideNumber)) return { shippingLine, refs }
  const upperCaseText = besideNumber.toUpperCase()
  const isLine = knownLines.some(({ scac, name }) => [scac, name.toUpperCase()].includes(upperCaseText))
  return isLine && ['', upperCaseText].includes(shippingLine.toUpperCase())
    ? { shippingLine: besideNumber, refs }
    : { shippingLine, refs: [...refs, besideNumber] }
}

/**
 * Another number discards the choices that the user made for the earlier number. Otherwise the new number could be
 * ordered, although the user chose that only for the earlier one.
 */
export function applyChange(earlier: LineChange, change: LineChange, currentNumber: string): LineChange {
  if (change.number === undefined || change.number === currentNumber) return { ...earlier, ...change }
  return earlier.isExcluded ? { isExcluded: true, ...change } : change
}

function normalizeNumber(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/**
 * The spelling of a bill with the SCAC in front. Lists have bills with and without it, and both are the same bill.
 * Empty if the number is no bill, or if its shipping line is unknown.
 */
function addScac(assessment: Assessment | null, scac: string): string {
  if (!assessment?.types.includes('bill_of_lading') || !SCAC.test(scac)) return ''
  const { number } = assessment
  return `${scac} ${number.startsWith(scac) ? number.slice(scac.length) : number}`
}

/** The user's choice is used if the number can be sent as that type. */
function chooseType(
  assessment: Assessment | null,
  chosen: RequestType | undefined,
  unclearAs: RequestType | null,
): RequestType | null {
  return chosen !== undefined && assessment?.types.includes(chosen) ? chosen : chooseDefaultType(assessment, unclearAs)
}

function chooseDefaultType(assessment: Assessment | null, unclearAs: RequestType | null): RequestType | null {
  if (assessment === null) return null
  return assessment.verdict === 'unclear' ? unclearAs : (assessment.types[0] ?? null)
}

function decideOutcome(
  assessment: Assessment | null,
  type: RequestType | null,
  { isExcluded, isWanted }: LineChange,
): DraftLine['outcome'] {
  if (isExcluded) return 'excluded'
  if (assessment === null) return 'judging'
  const { verdict, tracked } = assessment
  if (tracked !== null && !isWanted) return 'tracked'
  if (verdict === 'trackable') return 'ready'
  if (verdict === 'unclear') return type === null ? 'unclear' : 'ready'
  return isWanted && type !== null ? 'ready' : verdict
}

/**
 * A column may hold codes or names, and some names have four letters. So a code from the list is used only if it is
 * known.
 */
function chooseShippingLine(
  typedScac: string | undefined,
  listedLine: string,
  knownLines: readonly LineChoice[],
  assessment: Assessment | null,
): Pick<DraftLine, 'scac' | 'isLineUnknown'> {
  const suggested = assessment?.suggestedLine?.scac ?? ''
  const entered = (typedScac ?? listedLine).trim()
  if (entered === '') return { scac: typedScac === undefined ? suggested : '', isLineUnknown: false }
  const upperCaseLine = entered.toUpperCase()
  const scacOfName = knownLines.find(({ name }) => name.toUpperCase() === upperCaseLine)?.scac
  const isAcceptedScac =
    upperCaseLine === suggested ||
    knownLines.some(({ scac }) => scac === upperCaseLine) ||
    (typedScac !== undefined && /[A-Z]/.test(upperCaseLine))
  const scac = scacOfName ?? (isAcceptedScac ? upperCaseLine : null)
  return scac !== null && SCAC.test(scac) ? { scac, isLineUnknown: false } : { scac: entered, isLineUnknown: true }
}

export function isSent({ outcome }: DraftLine): boolean {
  return outcome === 'ready'
}

/** The line as it is ordered. A line without a verdict is not included. */
export function toOrderLine(line: DraftLine): BatchLine {
  const { text, number, assessment, type, scac, isLineUnknown, refs, outcome } = line
  const isOrdered = outcome === 'ready' && assessment !== null && type !== null
  const sentRefs = refs.slice(0, MAX_REFS)
  const request = isOrdered
    ? { number: assessment.number || number, type, scac: isLineUnknown || scac === '' ? null : scac, refs: sentRefs }
    : null
  const left = request !== null || outcome === 'ready' || outcome === 'judging' ? null : outcome
  return { text, request, left, refs: sentRefs }
}

export function countByOutcome(lines: readonly DraftLine[]): Map<DraftLine['outcome'], number> {
  const counts = new Map<DraftLine['outcome'], number>()
  for (const { outcome } of lines) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return counts
}
