// A user's choice that is stored in localStorage, so it survives a restart. Stored text is checked when it is read: an
// invalid value falls back to the default and does not break a screen. `isPlainObject` is a check that
// several callers use.
import { ref, watch, type Ref } from 'vue'

/** `isValid`: gets null if nothing is stored. `upgrade`: converts a value that an earlier version stored. */
export function useStoredRef<Value>(
  key: string,
  fallback: Value,
  isValid: (value: unknown) => boolean,
  upgrade: (value: Value) => Value = (value) => value,
): Ref<Value> {
  const storageKey = `quaywatch.${key}`
  const value = ref(readStored(storageKey, fallback, isValid, upgrade)) as Ref<Value>
  watch(value, (newValue) => localStorage.setItem(storageKey, JSON.stringify(newValue)), { deep: true })
  return value
}

function readStored<Value>(
  storageKey: string,
  fallback: Value,
  isValid: (value: unknown) => boolean,
  upgrade: (value: Value) => Value,
): Value {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return isValid(value) ? upgrade(value as Value) : fallback
  } catch {
    return fallback
  }
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
