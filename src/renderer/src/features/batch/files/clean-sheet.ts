// Cleans a worksheet's XML for the XLSX reader. The reader creates every row and column up to the last one, so that one
// stray cell can use more memory than the page has. It rejects a whole workbook for one invalid number with a date
// format. It also drops the leading zeros that a format adds to a number. Pure.
import { MAX_ROWS } from './limits.ts'

/**
 * A list may begin after blank rows. Rows below this limit are collapsed into one, which makes the sheet too long and
 * is reported.
 */
const LAST_ROW = 2 * MAX_ROWS
/** The column limit of the old XLS format. */
const LAST_COLUMN = 256
/** The day number that spreadsheets use for 31 December 9999. */
const LAST_DAY = 2_958_465

const ROW = /<((?:\w+:)?)row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/\1row>)/g
const CELL = /<((?:\w+:)?)c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/\1c>)/g
const ATTRIBUTES = {
  r: /\sr="([^"]*)"/,
  s: /\ss="([^"]*)"/,
  t: /\st="([^"]*)"/,
  numFmtId: /\snumFmtId="([^"]*)"/,
  formatCode: /\sformatCode="([^"]*)"/,
}

/** `digitsByStyle`: how many digits a number of this style has at least. Leading zeros fill it up. */
export function cleanSheet(xml: string, digitsByStyle: ReadonlyMap<number, number>): string {
  let lastRow = 0
  let isTooLong = false
  return xml.replace(ROW, (_, prefix: string, attributes: string, inside: string | undefined) => {
    const row = Number(readAttribute(attributes, 'r') ?? lastRow + 1)
    const cells = cleanCells(inside ?? '', row, digitsByStyle)
    if (cells === '' || isTooLong) return ''
    lastRow = row
    isTooLong = row > LAST_ROW
    return isTooLong
      ? writeRow(
          prefix,
          LAST_ROW + 1,
          writeCell(prefix, { reference: `A${LAST_ROW + 1}` }, `<${prefix}v>0</${prefix}v>`),
        )
      : writeRow(prefix, row, cells)
  })
}

/**
 * Reads from `xl/styles.xml` the styles whose format adds leading zeros, such as `00000`, with their numbers of digits.
 */
export function readStyleDigits(xml: string): Map<number, number> {
  const formats = new Map(
    findTags(xml, 'numFmt').map((attributes) => [
      readAttribute(attributes, 'numFmtId'),
      readAttribute(attributes, 'formatCode') ?? '',
    ]),
  )
  const [, styles = ''] = /<(?:\w+:)?cellXfs\b[^>]*>([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(xml) ?? []
  const digits = findTags(styles, 'xf').map(
    (attributes) => /^0{2,}$/.exec(formats.get(readAttribute(attributes, 'numFmtId')) ?? '')?.[0].length ?? 0,
  )
  return new Map([...digits.entries()].filter(([, count]) => count > 0))
}

function cleanCells(inside: string, row: number, digitsByStyle: ReadonlyMap<number, number>): string {
  let lastColumn = 0
  return [...inside.matchAll(CELL)]
    .map(([, prefix = '', attributes = '', content = '']) => {
      const [letters] = /^[A-Z]+/.exec(readAttribute(attributes, 'r') ?? '') ?? []
      lastColumn = letters === undefined ? lastColumn + 1 : toColumnNumber(letters)
      if (content === '' || lastColumn > LAST_COLUMN) return ''
      return writeCell(
        prefix,
        {
          reference: `${toColumnLetters(lastColumn)}${row}`,
          type: readAttribute(attributes, 't'),
          style: readAttribute(attributes, 's'),
        },
        content,
        digitsByStyle,
      )
    })
    .join('')
}

/** `reference`: such as `B12`. */
type CellAttributes = { reference: string; type?: string | undefined; style?: string | undefined }

function writeCell(
  prefix: string,
  { reference, type, style }: CellAttributes,
  content: string,
  digitsByStyle: ReadonlyMap<number, number> = new Map(),
): string {
  const [, value = ''] = /<(?:\w+:)?v\b[^>]*>([^<]*)</.exec(content) ?? []
  const isNumber = (type === undefined || type === 'n') && value !== ''
  const written = isNumber && /^\d+$/.test(value) ? value.padStart(digitsByStyle.get(Number(style)) ?? 0, '0') : value
  if (written !== value) return `<${prefix}c r="${reference}" t="str"><${prefix}v>${written}</${prefix}v></${prefix}c>`
  const isInvalidDay = isNumber && !(Number(value) >= 0 && Number(value) <= LAST_DAY)
  const attributes = [
    type === undefined ? '' : ` t="${type}"`,
    style === undefined || isInvalidDay ? '' : ` s="${style}"`,
  ]
  return `<${prefix}c r="${reference}"${attributes.join('')}>${content}</${prefix}c>`
}

function writeRow(prefix: string, row: number, cells: string): string {
  return `<${prefix}row r="${row}">${cells}</${prefix}row>`
}

function readAttribute(attributes: string, name: keyof typeof ATTRIBUTES): string | undefined {
  return ATTRIBUTES[name].exec(attributes)?.[1]
}

function findTags(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) => attributes)
}

function toColumnNumber(letters: string): number {
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
}

function toColumnLetters(column: number): string {
  const last = String.fromCharCode(65 + ((column - 1) % 26))
  return column <= 26 ? last : `${toColumnLetters(Math.floor((column - 1) / 26))}${last}`
}
