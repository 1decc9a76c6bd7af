// What can be done with several selected containers at once: the same keys as for the one somebody stands on.
import { MOST_AT_ONCE } from '#contract/rules/own-bounds.ts'
import { isSelected, selectedCount, type Selection } from '../../ui/grid/selection.ts'
import type { ListReader } from '../lists/list-reader.ts'
import { useCustomerUpdate } from './useCustomerUpdate.ts'
import { useOwnWork } from '../own/useOwnWork.ts'
import { MOST_CONTAINERS, useSilence } from '../alerts/useSilence.ts'
import { useToast } from '../../ui/useToast.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useVerbs } from '../../ui/useVerbs.ts'
import { formatCount, t } from '../../words/words.ts'
import { ownVerbsOfSelected } from '../own/own-verbs.ts'

/** As many as the engine weighs at once (contract/rates.ts). */
const MOST_PLANNED = 500

/** More is a list, and those are exported. */
const MOST_UPDATES = 50

/** `own` and `plan`: for the bar under the list, which offers them for one as well. */
export function useSelectedVerbs(list: ListReader<{ id: string }>, selection: () => Selection, askPlan: (ids: readonly string[]) => void): { own: (what: 'assign' | 'label' | 'note') => void; plan: () => void } {
  const silence = useSilence()
  const own = useOwnWork()
  const { copyUpdates } = useCustomerUpdate()
  const toast = useToast()
  const total = () => list.head.value?.total ?? 0
  const count = () => selectedCount(selection(), total())

  /** Rows that were never loaded are read only where so many can be changed at all. */
  async function withSelected(act: (ids: readonly string[]) => unknown, most = MOST_CONTAINERS, tooMany = t('snooze.tooMany', { n: MOST_CONTAINERS })) {
    if (count() > most) {
      toast.failWith(tooMany)
      return
    }
    const chosen = selection()
    try {
      const ids = chosen.mode === 'some' ? [...chosen.ids] : (await list.read(0, total() - 1)).map(({ id }) => id).filter((id) => isSelected(chosen, id))
      await act(ids)
    } catch (reason) {
      toast.fail(asAppError(reason))
    }
  }

  const withOwn = (act: (ids: readonly string[]) => unknown) => withSelected(act, MOST_AT_ONCE, t('ownDone.tooMany', { most: formatCount(MOST_AT_ONCE) }))
  const plan = () => void withSelected(askPlan, MOST_PLANNED, t('rate.plan.tooMany', { n: MOST_PLANNED }))
  const also = t('alertVerb.also')
  useVerbs(() => (count() === 0 ? [] : [{ id: 'plan-selected', group: 'screen', label: t('rate.plan.verbSelected'), also: t('rate.plan.also'), run: plan }]))
  useVerbs(() =>
    count() < 2
      ? []
      : [
          { id: 'snooze-selected', group: 'screen', label: t('alertVerb.snoozeSelected'), keys: 'h', also, run: () => void withSelected((ids) => { silence.askSnooze(ids, null) }) },
          { id: 'mute-selected', group: 'screen', label: t('alertVerb.muteSelected'), keys: 'm', also, run: () => void withSelected((ids) => silence.mute(ids, true)) },
          { id: 'unmute-selected', group: 'screen', label: t('alertVerb.unmuteSelected'), also, run: () => void withSelected((ids) => silence.mute(ids, false)) },
          { id: 'copy-update-selected', group: 'screen', label: t('update.selected'), keys: 'shift+c', also: t('update.also'), run: () => void withSelected(copyUpdates, MOST_UPDATES, t('update.tooMany', { n: MOST_UPDATES })) },
          ...ownVerbsOfSelected(own, withOwn),
        ],
  )
  return { own: (what) => void withOwn((ids) => { own.ask(what, { ids, name: null }) }), plan }
}
