// Records at a past moment: later changes are undone. Customers are those that requests name today.
import type { Resource } from '../api/decode.ts'
import { type LaterStep, loadStepsAfter } from '../mirror/history/past.ts'
import type { ReadableDb } from '../db/open.ts'
import { type LoadResource, loadResources, rememberResources, resourceOf } from '../mirror/records.ts'
import { withCustomers } from '../mirror/tracking/store.ts'
import { rewind } from './rewind.ts'

/** Records as they were; with the customers that requests name today. */
export type PastRecords = {
  load: LoadResource
  /**
   * Reads at once what happened since to these boxes and their shipments. Of boxes, the ones before are forgotten: a
   * board has them by the thousand.
   */
  look: (boxes: readonly Present[]) => void
  /** Whether something of such a box or its shipment moved since. */
  hasMoved: (box: Present) => boolean
  /** What happened to a box since. */
  later: (containerId: string) => readonly LaterStep[]
  /** Takes back at once what happened since to these boxes, and to their shipments. */
  prepare: (boxes: readonly Present[]) => void
}
const NO_STEPS: readonly LaterStep[] = []

export function rewinding(db: ReadableDb, throughId: number): PastRecords {
  const around = rememberResources(db)
  const shipments = new Map<string, Resource>()
  const changedShipments = new Set<string>()
  let boxes = new Map<string, Resource>()
  let laterOfContainers = new Map<string, LaterStep[]>()
  // Of this turn only: in the next one more may have happened.
  let laterOfShipments = new Map<string, readonly LaterStep[]>()
  const typeOf = (relation: string, id: string) => {
    if (relation === 'shipment') return 'shipment'
    return around.load('terminal', id) ? 'terminal' : 'rail_terminal'
  }
  const lookAtShipments = (ids: readonly string[]) => {
    const later = loadStepsAfter(db, 'shipment', ids, throughId)
    for (const id of ids) laterOfShipments.set(id, later.get(id) ?? NO_STEPS)
    for (const id of later.keys()) changedShipments.add(id)
  }
  const readShipments = (ids: readonly string[]) => {
    const missing = ids.filter((id) => !shipments.has(id))
    lookAtShipments(missing.filter((id) => !laterOfShipments.has(id)))
    for (const shipment of loadResources(db, 'shipment', missing))
      shipments.set(shipment.id, rewind(shipment, laterOfShipments.get(shipment.id) ?? NO_STEPS, typeOf))
  }
  const load = withCustomers(db, (type, id) => {
    if (type === 'container') return boxes.get(id) ?? null
    if (type !== 'shipment') return around.load(type, id)
    if (!shipments.has(id)) readShipments([id])
    return shipments.get(id) ?? null
  })
  return {
    load,
    look: (all) => {
      laterOfContainers = loadStepsAfter(
        db,
        'container',
        all.map(({ id }) => id),
        throughId,
      )
      laterOfShipments = new Map()
      lookAtShipments(shipmentsOf(all).filter((id) => !changedShipments.has(id) || !shipments.has(id)))
    },
    hasMoved: ({ id, shipmentId }) =>
      laterOfContainers.has(id) || (shipmentId !== null && changedShipments.has(shipmentId)),
    later: (id) => laterOfContainers.get(id) ?? NO_STEPS,
    prepare: (others) => {
      boxes = new Map(
        others.map(({ id, raw }) => [
          id,
          rewind(resourceOf('container', id, raw), laterOfContainers.get(id) ?? NO_STEPS, typeOf),
        ]),
      )
      readShipments(shipmentsOf(others))
    },
  }
}

function shipmentsOf(boxes: readonly Present[]): string[] {
  return [...new Set(boxes.flatMap(({ shipmentId }) => shipmentId ?? []))]
}

export type Present = {
  id: string
  key: number
  raw: string
  shipmentId: string | null
  checkedAt: string | null
  firstSeenAt: string
  goneSince: string | null
  startedAt: string | null
  stoppedAt: string | null
  hasDay: 0 | 1
}
