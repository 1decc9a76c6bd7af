// Opens the screen that shows the record of an edit.
import { useRouter } from 'vue-router'
import type { EditTarget } from '#contract/edits.ts'

export function useRecordRoute(): { openRecord: (target: EditTarget) => void } {
  const router = useRouter()
  return {
    openRecord: ({ type, id }) => {
      if (type === 'container') void router.push({ name: 'containers', query: { container: id } })
      else if (type === 'shipment') void router.push({ name: 'shipments', query: { shipment: id } })
      else if (type === 'document') void router.push({ name: 'documents', query: { document: id } })
      else void router.push({ name: 'requests' })
    },
  }
}
