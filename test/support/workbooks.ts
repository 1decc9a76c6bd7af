// Creates minimal Excel workbooks, and files that are no workbooks or cannot be read.
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

type Cell = string | number

export function makeWorkbook(sheets: Record<string, readonly (readonly Cell[])[]>): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets)
  const strings = [
    ...new Set(
      Object.values(sheets).flatMap((rows) => rows.flatMap((row) => row.filter((cell) => typeof cell === 'string'))),
    ),
  ]
  const stringIndexes = new Map(strings.map((text, index) => [text, index]))
  const files: Record<string, string> = {
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rIdS" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rIdT" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${strings.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml':
      '<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>',
  }
  names.forEach((name, index) => {
    files[`xl/worksheets/sheet${index + 1}.xml`] = createSheetXml(sheets[name] ?? [], stringIndexes)
  })
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

function createSheetXml(rows: readonly (readonly Cell[])[], stringIndexes: ReadonlyMap<string, number>): string {
  const cell = (value: Cell, column: number, row: number) => {
    const reference = `${String.fromCharCode(65 + column)}${row + 1}`
    return typeof value === 'number'
      ? `<c r="${reference}"><v>${value > 1e9 ? value.toExponential() : value}</v></c>`
      : `<c r="${reference}" t="s"><v>${stringIndexes.get(value) ?? 0}</v></c>`
  }
  const body = rows
    .map(
      (row, index) => `<row r="${index + 1}">${row.map((value, column) => cell(value, column, index)).join('')}</row>`,
    )
    .join('')
  return `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${body}</sheetData></worksheet>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Formats a cell that `read-excel-file` has read, as in a CSV file. */
export function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
}

/** Creates a compound file, which is the format of old workbooks and of those with a password. */
export function makeCompoundFile(entry: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4_096)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  Array.from(entry).forEach((character, index) => {
    bytes[1_024 + index * 2] = character.charCodeAt(0)
  })
  return bytes
}

/** Changes or adds parts of a workbook, to test parts that `makeWorkbook` does not write. */
export function addWorkbookParts(
  workbook: Uint8Array,
  parts: Record<string, (before: string) => string>,
): Uint8Array<ArrayBuffer> {
  const files = unzipSync(workbook)
  for (const [name, rewrite] of Object.entries(parts))
    files[name] = strToU8(rewrite(strFromU8(files[name] ?? new Uint8Array(0))))
  return zipSync(files)
}
