// Numbers as they are typed, by the habits of the page's language: `1.234,50` in German is what `1,234.50` is in
// English. In between stands a plain text, `1234.50`, which is what every other part of the program takes.
import { LANGUAGE } from './words.ts'

const parts = new Intl.NumberFormat(LANGUAGE, { useGrouping: true }).formatToParts(12_345.6)
const DECIMAL = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
/** The other of the two: what sets thousands apart, where it can be that. */
const GROUP = DECIMAL === '.' ? ',' : '.'

const [point, comma] = [DECIMAL, GROUP].map((sign) => `\\${sign}`) as [string, string]
const GROUPED = new RegExp(`^-?[1-9]\\d{0,2}(${comma}\\d{3})+(${point}\\d+)?$`)
const PLAIN = new RegExp(`^-?(\\d+(${point}\\d*)?|${point}\\d+)$`)
/** As others write it. Where it could be thousands it is thousands. */
const FOREIGN = new RegExp(`^-?\\d*${comma}\\d+$`)

/** `1234.50`; null for what is no number. */
export function plainNumber(typed: string): string | null {
  const tight = typed.replaceAll(/[\s’']/gu, '').replace(/^\+/, '')
  if (GROUPED.test(tight)) return tight.replaceAll(GROUP, '').replace(DECIMAL, '.')
  if (PLAIN.test(tight)) return tight.replace(DECIMAL, '.')
  return FOREIGN.test(tight) ? tight.replace(GROUP, '.') : null
}

/** A plain number in a field to be changed: as one would type it, with nothing between the thousands. */
export function typedNumber(plain: string): string {
  return plain.replace('.', DECIMAL)
}
