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
export function listBoardColumns({
  scope,
  bands: chosenBands,
}: Pick<ContainerFilter, 'scope' | 'bands'>): BoardColumn[] {
  return groups.flatMap((group) => {
    const [first = 'none'] = group
    const bands =
      chosenBands === undefined || chosenBands.length === 0 ? group : group.filter((band) => chosenBands.includes(band))
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
export function getColumnCount(
  { bands }: BoardColumn,
  counts: readonly BandCount[],
): { count: number; feesDue: FeeTotal[] } {
  const ownCounts = counts.filter(({ band }) => bands.includes(band))
  const due = new Map<string | null, FeeTotal>()
  for (const fee of ownCounts.flatMap(({ feesDue }) => feesDue)) {
    const dueBefore = due.get(fee.currency)
    due.set(
      fee.currency,
      dueBefore
        ? { ...dueBefore, amount: dueBefore.amount + fee.amount, isPending: dueBefore.isPending || fee.isPending }
        : fee,
    )
  }
  return { count: ownCounts.reduce((sum, { count }) => sum + count, 0), feesDue: [...due.values()] }
}

/** The indexes of the columns that are not whole in the window. `width`: of all columns, which are equally wide. */
export function listHiddenColumns(
  count: number,
  { left, width: shownWidth }: { left: number; width: number },
  width: number,
): number[] {
  if (shownWidth === 0 || width <= shownWidth) return []
  const columnWidth = width / count
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => index * columnWidth < left - 1 || (index + 1) * columnWidth > left + shownWidth + 1,
  )
}
