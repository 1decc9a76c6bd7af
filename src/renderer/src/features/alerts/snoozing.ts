// The question of the open snooze dialog: which containers to snooze.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** `ids`: of the containers. `name`: of a single container; null for several. */
export type SnoozeQuestion = { ids: readonly string[]; name: string | null }

export const useSnoozing = defineStore('snoozing', () => {
  const openQuestion = shallowRef<SnoozeQuestion | null>(null)
  return {
    openQuestion,
    ask: (question: SnoozeQuestion) => {
      openQuestion.value = question
    },
    forgetAccount: () => {
      openQuestion.value = null
    },
  }
})
