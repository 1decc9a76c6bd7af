// The state of the dialog that adds a number: whether it is open, and its purpose.
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { RequestRow } from '#contract/tracking.ts'

export const useAddTracking = defineStore('add tracking', () => {
  const isOpen = ref(false)
  /** A searched number without hits; empty if the field keeps its text. */
  const searchedNumber = ref('')
  /** Increments with each saved request, so that the list shows the user's new request at once. */
  const savedCount = ref(0)
  /** The failed or refused request that the new one replaces. */
  const replaced = shallowRef<RequestRow | null>(null)
  return {
    isOpen,
    searchedNumber,
    savedCount,
    replaced,
    open: (number = '') => {
      searchedNumber.value = number
      replaced.value = null
      isOpen.value = true
    },
    /** The number belongs to the previous account. */
    forgetAccount: () => {
      isOpen.value = false
      searchedNumber.value = ''
      replaced.value = null
    },
    openInPlaceOf: (row: RequestRow) => {
      searchedNumber.value = ''
      replaced.value = row
      isOpen.value = true
    },
  }
})
