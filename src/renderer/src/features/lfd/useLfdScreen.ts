// Shared by the board and calendar of last free days and their list: the filter and its choices, the reason for an
// empty screen, and the panel of a container.
import { computed, shallowRef, useTemplateRef, type Ref } from 'vue'
import type { AppError } from '#contract/errors.ts'
import type { ContainerFilter } from '#contract/containers.ts'
import { useNow } from '../../engine/useNow.ts'
import { useOpened } from '../../ui/useOpened.ts'
import { useSession } from '../../engine/useSession.ts'
import { useVerbs } from '../../ui/useVerbs.ts'
import { useLinks } from '../../engine/engine.ts'
import { t } from '../../words/words.ts'
import { describeEmptyList } from '../lists/empty-state.ts'
import { createChips } from '../containers/filter-parts.ts'
import { useFacets } from '../containers/useFacets.ts'
import { useContainerVerbs, type ContainerRef } from '../containers/useContainerVerbs.ts'

export const LFD_TOPICS = ['containers', 'shipments', 'clock', 'settings'] as const

type ListCounts = { total: number; outOf: number }

/** The template names its filters `bar`. */
export function useLfdScreen(filter: Readonly<Ref<ContainerFilter>>) {
  const { engine } = useLinks()
  const { containerId, show } = useOpened()
  const { sync } = useSession()
  const now = useNow()
  const bar = useTemplateRef<{ focusText: () => void }>('bar')
  /** The active container. */
  const active = shallowRef<ContainerRef | null>(null)
  const { facets, isOpen: isFilterOpen } = useFacets(engine, () => filter.value)
  useVerbs(() => [
    {
      id: 'filter',
      group: 'screen',
      label: t('keys.filterText'),
      keys: 'f',
      isOfList: true,
      run: () => bar.value?.focusText(),
    },
  ])
  useContainerVerbs({ container: () => active.value, open: ({ id }) => show({ container: id }) })
  return {
    engine,
    now,
    active,
    facets,
    isFilterOpen,
    containerId,
    show,
    /** The first reading is running, so rows may be inserted anywhere. */
    isFilling: computed(() => sync.data.value?.isFirstSweep === true),
    nothingOf: (counted: ListCounts | null, error: AppError | null) =>
      describeEmptyList({
        head: counted,
        error,
        filter: filter.value,
        chips: createChips(filter.value, facets.value).map(({ text }) => text),
        status: sync.data.value,
        nowMs: now.value,
      }),
  }
}
