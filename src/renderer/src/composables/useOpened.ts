// Which record's panel is open beside a screen. It stands in the address, so that a link, "back" and a reload lead to it.
import { computed, shallowRef, type ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

export type Opened = { container?: string | undefined; shipment?: string | undefined; request?: string | undefined; document?: string | undefined; email?: string | undefined }
type OpenedId = ComputedRef<string | null>

export function useOpened(): { containerId: OpenedId; shipmentId: OpenedId; requestId: OpenedId; documentId: OpenedId; emailId: OpenedId; show: (opened: Opened) => void } {
  const route = useRoute()
  const router = useRouter()
  const idOf = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    containerId: computed(() => idOf(route.query.container)),
    shipmentId: computed(() => idOf(route.query.shipment)),
    requestId: computed(() => idOf(route.query.request)),
    documentId: computed(() => idOf(route.query.document)),
    emailId: computed(() => idOf(route.query.email)),
    show: (opened) => {
      void router.replace({ query: { ...opened } })
    },
  }
}

/** For rows that tell of a container and are not one. `containerOf` null: the row has none to open. */
export function useOpenedBeside<Row extends { id: string }>(containerOf: (row: Row) => string | null) {
  const { containerId, show } = useOpened()
  const active = shallowRef<Row | null>(null)
  const open = (row: Row) => {
    active.value = row
    const container = containerOf(row)
    if (container !== null) show({ container })
  }
  return {
    /** The row the user is on. */
    active,
    /** The row whose container stands beside the list. */
    openId: computed((): string | null => {
      const row = active.value as Row | null
      return row && containerId.value !== null && containerOf(row) === containerId.value ? row.id : null
    }),
    open,
    activate: (row: Row) => {
      if (containerId.value === null) active.value = row
      else open(row)
    },
  }
}
