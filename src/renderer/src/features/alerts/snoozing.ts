// The containers for which the snooze dialog is open.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** `name` is null for several containers. */
export type SnoozeQuestion = { ids: readonly string[]; name: string | null }

export const useSnoozing = defineStore('snoozing', () => {
  const openQuestion = shallowRef<SnoozeQuestion | null>(null)
  return {
    openQuestion,
    ask: (of: SnoozeQuestion) => {
      openQuestion.value = of
    },
    forgetAccount: () => {
      openQuestion.value = null
    },
  }
})
