// The banner under the top bar about edits: how many need a decision of the user, or else how many wait for the
// network, the service or a key. Both lead to the same screen, so there is one banner at most.
import { computed, type ComputedRef } from 'vue'
import type { Failure } from '#contract/values.ts'
import { useEdits } from './useEdits.ts'
import { useSession } from '../../engine/useSession.ts'
import { hasPendingDecision } from './edits.ts'
import { tn } from '../../words/words.ts'

export type EditBar = { kind: 'deciding' | 'waiting'; text: string }

/** Provides the banner. It is null if no edit is unfinished, or if nothing delays the sending. */
export function useEditBar(): ComputedRef<EditBar | null> {
  const query = useEdits(() => null)
  const { sync } = useSession()
  const isOffline = computed(() => sync.data.value?.state === 'offline')
  return computed(() => {
    const rows = query.data.value?.rows ?? []
    const decisionCount = rows.filter(hasPendingDecision).length
    const waitingCount = rows.length - decisionCount
    if (decisionCount > 0) return { kind: 'deciding', text: tn('editsScreen.bannerDecision', decisionCount) }
    const waitsFor = query.data.value?.waitsFor ?? null
    if (waitingCount === 0 || (waitsFor === null && !isOffline.value)) return null
    // In an office another computer sends them: nothing delays them.
    if (waitsFor?.code === 'office/handed-over') return null
    return { kind: 'waiting', text: describeWait(waitingCount, waitsFor) }
  })
}

/** With these errors the service can be reached, but does not accept the edit. */
const BUSY_CODES: readonly unknown[] = ['api/server-error', 'api/rate-limited', 'api/forbidden', 'api/refused']

function describeWait(count: number, waitsFor: Failure | null): string {
  if (waitsFor?.code === 'api/no-key' || waitsFor?.code === 'api/unauthorized')
    return tn('editsScreen.bannerKey', count)
  return tn(BUSY_CODES.includes(waitsFor?.code) ? 'editsScreen.bannerService' : 'editsScreen.bannerNetwork', count)
}
