// Writes a table in batches as a workbook with one sheet. Texts are stored as texts (`inlineStr`), so no spreadsheet
// runs them, strips zeros or converts them to dates. A day in a column of days is a date cell, which has no zone. An
// instant remains a text, because a date cell would lose its offset. No workbook library is used: those that stream
// need Node, and those for the browser build the whole sheet in memory. fflate's build for browsers is used, because
// its build for Node defines `require`, which the engine's bundle defines too.
import { Zip, ZipDeflate, ZipPassThrough, strToU8 } from 'fflate/browser'
import { AppError } from '#contract/errors.ts'
import type { Cell, Sink, TableHead, TableWriter } from './table.ts'

/** Limits of the format. */
export const MAX_ROWS = 1_048_576
const MAX_TEXT_LENGTH = 32_767
const MAX_NAME_LENGTH = 31
/** Repeated texts shrink to a tenth at any level; higher levels take three times as long for little gain. */
const COMPRESSION_LEVEL = 3

/** The attributes of cells with a format of the style sheet, and of cells with a day in the same row. */
type RowStyle = { cell: string; day: string }
const PLAIN: RowStyle = { cell: '', day: ' s="2"' }
/** Of the row with titles, which has no days. */
const BOLD: RowStyle = { cell: ' s="1"', day: '' }
/** Bold on grey, also where a cell is empty. */
const SUBTOTAL: RowStyle = { cell: ' s="3"', day: ' s="4"' }

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000
/** The number of the day 1970-01-01 in a workbook. Excel counts days before 1 March 1900 differently. */
const EPOCH_DAY = 25_569
const FIRST_SAFE_DAY = 61

/** The initial size of the buffer: a batch of 100 rows with 30 columns. */
const BATCH_BYTES = 1_000_000
/** A character beyond U+FFFF has two units in a string and four bytes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3

/** Node and browsers have it, but this project's types have neither. */
declare const TextEncoder: new () => { encodeInto(text: string, buffer: Uint8Array): { written: number } }

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export function createXlsx(head: TableHead, sink: Sink): TableWriter {
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    sink(bytes)
  })
  for (const [name, text] of Object.entries(createParts(head))) {
    const part = new ZipPassThrough(name)
    zip.add(part)
    part.push(strToU8(text), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: COMPRESSION_LEVEL })
  zip.add(sheet)
  const letters = head.columns.map((_, index) => getColumnLetters(index))
  const days = head.columns.map(({ hasDays }) => hasDays === true)
  const encoder = new TextEncoder()
  let buffer = new Uint8Array(BATCH_BYTES)
  /** Uses the same buffer for each batch. The compressor copies it, and new buffers would only use memory. */
  const writeText = (text: string) => {
    if (buffer.length < text.length * MAX_BYTES_PER_UNIT) buffer = new Uint8Array(text.length * MAX_BYTES_PER_UNIT)
    sheet.push(buffer.subarray(0, encoder.encodeInto(text, buffer).written))
  }
  let rowCount = 1
  sheet.push(
    strToU8(
      formatSheetStart(head) +
        formatRow(
          letters,
          head.columns.map(({ title }) => title),
          1,
          BOLD,
        ),
    ),
  )
  return {
    add: (batch) => {
      if (rowCount + batch.length > MAX_ROWS) throw new AppError('export/too-many-rows', { most: MAX_ROWS - 1 })
      let text = ''
      for (const row of batch)
        text +=
          'subtotals' in row
            ? formatRow(letters, row.subtotals, ++rowCount, SUBTOTAL, days)
            : formatRow(letters, row, ++rowCount, PLAIN, days)
      writeText(text)
    },
    end: () => {
      sheet.push(strToU8(`</sheetData><autoFilter ref="A1:${letters.at(-1) ?? 'A'}${rowCount}"/></worksheet>`), true)
      zip.end()
    },
  }
}

function createParts({ title }: TableHead): Record<string, string> {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const relations = (...list: string[]) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(toSheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation(1, 'worksheet', 'worksheets/sheet1.xml'),
      relation(2, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE6EAEF"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="164" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/></cellXfs></styleSheet>`,
  }
}

/** The beginning of the sheet. It freezes the title row. */
function formatSheetStart({ columns }: TableHead): string {
  const widths = columns
    .map(
      ({ width }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${(width / 7).toFixed(1)}" customWidth="1"/>`,
    )
    .join('')
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${widths === '' ? '' : `<cols>${widths}</cols>`}<sheetData>`
}

function formatRow(
  letters: readonly string[],
  cells: readonly Cell[],
  row: number,
  style: RowStyle,
  days: readonly boolean[] = [],
): string {
  let text = `<row r="${row}">`
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column] ?? ''
    if (cell === '' && style !== SUBTOTAL) continue
    const day = days[column] && typeof cell === 'string' ? toDayNumber(cell) : null
    const start = `<c r="${letters[column] ?? getColumnLetters(column)}${row}"${day === null ? style.cell : style.day}`
    if (cell === '') {
      text += `${start}/>`
      continue
    }
    text +=
      typeof cell === 'number' || day !== null
        ? `${start}><v>${day ?? cell}</v></c>`
        : `${start} t="inlineStr"><is><t xml:space="preserve">${escapeXml(truncateText(cell))}</t></is></c>`
  }
  return `${text}</row>`
}

/** Converts a day such as 2026-11-20 to the number that a workbook stores; null for any other text. */
function toDayNumber(text: string): number | null {
  if (!ISO_DAY.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  // A day such as 2026-02-30 is parsed as a day in March.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text)) return null
  const day = ms / DAY_MS + EPOCH_DAY
  return day < FIRST_SAFE_DAY ? null : day
}

/** Cuts a text at the limit of the format, and marks the cut with an ellipsis. */
function truncateText(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`
}

const NEEDS_ESCAPE = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udfff]|_x[0-9A-Fa-f]{4}_/

/** Uses the line ends of Excel, and escapes characters that XML forbids as Excel does (`_x0007_`). */
function escapeXml(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
}

/** The name of a column by its index from 0: `A` for 0 and `AA` for 26. */
export function getColumnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : getColumnLetters(Math.floor(index / 26) - 1) + last
}

function toSheetName(title: string): string {
  const name = title
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim()
  return Array.from(name).slice(0, MAX_NAME_LENGTH).join('') || 'List'
}
