// Whether this page stands in place of one that failed. The desktop app tells it once; it is shown until it was read.
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
      // A shell that does not answer has nothing to tell.
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
