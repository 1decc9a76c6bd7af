// Reads the sheets of an XLSX workbook as rows of text. Sizes are checked before unpacking, because a small file may
// unpack to more than the memory of the computer.
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import readXlsx from 'read-excel-file/web-worker'
import { AppError } from '#contract/errors.ts'
import { readStyleDigits, cleanSheet } from './clean-sheet.ts'

export type Sheet = { name: string | null; rows: string[][] }

const MAX_UNPACKED_BYTES = 300_000_000
const SHEET_PART = /sheet[^/]*\.xml$/i
const READ_PARTS = /\.xml(?:\.rels)?$/i

export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  checkSizes(bytes)
  try {
    const sheets = await readXlsx(cleanWorkbook(bytes).buffer, { parseNumber: formatWholeNumber })
    // A sheet that contains only a chart has no cells.
    return sheets
      .filter(({ data }) => Array.isArray(data))
      .map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(formatCell)) }))
  } catch (error) {
    throw new AppError('import/damaged', { reason: String(error).slice(0, 200) }, error)
  }
}

function checkSizes(bytes: Uint8Array): void {
  const names: string[] = []
  let unpackedBytes = 0
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        names.push(name)
        unpackedBytes += originalSize
        return false
      },
    })
  } catch (error) {
    throw new AppError('import/damaged', {}, error)
  }
  if (!names.includes('xl/workbook.xml')) throw new AppError('import/not-a-list')
  if (unpackedBytes > MAX_UNPACKED_BYTES) throw new AppError('import/too-big', { unpackedBytes })
}

/** Cleans the sheets, and packs the parts that are read without compression. */
function cleanWorkbook(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts = unzipSync(bytes, { filter: ({ name }) => READ_PARTS.test(name) })
  const styles = parts['xl/styles.xml']
  const digitsByStyle = styles === undefined ? new Map<number, number>() : readStyleDigits(strFromU8(styles))
  for (const [name, part] of Object.entries(parts)) {
    if (SHEET_PART.test(name)) parts[name] = strToU8(cleanSheet(strFromU8(part), digitsByStyle))
  }
  return zipSync(parts, { level: 0 })
}

/** Excel stores long booking numbers as numbers, which the file may contain as 1.23E+11. */
function formatWholeNumber(text: string): string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? String(value) : text
}

function formatCell(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell).trim() : ''
}
