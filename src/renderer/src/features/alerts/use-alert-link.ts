// Handles `#/alerts?open=<id>`: a click on a pop-up opens the record that it is about.
import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Alert } from '#contract/alerts.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'
import { useLinks } from '../../engine/engine.ts'

/** `open` shows the record of the alert, of any kind. `lost` runs if the alert does not exist or the query failed. */
export function useAlertLink(open: (alert: Alert) => void, lost: () => void): void {
  const { engine } = useLinks()
  const route = useRoute()
  const router = useRouter()
  const toast = useToast()

  async function follow(id: string) {
    try {
      const alert = await engine.call('alerts.get', { id })
      if (route.query.open !== id) return
      // Removes the query, so that "back" returns to the list and does not open the alert again.
      await router.replace({ query: {} })
      open(alert)
    } catch (reason) {
      if (route.query.open !== undefined && route.query.open !== id) return
      // The connection was lost: the link is followed again when it is back.
      if (engine.state.value !== 'open') return
      toast.fail(asAppError(reason))
      lost()
    }
  }

  watch(
    [() => route.query.open, engine.state],
    ([id, state]) => {
      if (typeof id === 'string' && state === 'open') void follow(id)
    },
    { immediate: true },
  )
}
