// The zoom steps of a preview; 1 fills the width.
const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const
const FIT = 1

export function getNextZoom(zoom: number): number {
  return STEPS.find((step) => step > zoom) ?? zoom
}

export function getPreviousZoom(zoom: number): number {
  return STEPS.findLast((step) => step < zoom) ?? zoom
}

/** Returns the zoom after a key press; null for other keys. */
export function getZoomAfterKey(zoom: number, key: string): number | null {
  if (key === '+' || key === '=') return getNextZoom(zoom)
  if (key === '-') return getPreviousZoom(zoom)
  return key === '0' ? FIT : null
}
