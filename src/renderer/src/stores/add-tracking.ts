// Whether the dialog that adds a number is open, and what it was opened for.
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { RequestRow } from '#contract/tracking.ts'

export const useAddTracking = defineStore('add tracking', () => {
  const isOpen = ref(false)
  /** The failed or refused request whose place the new one takes. */
  const replaced = shallowRef<RequestRow | null>(null)
  return {
    isOpen,
    replaced,
    open: () => {
      replaced.value = null
      isOpen.value = true
    },
    openInPlaceOf: (row: RequestRow) => {
      replaced.value = row
      isOpen.value = true
    },
  }
})
