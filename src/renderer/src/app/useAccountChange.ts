// When another account opens, this resets all state of the previous one: filters by its customers, selected rows, an
// open panel, a partly typed number, a list being checked, and Undo. The appearance of lists stays.
import { ref, watch, type Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useAddTracking } from '../features/tracking/add-tracking.ts'
import { useBatchDraft } from '../features/batch/batch-draft.ts'
import { useEditing } from '../features/edits/editing.ts'
import { useIntakeStore } from '../features/documents/intake.ts'
import { forgetAccountInLists } from '../features/lists/list-screen.ts'
import { useOwnDialogs } from '../features/own/own-dialogs.ts'
import { useSnoozing } from '../features/alerts/snoozing.ts'
import { useUndoHistory } from '../ui/undo.ts'

/** Increments when one account replaces another. `account` is null while it is unknown. */
export function useAccountChange(account: () => string | null): Readonly<Ref<number>> {
  const route = useRoute()
  const router = useRouter()
  const adding = useAddTracking()
  const draft = useBatchDraft()
  const editing = useEditing()
  const intake = useIntakeStore()
  const snoozing = useSnoozing()
  const history = useUndoHistory()
  const ownDialogs = useOwnDialogs()
  const changes = ref(0)
  // Runs before anything is drawn with data of the new account.
  watch(
    account,
    (now, before) => {
      if (now === null || before === null) return
      changes.value++
      forgetAccountInLists()
      adding.forgetAccount()
      draft.clear()
      editing.forgetAccount()
      intake.forgetAccount()
      snoozing.forgetAccount()
      history.forgetAccount()
      ownDialogs.forgetAccount()
      // The query holds ids of records of the previous account, or a number to search in them.
      if (Object.keys(route.query).length > 0)
        void router.replace(route.name === 'find' ? { name: 'today' } : { query: {} })
    },
    { flush: 'sync' },
  )
  return changes
}
