// The request to open a dialog for own data of some containers. Any screen can set it.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** The tags to add and to remove. `typed`: text that is no tag yet. */
export type TagDraft = { add: string[]; remove: string[]; typed: string }

/**
 * `ids` is a promise if rows must be read for them, because thousands of rows take seconds to read; `count` is then the
 * number of selected rows. `name` is null for several containers. `note` is the note to change, or null for a new one.
 * `draft` and `tagDraft` are what a dialog held that was closed without saving.
 */
export type OwnDialogRequest = {
  what: 'assign' | 'label' | 'note'
  ids: readonly string[] | Promise<readonly string[]>
  count: number
  name: string | null
  note: { id: string; text: string } | null
  draft?: string
  tagDraft?: TagDraft
}

export const useOwnDialogs = defineStore('own dialogs', () => {
  const request = shallowRef<OwnDialogRequest | null>(null)
  return {
    request,
    open: (newRequest: OwnDialogRequest) => {
      request.value = newRequest
    },
    forgetAccount: () => {
      request.value = null
    },
  }
})
