// `#/alerts?open=<id>`: from the click on a pop-up straight to what it was about.
import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Alert } from '#contract/alerts.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'
import { useLinks } from '../../engine/engine.ts'
import { t } from '../../words/words.ts'

/** The contract's longest window. */
const WINDOW = 500

/** `open` leads on, whatever the alert is of. `lost`: there is no such alert, or nobody could say. */
export function useAlertLink(open: (alert: Alert) => void, lost: () => void): void {
  const { engine } = useLinks()
  const route = useRoute()
  const router = useRouter()
  const toast = useToast()

  /** Nearly always among the newest: what is clicked was shown a moment ago. */
  async function find(id: string): Promise<Alert | null> {
    let known: { listId?: string } = {}
    for (let offset = 0; ; offset += WINDOW) {
      const { rows, total, listId } = await engine.call('alerts.list', {
        filter: { scope: 'all' },
        window: { offset, limit: WINDOW },
        ...known,
      })
      known = { listId }
      const found = rows.find((alert) => alert.id === id)
      if (found) return found
      if (offset + WINDOW >= total) return null
    }
  }

  async function follow(id: string) {
    try {
      const alert = await find(id)
      if (route.query.open !== id) return
      if (alert) {
        // Who goes back from there comes to the list, and is not led on again.
        await router.replace({ query: {} })
        open(alert)
        return
      }
      toast.say(t('alerts.gone'))
    } catch (reason) {
      toast.fail(asAppError(reason))
    }
    lost()
  }

  watch(
    [() => route.query.open, engine.state],
    ([id, state]) => {
      if (typeof id === 'string' && state === 'open') void follow(id)
    },
    { immediate: true },
  )
}
