// The record and field whose form the user asked to open. Any screen can set it.
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { EditField, EditTarget } from '#contract/edits.ts'

/** An entry of a list in Settings has a form like a record. The id of new gate hours is empty. */
export type FormTarget = EditTarget | { type: 'setting'; id: string }
/** The entries of a list in Settings. */
export type SettingField = 'gate-hours' | 'rates' | 'links' | 'snapshots'
/** A last free day and entries in Settings are no edits at the service, and have forms like one. */
export type FormField = EditField | 'last-free-day' | SettingField
export type RequestedForm = { target: FormTarget; field: FormField }
/** What a form holds, by its inputs. */
export type FormDraft = Readonly<Record<string, unknown>>

function isSameField(one: FormField, other: FormField): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return 'custom' in one
    ? 'custom' in other && one.custom === other.custom
    : 'extracted' in other && one.extracted === other.extracted
}

const isFor = (request: RequestedForm | null, target: FormTarget, field: FormField) =>
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
    request: (target: FormTarget, field: FormField, draft: FormDraft | null = null) => {
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
    take: (target: FormTarget, field: FormField): boolean => {
      if (!isFor(requested.value, target, field)) return false
      requested.value = null
      return true
    },
    /** Returns the id of the entry in Settings whose form is requested, once; null if none is. */
    takeSetting: (field: SettingField): string | null => {
      if (requested.value?.field !== field) return null
      const { id } = requested.value.target
      requested.value = null
      return id
    },
    /** Returns the draft once, for the requested field. */
    takeDraft: (target: FormTarget, field: FormField): FormDraft | null => {
      if (!isFor(closedDraft.value, target, field)) return null
      const draft = closedDraft.value?.draft ?? null
      closedDraft.value = null
      return draft
    },
  }
})
