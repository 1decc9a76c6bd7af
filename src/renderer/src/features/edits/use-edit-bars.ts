// The lines under the top bar that say how many edits wait for something outside, and how many wait for the user.
import { computed, type ComputedRef } from 'vue'
import type { Failure } from '#contract/values.ts'
import { useEdits } from './useEdits.ts'
import { useSession } from '../../engine/useSession.ts'
import { needsDecision } from './edits.ts'
import { tn } from '../../words/words.ts'

export type EditBar = { kind: 'deciding' | 'waiting'; text: string }

/** An edit that leaves within the second is not worth a line. */
export function useEditBars(): ComputedRef<EditBar[]> {
  const query = useEdits(() => null)
  const { sync } = useSession()
  const isHeld = computed(() => (query.data.value?.waitsFor ?? null) !== null || sync.data.value?.state === 'offline')
  return computed(() => {
    const rows = query.data.value?.rows ?? []
    const deciding = rows.filter(needsDecision).length
    const waiting = rows.length - deciding
    const bars: EditBar[] = []
    if (deciding > 0) bars.push({ kind: 'deciding', text: tn('editsScreen.barDecide', deciding) })
    if (waiting > 0 && isHeld.value) bars.push({ kind: 'waiting', text: waitText(waiting, query.data.value?.waitsFor ?? null) })
    return bars
  })
}

function waitText(n: number, waitsFor: Failure | null): string {
  const isKey = waitsFor?.code === 'api/no-key' || waitsFor?.code === 'api/unauthorized'
  return tn(isKey ? 'editsScreen.barKey' : 'editsScreen.barNetwork', n)
}
