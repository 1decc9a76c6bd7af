// Handles `#/alerts?open=<id>`, the address that a click on a pop-up opens: shows the record of that alert.
import { computed, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Alert } from '#contract/alerts.ts'
import { useLinks } from '../../engine/engine.ts'
import { isUnanswered } from '../../engine/link.ts'
import { useQuery } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'

/** `open` shows the record of the alert. `onMissing` runs if the alert does not exist or the query failed. */
export function useAlertLink(open: (alert: Alert) => void, onMissing: () => void): void {
  const { engine } = useLinks()
  const route = useRoute()
  const router = useRouter()
  const toast = useToast()
  const id = computed(() => (typeof route.query.open === 'string' ? route.query.open : null))
  // A query is repeated on each new connection, so a lost connection does not lose the link.
  const { data, error } = useQuery(
    engine,
    'alerts.get',
    () => (id.value === null ? null : { id: id.value }),
    () => () => undefined,
  )

  watch(data, async (alert) => {
    // The link may have changed since the answer.
    if (alert === null || alert.id !== id.value) return
    // Removes the query, so that "back" returns to the list and does not open the alert again.
    await router.replace({ query: {} })
    open(alert)
  })
  watch(error, (reason) => {
    if (reason === null || isUnanswered(reason)) return
    toast.fail(reason)
    onMissing()
  })
}
