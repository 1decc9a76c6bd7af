// Keyboard focus on a screen: it starts in the rows, or in the page if there are none. After a click on an empty area,
// J or an arrow key returns it to the rows. These keys leave focus in a field, a panel or on a button.
// Ctrl+A selects rows wherever the focus is, except in a field, a dialog, or a panel, whose text it selects.
import { onBeforeUnmount, onMounted, watch, type Ref } from 'vue'
import { getGridCommand } from '../grid/keys.ts'
import { useKeys } from '../keys/useKeys.ts'

const hasNoFocus = () => document.activeElement === document.body && document.querySelector('dialog[open]') === null

/** The field, dialog or panel in which Ctrl+A selects text; null if it selects rows. */
const findTextPlace = () =>
  document.activeElement?.closest('input, textarea, select, dialog, aside') ?? document.querySelector('dialog[open]')

/** Without `selectAll`, Ctrl+A does nothing. The browser would select all labels of the screen. */
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
    const textPlace = command === 'select-all' ? findTextPlace() : null
    if (command === 'rows' && hasNoFocus()) focus()
    // The browser would select the text of the whole window.
    else if (textPlace?.localName === 'aside') window.getSelection()?.selectAllChildren(textPlace)
    else if (command === 'select-all' && textPlace === null) selectAll()
    else return
    event.preventDefault()
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
