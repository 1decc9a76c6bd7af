// The choices of a container filter with their counts. The counts are visible only while the menu is open, so a change
// while it is closed is fetched when it opens.
import { ref, watch, type Ref } from 'vue'
import type { ContainerFilter } from '#contract/containers.ts'
import { createChangeTrigger, useQuery } from '../../engine/useQuery.ts'
import type { EngineLink } from '../../engine/engine.ts'
import type { Facets } from './filter-parts.ts'

export function useFacets(
  engine: EngineLink,
  filter: () => ContainerFilter,
): { facets: Readonly<Ref<Facets | null>>; isOpen: Ref<boolean> } {
  const isOpen = ref(false)
  let isOutdated = false
  const { data, refetch } = useQuery(
    engine,
    'containers.facets',
    () => ({ filter: filter() }),
    (link, ask) =>
      createChangeTrigger(['containers', 'shipments'])(link, () => {
        if (isOpen.value) ask()
        else isOutdated = true
      }),
  )
  watch(isOpen, (isNowOpen) => {
    if (!isNowOpen || !isOutdated) return
    isOutdated = false
    refetch()
  })
  return { facets: data, isOpen }
}
