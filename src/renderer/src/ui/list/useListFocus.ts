// Keyboard focus on a screen: it starts in the rows, or in the page if there are none. After a click on an empty area,
// J or an arrow key returns it to the rows. Focus in a field, a panel or on a button is not moved by these keys. Ctrl+A
// selects rows wherever the focus is, except in a field, a panel or a dialog.
import { onBeforeUnmount, onMounted, watch, type Ref } from 'vue'
import { getGridCommand } from '../grid/keys.ts'
import { useKeys } from '../keys/useKeys.ts'

const hasNoFocus = () => document.activeElement === document.body && document.querySelector('dialog[open]') === null

/** Where Ctrl+A selects text. */
const TEXTS = 'input, textarea, select, dialog, aside'
const hasFocusInText = () => (document.activeElement?.closest(TEXTS) ?? document.querySelector('dialog[open]')) !== null

/** `selectAll` does nothing on a screen whose rows cannot be selected: the browser would select all its labels. */
export function useListFocus(canFocus: () => boolean, focus: () => void, selectAll: () => void = () => undefined) {
  watch(
    canFocus,
    (isReady) => {
      if (isReady && hasNoFocus()) focus()
    },
    { immediate: true, flush: 'post' },
  )

  const { actionOf } = useKeys()
  const onKeydown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const command = getGridCommand(event, actionOf)?.do
    const run =
      command === 'rows' && hasNoFocus() ? focus : command === 'select-all' && !hasFocusInText() ? selectAll : undefined
    if (!run) return
    event.preventDefault()
    run()
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
