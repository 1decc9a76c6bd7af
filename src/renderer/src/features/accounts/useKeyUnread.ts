// Why the stored key of the open account cannot be read in this run. This differs from having no key.
import { type ComputedRef, computed } from 'vue'
import type { DesktopState } from '#contract/desktop.ts'
import { useSession } from '../../engine/useSession.ts'

export type KeyUnread = Exclude<DesktopState['keychainProblem'], 'missing' | null>

/** Null if a key is available, or if none is stored. */
export function useKeyUnread(): ComputedRef<KeyUnread | null> {
  const { host } = useSession()
  return computed(() => {
    const state = host.data.value
    const problem = state?.desktop?.keychainProblem ?? null
    return state === null || state.hasKey || state.isSample || problem === 'missing' ? null : problem
  })
}
