// The tiles of the summary strip, and the filter of each.
import type { ContainerFilter, ContainerSummary } from '#contract/containers.ts'
import type { Settings } from '#contract/settings.ts'
import type { Tone } from '../../../ui/tone.ts'
import { formatFees, formatPriced, formatAtLeast } from '../../../words/money.ts'
import { formatCount, joined, t, tn } from '../../../words/words.ts'

export type Tile = {
  key: string
  label: string
  value: string
  /** What else belongs to the value; small, and never hidden. */
  more: string
  /** Hidden if there is no space for it. */
  note: string
  /** Muted if the count is zero. */
  isZero: boolean
  tone: Tone | 'hold' | 'fees'
  filter: Omit<ContainerFilter, 'scope'>
  hint: string
}

export function tilesOf(summary: ContainerSummary, bandDays: Settings['bandDays'] | null): Tile[] {
  const { bands, ready, held, notAssessed, feesDue } = summary
  const priced = feesDue.filter(({ amount }) => amount !== 0)
  const count = (
    key: string,
    label: string,
    n: number,
    tone: Tile['tone'],
    filter: Tile['filter'],
    hint = t('strip.pressHint'),
  ): Tile => ({ key, label, value: formatCount(n), more: '', note: '', isZero: n === 0, tone, filter, hint })
  return [
    count('past', t('strip.past'), bands.past, 'past', { bands: ['past'] }),
    count('today', t('strip.today'), bands.today, 'today', { bands: ['today'] }),
    count(
      'tomorrow',
      bandDays && bandDays.tomorrow > 1 ? daysLabel(1, bandDays.tomorrow) : t('strip.tomorrow'),
      bands.tomorrow,
      'soon',
      { bands: ['tomorrow'] },
    ),
    count('soon', daysLabel((bandDays?.tomorrow ?? 1) + 1, bandDays?.soon ?? 3), bands.soon, 'soon', {
      bands: ['soon'],
    }),
    count('ready', t('strip.ready'), ready, 'clear', { verdicts: ['ready', 'ready-unverified'] }),
    count('held', t('strip.held'), held, 'hold', { verdicts: ['held', 'conflict'] }),
    {
      key: 'due',
      label: t('strip.due'),
      value: feesDue.length === 0 ? t('strip.noneDue') : dueValue(feesDue, priced),
      more: dueMore(priced),
      note:
        feesDue.length === 0
          ? ''
          : joined(' · ', priced.length > 2 ? formatPriced(priced.slice(1)) : null, dueCount(feesDue)),
      isZero: feesDue.length === 0,
      tone: 'fees',
      filter: { hasFees: true },
      hint:
        feesDue.length === 0
          ? t('strip.pressHint')
          : t('strip.dueHint', { amount: formatFees(feesDue), count: dueCount(feesDue) }),
    },
    count(
      'not-assessed',
      t('strip.notAssessed'),
      notAssessed,
      'unknown',
      { isNotAssessed: true },
      t('strip.notAssessedHint'),
    ),
  ]
}

/** The same tile before the counts are known. */
export function withoutCount(tile: Tile): Tile {
  return { ...tile, value: t('strip.notKnown'), more: '', note: '', isZero: true, hint: t('strip.notKnownHint') }
}

/** One amount in large type. Three currencies would make the strip too wide and hide the content behind them. */
function dueValue(feesDue: ContainerSummary['feesDue'], priced: ContainerSummary['feesDue']): string {
  return formatAtLeast(formatPriced(priced.slice(0, 1)), feesDue) || t('money.pendingShort')
}

/** The other amounts: one more is shown, several are counted. */
function dueMore(priced: ContainerSummary['feesDue']): string {
  const others = priced.slice(1)
  if (others.length === 0) return ''
  return others.length === 1 ? `+ ${formatPriced(others)}` : tn('strip.dueElsewhere', others.length)
}

/** Counted per currency like the amounts, because one container may have fees in two. */
function dueCount(feesDue: ContainerSummary['feesDue']): string {
  const counts = feesDue.map(({ containers }) => formatCount(containers)).join(' + ')
  return tn('strip.dueCount', feesDue.length === 1 ? (feesDue[0]?.containers ?? 0) : 2, { counts })
}

function daysLabel(from: number, to: number): string {
  return from >= to ? tn('strip.day', to) : t('strip.days', { from, to })
}

/** A tile is pressed if the list shows what it counts and no other filter narrows it. */
export function isPressed(tile: Tile, filter: ContainerFilter): boolean {
  return JSON.stringify(filterOfTile(tile, filter)) === JSON.stringify({ ...filter })
}

/** Replaces the whole filter, so that the list has as many rows as the tile counts. */
export function filterOfTile(tile: Tile, { scope }: ContainerFilter): ContainerFilter {
  return { scope, ...tile.filter }
}
