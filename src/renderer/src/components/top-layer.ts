// Which dialogs are open, the topmost last. The browser draws a modal dialog over everything and lets nothing outside it
// be pressed, so whatever must be seen meanwhile has to stand inside it.
import { computed, onBeforeUnmount, shallowRef, watch, type Ref } from 'vue'

const open = shallowRef<readonly HTMLElement[]>([])

/** Where what passes by is to be drawn. */
export const topLayer = computed<HTMLElement | 'body'>(() => open.value.at(-1) ?? 'body')

/** For a dialog: keeps account of it while it is open. */
export function useTopLayer(dialog: Readonly<Ref<HTMLElement | null>>, isOpen: Readonly<Ref<boolean>>) {
  const leave = () => { open.value = open.value.filter((each) => each !== dialog.value) }
  watch(isOpen, (opened) => {
    leave()
    if (opened && dialog.value) open.value = [...open.value, dialog.value]
  })
  onBeforeUnmount(leave)
}
