// The own data that the user is about to enter, and for which containers. Any screen can set it.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/**
 * `name` is null for several containers. `note`: the note to change; null: a new one. `draft`: the text when it was
 * closed unsaved.
 */
export type OwnDialogRequest = {
  what: 'assign' | 'label' | 'note'
  ids: readonly string[]
  name: string | null
  note: { id: string; text: string } | null
  draft?: string
}

export const useOwnDialogs = defineStore('own dialogs', () => {
  const request = shallowRef<OwnDialogRequest | null>(null)
  return {
    request,
    open: (next: OwnDialogRequest) => {
      request.value = next
    },
    forgetAccount: () => {
      request.value = null
    },
  }
})
