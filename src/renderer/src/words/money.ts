// Money as reported, one amount per currency and never a sum across them.
import { formatAmount } from '#words/currency.ts'
import type { FeeTotal } from '#contract/deadlines.ts'
import { LANGUAGE, t } from './words.ts'

/** `short` if the cell has no space for a note that the currency is unknown. */
type Length = 'long' | 'short'

/** `$850`, `CA$1,240.50`; cents only if there are any. An unknown code is shown unchanged. */
export function formatMoney(amount: number, currency: string | null, length: Length = 'long'): string {
  const text = formatAmount(amount, currency, LANGUAGE)
  if (currency !== null) return text
  return t(length === 'short' ? 'money.noCurrencyShort' : 'money.noCurrency', { amount: text })
}

/**
 * `$850 + at least €120`: more is to come in euros. A fee posted without a price makes the whole text a minimum,
 * because its currency says nothing yet. Without any price the text says that amounts are pending.
 */
export function formatFees(fees: readonly FeeTotal[], length: Length = 'long'): string {
  const priced = fees.filter(({ amount }) => amount !== 0)
  const isUnpriced = fees.some(({ amount, isPending }) => amount === 0 && isPending)
  if (priced.length === 0) return isUnpriced ? t(length === 'short' ? 'money.pendingShort' : 'money.pending') : ''
  const amounts = priced
    .map(({ amount, currency, isPending }) => {
      const money = formatMoney(amount, currency, length)
      return isPending && !isUnpriced ? t('money.atLeast', { amount: money }) : money
    })
    .join(' + ')
  return isUnpriced ? t('money.atLeast', { amount: amounts }) : amounts
}

/** Formats only the known amounts. */
export function formatPriced(fees: readonly FeeTotal[], length: Length = 'long'): string {
  return fees
    .filter(({ amount }) => amount !== 0)
    .map(({ amount, currency }) => formatMoney(amount, currency, length))
    .join(' + ')
}
