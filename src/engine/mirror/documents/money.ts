// Parses amounts as people write them: finds the decimal mark and removes the other marks. If the decimal mark is not
// certain, there is no result, and the text is shown unchanged. Pure.

/** A decimal with a point; null: not certain. */
export type Money = { value: string | null; currency: string | null }

/**
 * Groups separated by a blank or an apostrophe; or by any mark; or without a whole part. `\s` includes the narrow
 * blanks.
 */
const NUMBERS = /\d{1,3}(?:[\s'’]\d{3})+(?!\d)(?:[.,]\d+)*|\d+(?:[.,]\d+)*|(?<![\d.,])[.,]\d+/g
const CURRENCY = /\b[A-Z]{3}\b/
/** Currencies with three decimals. */
const OF_THREE = ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']
const UNIT = String.raw`(?:[A-Z]{3}|\p{Sc})?\s*`
const MINUS_BEFORE = new RegExp(String.raw`(?:^|[\s:(\p{Sc}])[-−]\s*${UNIT}$`, 'u')
const MINUS_BEHIND = new RegExp(String.raw`^\s*[-−]\s*${UNIT}$`, 'u')
const BRACKET_BEFORE = new RegExp(String.raw`\(\s*${UNIT}$`, 'u')
const BRACKET_BEHIND = new RegExp(String.raw`^\s*${UNIT}\)`, 'u')

/**
 * Null if there is no number. Among several numbers the longest is the amount: the others count items, or are part of a
 * date.
 */
export function moneyIn(text: string): Money | null {
  const found = [...text.matchAll(NUMBERS)].toSorted(([one], [other]) => other.length - one.length)
  const [longest, second] = found
  if (!longest) return null
  const currency = CURRENCY.exec(text)?.[0] ?? null
  if (second?.[0].length === longest[0].length) return { value: null, currency }
  const value = decimalOf(longest[0], currency)
  const [before, behind] = [text.slice(0, longest.index), text.slice(longest.index + longest[0].length)]
  const isNegative =
    MINUS_BEFORE.test(before) ||
    MINUS_BEHIND.test(behind) ||
    (BRACKET_BEFORE.test(before) && BRACKET_BEHIND.test(behind))
  return { value: value !== null && isNegative ? `-${value}` : value, currency }
}

function decimalOf(number: string, currency: string | null): string | null {
  const isGrouped = /[\s'’]/.test(number)
  const plain = number.replaceAll(/[\s'’]/g, '')
  const marks = plain.replaceAll(/\d/g, '')
  if (marks === '') return plain
  const last = marks.slice(-1)
  const cut = plain.lastIndexOf(last)
  const [whole, parts] = [plain.slice(0, cut).replaceAll(/[.,]/g, ''), plain.slice(cut + 1)]
  const isMixed = new Set(marks).size > 1
  // The decimal mark occurs once, and last.
  if (isMixed) return marks.indexOf(last) === marks.length - 1 ? joined(whole, parts) : null
  if (marks.length > 1) return /^\d{1,3}([.,]\d{3})+$/.test(plain) ? whole + parts : null
  if (isGrouped || parts.length !== 3 || whole === '' || whole === '0' || whole.length > 3) return joined(whole, parts)
  // `1,234` in a currency with thousandths may be either.
  return currency !== null && OF_THREE.includes(currency) ? null : whole + parts
}

const joined = (whole: string, parts: string) => `${whole === '' ? '0' : whole}.${parts.padEnd(2, '0')}`

/** The unchanged text, for display only. */
export function withoutCurrency(text: string): string {
  return text.replace(CURRENCY, '').replaceAll(/\s+/g, ' ').trim()
}
