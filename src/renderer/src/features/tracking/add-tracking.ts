// Whether the dialog that adds a number is open, and what it was opened for.
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { RequestRow } from '#contract/tracking.ts'

export const useAddTracking = defineStore('add tracking', () => {
  const isOpen = ref(false)
  /** What somebody looked for and did not find; empty when the box is to be as it was left. */
  const sought = ref('')
  /** How many were saved: a list of them takes in the user's own at once. */
  const added = ref(0)
  /** The failed or refused request whose place the new one takes. */
  const replaced = shallowRef<RequestRow | null>(null)
  return {
    isOpen,
    sought,
    added,
    replaced,
    open: (number = '') => {
      sought.value = number
      replaced.value = null
      isOpen.value = true
    },
    /** The number somebody was about to track belongs to the account that was open. */
    forgetAccount: () => {
      isOpen.value = false
      sought.value = ''
      replaced.value = null
    },
    openInPlaceOf: (row: RequestRow) => {
      sought.value = ''
      replaced.value = row
      isOpen.value = true
    },
  }
})
