// Splits text that was pasted into the number field into lines, and a line into numbers. Here a line is a line of text.

export type NumberLines = { first: string; others: number }

/** The maximum length of a number in the contract. */
const MAX_LENGTH = 200

function listFilledLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

export function parseNumberLines(text: string): NumberLines {
  const lines = listFilledLines(text)
  // A row of a spreadsheet may have the carrier or the customer beside the number. A row with several numbers stays
  // whole, so that none is dropped.
  const [row = ''] = lines
  const cells = row.split(/[\t,;]/).filter((cell) => cell.trim() !== '')
  const numbers = cells.filter((cell) => SIX_DIGITS.test(cell))
  const hasSeveral = numbers.length > 1 && !row.includes('\t')
  const first = (hasSeveral ? row : (numbers[0] ?? cells[0] ?? '')).replace(NUMBER_WITH_NAME, '$1')
  return { first: first.trim().slice(0, MAX_LENGTH), others: Math.max(0, lines.length - 1) }
}

/** Replaces or removes the first line; the others stay as pasted. */
export function replaceFirstLine(text: string, first: string | null): string {
  const [, ...others] = listFilledLines(text)
  return [...(first === null ? [] : [first]), ...others].join('\n')
}

/** A cell with a tracked number has at least six digits. The name of a carrier or a customer has fewer. */
const SIX_DIGITS = /(?:\d\D*){6}/
/** A container number with a name behind it, such as `MSCU1234566 MSC`. */
const NUMBER_WITH_NAME = /^(\s*[A-Za-z]{4}\s?\d{3}\s?\d{3}[\s-]?\d)\s+[A-Za-z][A-Za-z .&]*$/

/** A part of a line that can be a whole number. Parts of one number, such as `MSCU 123456 7`, are shorter. */
const WHOLE_NUMBER = /^(?=(?:.*\d){4})[A-Za-z0-9]{8,}$/

/** The numbers in one line or cell, with spaces or commas between them. Empty if there is only one. */
export function splitNumbersInLine(text: string): string[] {
  const [cell = ''] = text.split('\t')
  const numbers = cell.split(/[\s,;]+/).filter((part) => WHOLE_NUMBER.test(part))
  return numbers.length > 1 ? numbers : []
}
