// Actions on a request: dismiss and restore, retry in another way, and cancel if unsent.
import type { RequestRow } from '#contract/tracking.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { useToast } from '../../ui/useToast.ts'
import { useUndo } from '../../ui/useUndo.ts'
import { useLinks } from '../../engine/engine.ts'
import { canCancel, canDismiss, canRetry, formatRequestNumber } from './requests.ts'
import { useAddTracking } from './add-tracking.ts'
import { joinStated, t, tn } from '../../words/words.ts'

export type RequestActions = {
  dismiss: (row: RequestRow) => Promise<void>
  /** Dismisses all requests that are finished. The message has the number of the others. */
  dismissAll: (rows: readonly RequestRow[]) => Promise<void>
  retry: (row: RequestRow) => void
  cancel: (row: RequestRow) => Promise<void>
}

type Dismissal = Pick<RequestActions, 'dismissAll'> & { restore: (rows: readonly RequestRow[]) => Promise<void> }

/** Dismisses and restores any number of requests at once. */
function useDismissal(onChange: () => void): Dismissal {
  const { engine } = useLinks()
  const toast = useToast()
  const setDismissed = useCommand(engine, 'tracking.dismiss')
  const { offer } = useUndo()

  /** Returns the requests that were changed. It stops at the first failure. */
  async function changeDismissed(rows: readonly RequestRow[], isDismissed: boolean): Promise<RequestRow[]> {
    const changedRows: RequestRow[] = []
    for (const row of rows) {
      const outcome = await setDismissed.run({ id: row.id, isDismissed })
      if (!outcome.ok) {
        toast.fail(outcome.error)
        break
      }
      changedRows.push(row)
    }
    if (changedRows.length > 0) onChange()
    return changedRows
  }

  async function restoreRequests(rows: readonly RequestRow[]) {
    const [first, ...others] = await changeDismissed(rows, false)
    if (first)
      toast.say(
        others.length > 0
          ? tn('request.restoredMany', others.length + 1)
          : t('request.restored', { number: formatRequestNumber(first) }),
      )
  }

  async function dismissAll(rows: readonly RequestRow[]) {
    const endedRows = rows.filter((row) => canDismiss(row) && !row.isDismissed)
    if (endedRows.length === 0) {
      toast.say(t('request.cannotDismissAny'))
      return
    }
    const dismissed = await changeDismissed(endedRows, true)
    const [first, ...others] = dismissed
    if (!first) return
    const underWayCount = rows.filter((row) => !canDismiss(row)).length
    const message =
      others.length > 0
        ? tn('request.dismissedMany', dismissed.length)
        : t('request.dismissed', { number: formatRequestNumber(first) })
    offer(joinStated(message, underWayCount > 0 ? tn('request.stillUnderWay', underWayCount) : null), () =>
      restoreRequests(dismissed),
    )
  }

  return { dismissAll, restore: restoreRequests }
}

/** `onChange` runs after the user's action added or removed a row. */
export function useRequestActions(onChange: () => void): RequestActions {
  const { engine } = useLinks()
  const toast = useToast()
  const cancelCommand = useCommand(engine, 'tracking.cancel')
  const addTracking = useAddTracking()
  const { dismissAll, restore } = useDismissal(onChange)

  return {
    dismiss: async (row) => {
      if (row.isDismissed) await restore([row])
      else if (!canDismiss(row)) toast.say(t('request.cannotDismiss'))
      else await dismissAll([row])
    },
    dismissAll,
    retry: (row) => {
      if (canRetry(row)) addTracking.openInPlaceOf(row)
    },
    cancel: async (row) => {
      if (!canCancel(row)) return
      const outcome = await cancelCommand.run({ id: row.id })
      if (!outcome.ok) toast.fail(outcome.error)
      else {
        toast.say(t('request.cancelled', { number: formatRequestNumber(row) }))
        onChange()
      }
    },
  }
}
