// What the board, the calendar and the cost chart of last free days share: the choices of the filter, the reason for an
// empty screen, and the open container.
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

/** The template of the screen must have its filter bar as the ref `bar`. */
export function useLfdScreen(filter: Readonly<Ref<ContainerFilter>>) {
  const { engine } = useLinks()
  const { containerId, show } = useOpened()
  const { sync } = useSession()
  const now = useNow()
  const filterBar = useTemplateRef<{ focusText: () => void }>('bar')
  const activeContainer = shallowRef<ContainerRef | null>(null)
  const { facets, isOpen: isFilterOpen } = useFacets(engine, () => filter.value)
  useVerbs(() => [
    {
      id: 'filter',
      group: 'screen',
      label: t('keys.filterText'),
      keys: 'f',
      isOfList: true,
      run: () => filterBar.value?.focusText(),
    },
  ])
  useContainerVerbs({ container: () => activeContainer.value, open: ({ id }) => show({ container: id }) })
  return {
    engine,
    now,
    activeContainer,
    facets,
    isFilterOpen,
    containerId,
    show,
    /** The first sweep is running, so rows may be inserted anywhere. */
    isFilling: computed(() => sync.data.value?.isFirstSweep === true),
    describeEmptiness: (counts: ListCounts | null, error: AppError | null) =>
      describeEmptyList({
        head: counts,
        error,
        filter: filter.value,
        chips: createChips(filter.value, facets.value).map(({ text }) => text),
        status: sync.data.value,
        nowMs: now.value,
      }),
  }
}
