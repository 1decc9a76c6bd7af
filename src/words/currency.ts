// Formats amounts, with the number of decimals of each currency (ISO 4217). Stored amounts (`minor`) are whole numbers
// of the smallest unit. This file has no schemas, so that the view does not load zod.

const WITHOUT_DECIMALS = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'ISK',
  'JPY',
  'KMF',
  'KRW',
  'PYG',
  'RWF',
  'UGX',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
])
const WITH_THREE_DECIMALS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

export function countDecimals(currency: string): number {
  return WITHOUT_DECIMALS.has(currency) ? 0 : WITH_THREE_DECIMALS.has(currency) ? 3 : 2
}

/** Converts 12550 cents to 125.5. Use the result only for display: sums of it would have rounding errors. */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** countDecimals(currency)
}

/**
 * Parses `125.50`, `125` or `.5` to the smallest unit; null if it is not an amount or has too many decimals. `1.200`
 * has too many, because in many countries it means 1,200.
 */
export function parseMinor(text: string, currency: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  const digits = countDecimals(currency)
  const hasTooMany = fraction.length > Math.max(digits, 2) || fraction.replace(/0+$/, '').length > digits
  if (whole + fraction === '' || hasTooMany) return null
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}

/** Formats an amount in the smallest unit: `125.50`, or `-0.05` for a credit. */
export function formatMinor(minor: number, currency: string): string {
  const digits = countDecimals(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Formats 125.5 dollars as `125.50`. An amount with more decimals than its currency remains unchanged. */
export function formatMajor(amount: number, currency: string): string {
  const text = amount.toFixed(countDecimals(currency))
  return Number(text) === amount ? text : String(amount)
}

/**
 * Formats an amount in the language of the tag: `$850`, `CA$1,240.50`. Decimals are shown only if there are any. An
 * unknown currency code is shown unchanged. Without a currency, only the number is shown.
 */
export function formatAmount(amount: number, currency: string | null, languageTag: string): string {
  const digits = Number.isInteger(amount) ? 0 : currency === null ? 2 : countDecimals(currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const number = () => new Intl.NumberFormat(languageTag, options).format(amount)
  if (currency === null) return number()
  try {
    return new Intl.NumberFormat(languageTag, { ...options, style: 'currency', currency }).format(amount)
  } catch {
    return `${currency} ${number()}`
  }
}
