// A list on paper: all its rows as a plain table with what they were asked for and when above it. The grid draws what
// is in view and no more, so it is not what is printed. Page numbers are the style sheet's (print.css).
import './print.css'

export type SheetTable = {
  columns: readonly { title: string; isNumber: boolean }[]
  rows: readonly (readonly string[])[]
}
export type SheetSection = {
  title: string
  /** Above and below the table, if there is one. */ note: string | null
  table: SheetTable | null
  lines: readonly string[]
}

/** What stands on paper, whether it is printed or saved. */
export type Sheet = {
  title: string
  lines: readonly string[]
  content: () => HTMLElement[]
  /** Of running text rather than of many columns. */ isText: boolean
}

/** More would be a parcel. */
export const MOST_PRINTED = 5_000

const CLASS = 'print-sheet'

export function tableSheet({
  title,
  lines,
  ...table
}: SheetTable & { title: string; lines: readonly string[] }): Sheet {
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

/** Answers once the dialog is closed, or the browser has taken what it needs. */
export function printSheet(sheet: Sheet): void {
  const away = putUp(sheet)
  try {
    window.print()
  } finally {
    away()
  }
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * The sheet is what the page prints as while this works; of two asked for at once the other waits, or both would stand
 * in one file.
 */
export function withSheet<Value>(sheet: Sheet, work: () => Promise<Value>): Promise<Value> {
  const mine = turn.then(async () => {
    const away = putUp(sheet)
    try {
      return await work()
    } finally {
      away()
    }
  })
  turn = mine.catch(() => undefined)
  return mine
}

/** Answers how to take it away again. */
function putUp({ title, lines, content, isText }: Sheet): () => void {
  const sheet = element('section', null, [
    element('h1', title),
    ...lines.map((line) => element('p', line)),
    ...content(),
  ])
  sheet.className = isText ? `${CLASS} text` : CLASS
  sheet.setAttribute('aria-hidden', 'true')
  const before = document.title
  // What the dialog offers as the name of the PDF.
  document.title = title
  document.body.append(sheet)
  document.documentElement.classList.add('prints-sheet')
  return () => {
    document.documentElement.classList.remove('prints-sheet')
    sheet.remove()
    document.title = before
  }
}

function tableElement({ columns, rows }: SheetTable): HTMLElement {
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
      rows.map((cells) =>
        element(
          'tr',
          null,
          cells.map((cell, place) => element('td', cell, [], columns[place]?.isNumber)),
        ),
      ),
    ),
  ])
  table.className = `of-${columns.length}`
  return table
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
