// Protects CSV files from formulas. A spreadsheet runs a cell that begins like a formula, and a note may come from any
// person. An apostrophe before such a cell makes it a text, as OWASP advises. Our own import removes the apostrophe.

/** Excel in Chinese and Japanese also accepts full-width signs. Apostrophes before a sign are part of the text. */
const RUNS = /^'*[=+\-@\t\r＝＋－＠]/
const GUARD = `'`

export function guarded(text: string): string {
  return RUNS.test(text) ? GUARD + text : text
}

/** Removes the apostrophe that `guarded` added; others are part of the text. */
export function unguarded(text: string): string {
  return text.startsWith(GUARD) && RUNS.test(text.slice(GUARD.length)) ? text.slice(GUARD.length) : text
}
