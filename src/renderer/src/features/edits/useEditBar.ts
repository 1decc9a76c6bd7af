// The banner under the top bar about edits: how many need a decision of the user, or else how many wait for the
// network, the service or a key. While offline it also counts the tracking requests that wait.
import { computed, type ComputedRef } from 'vue'
import type { Failure } from '#contract/values.ts'
import { useEdits } from './useEdits.ts'
import { useUnsentRequests } from '../tracking/useUnsentRequests.ts'
import { useSession } from '../../engine/useSession.ts'
import { hasPendingDecision } from './edits.ts'
import { formatCount, t, tn } from '../../words/words.ts'

/** `screen`: the screen that lists what waits. */
export type EditBar = { kind: 'deciding' | 'waiting'; text: string; screen: 'edits' | 'requests' }

/** Provides the banner. It is null if nothing is unfinished, or if nothing delays the sending. */
export function useEditBar(): ComputedRef<EditBar | null> {
  const query = useEdits(() => null)
  const { sync } = useSession()
  const isOffline = computed(() => sync.data.value?.state === 'offline')
  const unsent = useUnsentRequests(() => isOffline.value)
  return computed(() => {
    const rows = query.data.value?.rows ?? []
    const decisionCount = rows.filter(hasPendingDecision).length
    const waitingCount = rows.length - decisionCount
    if (decisionCount > 0)
      return { kind: 'deciding', text: tn('editsScreen.bannerDecision', decisionCount), screen: 'edits' }
    const waitsFor = query.data.value?.waitsFor ?? null
    const requestCount = isOffline.value ? (unsent.data.value?.total ?? 0) : 0
    if (waitingCount === 0 && requestCount > 0)
      return { kind: 'waiting', text: tn('request.unsentOffline', requestCount), screen: 'requests' }
    if (waitingCount === 0 || (waitsFor === null && !isOffline.value)) return null
    // In an office another computer sends them: nothing delays them.
    if (waitsFor?.code === 'office/handed-over') return null
    return { kind: 'waiting', text: describeWait(waitingCount, requestCount, waitsFor), screen: 'edits' }
  })
}

/** With these errors the service can be reached, but does not accept the edit. */
const BUSY_CODES: readonly unknown[] = ['api/server-error', 'api/rate-limited', 'api/forbidden', 'api/refused']

function describeWait(count: number, requestCount: number, waitsFor: Failure | null): string {
  if (waitsFor?.code === 'api/no-key' || waitsFor?.code === 'api/unauthorized')
    return tn('editsScreen.bannerKey', count)
  if (BUSY_CODES.includes(waitsFor?.code)) return tn('editsScreen.bannerService', count)
  if (requestCount === 0) return tn('editsScreen.bannerNetwork', count)
  return t('editsScreen.bannerBoth', {
    n: formatCount(count + requestCount),
    edits: formatCount(count),
    requests: formatCount(requestCount),
  })
}
