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

/** As the engine sorts totals, also for the fees of one container. */
const putUnknownLast = (fees: readonly FeeTotal[]) =>
  fees.toSorted((one, other) => Number(one.currency === null) - Number(other.currency === null))

/**
 * `$850 + at least €120`: more is to come in euros. A fee posted without a price makes the whole text a minimum.
 * Without any price the text says that amounts are pending.
 */
export function formatFees(fees: readonly FeeTotal[], length: Length = 'long'): string {
  const priced = putUnknownLast(fees).filter(({ amount }) => amount !== 0)
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

/**
 * Splits fees, the largest first, for places where only one amount has room in large type. Fees without a price belong
 * to the largest, which they make a minimum.
 */
export function splitFees<Fee extends FeeTotal>(fees: readonly Fee[]): { largest: Fee[]; others: Fee[] } {
  const priced = fees.filter(({ amount }) => amount !== 0)
  return { largest: [...priced.slice(0, 1), ...fees.filter(({ amount }) => amount === 0)], others: priced.slice(1) }
}

/** Formats only the known amounts. */
export function formatPriced(fees: readonly FeeTotal[], length: Length = 'long'): string {
  return putUnknownLast(fees)
    .filter(({ amount }) => amount !== 0)
    .map(({ amount, currency }) => formatMoney(amount, currency, length))
    .join(' + ')
}
