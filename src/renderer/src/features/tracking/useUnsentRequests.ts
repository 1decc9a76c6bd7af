// Counts the requests that are saved here, but not sent to the service yet.
import type { RequestFilter } from '#contract/tracking.ts'
import { createChangeTrigger, useQuery } from '../../engine/useQuery.ts'
import { useLinks } from '../../engine/engine.ts'

const UNSENT_FILTER: RequestFilter = { scope: 'all', states: ['waiting', 'sending'] }

export function useUnsentRequests(isNeeded: () => boolean = () => true) {
  const { engine } = useLinks()
  return useQuery(
    engine,
    'tracking.list',
    () => (isNeeded() ? { filter: UNSENT_FILTER, sort: [], window: { offset: 0, limit: 1 } } : null),
    createChangeTrigger(['requests']),
  )
}
