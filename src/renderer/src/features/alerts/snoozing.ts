// The containers for which the snooze dialog is open.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** `name` is null for several containers. */
export type Snoozing = { ids: readonly string[]; name: string | null }

export const useSnoozing = defineStore('snoozing', () => {
  const asked = shallowRef<Snoozing | null>(null)
  return {
    asked,
    ask: (of: Snoozing) => {
      asked.value = of
    },
    forgetAccount: () => {
      asked.value = null
    },
  }
})
