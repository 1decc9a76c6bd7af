// A debounced value, for expensive queries that must not run at every key press.
import { onScopeDispose, ref, watch, type Ref } from 'vue'

export function useDebounced<Value>(read: () => Value, afterMs: number): Readonly<Ref<Value>> {
  const debounced = ref(read()) as Ref<Value>
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(read, (value) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      debounced.value = value
    }, afterMs)
  })
  onScopeDispose(() => {
    clearTimeout(timer)
  })
  return debounced
}
