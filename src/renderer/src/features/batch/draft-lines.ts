// The lines of a list with their verdicts and the user's changes: which are sent, as which type, and why the others are
// not. Pure.
import type { BatchLine, UnsentReason } from '#contract/batches.ts'
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
  /** Empty if the service is to find the line. */
  scac: string
  /** The value in `scac` is neither a code nor the name of a line. It is shown as entered and not sent. */
  isLineUnknown: boolean
  refs: readonly string[]
  outcome: 'judging' | 'ready' | UnsentReason
}

const SCAC = /^[A-Z0-9]{4}$/
/** The contract's limits of references. */
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
  const seen = new Set<string>()
  return lines.map((line, index) => {
    const change = changes.get(index) ?? {}
    const number = change.number ?? line.number
    const assessment = verdicts.get(number) ?? null
    const type = chooseType(assessment, change.type, unclearAs)
    const judged = decideOutcome(assessment, type, change)
    const chosenLine = chooseShippingLine(change.scac, line.line, knownLines, assessment)
    // Uses the bare spelling while a line of an earlier page has no verdict yet.
    const spellings = [removePrefix(number), assessment?.number ?? '', addScac(assessment, chosenLine.scac)].filter(
      (spelling) => spelling !== '',
    )
    const isRepeated =
      (judged === 'ready' || judged === 'tracked' || judged === 'unclear') &&
      spellings.some((spelling) => seen.has(spelling))
    if (judged !== 'excluded') for (const spelling of spellings) seen.add(spelling)
    return {
      index,
      text: line.number,
      number,
      assessment,
      type,
      types: assessment?.types ?? [],
      ...chosenLine,
      refs: line.refs,
      outcome: isRepeated ? 'repeated' : judged,
    }
  })
}

/** A choice made for the previous number is dropped. It could otherwise order the new number without being asked. */
export function withChange(before: LineChange, change: LineChange, currentNumber: string): LineChange {
  if (change.number === undefined || change.number === currentNumber) return { ...before, ...change }
  return before.isExcluded ? { isExcluded: true, ...change } : change
}

function removePrefix(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/**
 * Bills are written with and without the SCAC in front; for the same line both are equal. Empty: no line, or no bill.
 */
function addScac(assessment: Assessment | null, scac: string): string {
  if (!assessment?.types.includes('bill_of_lading') || !SCAC.test(scac)) return ''
  const { number } = assessment
  return `${scac} ${number.startsWith(scac) ? number.slice(scac.length) : number}`
}

/** A choice is used as long as the number can be sent as that type. */
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

/** A column may hold codes or names, and some names have four letters. A code from it is used only if it is known. */
function chooseShippingLine(
  typedScac: string | undefined,
  listed: string,
  knownLines: readonly LineChoice[],
  assessment: Assessment | null,
): Pick<DraftLine, 'scac' | 'isLineUnknown'> {
  const suggested = assessment?.suggestedLine?.scac ?? ''
  const entered = (typedScac ?? listed).trim()
  if (entered === '') return { scac: typedScac === undefined ? suggested : '', isLineUnknown: false }
  const plain = entered.toUpperCase()
  const named = knownLines.find(({ name }) => name.toUpperCase() === plain)?.scac
  const isBelieved =
    plain === suggested ||
    knownLines.some(({ scac }) => scac === plain) ||
    (typedScac !== undefined && /[A-Z]/.test(plain))
  const scac = named ?? (isBelieved ? plain : null)
  return scac !== null && SCAC.test(scac) ? { scac, isLineUnknown: false } : { scac: entered, isLineUnknown: true }
}

export function isSent({ outcome }: DraftLine): boolean {
  return outcome === 'ready'
}

/** The line is left out for a reason that the user may want to change. */
export function isProblem({ outcome }: DraftLine): boolean {
  return outcome !== 'ready' && outcome !== 'judging' && outcome !== 'excluded'
}

/** `first`: indexes of the lines on top. Each part keeps the order of the list. */
export function putFirst(lines: readonly DraftLine[], first: ReadonlySet<number>): DraftLine[] {
  return [...lines.filter(({ index }) => first.has(index)), ...lines.filter(({ index }) => !first.has(index))]
}

/** The line as it is ordered. A line without a verdict is not included. */
export function toOrderLine(line: DraftLine): BatchLine {
  const { text, number, assessment, type, scac, isLineUnknown, refs, outcome } = line
  const isOrdered = outcome === 'ready' && assessment !== null && type !== null
  const request = isOrdered
    ? {
        number: assessment.number || number,
        type,
        scac: isLineUnknown || scac === '' ? null : scac,
        refs: refs.slice(0, MAX_REFS),
      }
    : null
  return { text, request, left: request !== null || outcome === 'ready' || outcome === 'judging' ? null : outcome }
}

export function countBy(lines: readonly DraftLine[]): Map<DraftLine['outcome'], number> {
  const counts = new Map<DraftLine['outcome'], number>()
  for (const { outcome } of lines) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return counts
}
