// Records at a past moment: undoes later changes. Customers are those that requests name today.
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
  loadLater: (containers: readonly Present[]) => void
  /** Whether the container or its shipment changed after the moment. */
  hasChanged: (container: Present) => boolean
  /** The changes of a container after the moment, newest first. */
  later: (containerId: string) => readonly LaterStep[]
  /** Undoes the later changes of these containers and their shipments. */
  prepare: (containers: readonly Present[]) => void
}
const NO_STEPS: readonly LaterStep[] = []

export function createPastRecords(db: ReadableDb, throughId: number): PastRecords {
  const currentRecords = cacheResources(db)
  const shipments = new Map<string, Resource>()
  const changedShipments = new Set<string>()
  let containers = new Map<string, Resource>()
  let laterOfContainers = new Map<string, LaterStep[]>()
  // Valid for one call of `loadLater` only, because more changes may come before the next.
  let laterOfShipments = new Map<string, readonly LaterStep[]>()
  const typeOf = (relation: string, id: string) => {
    if (relation === 'shipment') return 'shipment'
    return currentRecords.load('terminal', id) ? 'terminal' : 'rail_terminal'
  }
  const loadLaterOfShipments = (ids: readonly string[]) => {
    const later = loadStepsAfter(db, 'shipment', ids, throughId)
    for (const id of ids) laterOfShipments.set(id, later.get(id) ?? NO_STEPS)
    for (const id of later.keys()) changedShipments.add(id)
  }
  const readShipments = (ids: readonly string[]) => {
    const missing = ids.filter((id) => !shipments.has(id))
    loadLaterOfShipments(missing.filter((id) => !laterOfShipments.has(id)))
    for (const shipment of loadResources(db, 'shipment', missing))
      shipments.set(shipment.id, rewind(shipment, laterOfShipments.get(shipment.id) ?? NO_STEPS, typeOf))
  }
  const load = withCustomers(db, (type, id) => {
    if (type === 'container') return containers.get(id) ?? null
    if (type !== 'shipment') return currentRecords.load(type, id)
    if (!shipments.has(id)) readShipments([id])
    return shipments.get(id) ?? null
  })
  return {
    load,
    loadLater: (all) => {
      laterOfContainers = loadStepsAfter(
        db,
        'container',
        all.map(({ id }) => id),
        throughId,
      )
      laterOfShipments = new Map()
      loadLaterOfShipments(shipmentsOf(all).filter((id) => !changedShipments.has(id) || !shipments.has(id)))
    },
    hasChanged: ({ id, shipmentId }) =>
      laterOfContainers.has(id) || (shipmentId !== null && changedShipments.has(shipmentId)),
    later: (id) => laterOfContainers.get(id) ?? NO_STEPS,
    prepare: (changed) => {
      containers = new Map(
        changed.map(({ id, raw }) => [
          id,
          rewind(resourceOf('container', id, raw), laterOfContainers.get(id) ?? NO_STEPS, typeOf),
        ]),
      )
      readShipments(shipmentsOf(changed))
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

// Computes a record as it was, from its present state and its later changes (mirror/history/diff.ts names the fields).

/**
 * `steps` are all later changes, newest first. `typeOf` returns the type of a related record, because history stores
 * only its id.
 */
export function rewind(
  resource: Resource,
  steps: readonly Omit<FieldChange, 'after'>[],
  typeOf: (relation: string, id: string) => string,
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
      past.relationships[name] = typeof value === 'string' ? { type: typeOf(name, value), id: value } : null
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
  const [, whole, part] = (field.includes('.') && /^(\w+)\.(.*)$/s.exec(field)) || []
  if (whole !== undefined && part !== undefined)
    attributes[whole] = { ...(isRecord(attributes[whole]) ? attributes[whole] : {}), [part]: value }
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
