// Checks whether a file of a known kind is complete by its last bytes. A copy to a share may have its full size from
// the beginning, so only the missing end shows that it is incomplete. Pure.
import { endingOf } from './ignore.ts'

/**
 * A zip may carry a comment of 64 KB behind its directory; others end within their last kilobytes, padding included.
 */
export const TAIL_BYTES = 66 * 1024
const NEAR = 4 * 1024

const PDF = Buffer.from('%%EOF', 'latin1')
const PNG = Buffer.from('IEND', 'latin1')
const JPEG = Buffer.from([0xff, 0xd9])
const ZIP = Buffer.from('PK\x05\x06', 'latin1')

/** Texts have no zeros but those of a size set aside. */
const TEXTS = ['txt', 'csv', 'tsv', 'xml', 'json', 'rtf', 'edi', 'eml']

/** Kinds whose end says nothing (TIFF, old Office files) are whole as they are: the quiet time has to do. */
export function isWhole(name: string, tail: Uint8Array): boolean {
  const ending = endingOf(name)
  switch (ending) {
    case 'pdf':
      return has(tail.subarray(-NEAR), PDF)
    case 'png':
      return has(tail.subarray(-NEAR), PNG)
    case 'jpg':
    case 'jpeg':
    case 'jfif':
      return has(tail.subarray(-NEAR), JPEG)
    case 'xlsx':
    case 'xlsm':
    case 'ods':
    case 'docx':
    case 'odt':
      return has(tail, ZIP)
    default:
      // Of UTF-16 every other byte is a zero, never two letters in a row.
      return !TEXTS.includes(ending) || tail.length < 4 || tail.subarray(-4).some((byte) => byte !== 0)
  }
}

function has(bytes: Uint8Array, sign: Buffer): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(sign)
}
