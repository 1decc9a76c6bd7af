// The columns of the board, in the order of urgency: which bands stand in each.
import type { BandCount, ContainerFilter } from '#contract/containers.ts'
import type { Band, FeeTotal } from '#contract/deadlines.ts'
import { bandTone } from '../../containers/bands.ts'
import type { Tone } from '../../../ui/tone.ts'
import { t } from '../../../words/words.ts'

export type BoardColumn = { key: string; title: string; tone: Tone; bands: Band[] }

/** Tomorrow and soon call for the same act, and together they are narrow enough for one column. */
const groups: readonly Band[][] = [
  ['past'],
  ['today'],
  ['tomorrow', 'soon'],
  ['week'],
  ['later'],
  ['none'],
  ['confirm'],
  ['not-discharged'],
  ['out'],
]

/** Always the same columns in the same places, also empty ones; fewer only where the filter itself leaves bands out. */
export function boardColumns({ scope, bands: wanted }: Pick<ContainerFilter, 'scope' | 'bands'>): BoardColumn[] {
  return groups.flatMap((group) => {
    const [first = 'none'] = group
    const bands = wanted === undefined || wanted.length === 0 ? group : group.filter((band) => wanted.includes(band))
    // What is out is no part of the board; a link may have led here with another scope.
    if (bands.length === 0 || (first === 'out' && scope === 'board')) return []
    return [
      {
        key: first,
        title: bands.length > 1 ? t('board.soon') : t(`bandName.${bands[0] ?? first}`),
        tone: bandTone[first],
        bands,
      },
    ]
  })
}

/** What stands in a column and what is due there, per currency. */
export function columnCount(
  { bands }: BoardColumn,
  counts: readonly BandCount[],
): { count: number; feesDue: FeeTotal[] } {
  const own = counts.filter(({ band }) => bands.includes(band))
  const due = new Map<string | null, FeeTotal>()
  for (const fee of own.flatMap(({ feesDue }) => feesDue)) {
    const known = due.get(fee.currency)
    due.set(
      fee.currency,
      known ? { ...known, amount: known.amount + fee.amount, isPending: known.isPending || fee.isPending } : fee,
    )
  }
  return { count: own.reduce((sum, { count }) => sum + count, 0), feesDue: [...due.values()] }
}
