// Money as reported, one amount per currency and never a sum across them.
import { currencyDigits } from '#words/currency.ts'
import type { FeeTotal } from '#contract/deadlines.ts'
import { LANGUAGE, t } from './words.ts'

/** `short` where a cell has no room for the words that the currency is not known. */
type Length = 'long' | 'short'

/** `$850`, `CA$1,240.50`; cents only where there are any. A code nobody knows is written as it is. */
export function formatMoney(amount: number, currency: string | null, length: Length = 'long'): string {
  const digits = Number.isInteger(amount) ? 0 : currency === null ? 2 : currencyDigits(currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  if (currency === null)
    return t(length === 'short' ? 'money.noCurrencyShort' : 'money.noCurrency', {
      amount: new Intl.NumberFormat(LANGUAGE, options).format(amount),
    })
  try {
    return new Intl.NumberFormat(LANGUAGE, { ...options, style: 'currency', currency }).format(amount)
  } catch {
    return `${currency} ${new Intl.NumberFormat(LANGUAGE, options).format(amount)}`
  }
}

/** `$850 + €120`; a fee posted without a price says so instead of showing 0. */
export function formatFees(fees: readonly FeeTotal[]): string {
  const priced = formatPriced(fees)
  if (!fees.some(({ isPending }) => isPending)) return priced
  return priced === '' ? t('money.pending') : t('money.atLeast', { amount: priced })
}

/** The amounts that have been named, and nothing about the others. */
export function formatPriced(fees: readonly FeeTotal[], length: Length = 'long'): string {
  return fees
    .filter(({ amount }) => amount !== 0)
    .map(({ amount, currency }) => formatMoney(amount, currency, length))
    .join(' + ')
}

/** For a narrow cell: `at least $850` when more is to come, `Amount pending` when nothing has a price yet. */
export function formatFeesShort(fees: readonly FeeTotal[]): string {
  return leastDue(formatPriced(fees, 'short'), fees)
}

/** `priced` as what it is of all these fees: the whole, or the least, whatever currency what is to come is in. */
export function leastDue(priced: string, fees: readonly FeeTotal[]): string {
  if (!fees.some(({ isPending }) => isPending)) return priced
  return priced === '' ? t('money.pendingShort') : t('money.atLeastShort', { amount: priced })
}
