// One Tab stop for a list of things to press, with arrows, J and K, Home and End between them.
import { ref, type Ref } from 'vue'
import { takeFocus } from './take-focus.ts'

const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -Infinity, End: Infinity }

export function useRoving(root: Readonly<Ref<HTMLElement | null>>) {
  const place = ref(0)
  const stops = () => [...(root.value?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]

  function focus(wanted: number) {
    const all = stops()
    place.value = Math.max(0, Math.min(all.length - 1, wanted))
    takeFocus(() => stops()[place.value])
  }

  return {
    place,
    focus,
    onKeydown: (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      focus(place.value + step)
    },
    onFocusin: ({ target }: FocusEvent) => {
      const at = target instanceof HTMLElement ? stops().indexOf(target) : -1
      if (at >= 0) place.value = at
    },
  }
}
