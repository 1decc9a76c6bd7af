// Row heights.

export const densities = ['auto', 'compact', 'standard', 'roomy'] as const
export type Density = (typeof densities)[number]

const heights: Record<Exclude<Density, 'auto'>, number> = { compact: 28, standard: 32, roomy: 40 }
/** From this number of rows on, more visible rows are better than space between them. */
const COMPACT_FROM = 50

/** Additional height of a second line. */
const SECOND_LINE = 14

export function rowHeight(density: Density, rows: number, hasSecondLine = false): number {
  return (
    heights[density === 'auto' ? (rows >= COMPACT_FROM ? 'compact' : 'standard') : density] +
    (hasSecondLine ? SECOND_LINE : 0)
  )
}
