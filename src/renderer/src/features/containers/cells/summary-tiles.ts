// The tiles of the summary strip, and the filter of each.
import type { ContainerFilter, ContainerSummary } from '#contract/containers.ts'
import type { Settings } from '#contract/settings.ts'
import type { Tone } from '../../../ui/tone.ts'
import { formatFees, formatPriced, splitFees } from '../../../words/money.ts'
import { formatCount, joinList, t, tn } from '../../../words/words.ts'

export type Tile = {
  key: string
  label: string
  value: string
  /** The rest of the value, in small type. It is never hidden. */
  more: string
  /** `more` is a count of currencies, so it may be cut if there is no space. An amount may not. */
  isMoreCount?: boolean
  /** The number of unverified containers, or of those with fees. The latter is hidden if there is no space. */
  note: string
  /** Muted if the count is zero. */
  isZero: boolean
  tone: Tone | 'hold' | 'fees'
  filter: Omit<ContainerFilter, 'scope'>
  hint: string
}

function createCountTile(
  key: string,
  label: string,
  count: number,
  tone: Tile['tone'],
  filter: Tile['filter'],
  hint = t('strip.pressHint'),
): Tile {
  return { key, label, value: formatCount(count), more: '', note: '', isZero: count === 0, tone, filter, hint }
}

export function createTiles(summary: ContainerSummary, bandDays: Settings['bandDays'] | null): Tile[] {
  const { bands, ready, readyUnverified, held, notAssessed, feesDue, feesDueCount } = summary
  const { largest, others } = splitFees(feesDue)
  return [
    createCountTile('past', t('strip.past'), bands.past, 'past', { bands: ['past'] }),
    createCountTile('today', t('strip.today'), bands.today, 'today', { bands: ['today'] }),
    createCountTile(
      'tomorrow',
      bandDays && bandDays.tomorrow > 1 ? formatBandWithDays('tomorrow', 1, bandDays.tomorrow) : t('bandName.tomorrow'),
      bands.tomorrow,
      'soon',
      { bands: ['tomorrow'] },
    ),
    createCountTile(
      'soon',
      formatBandWithDays('soon', (bandDays?.tomorrow ?? 1) + 1, bandDays?.soon ?? 3),
      bands.soon,
      'soon',
      { bands: ['soon'] },
    ),
    {
      ...createCountTile('ready', t('strip.ready'), ready, 'clear', { verdicts: ['ready', 'ready-unverified'] }),
      value: formatCount(ready - readyUnverified),
      note: formatUnverified(readyUnverified),
    },
    createCountTile('held', t('strip.held'), held, 'hold', { verdicts: ['held', 'conflict'] }),
    {
      key: 'due',
      label: t('strip.due'),
      value:
        feesDue.length === 0
          ? t('strip.noneDue')
          : largest.every(({ amount }) => amount === 0)
            ? t('money.pendingShort')
            : formatFees(largest, 'short'),
      more: formatOtherDue(others),
      isMoreCount: others.length > 1,
      note: feesDue.length === 0 ? '' : tn('strip.dueOn', feesDueCount),
      isZero: feesDue.length === 0,
      tone: 'fees',
      filter: { hasFees: true },
      hint:
        feesDue.length === 0
          ? t('strip.pressHint')
          : t('strip.dueHint', { amount: formatFees(feesDue), count: formatDueCount(summary) }),
    },
    createCountTile(
      'not-assessed',
      t('strip.notAssessed'),
      notAssessed,
      'unknown',
      { isNotAssessed: true },
      t('strip.notAssessedHint'),
    ),
  ]
}

/** The containers that are ready by an old report. They are never counted as ready alone. */
export function formatUnverified(count: number): string {
  return count === 0 ? '' : t('strip.unverified', { n: formatCount(count) })
}

/** Creates the same tile without its count, for the time before the counts are known. */
export function hideCount(tile: Tile): Tile {
  return { ...tile, value: t('strip.notKnown'), more: '', note: '', isZero: true, hint: t('strip.notKnownHint') }
}

/**
 * The other amounts. A single one is shown; several are shown as a number of currencies, beside an amount whose
 * currency is unknown.
 */
function formatOtherDue(others: ContainerSummary['feesDue']): string {
  if (others.length <= 1) return others.length === 0 ? '' : `+ ${formatFees(others, 'short')}`
  const withCurrency = others.filter(({ currency }) => currency !== null)
  const withoutCurrency = others.find(({ currency }) => currency === null)
  return joinList([
    withCurrency.length === 1 ? `+ ${formatFees(withCurrency)}` : tn('strip.dueElsewhere', withCurrency.length),
    ...(withoutCurrency ? [formatFees([withoutCurrency], 'short')] : []),
  ])
}

/**
 * The number of containers with fees, in total and for each currency. One container may have fees in two currencies.
 */
function formatDueCount({ feesDue, feesDueCount }: ContainerSummary): string {
  const priced = feesDue.filter(({ amount }) => amount !== 0)
  const unpriced = feesDue.filter(({ amount }) => amount === 0).reduce((sum, { containers }) => sum + containers, 0)
  const total = tn('strip.dueOn', feesDueCount)
  if (priced.length === 0) return total
  const missing = unpriced > 0 ? [t('strip.dueUnpriced', { n: unpriced })] : []
  if (priced.length === 1) return joinList([total, ...missing])
  const amounts = priced.map(({ containers, ...money }) =>
    tn('strip.dueAmountOn', containers, { amount: formatPriced([money]) }),
  )
  return t('phrase.labelled', { what: total, how: joinList([...amounts, ...missing]) })
}

/** The name that filters, settings and the board use, with the days that the user set for it. */
function formatBandWithDays(band: 'tomorrow' | 'soon', from: number, to: number): string {
  const days = from >= to ? tn('strip.day', to) : t('strip.days', { from, to })
  return t('strip.named', { name: t(`bandName.${band}`), days })
}

/** A tile is pressed if the list shows what it counts and no other filter narrows it. */
export function isPressed(tile: Tile, filter: ContainerFilter): boolean {
  return JSON.stringify(createTileFilter(tile, filter)) === JSON.stringify({ ...filter })
}

/** Replaces the whole filter, so that the list has as many rows as the tile counts. */
export function createTileFilter(tile: Tile, { scope }: ContainerFilter): ContainerFilter {
  return { scope, ...tile.filter }
}
