// Splits text that was pasted into the number field into lines, and a line into numbers. Here a line is a line of text.
import { readNumberCell } from '#contract/rules/number-cell.ts'

export type NumberLines = { first: string; others: number }

/** The maximum length of a number in the contract. */
const MAX_LENGTH = 200

function listFilledLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

export function parseNumberLines(text: string): NumberLines {
  const lines = listFilledLines(text)
  const [row = ''] = lines
  return { first: readNumberCell(row).slice(0, MAX_LENGTH), others: Math.max(0, lines.length - 1) }
}

/** Replaces or removes the first line; the others stay as pasted. */
export function replaceFirstLine(text: string, first: string | null): string {
  const [, ...others] = listFilledLines(text)
  return [...(first === null ? [] : [first]), ...others].join('\n')
}

/** A part of a line that can be a whole number. Parts of one number, such as `MSCU 123456 7`, are shorter. */
const WHOLE_NUMBER = /^(?=(?:.*\d){4})[A-Za-z0-9]{8,}$/

/** The numbers in one line or cell, with spaces or commas between them. Empty if there is only one. */
export function splitNumbersInLine(text: string): string[] {
  const [cell = ''] = text.split('\t')
  const numbers = cell.split(/[\s,;]+/).filter((part) => WHOLE_NUMBER.test(part))
  return numbers.length > 1 ? numbers : []
}
