// Whether the dialog that adds a number is open, and what it was opened for.
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { RequestRow } from '#contract/tracking.ts'

export const useAddTracking = defineStore('add tracking', () => {
  const isOpen = ref(false)
  /** The failed or refused request whose place the new one takes. */
  const replaced = shallowRef<RequestRow | null>(null)
  /** The number it was opened with; empty: whatever was being typed. */
  const given = ref('')
  return {
    isOpen,
    replaced,
    given,
    open: () => {
      replaced.value = null
      given.value = ''
      isOpen.value = true
    },
    openWith: (number: string) => {
      replaced.value = null
      given.value = number
      isOpen.value = true
    },
    openInPlaceOf: (row: RequestRow) => {
      given.value = ''
      replaced.value = row
      isOpen.value = true
    },
  }
})
