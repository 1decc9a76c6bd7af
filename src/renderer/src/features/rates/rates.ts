// Costs by the user's rates, in words. An estimate in a text has "~". It also has "est.", unless its title says that it
// is an estimate, so that it is not mistaken for a terminal's fee. The chart has neither: the title above it says it.
import { toMajor } from '#words/currency.ts'
import type { Estimate, RateTable } from '#contract/rate-table.ts'
import type { Exposure, MoneyTotal, RateFit } from '#contract/rates.ts'
import { formatCount, joinParts, joinList, joinStated, t, tn, type PlainWord } from '../../words/words.ts'
import { formatMoney } from '../../words/money.ts'

export function formatMinor(minor: number, currency: string): string {
  return formatMoney(toMajor(minor, currency), currency)
}

/** An amount under a title that says it is an estimate: `~$15,000`. */
export function formatRoughAmount(minor: number, currency: string): string {
  return t('rate.rough', { amount: formatMinor(minor, currency) })
}

export function formatEstimate(
  estimate: Estimate | null,
  noDateKey: PlainWord,
  amountKey: 'rate.about' | 'rate.rough' = 'rate.about',
): string {
  if (estimate === null) return ''
  if (estimate.state !== 'costed') return t(estimate.state === 'no-rate' ? 'rate.noRate' : noDateKey)
  return estimate.minor === 0 && estimate.days === 0
    ? t('rate.none')
    : t(amountKey, { amount: formatMinor(estimate.minor, estimate.currency) })
}

export function formatEstimateTip(estimate: Estimate | null): string | null {
  if (estimate === null) return null
  if (estimate.state !== 'costed') return t(estimate.state === 'no-rate' ? 'rate.noRateNext' : 'rate.noDateNext')
  return [
    describeCalculation(estimate),
    ...formatPartLines(estimate).map(({ days, sum }) => `${days}: ${sum}`),
    t('rate.estimate'),
  ].join('\n')
}

type CostedEstimate = Extract<Estimate, { state: 'costed' }>

/** `6 chargeable days (calendar days) by “Line West”`. */
export function describeCalculation({ days, counting, table }: CostedEstimate): string {
  return t('rate.calculation', { days: tn('rate.days', days), counting: t(`rate.${counting}Days`), table: table.name })
}

/** `Days 1–4` and `4 × $100 = $400`, tier by tier. */
export function formatPartLines({ parts, currency }: CostedEstimate): { days: string; sum: string }[] {
  return parts.map(({ fromDay, days, rate, minor }) => ({
    days: t('rate.upTo', { from: fromDay, to: fromDay + days - 1 }),
    sum: t('rate.part', { n: days, rate: formatMinor(rate, currency), amount: formatMinor(minor, currency) }),
  }))
}

/** Formats one amount per currency, and never a sum across currencies. */
export function formatTotals(totals: readonly MoneyTotal[]): string {
  return totals.map(({ currency, minor }) => formatRoughAmount(minor, currency)).join(' · ')
}

/** `MAEU · Pier 400 · reefer · 40 ft`. */
export function formatRateScope({ scac, place, equipmentType, lengthFt }: RateTable): string {
  return (
    joinParts(' · ', scac, place, equipmentType, lengthFt === null ? null : t('rate.list.feet', { n: lengthFt })) ||
    t('rate.list.any')
  )
}

/** `Fits 3 of 500 containers`, and what to check if it fits none. Empty if there are no containers. */
export function formatFit({ count, outOf }: RateFit): string {
  if (outOf === 0) return ''
  const text = tn('rate.list.fits', outOf, { count: formatCount(count) })
  return count === 0 ? joinStated(text, t('rate.list.fitsNone')) : text
}

/** `$100 from day 1, $150.50 from day 5`. */
export function formatTiers({ tiers, currency }: RateTable): string {
  return tiers.length === 0
    ? t('rate.list.noRates')
    : joinList(
        tiers.map(({ fromDay, rate }) => t('rate.perDay', { amount: formatMinor(rate, currency), from: fromDay })),
      )
}

/** The currencies of a forecast, the one with the largest total on the last day first. */
export function listCurrencies(days: Exposure['days']): string[] {
  const getMajor = ({ minor, currency }: MoneyTotal) => toMajor(minor, currency)
  return (days.at(-1)?.totals ?? []).toSorted((a, b) => getMajor(b) - getMajor(a)).map(({ currency }) => currency)
}
