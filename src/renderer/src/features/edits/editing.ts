// The record and field that the user asked to edit. Any screen can set it.
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { EditField, EditTarget } from '#contract/edits.ts'
import type { FieldDraft } from './fields.ts'

export type RequestedEdit = { target: EditTarget; field: EditField }

function isSameField(one: EditField, other: EditField): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return 'custom' in one
    ? 'custom' in other && one.custom === other.custom
    : 'extracted' in other && one.extracted === other.extracted
}

const isFor = (request: RequestedEdit | null, target: EditTarget, field: EditField) =>
  request !== null &&
  isSameField(request.field, field) &&
  request.target.type === target.type &&
  request.target.id === target.id

export const useEditing = defineStore('editing', () => {
  const requested = shallowRef<RequestedEdit | null>(null)
  const closedDraft = shallowRef<(RequestedEdit & { draft: FieldDraft }) | null>(null)
  /** Increments when another account opens. */
  const accountCount = ref(0)
  return {
    requested,
    closedDraft,
    accountCount,
    /** `draft`: what a form held that was closed without saving. The form begins with it. */
    request: (target: EditTarget, field: EditField, draft: FieldDraft | null = null) => {
      requested.value = { target, field }
      closedDraft.value = draft && { target, field, draft }
    },
    /** A request meant for one account must not edit another account's records. */
    forgetAccount: () => {
      accountCount.value++
      requested.value = null
      closedDraft.value = null
    },
    /** Returns true once, for the requested field. */
    take: (target: EditTarget, field: EditField): boolean => {
      if (!isFor(requested.value, target, field)) return false
      requested.value = null
      return true
    },
    /** Returns the draft once, for the requested field. */
    takeDraft: (target: EditTarget, field: EditField): FieldDraft | null => {
      if (!isFor(closedDraft.value, target, field)) return null
      const draft = closedDraft.value?.draft ?? null
      closedDraft.value = null
      return draft
    },
  }
})
