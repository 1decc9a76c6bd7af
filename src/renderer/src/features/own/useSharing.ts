import { type ComputedRef, computed } from 'vue'
import { useSession } from '../../engine/useSession.ts'
import { t } from '../../words/words.ts'

/** Who sees the user's own data: this computer only, or all members of its office. `hint` is a sentence. */
export function useSharing(): ComputedRef<{ name: string; hint: string }> {
  const { sync } = useSession()
  return computed(() =>
    sync.data.value?.sharesOwnData === true
      ? { name: t('own.shared'), hint: t('own.sharedHint') }
      : { name: t('own.local'), hint: t('own.localHint') },
  )
}
