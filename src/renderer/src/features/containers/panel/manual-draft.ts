// What the form of a last free day held when it was closed without saving. The user asked to open it again.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export type ManualDraft = { containerId: string; date: string; reason: string }

export const useManualDraft = defineStore('manual-draft', () => {
  const requested = shallowRef<ManualDraft | null>(null)
  return {
    requested,
    /** Returns the draft once, for its container. */
    take: (containerId: string): ManualDraft | null => {
      const draft = requested.value?.containerId === containerId ? requested.value : null
      if (draft) requested.value = null
      return draft
    },
  }
})
