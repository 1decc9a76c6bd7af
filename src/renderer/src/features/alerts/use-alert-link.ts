// Handles `#/alerts?open=<id>`: a click on a pop-up opens the record that it is about.
import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Alert } from '#contract/alerts.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'
import { useLinks } from '../../engine/engine.ts'
import { t } from '../../words/words.ts'

/** The contract's longest window. */
const WINDOW = 500

/** `open` shows the record of the alert, of any kind. `lost` runs if the alert does not exist or the query failed. */
export function useAlertLink(open: (alert: Alert) => void, lost: () => void): void {
  const { engine } = useLinks()
  const route = useRoute()
  const router = useRouter()
  const toast = useToast()

  /** The alert is nearly always among the newest, because its pop-up was just shown. */
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
        // Removes the query, so that "back" returns to the list and does not open the alert again.
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
