// A modal dialog opened and closed by a flag. The browser keeps focus inside, closes it with Escape and returns focus.
import { onBeforeUnmount, onMounted, watch, type Ref } from 'vue'
import { useTopLayer } from './top-layer.ts'

/** `onOpened` runs after it is shown, to set the focus. While `isLocked`, the user cannot close it. */
export function useModal(
  dialog: Readonly<Ref<HTMLDialogElement | null>>,
  isOpen: Ref<boolean>,
  onOpened: () => void = () => undefined,
  isLocked: () => boolean = () => false,
) {
  const topLayer = useTopLayer()
  const showOrClose = (open: boolean) => {
    const element = dialog.value
    if (!element) return
    if (open) {
      element.showModal()
      topLayer.cover(element)
      onOpened()
    } else {
      topLayer.uncover(element)
      element.close()
    }
  }
  // Runs after rendering, so that there is an element to focus.
  watch(isOpen, showOrClose, { flush: 'post' })
  // The browser reports `close` in a later task. A dialog that is open again by then stays open.
  const onClosed = () => {
    if (dialog.value?.open !== false) return
    // The browser closes it at the second Escape, also if `cancel` was prevented.
    if (isLocked() && isOpen.value) showOrClose(true)
    else isOpen.value = false
  }
  // Escape reports `cancel` at once. Otherwise the flag would stay set until `close`, and reopening would do nothing.
  const onCancel = (event: Event) => {
    if (event.target !== dialog.value) return
    if (isLocked()) event.preventDefault()
    else isOpen.value = false
  }
  // A dialog that is loaded on demand is mounted with the flag already set.
  onMounted(() => {
    dialog.value?.addEventListener('close', onClosed)
    dialog.value?.addEventListener('cancel', onCancel)
    if (isOpen.value) showOrClose(true)
  })
  onBeforeUnmount(() => {
    if (dialog.value) topLayer.uncover(dialog.value)
  })
}
