// Marks cells while the mouse button is held. Beyond an edge of the rows the list scrolls, faster with more distance.
// Cells that the wheel moves under a resting mouse are marked as well.
import { followMouse } from '../follow-pointer.ts'
import { SELECT } from './columns.ts'

export type Body = {
  headerHeight: number
  rowHeight: number
  rows: number
  /** Width of the pinned columns, which come first. */
  pinnedWidth: number
  /** Positions in the unscrolled list. */
  cells: readonly { column: { key: string }; left: number; width: number }[]
}

type Point = { x: number; y: number }
type Edges = { left: number; right: number; top: number; bottom: number }

/** A click may move the mouse by this distance. */
const STILL_PX = 3
const MAX_FRAME_MS = 50
const getSpeed = (beyondPx: number) => Math.sign(beyondPx) * Math.min(4_000, 60 + beyondPx * beyondPx * 1.5)

/** Calls back for each cell the mouse enters after a press in the column with this key. */
export function followCells(
  pressed: MouseEvent,
  pressedKey: string,
  body: () => Body,
  onCell: (row: number, key: string) => void,
): void {
  const element = pressed.currentTarget as HTMLElement
  const from = { x: pressed.clientX, y: pressed.clientY }
  let mouse = from
  let isDrag = false
  let frame = 0
  const markCell = () => {
    if (!isDrag) return
    const now = body()
    const cell = findCell(element, now, clampToEdges(measureEdges(element, now, pressedKey), mouse))
    if (cell) onCell(cell.row, cell.key)
  }
  const scrollStep = (last: number, remainder: Point) => (at: number) => {
    frame = 0
    const edges = measureEdges(element, body(), pressedKey)
    const beyond = { x: mouse.x - clampToEdges(edges, mouse).x, y: mouse.y - clampToEdges(edges, mouse).y }
    if (!element.isConnected || (beyond.x === 0 && beyond.y === 0)) return
    const seconds = Math.min(MAX_FRAME_MS, at - last) / 1000
    const due = { x: remainder.x + getSpeed(beyond.x) * seconds, y: remainder.y + getSpeed(beyond.y) * seconds }
    // Some screens scroll by whole pixels only, so the rest is added to the next frame.
    element.scrollLeft += Math.trunc(due.x)
    element.scrollTop += Math.trunc(due.y)
    markCell()
    frame = requestAnimationFrame(scrollStep(at, { x: due.x % 1, y: due.y % 1 }))
  }
  const dragSignal = followMouse(element, ({ clientX, clientY }) => {
    mouse = { x: clientX, y: clientY }
    isDrag ||= Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX
    markCell()
    if (isDrag && frame === 0) frame = requestAnimationFrame(scrollStep(performance.now(), { x: 0, y: 0 }))
  })
  element.addEventListener('scroll', markCell, { signal: dragSignal, passive: true })
  dragSignal.addEventListener('abort', () => cancelAnimationFrame(frame))
}

/**
 * The area in which rows are visible. From a scrolling column, pinned columns are reached only after nothing is hidden
 * behind them.
 */
function measureEdges(element: HTMLElement, { headerHeight, pinnedWidth, cells }: Body, pressedKey: string): Edges {
  const box = element.getBoundingClientRect()
  const isPinned = (cells.find(({ column }) => column.key === pressedKey)?.left ?? 0) < pinnedWidth
  const checkboxWidth = cells.find(({ column }) => column.key === SELECT)?.width ?? 0
  return {
    left: box.left + (isPinned || element.scrollLeft === 0 ? checkboxWidth : pinnedWidth),
    right: box.left + element.clientWidth - 1,
    top: box.top + headerHeight,
    bottom: box.top + element.clientHeight - 1,
  }
}

function clampToEdges({ left, right, top, bottom }: Edges, { x, y }: Point): Point {
  return { x: Math.max(left, Math.min(right, x)), y: Math.max(top, Math.min(bottom, y)) }
}

/**
 * Computed and not queried from the page: cells that were just scrolled into view may not be drawn yet, and a toast may
 * cover them.
 */
function findCell(
  element: HTMLElement,
  { headerHeight, rowHeight, rows, pinnedWidth, cells }: Body,
  { x, y }: Point,
): { row: number; key: string } | null {
  const box = element.getBoundingClientRect()
  const across = x - box.left
  const along = across < pinnedWidth ? across : across + element.scrollLeft
  const cell = cells.findLast(({ left }) => left <= along)
  const row = Math.min(rows - 1, Math.floor((y - box.top - headerHeight + element.scrollTop) / rowHeight))
  return cell === undefined || cell.column.key === SELECT || row < 0 ? null : { row, key: cell.column.key }
}
