// The columns of the board in the order of urgency, with the bands of each.
import type { BandCount, ContainerFilter } from '#contract/containers.ts'
import type { Band, FeeTotal } from '#contract/deadlines.ts'
import { bandTone } from '../../containers/bands.ts'
import type { Tone } from '../../../ui/tone.ts'
import { t } from '../../../words/words.ts'

export type BoardColumn = { key: string; title: string; tone: Tone; bands: Band[] }

/** Tomorrow and soon need the same action, and together they fit into one column. */
const bandsByColumn: readonly Band[][] = [
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

/** Lists the columns, including empty ones. A column is left out only if the filter excludes its bands. */
export function listBoardColumns({
  scope,
  bands: chosenBands,
}: Pick<ContainerFilter, 'scope' | 'bands'>): BoardColumn[] {
  return bandsByColumn.flatMap((columnBands) => {
    const [firstBand = 'none'] = columnBands
    const bands =
      chosenBands === undefined || chosenBands.length === 0
        ? columnBands
        : columnBands.filter((band) => chosenBands.includes(band))
    // Picked-up containers are not part of the board, unless a link has set another scope.
    if (bands.length === 0 || (firstBand === 'out' && scope === 'board')) return []
    return [
      {
        key: firstBand,
        title: bands.length > 1 ? t('board.soon') : t(`bandName.${bands[0] ?? firstBand}`),
        tone: bandTone[firstBand],
        bands,
      },
    ]
  })
}

/** Counts the containers in a column, and sums their amounts due by currency. */
export function getColumnCount(
  { bands }: BoardColumn,
  counts: readonly BandCount[],
): { count: number; feesDue: FeeTotal[] } {
  const ownCounts = counts.filter(({ band }) => bands.includes(band))
  const sumByCurrency = new Map<string | null, FeeTotal>()
  for (const fee of ownCounts.flatMap(({ feesDue }) => feesDue)) {
    const previousSum = sumByCurrency.get(fee.currency)
    sumByCurrency.set(
      fee.currency,
      previousSum
        ? { ...previousSum, amount: previousSum.amount + fee.amount, isPending: previousSum.isPending || fee.isPending }
        : fee,
    )
  }
  return { count: ownCounts.reduce((sum, { count }) => sum + count, 0), feesDue: [...sumByCurrency.values()] }
}

/** Scroll positions and widths can be rounded by up to one pixel. */
const ROUNDING_PX = 1

/**
 * Lists the indexes of columns that are not entirely visible. `width` is that of all columns, which are equally wide.
 */
export function listHiddenColumns(
  count: number,
  { left: scrollLeft, width: shownWidth }: { left: number; width: number },
  width: number,
): number[] {
  if (shownWidth === 0 || width <= shownWidth) return []
  const columnWidth = width / count
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) =>
      index * columnWidth < scrollLeft - ROUNDING_PX ||
      (index + 1) * columnWidth > scrollLeft + shownWidth + ROUNDING_PX,
  )
}
