// The request to open a dialog for own data of some containers. Any screen can set it.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** The tags to add and to remove. `typed`: text that is no tag yet. */
export type TagDraft = { add: string[]; remove: string[]; typed: string }

/**
 * `name` is null for several containers. `note` is the note to change, or null for a new one. `draft` and `tagDraft`
 * are what a dialog held that was closed without saving.
 */
export type OwnDialogRequest = {
  what: 'assign' | 'label' | 'note'
  ids: readonly string[]
  name: string | null
  note: { id: string; text: string } | null
  draft?: string
  tagDraft?: TagDraft
  /** The number of selected rows whose ids are being read; `ids` is then empty. */
  readingCount?: number
}

export const useOwnDialogs = defineStore('own dialogs', () => {
  const request = shallowRef<OwnDialogRequest | null>(null)
  return {
    request,
    open: (newRequest: OwnDialogRequest) => {
      request.value = newRequest
    },
    /**
     * Opens the dialog before the ids are known, because thousands of rows take seconds to read. Returns them; null if
     * the user closed the dialog meanwhile.
     */
    openWhileReading: async (
      what: OwnDialogRequest['what'],
      readingCount: number,
      readIds: () => Promise<string[]>,
    ): Promise<string[] | null> => {
      const readingRequest = { what, ids: [], name: null, note: null, readingCount }
      request.value = readingRequest
      try {
        const ids = await readIds()
        return request.value === readingRequest ? ids : null
      } finally {
        if (request.value === readingRequest) request.value = null
      }
    },
    forgetAccount: () => {
      request.value = null
    },
  }
})
