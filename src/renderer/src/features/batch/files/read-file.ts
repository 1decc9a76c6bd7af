// Reads a chosen or dropped file into rows of text. Runs in a worker; the bytes never leave this computer.
import { AppError } from '#contract/errors.ts'
import { parseCsv, trimBlankEnds } from './csv.ts'
import { decodeText } from './decode-text.ts'
import { MAX_BYTES, MAX_ROWS } from './limits.ts'
import { type Sheet, readWorkbook } from './workbook.ts'

/** An XLSX workbook is a ZIP archive. */
const ZIP_SIGNATURE = [0x50, 0x4b]
/** An XLS workbook and an encrypted XLSX workbook are OLE files. */
const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0]

/** Throws the codes `import/*`. Empty sheets are left out. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  if (bytes.length > MAX_BYTES) throw new AppError('import/too-big', { bytes: bytes.length })
  if (bytes.length === 0) throw new AppError('import/empty')
  const sheets = (await readSheets(bytes))
    .map(({ name, rows }) => ({ name, rows: trimBlankEnds(rows) }))
    .filter(({ rows }) => rows.length > 0)
  if (sheets.length === 0) throw new AppError('import/empty')
  // Only the sheet with the list has a limit, and any sheet may be that one.
  const shortest = Math.min(...sheets.map(({ rows }) => rows.length))
  if (shortest > MAX_ROWS) throw new AppError('import/too-many-lines', { lines: shortest })
  return sheets
}

async function readSheets(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  if (hasSignature(bytes, ZIP_SIGNATURE)) return readWorkbook(bytes)
  if (hasSignature(bytes, OLE_SIGNATURE))
    throw new AppError(hasEntry(bytes, 'EncryptedPackage') ? 'import/password' : 'import/old-workbook')
  return [{ name: null, rows: parseCsv(decodeText(bytes)) }]
}

function hasSignature(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

/** Whether an OLE file has an entry of this name. Names are in UTF-16, in a directory near the start or the end. */
function hasEntry(bytes: Uint8Array, name: string): boolean {
  const searchedBytes = 2_000_000
  const toUtf16 = (part: Uint8Array) =>
    new TextDecoder('utf-16le').decode(part.subarray(0, part.length - (part.length % 2)))
  return (
    toUtf16(bytes.subarray(0, searchedBytes)).includes(name) ||
    toUtf16(bytes.subarray(Math.max(0, bytes.length - searchedBytes) & ~1)).includes(name)
  )
}
