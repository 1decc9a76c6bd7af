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
  /** The text above the table. */
  note: string | null
  table: SheetTable | null
  /** The lines of text below the table. */
  lines: readonly string[]
}

/** One list, several tables with many columns, or running text with small tables. Only text is in portrait format. */
type SheetLayout = 'list' | 'tables' | 'text'

/** The content on paper, whether printed or saved. */
export type Sheet = { title: string; lines: readonly string[]; content: () => HTMLElement[]; layout: SheetLayout }

/** A longer list is not useful on paper. */
export const MAX_PRINTED = 5_000

const SHEET_CLASS = 'print-sheet'

export function createTableSheet({
  title,
  lines,
  ...table
}: GroupedTable & { title: string; lines: readonly string[] }): Sheet {
  return { title, lines, content: () => [createTable(table)], layout: 'list' }
}

export function createSectionsSheet(
  title: string,
  lines: readonly string[],
  sections: readonly SheetSection[],
  layout: 'tables' | 'text',
): Sheet {
  const createContent = () =>
    sections.flatMap(({ title: sectionTitle, note, table, lines: linesBelow }) => [
      createElement('h2', sectionTitle),
      ...(note === null ? [] : [createElement('p', note)]),
      ...(table ? [createTable(table)] : []),
      ...linesBelow.map((line) => createElement('p', line)),
    ])
  return { title, lines, content: createContent, layout }
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
function addSheet({ title, lines, content, layout }: Sheet): () => void {
  const sheet = createElement('section', null, [
    createElement('h1', title),
    ...lines.map((line) => createElement('p', line)),
    ...content(),
  ])
  sheet.className = `${SHEET_CLASS} ${layout}`
  sheet.setAttribute('aria-hidden', 'true')
  const previousTitle = document.title
  // The print dialog uses the title as the default file name of a PDF.
  document.title = title
  document.body.append(sheet)
  document.documentElement.classList.add('prints-sheet')
  return () => {
    document.documentElement.classList.remove('prints-sheet')
    sheet.remove()
    document.title = previousTitle
  }
}

function createTable({ columns, rows }: GroupedTable): HTMLElement {
  const table = createElement('table', null, [
    createElement('thead', null, [
      createElement(
        'tr',
        null,
        columns.map(({ title, isNumber }) => createElement('th', title, [], isNumber)),
      ),
    ]),
    createElement(
      'tbody',
      null,
      rows.map((row) =>
        'heading' in row
          ? createHeadingRow(row.heading.join(' · '), columns.length)
          : createElement(
              'tr',
              null,
              row.map((cell, index) => createElement('td', cell, [], columns[index]?.isNumber)),
            ),
      ),
    ),
  ])
  table.className = `of-${columns.length}`
  return table
}

function createHeadingRow(text: string, columnCount: number): HTMLElement {
  const cell = createElement('th', text)
  cell.setAttribute('colspan', String(columnCount))
  cell.className = 'heading'
  return createElement('tr', null, [cell])
}

function createElement(
  tag: string,
  text: string | null,
  children: readonly HTMLElement[] = [],
  isNumber = false,
): HTMLElement {
  const element = document.createElement(tag)
  if (text !== null) element.textContent = text
  if (isNumber) element.className = 'number'
  element.append(...children)
  return element
}
