// A debounced value, for expensive queries that must not run at every key press.
import { onScopeDispose, ref, watch, type Ref } from 'vue'

export function useSettled<Value>(read: () => Value, afterMs: number): Readonly<Ref<Value>> {
  const settled = ref(read()) as Ref<Value>
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(read, (value) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      settled.value = value
    }, afterMs)
  })
  onScopeDispose(() => {
    clearTimeout(timer)
  })
  return settled
}
