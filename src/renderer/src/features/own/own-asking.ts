// What of the user's own data somebody is about to write, on which containers, from wherever he said so.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/**
 * `name` null: there are several. `note`: the one that is changed; null: a new one. `draft`: what was
 * typed before it was closed unsaved. */
export type OwnAsking = {
  what: 'assign' | 'label' | 'note'
  ids: readonly string[]
  name: string | null
  note: { id: string; text: string } | null
  draft?: string
}

export const useOwnAsking = defineStore('own asking', () => {
  const asked = shallowRef<OwnAsking | null>(null)
  return {
    asked,
    ask: (of: OwnAsking) => {
      asked.value = of
    },
    forgetAccount: () => {
      asked.value = null
    },
  }
})
