// Extracts the text of a file. A PDF is read line by line as on the page, text and HTML are read directly. Other files
// have no text.
import { getDocumentProxy } from 'unpdf'

const MAX_PAGES = 40
const MAX_CHARACTERS = 60_000
/** A gap that is wider than this multiple of the text height separates columns. */
const COLUMN_GAP = 1.2
/** Pieces whose baselines differ by less than this many points are on one line. */
const LINE_TOLERANCE = 2.5

/** Returns null if the file has no text or cannot be read. Four blanks separate the columns of a PDF. */
export async function extractText(content: Uint8Array, contentType: string): Promise<string | null> {
  const type = contentType.toLowerCase().split(';')[0]?.trim() ?? ''
  const isPdf = type === 'application/pdf' || startsWith(content, '%PDF-')
  const text = isPdf ? await extractPdfText(content) : extractPlainText(content, type)
  // Long runs of blanks carry no information and slow down the search for labels.
  const shortened = text?.slice(0, MAX_CHARACTERS).replaceAll(/[ \t]{9,}/g, '        ') ?? ''
  return shortened.trim() === '' ? null : shortened
}

function extractPlainText(content: Uint8Array, type: string): string | null {
  if (!type.startsWith('text/') && type !== 'application/json' && type !== 'application/xml') return null
  const text = new TextDecoder().decode(content)
  return type === 'text/html'
    ? removeTags(truncate(text).replaceAll(/<(br|\/p|\/div|\/tr|\/h\d)[^<>]{0,200}>/gi, '\n'))
    : text
}

export function removeTags(html: string): string {
  return truncate(html).replaceAll(/<[^<>]{0,2000}>/g, ' ')
}

/** Removing the tags shortens the text, so the limit here is higher than that of the result. */
function truncate(html: string): string {
  return html.slice(0, 4 * MAX_CHARACTERS)
}

type TextPiece = { text: string; x: number; y: number; width: number; height: number }

async function extractPdfText(content: Uint8Array): Promise<string | null> {
  try {
    // A copy, because the library takes ownership of the bytes. `verbosity: 0` hides its warnings about broken files.
    const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 })
    const pages: string[] = []
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      pages.push(
        joinLines(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [toTextPiece(item)] : []))),
      )
    }
    await pdf.loadingTask.destroy()
    return pages.join('\n')
  } catch {
    // The file is broken, encrypted or no PDF. Extraction fails, as in the live service.
    return null
  }
}

function toTextPiece(item: { str: string; transform: unknown[]; width: number; height: number }): TextPiece {
  return {
    text: item.str,
    x: Number(item.transform[4]),
    y: Number(item.transform[5]),
    width: item.width,
    height: item.height || 10,
  }
}

function joinLines(pieces: readonly TextPiece[]): string {
  const lines: TextPiece[][] = []
  for (const piece of pieces.toSorted((one, other) => other.y - one.y || one.x - other.x)) {
    const line = lines.at(-1)
    if (line?.[0] && Math.abs(line[0].y - piece.y) < LINE_TOLERANCE) line.push(piece)
    else lines.push([piece])
  }
  return lines.map(joinPieces).join('\n')
}

function joinPieces(pieces: readonly TextPiece[]): string {
  let text = ''
  let endX = 0
  for (const piece of pieces.toSorted((one, other) => one.x - other.x)) {
    const gap = piece.x - endX
    if (text !== '') text += gap > piece.height * COLUMN_GAP ? '    ' : gap > 0.5 && !text.endsWith(' ') ? ' ' : ''
    text += piece.text
    endX = piece.x + piece.width
  }
  return text
}

function startsWith(content: Uint8Array, sign: string): boolean {
  return new TextDecoder('latin1').decode(content.subarray(0, sign.length)) === sign
}
