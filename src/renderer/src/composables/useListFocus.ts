// Whoever comes to a list by keys goes on by keys: focus begins in its rows, and a press of J or an arrow takes it back
// there when a click beside everything has dropped it. Nobody who types, reads a panel or stands on a button is moved.
import { onBeforeUnmount, onMounted, watch } from 'vue'
import { gridCommand } from '../components/grid/keys.ts'

const isNowhere = () => document.activeElement === document.body && document.querySelector('dialog[open]') === null

export function useListFocus(isHere: () => boolean, focus: () => void) {
  watch(isHere, (here) => {
    if (here && isNowhere()) focus()
  }, { immediate: true, flush: 'post' })

  const onKeydown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !isNowhere() || gridCommand(event)?.do !== 'rows') return
    event.preventDefault()
    focus()
  }
  onMounted(() => { window.addEventListener('keydown', onKeydown) })
  onBeforeUnmount(() => { window.removeEventListener('keydown', onKeydown) })
}
