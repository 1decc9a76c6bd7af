// A list on paper: all its rows as a plain table with what they were asked for and when above it. The grid draws what is in
// view and no more, so it is not what is printed. Page numbers are the style sheet's (print.css).
import './print.css'

export type PrintSheet = { title: string; lines: readonly string[]; columns: readonly { title: string; isNumber: boolean }[]; rows: readonly (readonly string[])[] }

/** More would be a parcel. */
export const MOST_PRINTED = 5_000

const CLASS = 'print-sheet'

/** Answers once the dialog is closed, or the browser has taken what it needs. */
export function printTable({ title, lines, columns, rows }: PrintSheet): void {
  const table = element('table', null, [
    element('thead', null, [element('tr', null, columns.map(({ title: head, isNumber }) => element('th', head, [], isNumber)))]),
    element('tbody', null, rows.map((cells) => element('tr', null, cells.map((cell, place) => element('td', cell, [], columns[place]?.isNumber))))),
  ])
  printSheet(title, lines, [table])
}

export function printText(title: string, lines: readonly string[], text: string): void {
  printSheet(title, lines, [element('pre', text)])
}

function printSheet(title: string, lines: readonly string[], content: readonly HTMLElement[]): void {
  const sheet = element('section', null, [element('h1', title), ...lines.map((line) => element('p', line)), ...content])
  sheet.className = CLASS
  sheet.setAttribute('aria-hidden', 'true')
  const before = document.title
  // What the dialog offers as the name of the PDF.
  document.title = title
  document.body.append(sheet)
  document.documentElement.classList.add('prints-sheet')
  try {
    window.print()
  } finally {
    document.documentElement.classList.remove('prints-sheet')
    sheet.remove()
    document.title = before
  }
}

function element(tag: string, text: string | null, children: readonly HTMLElement[] = [], isNumber = false): HTMLElement {
  const made = document.createElement(tag)
  if (text !== null) made.textContent = text
  if (isNumber) made.className = 'number'
  made.append(...children)
  return made
}
