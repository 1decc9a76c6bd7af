// Amounts as text, and the number of decimals of each currency (ISO 4217). Stored amounts are whole numbers of the
// smallest unit. Separate from the schemas, so that the view does not load zod.

const NONE = new Set([
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
const THREE = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

export function currencyDigits(currency: string): number {
  return NONE.has(currency) ? 0 : THREE.has(currency) ? 3 : 2
}

/** Only for display, not for sums: `12_550` cents are 125.5. */
export function majorOf(minor: number, currency: string): number {
  return minor / 10 ** currencyDigits(currency)
}

/** `125.50`, `125` or `.5` as a whole number of the smallest unit; null: not an amount, or too many decimals. */
export function minorOf(text: string, currency: string): number | null {
  const [, whole = '', parts = ''] = /^(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  const digits = currencyDigits(currency)
  if (whole + parts === '' || parts.replace(/0+$/, '').length > digits) return null
  const minor = Number(whole + parts.slice(0, digits).padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}

/** The amount as text: `125.50`, or `-0.05` for a credit. */
export function minorText(minor: number, currency: string): string {
  const digits = currencyDigits(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** `125.5` dollars as `125.50`; an amount with more decimals than its currency remains unchanged. */
export function majorText(amount: number, currency: string): string {
  const text = amount.toFixed(currencyDigits(currency))
  return Number(text) === amount ? text : String(amount)
}

/**
 * `$850`, `CA$1,240.50`, in the language of the tag; cents only if there are any. An unknown code is shown unchanged.
 * Without a currency, only the number.
 */
export function formatAmount(amount: number, currency: string | null, languageTag: string): string {
  const digits = Number.isInteger(amount) ? 0 : currency === null ? 2 : currencyDigits(currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const number = () => new Intl.NumberFormat(languageTag, options).format(amount)
  if (currency === null) return number()
  try {
    return new Intl.NumberFormat(languageTag, { ...options, style: 'currency', currency }).format(amount)
  } catch {
    return `${currency} ${number()}`
  }
}
