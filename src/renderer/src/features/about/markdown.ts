// Reads the part of Markdown that the user guide uses: headings, paragraphs, lists, tables, and marks inside a line.
// Images are left out.

/** `link`: the target as written. */
export type Span = { kind: 'text' | 'strong' | 'emphasis' | 'code' | 'link'; text: string; target?: string }
export type Block =
  | { kind: 'heading'; level: number; text: string; anchor: string }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }

export function parseMarkdown(source: string): Block[] {
  return source
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('!['))
    .map(parseBlock)
}

function parseBlock(part: string): Block {
  const lines = part.split('\n')
  const heading = /^(#+) (.*)$/.exec(part)
  if (heading) {
    const [, hashes = '', text = ''] = heading
    return { kind: 'heading', level: hashes.length, text, anchor: createAnchor(text) }
  }
  if (part.startsWith('- '))
    return {
      kind: 'list',
      items: part
        .split(/^- /m)
        .slice(1)
        .map((item) => parseSpans(joinLines(item))),
    }
  if (part.startsWith('|')) {
    const [head = [], , ...rows] = lines.map(splitRow)
    return { kind: 'table', head, rows }
  }
  return { kind: 'paragraph', spans: parseSpans(joinLines(part)) }
}

/** The anchor that GitHub gives a heading. */
export function createAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
}

function joinLines(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
}

function splitRow(line: string): Span[][] {
  return line
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => parseSpans(cell.trim()))
}

const INLINE_MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)/g

function parseSpans(text: string): Span[] {
  const spans: Span[] = []
  let end = 0
  for (const match of text.matchAll(INLINE_MARKS)) {
    const [matched, code, strong, emphasis, link, target] = match
    if (match.index > end) spans.push({ kind: 'text', text: text.slice(end, match.index) })
    if (code !== undefined) spans.push({ kind: 'code', text: code })
    else if (strong !== undefined) spans.push({ kind: 'strong', text: strong })
    else if (emphasis !== undefined) spans.push({ kind: 'emphasis', text: emphasis })
    else if (link !== undefined && target !== undefined) spans.push({ kind: 'link', text: link, target })
    end = match.index + matched.length
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) })
  return spans
}
