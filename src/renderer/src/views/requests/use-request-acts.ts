// What can be done about a request: out of the open list and back, once more in another way, taken back unsent.
import type { RequestRow } from '#contract/tracking.ts'
import { useCommand } from '../../composables/useCommand.ts'
import { useToast } from '../../composables/useToast.ts'
import { useLinks } from '../../engine.ts'
import { canCancel, canDismiss, canRetry, requestNumber } from '../../format/requests.ts'
import { useAddTracking } from '../../stores/add-tracking.ts'
import { t } from '../../words.ts'

export type RequestActs = {
  dismiss: (row: RequestRow) => Promise<void>
  /** The dismissal made last, while this screen is open. */
  undo: () => Promise<void>
  retry: (row: RequestRow) => void
  cancel: (row: RequestRow) => Promise<void>
}

/** `done`: the list has lost or regained a row by the user's own hand. */
export function useRequestActs(done: () => void): RequestActs {
  const { engine } = useLinks()
  const toast = useToast()
  const setDismissed = useCommand(engine, 'tracking.dismiss')
  const takeBack = useCommand(engine, 'tracking.cancel')
  const adding = useAddTracking()
  let last: RequestRow | null = null

  async function set(row: RequestRow, isDismissed: boolean): Promise<boolean> {
    const outcome = await setDismissed.run({ id: row.id, isDismissed })
    if (outcome.ok) done()
    else toast.fail(outcome.error)
    return outcome.ok
  }

  async function restore(row: RequestRow) {
    last = null
    if (await set(row, false)) toast.say(t('request.restored', { number: requestNumber(row) }))
  }

  return {
    dismiss: async (row) => {
      if (row.isDismissed) await restore(row)
      else if (!canDismiss(row)) toast.say(t('request.cannotDismiss'))
      else if (await set(row, true)) {
        last = row
        toast.sayUndoable(t('request.dismissed', { number: requestNumber(row) }), () => void restore(row))
      }
    },
    undo: async () => {
      if (last) await restore(last)
    },
    retry: (row) => {
      if (canRetry(row)) adding.openInPlaceOf(row)
    },
    cancel: async (row) => {
      if (!canCancel(row)) return
      const outcome = await takeBack.run({ id: row.id })
      if (!outcome.ok) toast.fail(outcome.error)
      else {
        toast.say(t('request.cancelled', { number: requestNumber(row) }))
        done()
      }
    },
  }
}
