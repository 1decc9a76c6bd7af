// A dialog over everything, opened and closed by a flag. The browser keeps focus inside, closes it with Escape and
// gives focus back.
import { onBeforeUnmount, onMounted, watch, type Ref } from 'vue'
import { useTopLayer } from './top-layer.ts'

/** `opened` runs once it stands there, to put focus where it belongs. */
export function useModal(
  dialog: Readonly<Ref<HTMLDialogElement | null>>,
  isOpen: Ref<boolean>,
  opened: () => void = () => undefined,
) {
  const layer = useTopLayer()
  const turn = (open: boolean) => {
    const element = dialog.value
    if (!element) return
    if (open) {
      element.showModal()
      layer.cover(element)
      opened()
    } else {
      layer.uncover(element)
      element.close()
    }
  }
  // After it was drawn: there is something to focus by then.
  watch(isOpen, turn, { flush: 'post' })
  // One that comes when it is first asked for is asked for already.
  onMounted(() => {
    if (isOpen.value) turn(true)
  })
  onBeforeUnmount(() => {
    if (dialog.value) layer.uncover(dialog.value)
  })
}
