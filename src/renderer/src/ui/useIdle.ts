// Whether mouse and keyboard were idle for a while, so that visible rows may be rearranged.
import { onScopeDispose, ref, type Ref } from 'vue'

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

export function useIdle(afterMs: number): Readonly<Ref<boolean>> {
  const isIdle = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = () => {
    isIdle.value = false
    clearTimeout(timer)
    timer = setTimeout(() => {
      isIdle.value = true
    }, afterMs)
  }
  for (const sign of signs) window.addEventListener(sign, begin, { passive: true })
  begin()
  onScopeDispose(() => {
    clearTimeout(timer)
    for (const sign of signs) window.removeEventListener(sign, begin)
  })
  return isIdle
}
