// Which record's panel is open beside a screen. It stands in the address, so that a link, "back" and a reload lead to it.
import { computed, type ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

export type Opened = { container?: string | undefined; shipment?: string | undefined; request?: string | undefined }

export function useOpened(): { containerId: ComputedRef<string | null>; shipmentId: ComputedRef<string | null>; requestId: ComputedRef<string | null>; show: (opened: Opened) => void } {
  const route = useRoute()
  const router = useRouter()
  const idOf = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    containerId: computed(() => idOf(route.query.container)),
    shipmentId: computed(() => idOf(route.query.shipment)),
    requestId: computed(() => idOf(route.query.request)),
    show: (opened) => {
      void router.replace({ query: { ...opened } })
    },
  }
}
