// A spreadsheet would run a cell that begins like a formula. What people write into a note may come from anybody, so in
// a CSV it is made text by an apostrophe, as OWASP advises; whoever reads such a file here takes the apostrophe away
// again.

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
