// The undo history of this window, newest step last. Each step can undo itself; useUndo.ts offers and runs it.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/**
 * `message`: shown for the action. `about`: the id of the undone edit, if it can also be undone elsewhere.
 * `closeToast`: closes the toast with its Undo button.
 */
export type UndoStep = { message: string; about: string | null; undo: () => unknown; closeToast: () => void }

/** The user does not remember older steps. */
const MAX_STEPS = 50

export const useUndoHistory = defineStore('undo', () => {
  const steps = shallowRef<readonly UndoStep[]>([])
  return {
    steps,
    push: (step: UndoStep) => {
      steps.value = [...steps.value, step].slice(-MAX_STEPS)
    },
    /** Returns true once for each step, because both its toast and a key can run it. */
    take: (step: UndoStep): boolean => {
      const wasPresent = steps.value.includes(step)
      steps.value = steps.value.filter((other) => other !== step)
      return wasPresent
    },
    /** Removes the step and the toast of an action that was undone elsewhere. */
    forget: (about: string) => {
      for (const step of steps.value) if (step.about === about) step.closeToast()
      steps.value = steps.value.filter((step) => step.about !== about)
    },
    /** A step of one account must not be undone on another account's records. */
    forgetAccount: () => {
      steps.value = []
    },
  }
})
