// How tall a row is.

export const densities = ['auto', 'compact', 'standard', 'roomy'] as const
export type Density = (typeof densities)[number]

const heights: Record<Exclude<Density, 'auto'>, number> = { compact: 28, standard: 32, roomy: 40 }
/** From here on more rows at a glance are worth more than air between them. */
const COMPACT_FROM = 50

/** What a second line in a row takes. */
const SECOND_LINE = 14

export function rowHeight(density: Density, rows: number, hasSecondLine = false): number {
  return (
    heights[density === 'auto' ? (rows >= COMPACT_FROM ? 'compact' : 'standard') : density] +
    (hasSecondLine ? SECOND_LINE : 0)
  )
}
