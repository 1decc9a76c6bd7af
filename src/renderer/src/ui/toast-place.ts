// Where toasts are. They cover the footer of a list, which usually has no actions. While it has some, toasts are above
// it, and the list leaves room for them. So they cover neither rows nor actions. A page or a panel that scrolls has the
// class `toast-room` (base.css), so that its end can be scrolled above the toasts.
import { onBeforeUnmount, onMounted, ref, watch, type ShallowRef } from 'vue'

/** The height of the visible toasts; 0 without a toast. */
const toastHeightPx = ref(0)

/** The space above and below a toast. */
const MARGIN_PX = 2
const getOuterHeight = ({ offsetHeight }: HTMLElement) => offsetHeight + 2 * MARGIN_PX

/** Measures the toasts whenever their texts change. */
export function useToastHeight(texts: () => readonly string[]): void {
  watch(
    texts,
    (shown) => {
      // The wrapper of a toast grows from 0, so the toast itself is measured.
      const toasts = shown.length === 0 ? [] : [...document.querySelectorAll<HTMLElement>('.toasts .n-message')]
      toastHeightPx.value = toasts.length === 0 ? 0 : Math.max(...toasts.map(getOuterHeight))
      document.documentElement.style.setProperty('--toast-height', `${toastHeightPx.value}px`)
      document.documentElement.classList.toggle('has-toasts', toasts.length > 0)
    },
    { flush: 'post' },
  )
}

/**
 * Places toasts above a bar while it has actions. Returns the height of the toasts, for which the bar leaves room above
 * its content.
 */
export function useToastsAbove(bar: Readonly<ShallowRef<HTMLElement | null>>, hasActions: () => boolean) {
  const heightPx = ref(0)
  const observer = new ResizeObserver(([entry]) => {
    if (entry) heightPx.value = entry.contentRect.height
  })
  const { style } = document.documentElement
  watch([heightPx, hasActions], ([height, isAbove]) => {
    if (isAbove) style.setProperty('--toast-bottom', `${height}px`)
    else style.removeProperty('--toast-bottom')
  })
  onMounted(() => {
    if (bar.value) observer.observe(bar.value)
  })
  onBeforeUnmount(() => {
    observer.disconnect()
    style.removeProperty('--toast-bottom')
  })
  return toastHeightPx
}
