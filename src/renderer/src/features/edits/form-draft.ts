// The draft in a form of a record's panel, or of an entry in Settings. Leaving a form never saves. If the form held a
// change that is not saved, a message offers Undo, which opens the form again on its screen, with the draft. The
// browser or the desktop app asks before the page is left with such a change.
import { nextTick, onBeforeUnmount, onMounted, watch, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { useUndo } from '../../ui/useUndo.ts'
import { t } from '../../words/words.ts'
import { type FormDraft, type RequestedForm, type SettingField, useEditing } from './editing.ts'

/** The record and field of a form, with their names in messages. The name of a new entry is null. */
export type DraftOwner = RequestedForm & { name: string | null; label: string }

/** A browser asks the question; under Electron, src/main/window/close-question.ts asks it. */
function useLeaveQuestion(hasChange: () => boolean) {
  const askToLeave = (event: BeforeUnloadEvent) => {
    if (hasChange()) event.preventDefault()
  }
  onMounted(() => window.addEventListener('beforeunload', askToLeave))
  onBeforeUnmount(() => window.removeEventListener('beforeunload', askToLeave))
}

/** `draft` is the saved value at first. */
export function useFormDraft<Draft extends FormDraft>(
  { target, field, name, label }: DraftOwner,
  draft: Ref<Draft>,
): { markSaved: () => () => void } {
  const editing = useEditing()
  const router = useRouter()
  /** The address of the form’s screen, read here because the user may leave the screen before the form closes. */
  const { fullPath } = router.currentRoute.value
  const { offer } = useUndo()
  const accountCount = editing.accountCount
  const toKey = (value: Draft) =>
    JSON.stringify(Object.values(value).map((entry) => (typeof entry === 'string' ? entry.trim() : entry)))
  let savedKey = toKey(draft.value)
  let isClosed = false
  useLeaveQuestion(() => toKey(draft.value) !== savedKey)

  async function reopen(closedDraft: Draft) {
    editing.request(target, field, closedDraft)
    await nextTick()
    // A panel that shows the record has already opened the form.
    if (editing.requested !== null) await router.push(fullPath)
  }

  function offerDraft(closedDraft: Draft) {
    // After a change of the account, the record belongs to another one.
    if (toKey(closedDraft) === savedKey || editing.accountCount !== accountCount) return
    const message =
      name === null ? t('edit.newClosedUnsaved', { field: label }) : t('edit.closedUnsaved', { field: label, name })
    offer(message, () => reopen(closedDraft))
  }

  watch(
    () => editing.closedDraft,
    () => {
      // One field has one form, so the draft is of its type.
      draft.value = (editing.takeDraft(target, field) as Draft | null) ?? draft.value
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

/**
 * Opens the form of an entry in Settings again that was closed with unsaved changes. `listSaved`: the saved entries;
 * null until the form can be opened. `open` gets the saved entry, or null if there is none, and the id.
 */
export function useReopenedSetting<Entry>(
  field: SettingField,
  listSaved: () => readonly Entry[] | null,
  getId: (entry: Entry) => string,
  open: (saved: Entry | null, id: string) => void,
): void {
  const editing = useEditing()
  watch(
    [() => editing.requested, listSaved],
    ([, saved]) => {
      const requestedId = saved && editing.takeSetting(field)
      if (!saved || requestedId === null) return
      open(saved.find((entry) => getId(entry) === requestedId) ?? null, requestedId)
    },
    { immediate: true },
  )
}
