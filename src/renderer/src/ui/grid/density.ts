// Row heights.
import { shallowRef } from 'vue'

export const densities = ['auto', 'compact', 'standard', 'roomy'] as const
export type Density = (typeof densities)[number]

const heights: Record<Exclude<Density, 'auto'>, number> = { compact: 28, standard: 32, roomy: 40 }

/** The window decides, not the number of rows, so that `auto` is the same on every screen and with every filter. */
const highWindow = window.matchMedia('(min-height: 1000px)')
const isHigh = shallowRef(highWindow.matches)
highWindow.addEventListener('change', ({ matches }) => {
  isHigh.value = matches
})

/** Additional height of a second line. */
const SECOND_LINE = 14

export function getRowHeight(density: Density, hasSecondLine = false): number {
  const chosen = density === 'auto' ? (isHigh.value ? 'standard' : 'compact') : density
  return heights[chosen] + (hasSecondLine ? SECOND_LINE : 0)
}
