// The choices of a container filter. Their counts are visible only while the menu is open, so changes in between are
// fetched when it opens.
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
  let isOld = false
  const { data, refetch } = useQuery(
    engine,
    'containers.facets',
    () => ({ filter: filter() }),
    (link, ask) =>
      createChangeTrigger(['containers', 'shipments'])(link, () => {
        if (isOpen.value) ask()
        else isOld = true
      }),
  )
  watch(isOpen, (opens) => {
    if (!opens || !isOld) return
    isOld = false
    refetch()
  })
  return { facets: data, isOpen }
}
