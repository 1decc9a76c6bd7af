// The way back from what was done in this window, several steps of it, newest last. Each step knows how to undo itself;
// how it is offered and taken is useUndo.ts.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/**
 * `said`: what was done, as it was told. `about`: what it would undo, where that can also be undone where it stands.
 */
export type UndoStep = { said: string; about: string | null; act: () => unknown; unsay: () => void }

/** Further back nobody remembers what it would be. */
const MOST_STEPS = 50

export const useUndoHistory = defineStore('undo', () => {
  const steps = shallowRef<readonly UndoStep[]>([])
  return {
    steps,
    push: (step: UndoStep) => {
      steps.value = [...steps.value, step].slice(-MOST_STEPS)
    },
    /** True once for each step: it is reached from its toast and by keys. */
    take: (step: UndoStep): boolean => {
      const isThere = steps.value.includes(step)
      steps.value = steps.value.filter((other) => other !== step)
      return isThere
    },
    /** It was undone where it stands, and what is said of it with it. */
    forget: (about: string) => {
      for (const step of steps.value) if (step.about === about) step.unsay()
      steps.value = steps.value.filter((step) => step.about !== about)
    },
    /** What was done in one account must not be undone to another's records. */
    forgetAccount: () => {
      steps.value = []
    },
  }
})
