// Guesses which columns of a list hold the number, the shipping line and the user's references, from headings and from
// cell contents. The user can change the result. Pure.
import { parseNumberLines } from '../../tracking/number-lines.ts'

export type ColumnChoice = {
  /** The first row has headings. */
  hasHeadings: boolean
  number: number
  /** The column with the SCAC or name of the shipping line. */
  shippingLine: number | null
  refs: number[]
}

/** `besideNumber`: the other text in the cell of the number, such as a reference or the name of a shipping line. */
export type ListLine = { number: string; besideNumber: string; shippingLine: string; refs: string[] }

/** The rows that are enough to guess the columns. */
const SAMPLE_ROWS = 60
/** The share of a column's filled cells that must have the right form, with a heading that names it and without. */
const [MIN_SHARE_NAMED, MIN_SHARE_UNNAMED] = [0.3, 0.8]
/** The limit of guessed reference columns. The user can choose more. */
const MAX_GUESSED_REFS = 4
/** The contract's limits of the lengths. */
const MAX_NUMBER_LENGTH = 200
const MAX_REF_LENGTH = 100

const headings = {
  bill: /^(?:(?:master|ocean|m)[ -]?)?(?:b\/?l|bol|bill of lading|mbl|mbol)(?:[ -]?(?:no|nr|num|number|#))?\.?$/i,
  booking: /^(?:booking|bkg)(?:[ -]?(?:no|nr|num|number|ref|reference|#))?\.?$/i,
  container: /^(?:container|cntr|ctr|box|unit|equipment)s?(?:[ -]?(?:no|nr|num|number|id|#))?\.?$/i,
  number: /^(?:number|no|nr|tracking (?:no|number)|shipment (?:no|number))\.?$/i,
  shippingLine:
    /^(?:scac(?: code)?|(?:shipping |ocean )?(?:line|carrier)(?: (?:code|scac|name))?|ssl|steamship line)$/i,
  refs: /\b(?:ref|refs|reference|references|po|p\.o\.|order|file|job|our)\b/i,
  /** A company is no reference, unless the user chooses its column. */
  company:
    /^(?:our |unser |nuestro )?(?:customer|cust|client|consignee|shipper|kunde|empf(?:ä|ae)nger|versender|cliente|consignatario|embarcador|客户|收货人|发货人)(?:[ -]?name)?\.?$/i,
}

/** A bill is preferred: it covers all its containers and is charged once. */
const numberHeadings = [headings.bill, headings.booking, headings.container, headings.number]

export function guessColumns(rows: readonly (readonly string[])[]): ColumnChoice {
  const [first = []] = rows
  const width = Math.max(1, ...rows.slice(0, SAMPLE_ROWS).map((row) => row.length))
  const hasHeadings = isHeadingRow(first, rows.slice(1, SAMPLE_ROWS))
  const body = rows.slice(hasHeadings ? 1 : 0, SAMPLE_ROWS)
  const getTitle = (column: number) => (hasHeadings ? (first[column] ?? '').trim() : '')
  const columns = Array.from({ length: width }, (_, column) => column)
  const computeShare = (column: number, test: RegExp) => {
    const filled = body.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '')
    return filled.length === 0 ? 0 : filled.filter((cell) => test.test(cell)).length / filled.length
  }
  const namedColumn = numberHeadings
    .map((name) =>
      columns.find((column) => name.test(getTitle(column)) && computeShare(column, NUMBER) > MIN_SHARE_NAMED),
    )
    .find((column) => column !== undefined)
  const number =
    namedColumn ??
    columns.toSorted(
      (one, other) =>
        computeShare(other, CARGO_NUMBER) - computeShare(one, CARGO_NUMBER) ||
        computeShare(other, NUMBER) - computeShare(one, NUMBER) ||
        one - other,
    )[0] ??
    0
  const shippingLine =
    columns.find(
      (column) =>
        column !== number &&
        (headings.shippingLine.test(getTitle(column)) || computeShare(column, SCAC) > MIN_SHARE_UNNAMED),
    ) ?? null
  const others = columns.filter((column) => column !== number && column !== shippingLine)
  const isNamedReference = (column: number) =>
    headings.refs.test(getTitle(column)) &&
    ![...numberHeadings, headings.company].some((name) => name.test(getTitle(column)))
  // Without headings, only the contents show what a column holds.
  const isReference = (column: number) =>
    hasHeadings
      ? isNamedReference(column)
      : computeShare(column, REFERENCE) > MIN_SHARE_UNNAMED &&
        computeShare(column, CARGO_NUMBER) + computeShare(column, DATE) === 0
  return { hasHeadings, number, shippingLine, refs: others.filter(isReference).slice(0, MAX_GUESSED_REFS) }
}

/** A container number, or a bill that starts with the shipping line's letters. */
const CARGO_NUMBER = /^[A-Z]{4}[ -]?[A-Z0-9]{0,3}[ -]?\d{5,}[ -]?\d*$/i
/** A container number or such a bill in a cell with other text. */
const WITH_CARGO_NUMBER = /\b[A-Z]{3}[UJZ][ -]?\d{3}[ -]?\d{3}[ -]?\d\b|\b[A-Z]{4}\d{6,}\b/i
/** Any number that the service may track: 5 to 24 characters, at least four of them digits. */
const NUMBER = /^(?=(?:.*\d){4})[A-Z0-9 /.-]{5,24}$/i
const SCAC = /^[A-Z]{4}$/
/** A text with a digit, such as `PO-770` or `4711`. A single digit is rather a place in the list or a quantity. */
const REFERENCE = /^(?=.*\d)[\p{L}\p{N}][\p{L}\p{N} ._/#-]{2,39}$/u
const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T]\d.*)?$/

function isHeadingRow(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  const filled = first.filter((cell) => cell.trim() !== '')
  if (filled.some((cell) => NUMBER.test(cell.trim()) || WITH_CARGO_NUMBER.test(cell))) return false
  // A single line is what the user wants to track, also if no number is recognized in it.
  if (filled.length === 0 || others.length === 0) return false
  if (
    filled.some((cell) =>
      [...numberHeadings, headings.shippingLine, headings.refs, headings.company].some((name) =>
        name.test(cell.trim()),
      ),
    )
  )
    return true
  return others.some((row) => row.some((cell) => NUMBER.test(cell.trim())))
}

const CONTAINER = /^[A-Z]{3}[UJZ][ -]?\d{6}[ -]?\d$/i

/**
 * Returns one line for each number. The numbers of a list with a single row become separate lines, and so do containers
 * side by side if the list has nothing else, because otherwise only one column would be tracked. A bill beside its
 * container stays one line.
 */
export function readLines(rows: readonly (readonly string[])[], choice: ColumnChoice): ListLine[] {
  const hasOnly = (test: RegExp) =>
    !choice.hasHeadings &&
    rows.some((row) => row.filter((cell) => cell.trim() !== '').length > 1) &&
    rows.every((row) => row.every((cell) => cell.trim() === '' || test.test(cell.trim())))
  if (hasOnly(rows.length === 1 ? NUMBER : CONTAINER)) {
    return rows
      .flat()
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .map((cell) => ({ ...readNumber(cell), shippingLine: '', refs: [] }))
  }
  const readCell = (row: readonly string[], column: number) => (row[column] ?? '').trim()
  return rows
    .slice(choice.hasHeadings ? 1 : 0)
    .map((row) => ({
      ...readNumber(readCell(row, choice.number)),
      shippingLine: choice.shippingLine === null ? '' : readCell(row, choice.shippingLine),
      refs: [
        ...new Set(
          choice.refs.map((column) => readCell(row, column).slice(0, MAX_REF_LENGTH)).filter((ref) => ref !== ''),
        ),
      ],
    }))
}

/** A container number, and the text behind it. */
const CONTAINER_WITH_TEXT = /^([A-Z]{3}[UJZ][ -]?\d{3} ?\d{3}[ -]?\d)(?![A-Z0-9])[\s,;:]+(\S.*)$/i
/** What users write before a reference. */
const REFERENCE_LABEL = /^(?:your |our |customer )?(?:ref|refs|reference|references)\b[ .:#-]*/i
/** What users write before an order number. Unlike a label of a reference, it is a part of the reference. */
const ORDER_LABEL = /^(?:customer )?(?:p\.?o|order|purchase order|job|file|invoice)(?![A-Z])/i
const HAS_SIX_DIGITS = /(?:\d\D*){6}/

/**
 * Separates the number from other text in its cell. Otherwise the text would become a part of the number. A cell with
 * several text lines or several numbers stays whole, so that no number is dropped.
 */
function readNumber(cell: string): Pick<ListLine, 'number' | 'besideNumber'> {
  if (cell.includes('\n')) return { number: cell.slice(0, MAX_NUMBER_LENGTH), besideNumber: '' }
  const [, container, text = ''] = CONTAINER_WITH_TEXT.exec(cell) ?? []
  const isReference =
    !HAS_SIX_DIGITS.test(text) ||
    REFERENCE_LABEL.test(text) ||
    (ORDER_LABEL.test(text) && !WITH_CARGO_NUMBER.test(text))
  const number = container !== undefined && isReference ? container : parseNumberLines(cell).first
  const start = cell.indexOf(number)
  const besideNumber = [cell.slice(0, start), cell.slice(start + number.length)]
    .map((part) => part.replace(/^[\s,;:]+|[\s,;:]+$/g, ''))
    .filter((part) => part !== '')
    .join(' ')
    .replace(REFERENCE_LABEL, '')
    .slice(0, MAX_REF_LENGTH)
  return { number, besideNumber }
}

/** The type from the heading of the number column, used if the numbers themselves do not show it. */
export function findTypeByHeading(
  rows: readonly (readonly string[])[],
  { hasHeadings, number }: ColumnChoice,
): 'bill_of_lading' | 'booking_number' | null {
  const title = hasHeadings ? (rows[0]?.[number] ?? '').trim() : ''
  if (headings.bill.test(title)) return 'bill_of_lading'
  return headings.booking.test(title) ? 'booking_number' : null
}

/** The names of the columns to choose from: the heading, or the letter and first cell. */
export function nameColumns(rows: readonly (readonly string[])[], hasHeadings: boolean): string[] {
  const width = Math.max(1, ...rows.slice(0, SAMPLE_ROWS).map((row) => row.length))
  return Array.from({ length: width }, (_, column) => {
    const letter = toColumnLetters(column)
    const first = (rows[0]?.[column] ?? '').trim().slice(0, 30)
    if (first === '') return letter
    return hasHeadings ? first : `${letter}: ${first}`
  })
}

function toColumnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : `${toColumnLetters(Math.floor(column / 26) - 1)}${last}`
}
