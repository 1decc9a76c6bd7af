// A user's choice that is stored in localStorage, so it survives a restart. Stored text is checked when it is read: an
// invalid value falls back to the default and does not break a screen. `isPlainObject` is a check that
// several callers use.
import { ref, watch, type Ref } from 'vue'

/** `isValid`: gets null if nothing is stored. */
export function useStoredRef<Value>(key: string, fallback: Value, isValid: (value: unknown) => boolean): Ref<Value> {
  const storageKey = `quaywatch.${key}`
  const value = ref(readStored(storageKey, fallback, isValid)) as Ref<Value>
  watch(value, (newValue) => localStorage.setItem(storageKey, JSON.stringify(newValue)), { deep: true })
  return value
}

function readStored<Value>(storageKey: string, fallback: Value, isValid: (value: unknown) => boolean): Value {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return isValid(value) ? (value as Value) : fallback
  } catch {
    return fallback
  }
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
