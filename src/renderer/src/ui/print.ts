// Prints a list: all rows as a plain table, with the filter and the time above it. The grid draws only visible rows, so
// it is not printed. Page numbers are in the style sheet (print.css).
import './print.css'

export type SheetTable = {
  columns: readonly { title: string; isNumber: boolean }[]
  rows: readonly (readonly string[])[]
}
/** The cells of a row, or the heading of the rows below it. */
type SheetRow = readonly string[] | { heading: readonly string[] }
type GroupedTable = Omit<SheetTable, 'rows'> & { rows: readonly SheetRow[] }
export type SheetSection = {
  title: string
  /** Above and below the table, if there is one. */ note: string | null
  table: SheetTable | null
  lines: readonly string[]
}

/** The content on paper, whether printed or saved. */
export type Sheet = {
  title: string
  lines: readonly string[]
  content: () => HTMLElement[]
  /** Running text instead of many columns. */ isText: boolean
}

/** A longer list is not useful on paper. */
export const MAX_PRINTED = 5_000

const CLASS = 'print-sheet'

export function tableSheet({
  title,
  lines,
  ...table
}: GroupedTable & { title: string; lines: readonly string[] }): Sheet {
  return { title, lines, content: () => [tableElement(table)], isText: false }
}

export function textSheet(title: string, lines: readonly string[], text: string): Sheet {
  return { title, lines, content: () => [element('pre', text)], isText: true }
}

export function sectionsSheet(title: string, lines: readonly string[], sections: readonly SheetSection[]): Sheet {
  const content = () =>
    sections.flatMap(({ title: head, note, table, lines: below }) => [
      element('h2', head),
      ...(note === null ? [] : [element('p', note)]),
      ...(table ? [tableElement(table)] : []),
      ...below.map((line) => element('p', line)),
    ])
  return { title, lines, content, isText: true }
}

/** Returns after the dialog is closed. Some browsers return as soon as they have copied the page. */
export function printSheet(sheet: Sheet): void {
  const removeSheet = addSheet(sheet)
  try {
    window.print()
  } finally {
    removeSheet()
  }
}

let lastWork: Promise<unknown> = Promise.resolve()

/**
 * The page prints the sheet while `work` runs. Two calls run one after the other, because otherwise both would be in
 * one file.
 */
export function withSheet<Value>(sheet: Sheet, work: () => Promise<Value>): Promise<Value> {
  const result = lastWork.then(async () => {
    const removeSheet = addSheet(sheet)
    try {
      return await work()
    } finally {
      removeSheet()
    }
  })
  lastWork = result.catch(() => undefined)
  return result
}

/** Adds the sheet to the page. Returns a function that removes it. */
function addSheet({ title, lines, content, isText }: Sheet): () => void {
  const sheet = element('section', null, [
    element('h1', title),
    ...lines.map((line) => element('p', line)),
    ...content(),
  ])
  sheet.className = isText ? `${CLASS} text` : CLASS
  sheet.setAttribute('aria-hidden', 'true')
  const before = document.title
  // The default file name of the PDF in the dialog.
  document.title = title
  document.body.append(sheet)
  document.documentElement.classList.add('prints-sheet')
  return () => {
    document.documentElement.classList.remove('prints-sheet')
    sheet.remove()
    document.title = before
  }
}

function tableElement({ columns, rows }: GroupedTable): HTMLElement {
  const table = element('table', null, [
    element('thead', null, [
      element(
        'tr',
        null,
        columns.map(({ title, isNumber }) => element('th', title, [], isNumber)),
      ),
    ]),
    element(
      'tbody',
      null,
      rows.map((row) =>
        'heading' in row
          ? headingRow(row.heading.join(' · '), columns.length)
          : element(
              'tr',
              null,
              row.map((cell, index) => element('td', cell, [], columns[index]?.isNumber)),
            ),
      ),
    ),
  ])
  table.className = `of-${columns.length}`
  return table
}

function headingRow(text: string, columnCount: number): HTMLElement {
  const cell = element('th', text)
  cell.setAttribute('colspan', String(columnCount))
  cell.className = 'heading'
  return element('tr', null, [cell])
}

function element(
  tag: string,
  text: string | null,
  children: readonly HTMLElement[] = [],
  isNumber = false,
): HTMLElement {
  const made = document.createElement(tag)
  if (text !== null) made.textContent = text
  if (isNumber) made.className = 'number'
  made.append(...children)
  return made
}
