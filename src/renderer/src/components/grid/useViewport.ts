// Where the grid is scrolled to and how large its window is, told at most once per frame.
import { onBeforeUnmount, onMounted, reactive, type ShallowRef } from 'vue'

export type Viewport = { top: number; left: number; width: number; height: number }

export function useViewport(scroller: Readonly<ShallowRef<HTMLElement | null>>): { viewport: Viewport; onScroll: () => void } {
  const viewport = reactive<Viewport>({ top: 0, left: 0, width: 0, height: 0 })
  let frame = 0
  const read = () => {
    frame = 0
    const element = scroller.value
    if (!element) return
    viewport.top = element.scrollTop
    viewport.left = element.scrollLeft
    viewport.width = element.clientWidth
    viewport.height = element.clientHeight
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
