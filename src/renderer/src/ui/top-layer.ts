// The dialog that covers everything else just now. What is said in passing must stand inside it: a modal dialog hides
// what is outside, and lets none of it be pressed.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'

export const useTopLayer = defineStore('top layer', () => {
  const dialogs = shallowRef<readonly HTMLElement[]>([])
  return {
    /** Null: nothing covers the page. */
    top: computed(() => dialogs.value.at(-1) ?? null),
    cover: (dialog: HTMLElement) => {
      dialogs.value = [...dialogs.value.filter((other) => other !== dialog), dialog]
    },
    uncover: (dialog: HTMLElement) => {
      dialogs.value = dialogs.value.filter((other) => other !== dialog)
    },
  }
})
