// The modal dialog on top. Toasts must be inside it, because a modal dialog hides the page and makes it inert.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'

export const useTopLayer = defineStore('top layer', () => {
  const dialogs = shallowRef<readonly HTMLElement[]>([])
  return {
    /** Null if no dialog covers the page. */
    top: computed(() => dialogs.value.at(-1) ?? null),
    cover: (dialog: HTMLElement) => {
      dialogs.value = [...dialogs.value.filter((other) => other !== dialog), dialog]
    },
    uncover: (dialog: HTMLElement) => {
      dialogs.value = dialogs.value.filter((other) => other !== dialog)
    },
  }
})
