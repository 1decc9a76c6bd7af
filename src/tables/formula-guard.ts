// Protects CSV files from formulas. A spreadsheet runs a cell that begins like a formula, and the text of a note may
// come from a stranger. An apostrophe before such a cell makes it a text, as OWASP advises. Our own import removes it.

/** Excel in Chinese and Japanese also accepts full-width signs. Apostrophes may already be before the sign. */
const FORMULA_START = /^'*[=+\-@\t\r＝＋－＠]/
const GUARD = `'`

export function guardFormula(text: string): string {
  return FORMULA_START.test(text) ? GUARD + text : text
}

/** Removes the apostrophe that `guardFormula` added. Other apostrophes are part of the text. */
export function removeGuard(text: string): string {
  return text.startsWith(GUARD) && FORMULA_START.test(text.slice(GUARD.length)) ? text.slice(GUARD.length) : text
}
