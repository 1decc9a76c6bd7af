// The banner under the top bar about edits: how many need a decision of the user, or else how many wait for the
// network, the service or a key. Both lead to the same screen, so there is one banner at most.
import { computed, type ComputedRef } from 'vue'
import type { Failure } from '#contract/values.ts'
import { useEdits } from './useEdits.ts'
import { useSession } from '../../engine/useSession.ts'
import { hasPendingDecision } from './edits.ts'
import { tn } from '../../words/words.ts'

export type EditBar = { kind: 'deciding' | 'waiting'; text: string }

/** The bar is null without a waiting edit, and for an edit that will be sent within a second. */
export function useEditBar(): ComputedRef<EditBar | null> {
  const query = useEdits(() => null)
  const { sync } = useSession()
  const isOffline = computed(() => sync.data.value?.state === 'offline')
  return computed(() => {
    const rows = query.data.value?.rows ?? []
    const deciding = rows.filter(hasPendingDecision).length
    const waiting = rows.length - deciding
    if (deciding > 0) return { kind: 'deciding', text: tn('editsScreen.bannerDecision', deciding) }
    const waitsFor = query.data.value?.waitsFor ?? null
    if (waiting === 0 || (waitsFor === null && !isOffline.value)) return null
    return { kind: 'waiting', text: describeWait(waiting, waitsFor) }
  })
}

/** The service answers, but not to changes. */
const BUSY_CODES: readonly unknown[] = ['api/server-error', 'api/rate-limited', 'api/forbidden', 'api/refused']

function describeWait(n: number, waitsFor: Failure | null): string {
  if (waitsFor?.code === 'api/no-key' || waitsFor?.code === 'api/unauthorized') return tn('editsScreen.bannerKey', n)
  return tn(BUSY_CODES.includes(waitsFor?.code) ? 'editsScreen.bannerService' : 'editsScreen.bannerNetwork', n)
}
