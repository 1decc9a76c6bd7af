// The record and field whose form the user asked to open. Any screen can set it.
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { EditField, EditTarget } from '#contract/edits.ts'

/** A last free day is no edit at the service, and has a form like one. */
export type FormField = EditField | 'last-free-day'
export type RequestedForm = { target: EditTarget; field: FormField }
/** What a form holds, by its inputs. */
export type FormDraft = Readonly<Record<string, string | readonly string[]>>

function isSameField(one: FormField, other: FormField): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return 'custom' in one
    ? 'custom' in other && one.custom === other.custom
    : 'extracted' in other && one.extracted === other.extracted
}

const isFor = (request: RequestedForm | null, target: EditTarget, field: FormField) =>
  request !== null &&
  isSameField(request.field, field) &&
  request.target.type === target.type &&
  request.target.id === target.id

export const useEditing = defineStore('editing', () => {
  const requested = shallowRef<RequestedForm | null>(null)
  const closedDraft = shallowRef<(RequestedForm & { draft: FormDraft }) | null>(null)
  /** Increments when another account opens. */
  const accountCount = ref(0)
  return {
    requested,
    closedDraft,
    accountCount,
    /** `draft`: what a form held that was closed without saving. The form begins with it. */
    request: (target: EditTarget, field: FormField, draft: FormDraft | null = null) => {
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
    take: (target: EditTarget, field: FormField): boolean => {
      if (!isFor(requested.value, target, field)) return false
      requested.value = null
      return true
    },
    /** Returns the draft once, for the requested field. */
    takeDraft: (target: EditTarget, field: FormField): FormDraft | null => {
      if (!isFor(closedDraft.value, target, field)) return null
      const draft = closedDraft.value?.draft ?? null
      closedDraft.value = null
      return draft
    },
  }
})
