// One Tab stop for a list of buttons, with arrows, J and K, Home and End between them.
import { ref, type Ref } from 'vue'
import { useKeys } from './keys/useKeys.ts'
import { getGridCommand } from './grid/keys.ts'
import { takeFocus } from './take-focus.ts'

export function useRoving(listElement: Readonly<Ref<HTMLElement | null>>) {
  const { actionOf } = useKeys()
  const tabStop = ref(0)
  const listStops = () => [...(listElement.value?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]

  function focusStop(index: number) {
    const stops = listStops()
    tabStop.value = Math.max(0, Math.min(stops.length - 1, index))
    takeFocus(() => listStops()[tabStop.value])
  }

  /** Makes this element the Tab stop if it is in the list. */
  function follow(target: EventTarget | null) {
    const index = target instanceof HTMLElement ? listStops().indexOf(target) : -1
    if (index >= 0) tabStop.value = index
  }

  return {
    tabStop,
    focusStop,
    follow,
    onKeydown: (event: KeyboardEvent) => {
      const step = findStep(event, actionOf)
      if (step === null) return
      event.preventDefault()
      focusStop(tabStop.value + step)
    },
    onFocusin: ({ target }: FocusEvent) => follow(target),
  }
}

/**
 * Finds how many stops a key moves. Up and down move as in a list of rows. Home and End, which stay within a row there,
 * go to the first and last.
 */
function findStep(event: KeyboardEvent, actionOf: Parameters<typeof getGridCommand>[1]): number | null {
  const command = getGridCommand(event, actionOf)
  if (command?.do === 'rows') return command.by
  return command?.do === 'cells' && !Number.isFinite(command.by) ? command.by : null
}
