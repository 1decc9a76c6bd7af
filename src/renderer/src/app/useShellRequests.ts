// Handles what the desktop app asks the page to show: an app link opened elsewhere, or a screen chosen in a menu. Each
// request is fetched once, also at start, because it may have started the program.
import { onScopeDispose, watch } from 'vue'
import { useRouter } from 'vue-router'
import { useLinks } from '../engine/engine.ts'
import { t } from '../words/words.ts'
import { useSession } from '../engine/useSession.ts'
import { useToast } from '../ui/useToast.ts'

export function useShellRequests(): void {
  const { shell } = useLinks()
  const { host } = useSession()
  const router = useRouter()
  const toast = useToast()
  const subscriptions: (() => void)[] = []
  const takeLink = async () => {
    const { query, isRefused } = await shell.call('deepLink.take', {})
    if (query !== null) await router.push({ name: 'find', query: { q: query } })
    else if (isRefused) toast.failWith(t('find.refused'))
  }
  const takeScreen = async () => {
    const { screen } = await shell.call('screen.take', {})
    if (screen !== null) await router.push({ name: screen })
  }
  // If the shell does not answer, there is nothing to show.
  const createHandler = (handle: () => Promise<void>) => () => {
    handle().catch(() => undefined)
  }
  watch(
    () => (host.data.value?.desktop ?? null) !== null,
    (isDesktop) => {
      if (!isDesktop || subscriptions.length > 0) return
      const [onLink, onScreen] = [createHandler(takeLink), createHandler(takeScreen)]
      subscriptions.push(shell.on('deepLink.opened', onLink), shell.on('screen.asked', onScreen))
      onLink()
      onScreen()
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    for (const unsubscribe of subscriptions) unsubscribe()
  })
}
