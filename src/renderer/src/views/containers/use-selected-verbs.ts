// What can be done with several selected containers at once: the same keys as for the one somebody stands on.
import { isSelected, selectedCount, type Selection } from '../../components/grid/selection.ts'
import type { ListReader } from '../../composables/list-reader.ts'
import { MOST_CONTAINERS, useSilence } from '../../composables/useSilence.ts'
import { useToast } from '../../composables/useToast.ts'
import { asAppError } from '../../composables/useQuery.ts'
import { useVerbs } from '../../composables/useVerbs.ts'
import { t } from '../../words.ts'

/** As many as the engine weighs at once (contract/rates.ts). */
const MOST_PLANNED = 500

export function useSelectedVerbs(list: ListReader<{ id: string }>, selection: () => Selection, plan: (ids: readonly string[]) => void): { planSelected: () => void } {
  const silence = useSilence()
  const toast = useToast()
  const total = () => list.head.value?.total ?? 0
  const count = () => selectedCount(selection(), total())

  /** Rows that were never loaded are read only where so many can be silenced at all. */
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

  const planSelected = () => void withSelected(plan, MOST_PLANNED, t('rate.plan.tooMany', { n: MOST_PLANNED }))
  const also = t('alertVerb.also')
  useVerbs(() => (count() === 0 ? [] : [{ id: 'plan-selected', group: 'screen', label: t('rate.plan.verbSelected'), also: t('rate.plan.also'), run: planSelected }]))
  useVerbs(() =>
    count() < 2
      ? []
      : [
          { id: 'snooze-selected', group: 'screen', label: t('alertVerb.snoozeSelected'), keys: 'h', also, run: () => void withSelected((ids) => { silence.askSnooze(ids, null) }) },
          { id: 'mute-selected', group: 'screen', label: t('alertVerb.muteSelected'), keys: 'm', also, run: () => void withSelected((ids) => silence.mute(ids, true)) },
          { id: 'unmute-selected', group: 'screen', label: t('alertVerb.unmuteSelected'), also, run: () => void withSelected((ids) => silence.mute(ids, false)) },
        ],
  )
  return { planSelected }
}
