// The tracked number in one line of text, which may be a row of a spreadsheet with a name beside the number.

/** A cell with a tracked number has at least six digits. The name of a carrier or a customer has fewer. */
const SIX_DIGITS = /(?:\d\D*){6}/
/** A container number with a name behind it, such as `MSCU1234566 MSC`. */
const NUMBER_WITH_NAME = /^(\s*[A-Za-z]{4}\s?\d{3}\s?\d{3}[\s-]?\d)\s+[A-Za-z][A-Za-z .&]*$/

/** Returns the number without a name beside it. A row with several numbers stays whole, so that none is dropped. */
export function readNumberCell(row: string): string {
  const cells = row.split(/[\t,;]/).filter((cell) => cell.trim() !== '')
  const numbers = cells.filter((cell) => SIX_DIGITS.test(cell))
  const hasSeveral = numbers.length > 1 && !row.includes('\t')
  return (hasSeveral ? row : (numbers[0] ?? cells[0] ?? '')).replace(NUMBER_WITH_NAME, '$1').trim()
}

/** An address of a web page or of a mailbox. Without its separators it would look like a number. */
export function isAddress(text: string): boolean {
  return /:\/\/|@|^\s*www\./i.test(text)
}
