// Verbs for several selected containers, with the same keys as for the active one.
import { MAX_SELECTED } from '#contract/rules/selection-size.ts'
import { isSelected, selectedCount, type Selection } from '../../ui/grid/selection.ts'
import type { ListReader } from '../lists/list-reader.ts'
import { useCustomerUpdate } from './customer-update.ts'
import { useOwnWork } from '../own/useOwnWork.ts'
import { useSilence } from '../alerts/useSilence.ts'
import { useToast } from '../../ui/useToast.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { ofSelection, useVerbs, type Verb } from '../../ui/useVerbs.ts'
import { formatCount, t } from '../../words/words.ts'
import { createSelectedOwnVerbs } from '../own/own-verbs.ts'

/** The limit of containers in one plan (contract/rates.ts). */
const MAX_PLANNED = 500

/** The limit of copied updates. For more containers, the user can export the list. */
const MAX_UPDATES = 50

type SelectedAction = (ids: readonly string[]) => unknown
type SelectedRows = {
  count: () => number
  withSelected: (run: SelectedAction, maxCount?: number, tooManyText?: string) => Promise<void>
}

/** `containerOf`: the container that a row is about, if the rows are not containers. */
function useSelectedRows<Row extends { id: string }>(
  list: ListReader<Row>,
  selection: () => Selection,
  containerOf?: (row: Row) => string | null,
): SelectedRows {
  const toast = useToast()
  const getTotal = () => list.head.value?.total ?? 0
  const countSelected = () => selectedCount(selection(), getTotal())
  return {
    count: countSelected,
    /** Reads rows that were never loaded, but only if the action allows that many. */
    withSelected: async (
      run,
      maxCount = MAX_SELECTED,
      tooManyText = t('snooze.tooMany', { n: formatCount(MAX_SELECTED) }),
    ) => {
      if (countSelected() > maxCount) {
        toast.failWith(tooManyText)
        return
      }
      const chosen = selection()
      try {
        const ids =
          chosen.mode === 'some' && !containerOf
            ? [...chosen.ids]
            : (await list.read(0, getTotal() - 1))
                .filter(({ id }) => isSelected(chosen, id))
                .flatMap((row) => (containerOf ? (containerOf(row) ?? []) : row.id))
        await run([...new Set(ids)])
      } catch (reason) {
        toast.fail(asAppError(reason))
      }
    },
  }
}

function useSilenceVerbs(withSelected: SelectedRows['withSelected']) {
  const silence = useSilence()
  const { copyUpdates } = useCustomerUpdate()
  const also = t('alertVerb.also')
  const snoozeSelected = () => void withSelected((ids) => silence.askSnooze(ids, null))
  const muteSelected = (isMuted: boolean) => () => void withSelected((ids) => silence.mute(ids, isMuted))
  const copySelected = () => void withSelected(copyUpdates, MAX_UPDATES, t('update.tooMany', { n: MAX_UPDATES }))
  const verbs = (): Verb[] => [
    {
      id: 'snooze-selected',
      group: 'screen',
      label: t('alertVerb.snoozeSelected'),
      keys: 'h',
      also,
      run: snoozeSelected,
    },
    {
      id: 'mute-selected',
      group: 'screen',
      label: t('alertVerb.muteSelected'),
      keys: 'm',
      also,
      run: muteSelected(true),
    },
    { id: 'unmute-selected', group: 'screen', label: t('alertVerb.unmuteSelected'), also, run: muteSelected(false) },
    {
      id: 'copy-update-selected',
      group: 'screen',
      label: t('update.selected'),
      keys: 'shift+c',
      also: t('update.also'),
      run: copySelected,
    },
  ]
  return { verbs, snooze: snoozeSelected, mute: muteSelected(true) }
}

/** Verbs that change the user's own data of the selected containers. */
function useSelectedOwnVerbs(withSelected: SelectedRows['withSelected']) {
  const ownWork = useOwnWork()
  const withOwn = (run: SelectedAction) =>
    withSelected(run, MAX_SELECTED, t('ownDone.tooMany', { most: formatCount(MAX_SELECTED) }))
  return { ownWork, withOwn, verbs: () => createSelectedOwnVerbs(ownWork, withOwn) }
}

/** Provides the verbs for the selected rows of a list whose rows are about containers. */
export function useVerbsOfContainers<Row extends { id: string }>(
  list: ListReader<Row>,
  selection: () => Selection,
  containerOf: (row: Row) => string | null,
): void {
  const { count, withSelected } = useSelectedRows(list, selection, containerOf)
  const silence = useSilenceVerbs(withSelected)
  const ownData = useSelectedOwnVerbs(withSelected)
  useVerbs(() => (count() < 2 ? [] : ofSelection([...silence.verbs(), ...ownData.verbs()])))
}

/**
 * The bar below the list calls the returned functions, also for a single selected container. `askPlan` opens the plan.
 */
export function useSelectedVerbs(
  list: ListReader<{ id: string }>,
  selection: () => Selection,
  askPlan: SelectedAction,
): { openOwnDialog: (what: 'assign' | 'label' | 'note') => void } & Record<'snooze' | 'mute' | 'plan', () => void> {
  const { count, withSelected } = useSelectedRows(list, selection)
  const silence = useSilenceVerbs(withSelected)
  const { ownWork, withOwn, verbs } = useSelectedOwnVerbs(withSelected)
  const planSelected = () => void withSelected(askPlan, MAX_PLANNED, t('rate.plan.tooMany', { n: MAX_PLANNED }))
  const createPlanVerb = (): Verb => ({
    id: 'plan-selected',
    group: 'screen',
    label: t('rate.plan.verbSelected'),
    also: t('rate.plan.also'),
    run: planSelected,
  })
  useVerbs(() => (count() < 2 ? [] : ofSelection([...silence.verbs(), ...verbs()])))
  useVerbs(() => (count() === 0 ? [] : ofSelection([createPlanVerb()])))
  return {
    openOwnDialog: (what) => void withOwn((ids) => ownWork.openDialog(what, { ids, name: null })),
    snooze: silence.snooze,
    mute: silence.mute,
    plan: planSelected,
  }
}
