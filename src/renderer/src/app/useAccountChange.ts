// When another account is opened, nothing of the one before may stay on screen or in reach: filters by its customers,
// selected rows, an open panel, a half-typed number, a list being gone through, an Undo. How lists look is the user's,
// and stays.
import { ref, watch, type Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useAddTracking } from '../features/tracking/add-tracking.ts'
import { useBatchDraft } from '../features/batch/batch-draft.ts'
import { useEditing } from '../features/edits/editing.ts'
import { useIntakeStore } from '../features/documents/intake.ts'
import { forgetAccountInLists } from '../features/lists/list-screen.ts'
import { useOwnAsking } from '../features/own/own-asking.ts'
import { useSnoozing } from '../features/alerts/snoozing.ts'
import { useUndoHistory } from '../ui/undo.ts'

/** Rises with every account that takes the place of another. `account` null: not known yet. */
export function useAccountChange(account: () => string | null): Readonly<Ref<number>> {
  const route = useRoute()
  const router = useRouter()
  const adding = useAddTracking()
  const draft = useBatchDraft()
  const editing = useEditing()
  const intake = useIntakeStore()
  const snoozing = useSnoozing()
  const history = useUndoHistory()
  const ownAsking = useOwnAsking()
  const turn = ref(0)
  // Before anything is drawn with what the new account is called.
  watch(
    account,
    (now, before) => {
      if (now === null || before === null) return
      turn.value++
      forgetAccountInLists()
      adding.forgetAccount()
      draft.clear()
      editing.forgetAccount()
      intake.forgetAccount()
      snoozing.forgetAccount()
      history.forgetAccount()
      ownAsking.forgetAccount()
      // Ids of its records, or a number looked for in them.
      if (Object.keys(route.query).length > 0)
        void router.replace(route.name === 'find' ? { name: 'today' } : { query: {} })
    },
    { flush: 'sync' },
  )
  return turn
}
