// Reads a chosen or dropped file into rows of text. Runs in a worker; the bytes never leave this computer.
import { AppError } from '#contract/errors.ts'
import { csvRows, withoutBlankEnds } from './csv.ts'
import { decodeText } from './decode-text.ts'
import { MAX_BYTES, MAX_ROWS } from './limits.ts'
import { type Sheet, workbookSheets } from './workbook.ts'

/** Throws the codes `import/*`. Empty sheets are left out. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  if (bytes.length > MAX_BYTES) throw new AppError('import/too-big', { bytes: bytes.length })
  if (bytes.length === 0) throw new AppError('import/empty')
  const sheets = (await sheetsOf(bytes))
    .map(({ name, rows }) => ({ name, rows: withoutBlankEnds(rows) }))
    .filter(({ rows }) => rows.length > 0)
  if (sheets.length === 0) throw new AppError('import/empty')
  // Another sheet beside the list may have any length.
  const shortest = Math.min(...sheets.map(({ rows }) => rows.length))
  if (shortest > MAX_ROWS) throw new AppError('import/too-many-lines', { lines: shortest })
  return sheets
}

async function sheetsOf(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  if (begins(bytes, [0x50, 0x4b])) return workbookSheets(bytes)
  if (begins(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new AppError(holds(bytes, 'EncryptedPackage') ? 'import/password' : 'import/old-workbook')
  return [{ name: null, rows: csvRows(decodeText(bytes)) }]
}

function begins(bytes: Uint8Array, sign: readonly number[]): boolean {
  return sign.every((byte, index) => bytes[index] === byte)
}

/** Names in such a file are in UTF-16. Its directory may be anywhere near the start or the end. */
function holds(bytes: Uint8Array, name: string): boolean {
  const reach = 2_000_000
  const wide = (part: Uint8Array) =>
    new TextDecoder('utf-16le').decode(part.subarray(0, part.length - (part.length % 2)))
  return (
    wide(bytes.subarray(0, reach)).includes(name) ||
    wide(bytes.subarray(Math.max(0, bytes.length - reach) & ~1)).includes(name)
  )
}
