// The record whose panel is open beside a screen. It is in the address, so that a link, "back" and a reload restore it.
import { computed, shallowRef, type ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

export type OpenedRecord = {
  container?: string | undefined
  shipment?: string | undefined
  request?: string | undefined
  document?: string | undefined
  email?: string | undefined
  /** The field to mark, as in `changes.list`. */ mark?: string | undefined
}
const queryKeys = [
  'container',
  'shipment',
  'request',
  'document',
  'email',
  'mark',
] as const satisfies (keyof OpenedRecord)[]
type OpenedId = ComputedRef<string | null>

export function useOpened(): {
  containerId: OpenedId
  shipmentId: OpenedId
  requestId: OpenedId
  documentId: OpenedId
  emailId: OpenedId
  mark: OpenedId
  opened: ComputedRef<OpenedRecord>
  show: (opened: OpenedRecord) => void
} {
  const route = useRoute()
  const router = useRouter()
  const toId = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    containerId: computed(() => toId(route.query.container)),
    shipmentId: computed(() => toId(route.query.shipment)),
    requestId: computed(() => toId(route.query.request)),
    documentId: computed(() => toId(route.query.document)),
    emailId: computed(() => toId(route.query.email)),
    mark: computed(() => toId(route.query.mark)),
    /** The whole state, to change a part of it. */
    opened: computed((): OpenedRecord =>
      Object.fromEntries(queryKeys.map((key) => [key, toId(route.query[key]) ?? undefined])),
    ),
    show: (opened) => void router.replace({ query: { ...opened } }),
  }
}

/**
 * For rows about a container that are not containers. `getContainerId` returns null if the row has none. `getMark`
 * returns the field that the row is about.
 */
export function useOpenedBeside<Row extends { id: string }>(
  getContainerId: (row: Row) => string | null,
  getMark: (row: Row) => string | null = () => null,
) {
  const { containerId, show } = useOpened()
  const active = shallowRef<Row | null>(null)
  const open = (row: Row) => {
    active.value = row
    const rowContainerId = getContainerId(row)
    if (rowContainerId !== null) show({ container: rowContainerId, mark: getMark(row) ?? undefined })
  }
  return {
    /** The active row. */
    active,
    /** The row whose container is open beside the list. */
    openId: computed((): string | null => {
      const row = active.value as Row | null
      return row && containerId.value !== null && getContainerId(row) === containerId.value ? row.id : null
    }),
    open,
    activate: (row: Row) => {
      if (containerId.value === null) active.value = row
      else open(row)
    },
  }
}
