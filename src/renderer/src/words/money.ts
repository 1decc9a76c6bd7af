// Money as reported, one amount per currency and never a sum across them.
import { formatAmount } from '#words/currency.ts'
import type { FeeTotal } from '#contract/deadlines.ts'
import { LANGUAGE, t } from './words.ts'

/** `short` if the cell has no room for a note that the currency is unknown. */
type Length = 'long' | 'short'

/** `$850`, `CA$1,240.50`; cents only if there are any. An unknown code is shown unchanged. */
export function formatMoney(amount: number, currency: string | null, length: Length = 'long'): string {
  const text = formatAmount(amount, currency, LANGUAGE)
  if (currency !== null) return text
  return t(length === 'short' ? 'money.noCurrencyShort' : 'money.noCurrency', { amount: text })
}

/** `$850 + €120`; a fee posted without a price says so instead of showing 0. */
export function formatFees(fees: readonly FeeTotal[]): string {
  const priced = formatPriced(fees)
  if (!fees.some(({ isPending }) => isPending)) return priced
  return priced === '' ? t('money.pending') : t('money.atLeast', { amount: priced })
}

/** Formats only the known amounts. */
export function formatPriced(fees: readonly FeeTotal[], length: Length = 'long'): string {
  return fees
    .filter(({ amount }) => amount !== 0)
    .map(({ amount, currency }) => formatMoney(amount, currency, length))
    .join(' + ')
}

/** For a narrow cell: `at least $850` if more is to come, `Amount pending` if no fee has a price yet. */
export function formatFeesShort(fees: readonly FeeTotal[]): string {
  return formatAtLeast(formatPriced(fees, 'short'), fees)
}

/** `priced` as the total of all these fees, or as the minimum if any amount is pending, in any currency. */
export function formatAtLeast(priced: string, fees: readonly FeeTotal[]): string {
  if (!fees.some(({ isPending }) => isPending)) return priced
  return priced === '' ? t('money.pendingShort') : t('money.atLeast', { amount: priced })
}
