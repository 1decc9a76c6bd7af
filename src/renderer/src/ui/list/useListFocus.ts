// Keyboard focus on a screen: it starts in the rows, or in the page if there are none. After a click on an empty area,
// J or an arrow key returns it to the rows. Focus in a field, a panel or on a button is not moved.
import { onBeforeUnmount, onMounted, watch, type Ref } from 'vue'
import { getGridCommand } from '../grid/keys.ts'
import { useKeys } from '../keys/useKeys.ts'

const hasNoFocus = () => document.activeElement === document.body && document.querySelector('dialog[open]') === null

export function useListFocus(canFocus: () => boolean, focus: () => void) {
  watch(
    canFocus,
    (isReady) => {
      if (isReady && hasNoFocus()) focus()
    },
    { immediate: true, flush: 'post' },
  )

  const { actionOf } = useKeys()
  const onKeydown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !hasNoFocus() || getGridCommand(event, actionOf)?.do !== 'rows') return
    event.preventDefault()
    focus()
  }
  onMounted(() => window.addEventListener('keydown', onKeydown))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKeydown))
}

/** Gives focus to the page of a screen without rows, so that scroll keys work. */
export function usePageFocus(page: Readonly<Ref<HTMLElement | null>>) {
  onMounted(() => {
    if (hasNoFocus()) page.value?.focus({ preventScroll: true })
  })
}
