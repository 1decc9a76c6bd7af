// The record and field that the user asked to edit. Any screen can set it.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { EditField, EditTarget } from '#contract/edits.ts'

export type RequestedEdit = { target: EditTarget; field: EditField }

function isSameField(one: EditField, other: EditField): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return 'custom' in one
    ? 'custom' in other && one.custom === other.custom
    : 'extracted' in other && one.extracted === other.extracted
}

export const useEditing = defineStore('editing', () => {
  const requested = shallowRef<RequestedEdit | null>(null)
  return {
    requested,
    request: (target: EditTarget, field: EditField) => {
      requested.value = { target, field }
    },
    /** A request meant for one account must not edit another account's records. */
    forgetAccount: () => {
      requested.value = null
    },
    /** Returns true once, for the requested field. */
    take: (target: EditTarget, field: EditField): boolean => {
      const request = requested.value
      if (
        !request ||
        !isSameField(request.field, field) ||
        request.target.type !== target.type ||
        request.target.id !== target.id
      )
        return false
      requested.value = null
      return true
    },
  }
})
