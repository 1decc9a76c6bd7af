// A spreadsheet would run a cell that begins like a formula. The text of a note may come from anyone, so in a CSV an
// apostrophe makes such a cell text, as OWASP advises. Reading such a file removes the apostrophe.

/**
 * The wide signs are taken for formulas by Excel in Chinese and Japanese. Apostrophes before one are the writer's own.
 */
const RUNS = /^'*[=+\-@\t\r＝＋－＠]/
const GUARD = `'`

export function guarded(text: string): string {
  return RUNS.test(text) ? GUARD + text : text
}

/** An apostrophe in front of anything else is the writer's own. */
export function unguarded(text: string): string {
  return text.startsWith(GUARD) && RUNS.test(text.slice(GUARD.length)) ? text.slice(GUARD.length) : text
}
