// Whether what somebody looked for may be a number that can be tracked. Only decides what is offered: what it really is
// the engine says once it is to be added.
const FEWEST = 5
const FEWEST_DIGITS = 3
/** Where only a space parts two numbers, or one from its own other half, less must not pass for a number. */
const FEWEST_ALONE = 7

/** A container number with the gaps people write in it is one number. */
const SPACED_CONTAINER = /\b([a-z]{4})[ -]?(\d{6})[ -]?(\d)\b/giu

export function looksLikeNumber(text: string): boolean {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= FEWEST && text.replaceAll(/\D/g, '').length >= FEWEST_DIGITS
}

/** The numbers of a pasted list, each once; empty where the text is not one. */
export function severalNumbers(text: string): string[] {
  const isList = /[\r\n,;]/u.test(text.trim())
  // From a spreadsheet: the first cell of each row.
  const parts = isList
    ? text.split(/[\r\n,;]+/u).map((line) => (line.trim().split('\t')[0] ?? '').trim())
    : text.replaceAll(SPACED_CONTAINER, '$1$2$3').split(/\s+/u)
  const filled = [...new Set(parts.filter((part) => part !== ''))]
  const isEach = filled.every((part) => looksLikeNumber(part) && (isList || part.length >= FEWEST_ALONE))
  return isEach && filled.length > 1 ? filled : []
}
