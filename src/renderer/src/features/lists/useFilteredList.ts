// Opens the list that a count refers to: the board if free time matters, otherwise all containers or those ready.
import { useRouter } from 'vue-router'
import type { ContainerFilter } from '#contract/containers.ts'
import { useListScreen } from './list-screen.ts'

export function useFilteredList(): { openList: (filter: ContainerFilter, isReady?: boolean) => void } {
  const router = useRouter()
  return {
    openList: (filter, isReady = false) => {
      const name = isReady ? 'ready' : filter.scope === 'board' ? 'lfd' : 'containers'
      // The ready screen adds its verdicts itself.
      const { verdicts, ...rest } = filter
      // The user's own filter is back when they come the next time.
      useListScreen(name).setTemporaryFilter(isReady || verdicts === undefined ? rest : filter)
      void router.push({ name })
    },
  }
}
