// Finds out whether a searched text may be a number that can be tracked. This decides only what the page offers. The
// engine determines the type of the number.
import { isAddress } from '#contract/rules/number-cell.ts'

const MIN_CHARACTERS = 5
const MIN_DIGITS = 3
/** If only a space separates two numbers, or the two halves of one, a shorter part is not a number. */
const MIN_SPACED_LENGTH = 7

/** A container number with the usual gaps is one number. */
const SPACED_CONTAINER = /\b([a-z]{4})[ -]?(\d{6})[ -]?(\d)\b/giu

export function isLikelyNumber(text: string): boolean {
  return (
    text.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= MIN_CHARACTERS &&
    text.replaceAll(/\D/g, '').length >= MIN_DIGITS &&
    !isAddress(text)
  )
}

/** The numbers of a pasted list without duplicates; empty if the text is not a list. */
export function splitNumbers(text: string): string[] {
  const isList = /[\r\n,;]/u.test(text.trim())
  // In pasted rows of a spreadsheet, the number is in the first cell.
  const parts = isList
    ? text.split(/[\r\n,;]+/u).map((line) => (line.trim().split('\t')[0] ?? '').trim())
    : text.replaceAll(SPACED_CONTAINER, '$1$2$3').split(/\s+/u)
  const distinctParts = [...new Set(parts.filter((part) => part !== ''))]
  const isListOfNumbers = distinctParts.every(
    (part) => isLikelyNumber(part) && (isList || part.length >= MIN_SPACED_LENGTH),
  )
  return isListOfNumbers && distinctParts.length > 1 ? distinctParts : []
}
