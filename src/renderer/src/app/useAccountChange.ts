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

/** Increments when one account replaces another. `accountId` returns null while the account is unknown. */
export function useAccountChange(accountId: () => string | null): Readonly<Ref<number>> {
  const route = useRoute()
  const router = useRouter()
  const addTracking = useAddTracking()
  const batchDraft = useBatchDraft()
  const editing = useEditing()
  const intake = useIntakeStore()
  const snoozing = useSnoozing()
  const undoHistory = useUndoHistory()
  const ownDialogs = useOwnDialogs()
  const changeCount = ref(0)
  // Runs before anything is drawn with data of the new account.
  watch(
    accountId,
    (newId, previousId) => {
      if (newId === null || previousId === null) return
      changeCount.value++
      forgetAccountInLists()
      addTracking.forgetAccount()
      batchDraft.clear()
      editing.forgetAccount()
      intake.forgetAccount()
      snoozing.forgetAccount()
      undoHistory.forgetAccount()
      ownDialogs.forgetAccount()
      // The query of the route holds ids of records of the previous account, or a number to search in them.
      if (Object.keys(route.query).length > 0)
        void router.replace(route.name === 'find' ? { name: 'today' } : { query: {} })
    },
    { flush: 'sync' },
  )
  return changeCount
}
