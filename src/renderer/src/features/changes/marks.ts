// Where a container's panel shows a field, so that a link from an alert or a change can mark it.
import type { ContainerDetail } from '#contract/containers.ts'
import { LAST_FREE_DAY } from '../alerts/alerts.ts'

type MarkedDetail = Pick<ContainerDetail, 'deadlines' | 'servicePickupLfd' | 'holds' | 'fees' | 'changes'>

const sourceOfField: Record<string, string> = {
  'import_deadlines.pickup_lfd_terminal': 'terminal',
  'import_deadlines.pickup_lfd_line': 'line',
  'import_deadlines.pickup_lfd_rail': 'rail',
  ind_facility_lfd_on: 'rail',
}

const placeOfField: Record<string, string> = {
  available_for_pickup: 'availability',
  availability_known: 'availability',
  pickup_appointment_at: 'fact/appointment',
  location_at_pod_terminal: 'fact/pickup',
  '→pickup_facility': 'fact/pickup',
  '→pod_terminal': 'fact/terminal',
  seal_number: 'fact/seal',
  weight_in_lbs: 'fact/equipment',
}

/** Returns the name of a place in the panel, such as `deadline/terminal`, `hold/customs` or `change/12`. */
export function findMarkedPlace(field: string, detail: MarkedDetail): string | null {
  return findCurrentPlace(field, detail) ?? findChangePlace(field, detail)
}

function findCurrentPlace(field: string, { deadlines, servicePickupLfd, holds, fees }: MarkedDetail): string | null {
  if (field === LAST_FREE_DAY) return 'deadline'
  const source = Object.hasOwn(sourceOfField, field) ? sourceOfField[field] : undefined
  if (source !== undefined)
    return deadlines.some((deadline) => deadline.source === source) ? `deadline/${source}` : null
  if (field === 'pickup_lfd') return servicePickupLfd === null ? 'deadline' : 'deadline/service'
  const [, list, name = ''] = /^(holds|fees)_at_pod_terminal\/(.*?)(?:#\d+)?$/.exec(field) ?? []
  // A removed hold is marked in its history entry.
  if (list === 'holds') return holds.some((hold) => hold.name === name) ? `hold/${name}` : 'holds'
  if (list === 'fees') return fees.some((fee) => fee.type === name) ? `fee/${name}` : 'fees'
  return Object.hasOwn(placeOfField, field) ? (placeOfField[field] ?? null) : null
}

/** A field without a place of its own is marked in the history. */
function findChangePlace(field: string, { changes }: MarkedDetail): string | null {
  const change = changes.find((change) => change.field === field)
  return change ? `change/${change.id}` : null
}
