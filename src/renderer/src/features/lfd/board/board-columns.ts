// The columns of the board in the order of urgency, with the bands of each.
import type { BandCount, ContainerFilter } from '#contract/containers.ts'
import type { Band, FeeTotal } from '#contract/deadlines.ts'
import { bandTone } from '../../containers/bands.ts'
import type { Tone } from '../../../ui/tone.ts'
import { t } from '../../../words/words.ts'

export type BoardColumn = { key: string; title: string; tone: Tone; bands: Band[] }

/** Tomorrow and soon need the same action, and together they fit into one column. */
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

/** The columns are always the same, including empty ones. There are fewer only if the filter excludes bands. */
export function boardColumns({ scope, bands: wanted }: Pick<ContainerFilter, 'scope' | 'bands'>): BoardColumn[] {
  return groups.flatMap((group) => {
    const [first = 'none'] = group
    const bands = wanted === undefined || wanted.length === 0 ? group : group.filter((band) => wanted.includes(band))
    // Containers that are out are not part of the board; a link may have set another scope.
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

/** The number of containers in a column and their amounts due, per currency. */
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
