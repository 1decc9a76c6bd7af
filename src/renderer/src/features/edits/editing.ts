// Which field of which record somebody wants to edit, from wherever they said so.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { EditField, EditTarget } from '#contract/edits.ts'

export type WantedEdit = { target: EditTarget; field: EditField }

function isSameField(one: EditField, other: EditField): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return 'custom' in one
    ? 'custom' in other && one.custom === other.custom
    : 'extracted' in other && one.extracted === other.extracted
}

export const useEditing = defineStore('editing', () => {
  const wanted = shallowRef<WantedEdit | null>(null)
  return {
    wanted,
    want: (target: EditTarget, field: EditField) => {
      wanted.value = { target, field }
    },
    /** What was meant there must not be done to another account's records. */
    forgetAccount: () => {
      wanted.value = null
    },
    /** True once, for the field that was meant. */
    take: (target: EditTarget, field: EditField): boolean => {
      const it = wanted.value
      if (!it || !isSameField(it.field, field) || it.target.type !== target.type || it.target.id !== target.id)
        return false
      wanted.value = null
      return true
    },
  }
})
