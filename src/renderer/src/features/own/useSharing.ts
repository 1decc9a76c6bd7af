import { type ComputedRef, computed } from 'vue'
import { useSession } from '../../engine/useSession.ts'
import { t } from '../../words/words.ts'

/** Names of the user's own data. `hint` and `fileNote` are sentences. */
type Sharing = { title: string; name: string; hint: string; fileNote: string }

/** Who sees the user's own data: this computer only, or all members of its office. */
export function useSharing(): ComputedRef<Sharing> {
  const { sync } = useSession()
  return computed(() =>
    sync.data.value?.sharesOwnData === true
      ? {
          ...{ title: t('own.titleInOffice'), name: t('own.shared'), hint: t('own.sharedHint') },
          fileNote: t('ownData.noteInOffice'),
        }
      : { ...{ title: t('own.title'), name: t('own.local'), hint: t('own.localHint') }, fileNote: t('ownData.note') },
  )
}
