// Shows the grid's one tooltip when the pointer rests on a cell that has more text than it shows.
import { onBeforeUnmount, shallowRef, type ShallowRef } from 'vue'

export type Tip = { text: string; left: number; top: number }

const REST_MS = 350
/** Widest tooltip and a usual height of one, to keep it inside the window. */
const TIP_WIDTH = 390
const TIP_HEIGHT = 110

/** `textOf`: the tooltip of a cell; null if the cell already shows everything. */
export function useTip(textOf: (cell: HTMLElement) => string | null): {
  tip: Readonly<ShallowRef<Tip | null>>
  onPointerOver: (event: PointerEvent) => void
  hide: () => void
  /** Hides the tooltip of a clicked cell until the pointer enters another cell. */
  dismiss: () => void
} {
  const tip = shallowRef<Tip | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  let hovered: HTMLElement | null = null

  const dismiss = () => {
    clearTimeout(timer)
    tip.value = null
  }
  const hide = () => {
    dismiss()
    hovered = null
  }
  const show = (cell: HTMLElement) => {
    const text = textOf(cell)
    if (text === null || text === '') return
    const { left, top, bottom } = cell.getBoundingClientRect()
    const isLow = bottom + TIP_HEIGHT > window.innerHeight
    tip.value = {
      text,
      left: Math.max(8, Math.min(left, window.innerWidth - TIP_WIDTH)),
      top: isLow ? top - 34 : bottom + 4,
    }
  }
  const onPointerOver = ({ target }: PointerEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null
    if (cell === hovered) return
    hide()
    hovered = cell
    if (cell) timer = setTimeout(() => show(cell), REST_MS)
  }
  onBeforeUnmount(hide)
  return { tip, onPointerOver, hide, dismiss }
}

/** The full text if the cell cuts it, followed by the tooltip of its column. */
export function formatTip(cell: HTMLElement, text: string, extra: string | null): string | null {
  const isCut = [cell, ...cell.querySelectorAll('.text')].some((part) => part.scrollWidth > part.clientWidth)
  if (extra === null) return isCut ? text : null
  return isCut && !extra.includes(text) ? `${text}\n${extra}` : extra
}
