// The scroll position and the size of the grid's viewport, updated at most once per frame.
import { onBeforeUnmount, onMounted, reactive, type ShallowRef } from 'vue'

export type Viewport = {
  top: number
  left: number
  width: number
  height: number
  /** Pixels scrolled since the previous frame, downwards (upwards: below 0); 0 at rest. */
  scrolledPx: number
  /** `scrolledPx` of the previous frame. */
  previousScrolledPx: number
}

export function useViewport(scroller: Readonly<ShallowRef<HTMLElement | null>>): {
  viewport: Viewport
  onScroll: () => void
} {
  const viewport = reactive<Viewport>({ top: 0, left: 0, width: 0, height: 0, scrolledPx: 0, previousScrolledPx: 0 })
  let frame = 0
  const read = () => {
    frame = 0
    const element = scroller.value
    if (!element) return
    const top = element.scrollTop
    viewport.previousScrolledPx = viewport.scrolledPx
    viewport.scrolledPx = top - viewport.top
    viewport.top = top
    viewport.left = element.scrollLeft
    viewport.width = element.clientWidth
    viewport.height = element.clientHeight
    // After a scroll the next frame reads again, so that `scrolledPx` becomes 0 when the list stops.
    if (viewport.scrolledPx !== 0) onScroll()
  }
  const onScroll = () => {
    if (frame === 0) frame = requestAnimationFrame(read)
  }
  const observer = new ResizeObserver(onScroll)
  onMounted(() => {
    read()
    if (scroller.value) observer.observe(scroller.value)
  })
  onBeforeUnmount(() => {
    observer.disconnect()
    cancelAnimationFrame(frame)
  })
  return { viewport, onScroll }
}
