// Verbs for several selected containers, with the same keys as for the active one.
import { MAX_SELECTED } from '#contract/rules/selection-size.ts'
import { isSelected, selectedCount, type Selection } from '../../ui/grid/selection.ts'
import type { ListReader } from '../lists/list-reader.ts'
import { useCustomerUpdate } from './customer-update.ts'
import type { OwnDialogRequest } from '../own/own-dialogs.ts'
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
  /** Whether there are too many; then it says so. */
  refuse: (maxCount: number, tooManyText: string) => boolean
  /** Reads rows that were never loaded. */
  readIds: () => Promise<string[]>
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
  const refuse = (maxCount: number, tooManyText: string) => {
    const isTooMany = countSelected() > maxCount
    if (isTooMany) toast.failWith(tooManyText)
    return isTooMany
  }
  const readIds = async () => {
    const chosen = selection()
    const ids =
      chosen.mode === 'some' && !containerOf
        ? [...chosen.ids]
        : (await list.read(0, getTotal() - 1))
            .filter(({ id }) => isSelected(chosen, id))
            .flatMap((row) => (containerOf ? (containerOf(row) ?? []) : row.id))
    return [...new Set(ids)]
  }
  return {
    count: countSelected,
    refuse,
    readIds,
    withSelected: async (
      run,
      maxCount = MAX_SELECTED,
      tooManyText = t('snooze.tooMany', { n: formatCount(MAX_SELECTED) }),
    ) => {
      if (refuse(maxCount, tooManyText)) return
      try {
        await run(await readIds())
      } catch (reason) {
        toast.fail(asAppError(reason))
      }
    },
  }
}

function useSilenceVerbs({ count, refuse, readIds, withSelected }: SelectedRows) {
  const silence = useSilence()
  const { copyUpdates } = useCustomerUpdate()
  const also = t('alertVerb.also')
  const snoozeSelected = () => {
    if (!refuse(MAX_SELECTED, t('snooze.tooMany', { n: formatCount(MAX_SELECTED) })))
      silence.askSnoozeOfRows(count(), readIds())
  }
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
function useSelectedOwnVerbs({ count, refuse, readIds, withSelected }: SelectedRows) {
  const ownWork = useOwnWork()
  const formatTooMany = () => t('ownDone.tooMany', { most: formatCount(MAX_SELECTED) })
  const withOwn = (run: SelectedAction) => withSelected(run, MAX_SELECTED, formatTooMany())
  const openOwnDialog = (what: OwnDialogRequest['what']) => {
    if (!refuse(MAX_SELECTED, formatTooMany())) ownWork.openDialogOfRows(what, count(), readIds())
  }
  return { openOwnDialog, verbs: () => createSelectedOwnVerbs(ownWork, withOwn, openOwnDialog) }
}

/** Provides the verbs for the selected rows of a list whose rows are about containers. */
export function useVerbsOfContainers<Row extends { id: string }>(
  list: ListReader<Row>,
  selection: () => Selection,
  containerOf: (row: Row) => string | null,
): void {
  const selected = useSelectedRows(list, selection, containerOf)
  const { count } = selected
  const silence = useSilenceVerbs(selected)
  const ownData = useSelectedOwnVerbs(selected)
  useVerbs(() => (count() < 2 ? [] : ofSelection([...silence.verbs(), ...ownData.verbs()])))
}

/**
 * The bar below the list calls the returned functions, also for a single selected container. `askPlan` opens the plan.
 */
export function useSelectedVerbs(
  list: ListReader<{ id: string }>,
  selection: () => Selection,
  askPlan: SelectedAction,
): { openOwnDialog: (what: OwnDialogRequest['what']) => void } & Record<'snooze' | 'mute' | 'plan', () => void> {
  const selected = useSelectedRows(list, selection)
  const { count, withSelected } = selected
  const silence = useSilenceVerbs(selected)
  const { openOwnDialog, verbs } = useSelectedOwnVerbs(selected)
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
  return { openOwnDialog, snooze: silence.snooze, mute: silence.mute, plan: planSelected }
}
