// The sheets of an XLSX workbook as rows of text. It is looked at before it is unpacked: a small file may unpack to more
// than the machine has.
import { unzipSync } from 'fflate'
import readXlsx from 'read-excel-file/web-worker'
import { AppError } from '#contract/errors.ts'

export type Sheet = { name: string | null; rows: string[][] }

const MOST_UNPACKED = 300_000_000

export async function workbookSheets(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  lookInside(bytes)
  try {
    const sheets = await readXlsx(bytes.buffer, { parseNumber: wholeNumber })
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(cellText)) }))
  } catch (error) {
    throw new AppError('import/damaged', { reason: String(error).slice(0, 200) }, error)
  }
}

function lookInside(bytes: Uint8Array): void {
  const names: string[] = []
  let unpacked = 0
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        names.push(name)
        unpacked += originalSize
        return false
      },
    })
  } catch (error) {
    throw new AppError('import/damaged', {}, error)
  }
  if (!names.includes('xl/workbook.xml')) throw new AppError('import/not-a-list')
  if (unpacked > MOST_UNPACKED) throw new AppError('import/too-big', { unpackedBytes: unpacked })
}

/** Long booking numbers are numbers to Excel, and stand there as 1.23E+11. */
function wholeNumber(text: string): string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? String(value) : text
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell).trim() : ''
}
