// Small PDFs for tests: lines of text at places on pages, as an office program would put them there.

export type PdfText = { x: number; y: number; text: string; size?: number }

/** Coordinates in points from the lower left of a letter page. */
export function pdfOf(...pages: readonly (readonly PdfText[])[]): Uint8Array {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const pageNumbers = pages.map((_, index) => 4 + index * 2)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(' ')}] >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const [index, page] of pages.entries()) {
    const content = page.map(({ x, y, text, size = 10 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`).join('\n')
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`)
    add(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`)
  }
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const offset = Buffer.byteLength(file, 'latin1')
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = Buffer.byteLength(file, 'latin1')
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** One line below the other, as a form without columns. */
export function pdfLines(...lines: readonly string[]): Uint8Array {
  return pdfOf(lines.map((text, index) => ({ x: 60, y: 740 - index * 16, text })))
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, String.raw`\$&`)
}
