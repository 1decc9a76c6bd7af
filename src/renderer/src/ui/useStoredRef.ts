// A user's choice that is stored in localStorage, so it survives a restart. Stored text is checked when it is read: an
// invalid value falls back to the default and does not break a screen.
import { ref, watch, type Ref } from 'vue'

export function useStoredRef<Value>(key: string, fallback: Value, isValid: (value: unknown) => boolean): Ref<Value> {
  const name = `quaywatch.${key}`
  const value = ref(read(name, fallback, isValid)) as Ref<Value>
  watch(value, (newValue) => localStorage.setItem(name, JSON.stringify(newValue)), { deep: true })
  return value
}

function read<Value>(name: string, fallback: Value, isValid: (value: unknown) => boolean): Value {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    return isValid(value) ? (value as Value) : fallback
  } catch {
    return fallback
  }
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
