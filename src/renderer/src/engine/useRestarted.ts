// Whether this page replaces one that crashed. The desktop app reports it once; it is shown until the user closes it.
import { ref, watch, type Ref } from 'vue'
import { useLinks } from './engine.ts'
import { useSession } from './useSession.ts'

export function useRestarted(): Ref<boolean> {
  const { shell } = useLinks()
  const { host } = useSession()
  const isRestarted = ref(false)
  const stop = watch(
    () => (host.data.value?.desktop ?? null) !== null,
    (isDesktop) => {
      if (!isDesktop) return
      // If the shell does not answer, there is nothing to show.
      shell.call('pageRestart.take', {}).then(
        ({ wasRestarted }) => {
          isRestarted.value = wasRestarted
        },
        () => undefined,
      )
      queueMicrotask(() => {
        stop()
      })
    },
    { immediate: true },
  )
  return isRestarted
}
