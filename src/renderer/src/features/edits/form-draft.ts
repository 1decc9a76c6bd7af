// The draft in the form of an edit. Leaving a form never saves. If the form held a change that is not saved, a message
// offers Undo, which opens the form of the record again with the draft.
import { nextTick, onBeforeUnmount, watch, type Ref } from 'vue'
import type { EditField, EditTarget } from '#contract/edits.ts'
import { useUndo } from '../../ui/useUndo.ts'
import { t } from '../../words/words.ts'
import { useEditing } from './editing.ts'
import type { FieldDraft } from './fields.ts'
import { useRecordRoute } from './useRecordRoute.ts'

/** The record and field of a form, with their names in messages. */
export type DraftOwner = { target: EditTarget; field: EditField; name: string; label: string }

/** `draft` is the saved value at first. */
export function useFormDraft(
  { target, field, name, label }: DraftOwner,
  draft: Ref<FieldDraft>,
): { markSaved: () => () => void } {
  const editing = useEditing()
  const { openRecord } = useRecordRoute()
  const { offer } = useUndo()
  const accountCount = editing.accountCount
  const toKey = ({ text, chosen }: FieldDraft) => JSON.stringify([text.trim(), chosen])
  let savedKey = toKey(draft.value)
  let isClosed = false

  async function reopen(closedDraft: FieldDraft) {
    editing.request(target, field, closedDraft)
    await nextTick()
    // A panel that shows the record has already opened the form.
    if (editing.requested !== null) openRecord(target)
  }

  function offerDraft(closedDraft: FieldDraft) {
    // After a change of the account, the record belongs to another one.
    if (toKey(closedDraft) === savedKey || editing.accountCount !== accountCount) return
    offer(t('edit.closedUnsaved', { field: label, name }), () => reopen(closedDraft))
  }

  watch(
    () => editing.closedDraft,
    () => {
      draft.value = editing.takeDraft(target, field) ?? draft.value
    },
    { immediate: true },
  )
  onBeforeUnmount(() => {
    isClosed = true
    offerDraft(draft.value)
  })

  return {
    /** Marks the draft as saved. Returns a function to call if it was not saved. */
    markSaved: () => {
      const [previousKey, sentDraft] = [savedKey, draft.value]
      savedKey = toKey(sentDraft)
      return () => {
        savedKey = previousKey
        if (isClosed) offerDraft(sentDraft)
      }
    },
  }
}
