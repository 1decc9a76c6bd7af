// Of which containers somebody is asked until when they are to be snoozed.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** `name` null: there are several. */
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
