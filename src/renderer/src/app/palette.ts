// The verbs that the user ran last from the palette.
import { defineStore } from 'pinia'
import { useStoredRef } from '../ui/useStoredRef.ts'

const MAX_RECENT = 12

export const usePalette = defineStore('palette', () => {
  const recent = useStoredRef<string[]>(
    'palette.recent',
    [],
    (value) => Array.isArray(value) && value.every((id) => typeof id === 'string'),
  )
  return {
    recent,
    remember: (id: string) => {
      recent.value = [id, ...recent.value.filter((other) => other !== id)].slice(0, MAX_RECENT)
    },
  }
})
