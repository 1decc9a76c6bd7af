// Actions on alerts: dismiss and restore, and mark one or all as read.
import type { Alert } from '#contract/alerts.ts'
import { useCommand, type Outcome } from '../../engine/useCommand.ts'
import { useToast } from '../../ui/useToast.ts'
import { useUndo } from '../../ui/useUndo.ts'
import { useLinks } from '../../engine/engine.ts'
import { t, tn } from '../../words/words.ts'

/** The contract's limit of ids in one call. */
const MAX_IDS = 500

/** `onRowsChanged` runs after the user's action added or removed rows. */
export function useAlertActions(onRowsChanged: () => void) {
  const { engine } = useLinks()
  const toast = useToast()
  const doneCommand = useCommand(engine, 'alerts.markDone')
  const undoCommand = useCommand(engine, 'alerts.undoDone')
  const readCommand = useCommand(engine, 'alerts.markRead')
  const unreadCommand = useCommand(engine, 'alerts.undoRead')
  const openedCommand = useCommand(engine, 'alerts.markRead')
  const { offer } = useUndo()

  /** Makes one call after another. The first failure is shown and ends the calls. */
  async function runInParts(
    ids: readonly string[],
    run: (part: { ids: string[] }) => Promise<Outcome<unknown>>,
  ): Promise<boolean> {
    for (let start = 0; start < ids.length; start += MAX_IDS) {
      const outcome = await run({ ids: ids.slice(start, start + MAX_IDS) })
      if (outcome.ok) continue
      toast.fail(outcome.error)
      return false
    }
    return true
  }

  async function restoreAlerts(ids: string[], message: string) {
    if (await runInParts(ids, (part) => undoCommand.run(part))) toast.say(t('ownDone.undone', { what: message }))
    onRowsChanged()
  }

  async function markUnread(readAt: string) {
    const outcome = await unreadCommand.run({ at: readAt })
    if (outcome.ok) toast.say(t('alerts.unreadAgain'))
    else toast.fail(outcome.error)
  }

  return {
    isMarking: readCommand.isPending,
    markDone: async (alertIds: readonly string[]) => {
      const ids = [...alertIds]
      if (ids.length === 0) return
      const message = tn('alerts.done', ids.length)
      if (await runInParts(ids, (part) => doneCommand.run(part))) offer(message, () => restoreAlerts(ids, message))
      onRowsChanged()
    },
    markOpened: async ({ id }: Pick<Alert, 'id'>) => {
      const outcome = await openedCommand.run({ ids: [id] })
      if (!outcome.ok) toast.fail(outcome.error)
    },
    markRead: async (through: string) => {
      const outcome = await readCommand.run({ through })
      if (outcome.ok) offer(t('alerts.markedRead'), () => markUnread(outcome.value.at))
      else toast.fail(outcome.error)
    },
  }
}
