// Fits the stored position of the window to the current displays, because a display may have been disconnected.
import type { Rectangle } from 'electron'
import type { WindowState } from '../settings-store.ts'

export const MIN_WIDTH = 960
export const MIN_HEIGHT = 600
const FIRST_SIZE = { width: 1440, height: 900 }
/** The part of the upper edge that must be reachable by the mouse, in pixels. */
const GRIP_WIDTH = 120
const GRIP_HEIGHT = 40

export type Placement = { width: number; height: number; x?: number; y?: number }

/** `workAreas`: the primary display's work area is the first. Without x and y the system chooses the position. */
export function findPlacement(saved: WindowState | undefined, workAreas: Rectangle[]): Placement {
  const display = workAreas.find((area) => saved && isInReach(saved, area)) ?? workAreas[0]
  const size = {
    width: clamp(saved?.width ?? FIRST_SIZE.width, MIN_WIDTH, display?.width),
    height: clamp(saved?.height ?? FIRST_SIZE.height, MIN_HEIGHT, display?.height),
  }
  const { x, y } = saved ?? {}
  return saved && x !== undefined && y !== undefined && display && isInReach(saved, display) ? { ...size, x, y } : size
}

/** Some window managers ignore the minimum size of a window. */
export function withMinimumSize(state: WindowState): WindowState {
  return { ...state, width: Math.max(state.width, MIN_WIDTH), height: Math.max(state.height, MIN_HEIGHT) }
}

function clamp(wanted: number, min: number, max = wanted): number {
  return Math.max(min, Math.min(wanted, max))
}

function isInReach({ x, y, width }: WindowState, area: Rectangle): boolean {
  if (x === undefined || y === undefined) return false
  const visibleWidth = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return visibleWidth >= GRIP_WIDTH && y >= area.y && y + GRIP_HEIGHT <= area.y + area.height
}
