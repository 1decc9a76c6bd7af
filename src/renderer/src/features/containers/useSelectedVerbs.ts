// Verbs for several selected containers, with the same keys as for the active one.
import { MAX_AT_ONCE } from '#contract/rules/own-bounds.ts'
import { isSelected, selectedCount, type Selection } from '../../ui/grid/selection.ts'
import type { ListReader } from '../lists/list-reader.ts'
import { useCustomerUpdate } from './customer-update.ts'
import { useOwnWork } from '../own/useOwnWork.ts'
import { MAX_CONTAINERS, useSilence } from '../alerts/useSilence.ts'
import { useToast } from '../../ui/useToast.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useVerbs, type Verb } from '../../ui/useVerbs.ts'
import { formatCount, t } from '../../words/words.ts'
import { ownVerbsOfSelected } from '../own/own-verbs.ts'

/** Limit of one call (contract/rates.ts). */
const MAX_PLANNED = 500

/** For more containers, the user exports the list. */
const MAX_UPDATES = 50

type Act = (ids: readonly string[]) => unknown
type SelectedRows = { count: () => number; withSelected: (act: Act, most?: number, tooMany?: string) => Promise<void> }

/** `containerOf`: the container that a row is about, if the rows are not containers. */
function useSelectedRows<Row extends { id: string }>(
  list: ListReader<Row>,
  selection: () => Selection,
  containerOf?: (row: Row) => string | null,
): SelectedRows {
  const toast = useToast()
  const total = () => list.head.value?.total ?? 0
  const count = () => selectedCount(selection(), total())
  return {
    count,
    /** Reads rows that were never loaded, but only if the action allows that many. */
    withSelected: async (act, most = MAX_CONTAINERS, tooMany = t('snooze.tooMany', { n: MAX_CONTAINERS })) => {
      if (count() > most) {
        toast.failWith(tooMany)
        return
      }
      const chosen = selection()
      try {
        const ids =
          chosen.mode === 'some' && !containerOf
            ? [...chosen.ids]
            : (await list.read(0, total() - 1))
                .filter(({ id }) => isSelected(chosen, id))
                .flatMap((row) => (containerOf ? (containerOf(row) ?? []) : row.id))
        await act([...new Set(ids)])
      } catch (reason) {
        toast.fail(asAppError(reason))
      }
    },
  }
}

function useSilenceVerbs(withSelected: SelectedRows['withSelected']): () => Verb[] {
  const silence = useSilence()
  const { copyUpdates } = useCustomerUpdate()
  const also = t('alertVerb.also')
  const snooze = () => void withSelected((ids) => silence.askSnooze(ids, null))
  const mute = (isMuted: boolean) => () => void withSelected((ids) => silence.mute(ids, isMuted))
  const copy = () => void withSelected(copyUpdates, MAX_UPDATES, t('update.tooMany', { n: MAX_UPDATES }))
  return () => [
    { id: 'snooze-selected', group: 'screen', label: t('alertVerb.snoozeSelected'), keys: 'h', also, run: snooze },
    { id: 'mute-selected', group: 'screen', label: t('alertVerb.muteSelected'), keys: 'm', also, run: mute(true) },
    { id: 'unmute-selected', group: 'screen', label: t('alertVerb.unmuteSelected'), also, run: mute(false) },
    {
      id: 'copy-update-selected',
      group: 'screen',
      label: t('update.selected'),
      keys: 'shift+c',
      also: t('update.also'),
      run: copy,
    },
  ]
}

/** The own data of selected containers. */
function useOwnOfSelected(withSelected: SelectedRows['withSelected']) {
  const own = useOwnWork()
  const withOwn = (act: Act) => withSelected(act, MAX_AT_ONCE, t('ownDone.tooMany', { most: formatCount(MAX_AT_ONCE) }))
  return { own, withOwn, verbs: () => ownVerbsOfSelected(own, withOwn) }
}

/** For a list whose rows are about containers. */
export function useVerbsOfContainers<Row extends { id: string }>(
  list: ListReader<Row>,
  selection: () => Selection,
  containerOf: (row: Row) => string | null,
): void {
  const { count, withSelected } = useSelectedRows(list, selection, containerOf)
  const silenceVerbs = useSilenceVerbs(withSelected)
  const own = useOwnOfSelected(withSelected)
  useVerbs(() => (count() < 2 ? [] : [...silenceVerbs(), ...own.verbs()]))
}

/** `own` and `plan`: for the bar under the list, which offers them for a single container too. */
export function useSelectedVerbs(
  list: ListReader<{ id: string }>,
  selection: () => Selection,
  askPlan: Act,
): { own: (what: 'assign' | 'label' | 'note') => void; plan: () => void } {
  const { count, withSelected } = useSelectedRows(list, selection)
  const silenceVerbs = useSilenceVerbs(withSelected)
  const { own, withOwn, verbs } = useOwnOfSelected(withSelected)
  const plan = () => void withSelected(askPlan, MAX_PLANNED, t('rate.plan.tooMany', { n: MAX_PLANNED }))
  const planVerb = (): Verb => ({
    id: 'plan-selected',
    group: 'screen',
    label: t('rate.plan.verbSelected'),
    also: t('rate.plan.also'),
    run: plan,
  })
  useVerbs(() => (count() === 0 ? [] : [planVerb()]))
  useVerbs(() => (count() < 2 ? [] : [...silenceVerbs(), ...verbs()]))
  return { own: (what) => void withOwn((ids) => own.ask(what, { ids, name: null })), plan }
}
