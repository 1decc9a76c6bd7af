// The question of the open snooze dialog: which containers to snooze.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** The ids of containers. A promise while rows that were never loaded are read. */
export type SnoozedIds = readonly string[] | Promise<readonly string[]>

/** `count`: of the rows, which are containers or about containers. `name`: of a single container; null for several. */
export type SnoozeQuestion = { ids: SnoozedIds; count: number; name: string | null }

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
