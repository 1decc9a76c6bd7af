// Whether mouse and keyboard were idle for a while, so that visible rows may be rearranged.
import { onScopeDispose, ref, type Ref } from 'vue'

const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

export function useIdle(afterMs: number): Readonly<Ref<boolean>> {
  const isIdle = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimer = () => {
    isIdle.value = false
    clearTimeout(timer)
    timer = setTimeout(() => {
      isIdle.value = true
    }, afterMs)
  }
  for (const name of ACTIVITY_EVENTS) window.addEventListener(name, restartTimer, { passive: true })
  restartTimer()
  onScopeDispose(() => {
    clearTimeout(timer)
    for (const name of ACTIVITY_EVENTS) window.removeEventListener(name, restartTimer)
  })
  return isIdle
}
