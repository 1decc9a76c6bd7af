// The sentence for figures that are partial because the first sync is running.
import { computed, type ComputedRef } from 'vue'
import { createChangeTrigger, useQuery } from '../../engine/useQuery.ts'
import { useLinks } from '../../engine/engine.ts'
import { useSession } from '../../engine/useSession.ts'
import { describeFirstSweep } from './sync.ts'

/** Provides the sentence with the number of containers read; null after the first complete sync. */
export function useFirstSweepText(): ComputedRef<string | null> {
  const { engine } = useLinks()
  const { sync } = useSession()
  const getInput = () => (sync.data.value?.isFirstSweep === true ? {} : null)
  const summary = useQuery(engine, 'containers.summary', getInput, createChangeTrigger(['containers']))
  return computed(() => describeFirstSweep(sync.data.value, summary.data.value?.total ?? 0))
}
