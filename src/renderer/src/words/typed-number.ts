// Numbers as typed in the page's language: `1.234,50` in German is `1,234.50` in English. Internally it is plain text,
// `1234.50`, which all other parts of the program use.
import { LANGUAGE } from './words.ts'

const numberParts = new Intl.NumberFormat(LANGUAGE, { useGrouping: true }).formatToParts(12_345.6)
const DECIMAL = numberParts.find(({ type }) => type === 'decimal')?.value ?? '.'
/** The other of the two separators, which may group thousands. */
const GROUP = DECIMAL === '.' ? ',' : '.'

const [decimal, group] = [DECIMAL, GROUP].map((sign) => `\\${sign}`) as [string, string]
const GROUPED = new RegExp(`^-?[1-9]\\d{0,2}(${group}\\d{3})+(${decimal}\\d+)?$`)
const PLAIN = new RegExp(`^-?(\\d+(${decimal}\\d*)?|${decimal}\\d+)$`)
/** A number in the other notation. A text that could have a thousands separator is read that way. */
const OTHER_NOTATION = new RegExp(`^-?\\d*${group}\\d+$`)

/** `1234.50`; null if the text is not a number. */
export function parsePlainNumber(typed: string): string | null {
  const compactText = typed.replaceAll(/[\s’']/gu, '').replace(/^\+/, '')
  if (GROUPED.test(compactText)) return compactText.replaceAll(GROUP, '').replace(DECIMAL, '.')
  if (PLAIN.test(compactText)) return compactText.replace(DECIMAL, '.')
  return OTHER_NOTATION.test(compactText) ? compactText.replace(GROUP, '.') : null
}

/** A plain number as text for a field, without thousands separators. */
export function formatTypedNumber(plain: string): string {
  return plain.replace('.', DECIMAL)
}
