// Whoever comes to a screen goes on there by keys: focus begins in its rows, or in the page where it has none, and a
// press of J or an arrow takes it back to the rows when a click beside everything has dropped it. Nobody who types,
// reads a panel or stands on a button is moved.
import { onBeforeUnmount, onMounted, watch, type Ref } from 'vue'
import { gridCommand } from '../grid/keys.ts'
import { useKeys } from '../keys/useKeys.ts'

const isNowhere = () => document.activeElement === document.body && document.querySelector('dialog[open]') === null

export function useListFocus(isHere: () => boolean, focus: () => void) {
  watch(
    isHere,
    (here) => {
      if (here && isNowhere()) focus()
    },
    { immediate: true, flush: 'post' },
  )

  const { actionOf } = useKeys()
  const onKeydown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isNowhere() || gridCommand(event, actionOf)?.do !== 'rows') return
    event.preventDefault()
    focus()
  }
  onMounted(() => {
    window.addEventListener('keydown', onKeydown)
  })
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', onKeydown)
  })
}

/** For a screen that is read and not walked through: its page takes the keys that scroll. */
export function usePageFocus(page: Readonly<Ref<HTMLElement | null>>) {
  onMounted(() => {
    if (isNowhere()) page.value?.focus({ preventScroll: true })
  })
}
