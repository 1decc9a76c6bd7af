// Computes records at a past moment by undoing later changes. Customers are not rewound: they are those that tracking
// requests name today.
import { isRecord, type Resource } from '../api/decode.ts'
import { loadStepsAfter, type LaterStep } from '../mirror/history/past.ts'
import type { ReadableDb } from '../db/open.ts'
import { loadResources, cacheResources, resourceOf, type LoadResource } from '../mirror/records.ts'
import { withCustomers } from '../mirror/tracking/store.ts'
import { NAMED_LISTS, indexByMember, type FieldChange } from '../mirror/history/diff.ts'

export type PastRecords = {
  load: LoadResource
  /**
   * Loads the later changes of these containers and their shipments. Replaces the containers of the last call, because
   * a board has thousands of them.
   */
  loadLater: (containers: readonly CurrentContainer[]) => void
  /** Whether the container or its shipment changed after the moment. */
  hasChanged: (container: CurrentContainer) => boolean
  /** The changes of a container after the moment, newest first. */
  getLaterSteps: (containerId: string) => readonly LaterStep[]
  /** Undoes the later changes of these containers and their shipments. `load` then returns them. */
  rewindContainers: (containers: readonly CurrentContainer[]) => void
}
const NO_STEPS: readonly LaterStep[] = []

export function createPastRecords(db: ReadableDb, throughId: number): PastRecords {
  const currentRecords = cacheResources(db)
  const shipments = new Map<string, Resource>()
  const changedShipments = new Set<string>()
  let containers = new Map<string, Resource>()
  let stepsByContainer = new Map<string, LaterStep[]>()
  // Valid for one call of `loadLater` only, because more changes may come before the next.
  let stepsByShipment = new Map<string, readonly LaterStep[]>()
  const findType = (relation: string, id: string) => {
    if (relation === 'shipment') return 'shipment'
    return currentRecords.load('terminal', id) ? 'terminal' : 'rail_terminal'
  }
  const loadShipmentSteps = (ids: readonly string[]) => {
    const laterSteps = loadStepsAfter(db, 'shipment', ids, throughId)
    for (const id of ids) stepsByShipment.set(id, laterSteps.get(id) ?? NO_STEPS)
    for (const id of laterSteps.keys()) changedShipments.add(id)
  }
  const readShipments = (ids: readonly string[]) => {
    const missing = ids.filter((id) => !shipments.has(id))
    loadShipmentSteps(missing.filter((id) => !stepsByShipment.has(id)))
    for (const shipment of loadResources(db, 'shipment', missing))
      shipments.set(shipment.id, rewind(shipment, stepsByShipment.get(shipment.id) ?? NO_STEPS, findType))
  }
  const load = withCustomers(db, (type, id) => {
    if (type === 'container') return containers.get(id) ?? null
    if (type !== 'shipment') return currentRecords.load(type, id)
    if (!shipments.has(id)) readShipments([id])
    return shipments.get(id) ?? null
  })
  return {
    load,
    loadLater: (currentContainers) => {
      stepsByContainer = loadStepsAfter(
        db,
        'container',
        currentContainers.map(({ id }) => id),
        throughId,
      )
      stepsByShipment = new Map()
      loadShipmentSteps(
        listShipmentIds(currentContainers).filter((id) => !changedShipments.has(id) || !shipments.has(id)),
      )
    },
    hasChanged: ({ id, shipmentId }) =>
      stepsByContainer.has(id) || (shipmentId !== null && changedShipments.has(shipmentId)),
    getLaterSteps: (id) => stepsByContainer.get(id) ?? NO_STEPS,
    rewindContainers: (changed) => {
      containers = new Map(
        changed.map(({ id, raw }) => [
          id,
          rewind(resourceOf('container', id, raw), stepsByContainer.get(id) ?? NO_STEPS, findType),
        ]),
      )
      readShipments(listShipmentIds(changed))
    },
  }
}

function listShipmentIds(containers: readonly CurrentContainer[]): string[] {
  return [...new Set(containers.flatMap(({ shipmentId }) => shipmentId ?? []))]
}

/** A container as it is now. */
export type CurrentContainer = {
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

// Computes a record as it was, from its current state and its later changes (mirror/history/diff.ts names the fields).

/**
 * `steps` are all later changes, newest first. `findType` returns the type of a related record, because history stores
 * only its id.
 */
export function rewind(
  resource: Resource,
  steps: readonly Omit<FieldChange, 'after'>[],
  findType: (relation: string, id: string) => string,
): Resource {
  if (steps.length === 0) return resource
  const past: Resource = {
    ...resource,
    attributes: { ...resource.attributes },
    relationships: { ...resource.relationships },
  }
  const lists = new Map<string, Members>()
  for (const { field, before } of steps) {
    const value: unknown = before === null ? null : JSON.parse(before)
    // The regular expression runs only if the field has a slash: a board of two months ago undoes 60,000 changes.
    const [, list, member] = (field.includes('/') && /^(\w+)\/(.*)$/s.exec(field)) || []
    if (field.startsWith('→')) {
      const name = field.slice(1)
      past.relationships[name] = typeof value === 'string' ? { type: findType(name, value), id: value } : null
    } else if (list !== undefined && member !== undefined) {
      const members = lists.get(list) ?? toMembers(list, past.attributes[list])
      lists.set(list, members)
      if (value === null) members.delete(member)
      else members.set(member, value)
    } else restoreValue(past.attributes, field, value)
  }
  for (const [list, members] of lists) past.attributes[list] = toEntries(members)
  return past
}

function restoreValue(attributes: Record<string, unknown>, field: string, value: unknown): void {
  const [, attribute, part] = (field.includes('.') && /^(\w+)\.(.*)$/s.exec(field)) || []
  if (attribute !== undefined && part !== undefined)
    attributes[attribute] = { ...(isRecord(attributes[attribute]) ? attributes[attribute] : {}), [part]: value }
  else attributes[field] = value
}

/**
 * List entries by their names in history. The names must stay the same through all steps: in between, a second customs
 * hold may exist without the first.
 */
type Members = Map<string, unknown>

function toMembers(list: string, value: unknown): Members {
  const name = NAMED_LISTS[list] ?? 'name'
  return indexByMember(Array.isArray(value) ? value.filter(isRecord) : [], (entry) =>
    typeof entry[name] === 'string' ? entry[name] : '',
  )
}

/** Sorts entries of one name by their number, because readers number them again by position. */
function toEntries(members: Members): unknown[] {
  if (![...members.keys()].some((member) => member.includes('#'))) return [...members.values()]
  const numbered = Map.groupBy(
    [...members.keys()].sort((one, other) => one.length - other.length || (one < other ? -1 : 1)),
    removeNumber,
  )
  return [...members.keys()].map((member) => members.get(numbered.get(removeNumber(member))?.shift() ?? member))
}

function removeNumber(member: string): string {
  return member.replace(/#\d+$/, '')
}
