// Reads a chosen or dropped file into rows of text. Runs in a worker; the bytes never leave this computer.
import { AppError } from '#contract/errors.ts'
import { parseCsv, trimBlankEnds } from './csv.ts'
import { decodeText } from './decode-text.ts'
import { MAX_BYTES, MAX_ROWS } from './limits.ts'
import { type Sheet, readWorkbook } from './workbook.ts'

/** Throws the codes `import/*`. Empty sheets are left out. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  if (bytes.length > MAX_BYTES) throw new AppError('import/too-big', { bytes: bytes.length })
  if (bytes.length === 0) throw new AppError('import/empty')
  const sheets = (await readSheets(bytes))
    .map(({ name, rows }) => ({ name, rows: trimBlankEnds(rows) }))
    .filter(({ rows }) => rows.length > 0)
  if (sheets.length === 0) throw new AppError('import/empty')
  // Another sheet beside the list may have any length.
  const shortest = Math.min(...sheets.map(({ rows }) => rows.length))
  if (shortest > MAX_ROWS) throw new AppError('import/too-many-lines', { lines: shortest })
  return sheets
}

async function readSheets(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  if (hasSignature(bytes, [0x50, 0x4b])) return readWorkbook(bytes)
  if (hasSignature(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new AppError(hasEntry(bytes, 'EncryptedPackage') ? 'import/password' : 'import/old-workbook')
  return [{ name: null, rows: parseCsv(decodeText(bytes)) }]
}

function hasSignature(bytes: Uint8Array, sign: readonly number[]): boolean {
  return sign.every((byte, index) => bytes[index] === byte)
}

/** Names in such a file are in UTF-16. Its directory may be anywhere near the start or the end. */
function hasEntry(bytes: Uint8Array, name: string): boolean {
  const reach = 2_000_000
  const toUtf16 = (part: Uint8Array) =>
    new TextDecoder('utf-16le').decode(part.subarray(0, part.length - (part.length % 2)))
  return (
    toUtf16(bytes.subarray(0, reach)).includes(name) ||
    toUtf16(bytes.subarray(Math.max(0, bytes.length - reach) & ~1)).includes(name)
  )
}
