// Creates PDFs for tests: with lines of text, with many pages, scanned, and encrypted.
import { assemblePdf, createPdf } from '#service/account/pdf.ts'

/** Creates a page with one line below the other, without columns. */
export function pdfLines(...lines: readonly string[]): Uint8Array {
  return createPdf(lines.map((text, index) => ({ x: 60, y: 740 - index * 16, text })))
}

/** Creates this many pages. Each page shows its number. */
export function createPdfOfPages(count: number): Uint8Array {
  return createPdf(
    ...Array.from({ length: count }, (_, index) => [{ x: 60, y: 700, text: `Page ${index + 1}`, size: 40 }]),
  )
}

/** Creates a page with a black fax scan (CCITT group 4). */
export function createFaxScan(): Uint8Array {
  const firstLine = ['001', '00110101', '0000001111', '0000110111'].join('')
  const bits = `${firstLine}${'11'.repeat(63)}${'000000000001'.repeat(2)}`
  const bytes = (bits.match(/.{1,8}/g) ?? [])
    .map((byte) => String.fromCharCode(Number.parseInt(byte.padEnd(8, '0'), 2)))
    .join('')
  const content = 'q 500 0 0 500 56 146 cm /Scan Do Q'
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /XObject << /Scan 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 >> /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`,
  ])
}

/** Creates a PDF that is encrypted with an unknown password. */
export function createLockedPdf(): Uint8Array {
  const key = '<' + '5a'.repeat(32) + '>'
  return assemblePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 0 /Kids [] >>',
      `<< /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -44 >>`,
    ],
    '/Encrypt 3 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]',
  )
}
