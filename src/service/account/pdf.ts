// Creates small PDF files with lines of text at given positions, like those of an office program.

export type PdfText = { x: number; y: number; text: string; size?: number }

/** Creates one page for each list of texts. Coordinates are points from the lower left corner of a letter page. */
export function createPdf(...pages: readonly (readonly PdfText[])[]): Uint8Array {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const pageNumbers = pages.map((_, index) => 4 + index * 2)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(' ')}] >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const [index, page] of pages.entries()) {
    const content = page
      .map(({ x, y, text, size = 10 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escapeText(text)}) Tj ET`)
      .join('\n')
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
    )
    add(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`)
  }
  return assemblePdf(objects)
}

/** Numbers the objects from 1; the first must be the catalogue. `trailerEntries` are further entries of the trailer. */
export function assemblePdf(objects: readonly string[], trailerEntries = ''): Uint8Array {
  let file = '%PDF-1.4\n'
  let length = file.length
  // The parts are joined at the end, because adding to a long text is slow for thousands of pages.
  const parts = [file]
  const offsets = objects.map((body, index) => {
    const offset = length
    const part = `${index + 1} 0 obj\n${body}\nendobj\n`
    parts.push(part)
    length += part.length
    return offset
  })
  file = parts.join('')
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${trailerEntries === '' ? '' : ` ${trailerEntries}`} >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\()]/g, String.raw`\$&`)
}
