// Checks whether a file of a known kind is complete by its last bytes. A copy to a share may have its full size from
// the beginning, so only the missing end shows that it is incomplete. Pure.
import { endingOf } from './ignore.ts'

/** A zip may have a comment of 64 KB after its directory. Other types end within the last few KB, including padding. */
export const TAIL_BYTES = 66 * 1024
const NEAR = 4 * 1024

const PDF = Buffer.from('%%EOF', 'latin1')
const PNG = Buffer.from('IEND', 'latin1')
const JPEG = Buffer.from([0xff, 0xd9])
const ZIP = Buffer.from('PK\x05\x06', 'latin1')

/** Text files contain no zero bytes, except where a copy program reserved the full size in advance. */
const TEXTS = ['txt', 'csv', 'tsv', 'xml', 'json', 'rtf', 'edi', 'eml']

/** True for types whose end proves nothing (TIFF, old Office files): for these only the quiet time counts. */
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
      // In UTF-16 one of two bytes is zero, but never four in a row.
      return !TEXTS.includes(ending) || tail.length < 4 || tail.subarray(-4).some((byte) => byte !== 0)
  }
}

function has(bytes: Uint8Array, sign: Buffer): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(sign)
}
