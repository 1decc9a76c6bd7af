// Records at a past moment: undoes later changes. Customers are those that requests name today.
import type { Resource } from '../api/decode.ts'
import { type LaterStep, loadStepsAfter } from '../mirror/history/past.ts'
import type { ReadableDb } from '../db/open.ts'
import { type LoadResource, loadResources, rememberResources, resourceOf } from '../mirror/records.ts'
import { withCustomers } from '../mirror/tracking/store.ts'
import { rewind } from './rewind.ts'

export type PastRecords = {
  load: LoadResource
  /**
   * Loads the later changes of these containers and their shipments. Replaces the containers of the last call, because
   * a board has thousands of them.
   */
  look: (containers: readonly Present[]) => void
  /** Whether the container or its shipment changed after the moment. */
  hasChanged: (container: Present) => boolean
  /** The changes of a container after the moment, newest first. */
  later: (containerId: string) => readonly LaterStep[]
  /** Undoes the later changes of these containers and their shipments. */
  prepare: (containers: readonly Present[]) => void
}
const NO_STEPS: readonly LaterStep[] = []

export function rewinding(db: ReadableDb, throughId: number): PastRecords {
  const around = rememberResources(db)
  const shipments = new Map<string, Resource>()
  const changedShipments = new Set<string>()
  let containers = new Map<string, Resource>()
  let laterOfContainers = new Map<string, LaterStep[]>()
  // Valid for one call of `look` only, because more changes may come before the next.
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
    if (type === 'container') return containers.get(id) ?? null
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
    hasChanged: ({ id, shipmentId }) =>
      laterOfContainers.has(id) || (shipmentId !== null && changedShipments.has(shipmentId)),
    later: (id) => laterOfContainers.get(id) ?? NO_STEPS,
    prepare: (others) => {
      containers = new Map(
        others.map(({ id, raw }) => [
          id,
          rewind(resourceOf('container', id, raw), laterOfContainers.get(id) ?? NO_STEPS, typeOf),
        ]),
      )
      readShipments(shipmentsOf(others))
    },
  }
}

function shipmentsOf(containers: readonly Present[]): string[] {
  return [...new Set(containers.flatMap(({ shipmentId }) => shipmentId ?? []))]
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
