// Stores a part of an answer in the mirror: records, changes and rows, in one transaction. A crash before the commit
// leaves nothing of the part, a crash after it leaves all of it. page-writer.ts stores the position of the sweep.
import { related, text } from '../api/attributes.ts'
import type { Document, Linkage, Resource } from '../api/decode.ts'
import { markEventsDue } from './containers/event-store.ts'
import {
  loadRelatedContainerIds,
  projectContainers,
  saveLineCheckedOfContainers,
  saveTerminalChecked,
} from './containers/store.ts'
import type { WritableDb } from '../db/open.ts'
import type { Announce } from '../db/write.ts'
import {
  announceDocument,
  loadRelatedDocumentIds,
  projectDocuments,
  recordNewDocument,
  loadSchemaOfDocument,
} from './documents/store.ts'
import { projectEmails } from './emails.ts'
import { saveFieldOwner } from './fields/store.ts'
import { findEntryOfRecord } from '../outbox/store.ts'
import { instantMs } from '../outside/calendar.ts'
import { projectShipments, saveLineChecked } from './shipments.ts'
import {
  loadBookedShipments,
  projectRequests,
  loadRequestsOfShipments,
  saveLinesOfShipments,
  saveListedLine,
  findShipmentId,
  findRebookedShipments,
  loadShipmentsNamedBy,
} from './tracking/store.ts'
import { markDue, markUnknown } from './due.ts'
import { markRecord } from './feed/marks.ts'
import { REFERENCES } from './kinds.ts'
import type { PlacedRecord, PlacedPage } from './page-cache.ts'
import {
  type FirstSeen,
  type LoadResource,
  type Reading,
  type StoreResult,
  cacheResources,
  saveLastSuccess,
  storeResource,
} from './records.ts'

/** If an attribute with such a name changes, the timeline has new events. */
export const MILESTONE =
  /^(pod_|final_destination_|empty_terminated|ind_|pickup_lfd|pickup_appointment|available_for_pickup|current_status|import_deadlines)/

type Records = Pick<Document, 'data' | 'included'>

/**
 * How far the records of one answer are written. `next`: the index of the next record. Included records go first,
 * because the listed ones depend on them.
 */
export type ApplyProgress = {
  next: number
  /** Ids of document results that were written, also by an earlier part. Their documents' rows must be rebuilt. */
  results: Set<string>
}

export function createApplyProgress(): ApplyProgress {
  return { next: 0, results: new Set() }
}

/** `weight`: the work of rebuilding the rows, in units of one usual record. */
export type IsEnough = (count: number, weight: number) => boolean

/** Projecting this many list items, such as holds, takes about as long as the row of one record. */
const LIST_ITEMS_PER_RECORD = 40

export function computeWeight({ attributes }: Resource): number {
  const listItems = Object.values(attributes).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : 0),
    0,
  )
  return 1 + listItems / LIST_ITEMS_PER_RECORD
}

/** Stores all records of an answer. Returns their keys; null if a later answer has already updated one of them. */
export function applyRecords(
  db: WritableDb,
  announce: Announce,
  records: Records,
  reading: Reading,
): PlacedPage | null {
  return applyPart(db, announce, records, reading, createApplyProgress(), () => false)
}

/** Stores records of an answer from `progress` on, until `isEnough` returns true. Advances `progress`. */
export function applyPart(
  db: WritableDb,
  announce: Announce,
  { included, data }: Records,
  reading: Reading,
  progress: ApplyProgress,
  isEnough: IsEnough,
): PlacedPage | null {
  const records = cacheResources(db)
  const applied: AppliedRecords = {
    touched: createTouchedIds(progress.results),
    eventsDue: [],
    references: new Map(),
    fresh: { container: new Map(), shipment: new Map() },
    weight: 0,
  }
  const apply = (resource: Resource, resourceReading: Reading) =>
    applyRecord(db, announce, applied, records.set, resource, resourceReading)
  // Included records belong to no sweep: they must not count as listed.
  const includedReading: Reading = { ...reading, sweepId: null }
  const placed: Record<'included' | 'data', (PlacedRecord | null)[]> = { included: [], data: [] }
  const from = progress.next
  const end = included.length + data.length
  while (progress.next < end && (progress.next === from || !isEnough(progress.next - from, applied.weight))) {
    const resource = getResource(included, data, progress.next)
    const isIncluded = progress.next < included.length
    if (resource) placed[isIncluded ? 'included' : 'data'].push(apply(resource, isIncluded ? includedReading : reading))
    progress.next++
  }
  const { touched } = applied
  markEventsDue(db, applied.eventsDue)
  for (let index = from; index < progress.next; index++)
    touchDocumentOfResult(db, touched, getResource(included, data, index))
  markUnknown(db, applied.references.values())
  if (touched.line.size > 0) announceLineNames(announce)
  if (touched.field.size > 0) announce('fields')
  reproject(db, announce, touched, { load: records.load, fresh: applied.fresh })
  saveLastSuccess(db, reading.readAt)
  return areAllPlaced(placed.included) && areAllPlaced(placed.data)
    ? { included: placed.included, data: placed.data }
    : null
}

/**
 * What the records of one call changed. `eventsDue`: ids of containers. `references`: records that they name, by type
 * and id. `fresh`: records that were read for the first time. `weight`: the work of rebuilding the rows.
 */
type AppliedRecords = {
  touched: TouchedIds
  eventsDue: string[]
  references: Map<string, Linkage>
  fresh: NewRecords
  weight: number
}

/** Stores one record and notes in `applied` what depends on it. Null if a later answer has already updated it. */
function applyRecord(
  db: WritableDb,
  announce: Announce,
  applied: AppliedRecords,
  cacheRecord: (resource: Resource) => void,
  resource: Resource,
  reading: Reading,
): PlacedRecord | null {
  const stored = storeResource(db, resource, reading)
  if (stored.outcome === 'older') return null
  const placed = { key: stored.key, type: resource.type, id: resource.id, hash: stored.hash }
  if (stored.resource === null) return placed
  cacheRecord(stored.resource)
  if (stored.outcome === 'checked' && resource.type !== 'tracking_request') {
    saveCheckTimes(db, announce, stored.resource)
    return placed
  }
  for (const linkage of listReferences(stored.resource))
    applied.references.set(`${linkage.type} ${linkage.id}`, linkage)
  const isNews =
    stored.outcome === 'new' && resource.type === 'document' && recordNewDocument(db, stored.resource, reading)
  if (isNews || stored.changes.length > 0) announce('changes')
  if (stored.outcome === 'new' && (resource.type === 'container' || resource.type === 'shipment'))
    applied.fresh[resource.type].set(resource.id, { key: stored.key, seenAt: reading.readAt })
  if (resource.type === 'container' && hasNewEvents(stored)) applied.eventsDue.push(resource.id)
  if (resource.type === 'tracking_request' && isShipmentNew(stored, reading.readAt))
    markDue(db, { type: 'shipment', id: findShipmentId(stored.resource) ?? '' }, 2)
  if (resource.type === 'shipping_line') saveListedLine(db, stored.resource)
  if (resource.type === 'custom_field') saveFieldOwner(db, stored.resource)
  touch(applied.touched, stored.outcome, stored.resource)
  applied.weight += computeWeight(stored.resource)
  return placed
}

function getResource(included: readonly Resource[], data: readonly Resource[], index: number): Resource | undefined {
  return index < included.length ? included[index] : data[index - included.length]
}

/** Marks a document as touched if its result was written. */
function touchDocumentOfResult(db: WritableDb, { result, document }: TouchedIds, resource: Resource | undefined): void {
  if (!resource || !result.has(related(resource, 'last_document_representation')?.id ?? '')) return
  document.add(resource.id)
  // A desktop that follows rebuilds the row when it gets the document, even if the document is unchanged.
  markRecord(db, resource.type, resource.id)
}

function areAllPlaced(records: (PlacedRecord | null)[]): records is PlacedRecord[] {
  return !records.includes(null)
}

/** Marks the rows that must be rebuilt because this record changed. */
export function touch(touched: TouchedIds, outcome: StoreResult['outcome'], resource: Resource): void {
  const key = touchedKeys[resource.type]
  if (key !== undefined) touched[key].add(resource.id)
  if (outcome !== 'new') return
  if (resource.type === 'container') touched.grown.add(findLinkedShipmentId(resource))
  else if (resource.type === 'shipment') touched.grown.add(resource.id)
}

const touchedKeys: Partial<Record<string, keyof TouchedIds>> = {
  container: 'container',
  shipment: 'shipment',
  tracking_request: 'request',
  shipping_line: 'line',
  terminal: 'terminal',
  rail_terminal: 'terminal',
  party: 'party',
  document: 'document',
  document_representation: 'result',
  email_submission: 'email',
  custom_field_definition: 'field',
  custom_field_option: 'field',
  custom_field: 'field',
}

function listReferences({ relationships }: Resource): Linkage[] {
  return Object.values(relationships).filter(
    (linkage): linkage is Linkage => linkage !== null && !Array.isArray(linkage) && REFERENCES.has(linkage.type),
  )
}

/**
 * Updates only the time at which the terminal or the line was last checked, and announces it. Most changes of a day are
 * of this kind, and a projection of the whole row would be slow.
 */
export function saveCheckTimes(db: WritableDb, announce: Announce, resource: Resource): void {
  if (resource.type === 'container') {
    saveTerminalChecked(db, resource)
    announce('containers', resource.id)
  } else if (resource.type === 'shipment') {
    saveLineChecked(db, resource)
    announce('shipments', resource.id)
    for (const id of saveLineCheckedOfContainers(db, resource)) announce('containers', id)
  }
}

/** Every request and shipment shows the name of its line, so all of them are announced. */
export function announceLineNames(announce: Announce): void {
  announce('requests')
  announce('shipments')
}

/** Records that were read for the first time, so no row of them exists yet. */
export type NewRecords = Record<'container' | 'shipment', Map<string, FirstSeen>>
/**
 * Ids of records whose rows must be rebuilt, by kind. `terminal` includes rail terminals. `grown`: shipments that are
 * new or have a new container. `result`: document results, see `ApplyProgress`.
 */
export type TouchedIds = Record<
  | 'container'
  | 'shipment'
  | 'terminal'
  | 'request'
  | 'grown'
  | 'line'
  | 'field'
  | 'party'
  | 'document'
  | 'email'
  | 'result',
  Set<string>
>

export function createTouchedIds(results: Set<string>): TouchedIds {
  return {
    container: new Set(),
    shipment: new Set(),
    terminal: new Set(),
    request: new Set(),
    grown: new Set(),
    line: new Set(),
    field: new Set(),
    party: new Set(),
    document: new Set(),
    email: new Set(),
    result: results,
  }
}

export function reproject(
  db: WritableDb,
  announce: Announce,
  touched: TouchedIds,
  { load, fresh, keepsZones = false }: { load: LoadResource; fresh: NewRecords; keepsZones?: boolean },
): void {
  const bookedBefore = loadBookedShipments(db, touched.request)
  if (touched.request.size > 0) projectRequests(db, touched.request)
  const rebooked = findRebookedShipments(bookedBefore, loadBookedShipments(db, touched.request))
  for (const id of [...loadShipmentsNamedBy(db, touched), ...rebooked]) touched.shipment.add(id)
  const containers = new Set([
    ...touched.container,
    ...loadRelatedContainerIds(db, [...touched.shipment], [...touched.terminal]),
  ])
  if (touched.shipment.size > 0) {
    projectShipments(db, touched.shipment, { load, fresh: fresh.shipment })
    saveLinesOfShipments(db, touched.shipment)
  }
  const others = projectContainers(db, containers, { load, fresh: fresh.container, keepsZones })
  for (const id of [...containers, ...others]) announce('containers', id)
  for (const id of touched.shipment) announce('shipments', id)
  reprojectDocuments(db, announce, touched, load)
  const requests = new Set([...touched.request, ...loadRequestsOfShipments(db, [...touched.grown])])
  for (const id of requests) announce('requests', findEntryOfRecord(db, id) ?? id)
}

/** Runs after the shipments, because documents are compared with their numbers. */
function reprojectDocuments(db: WritableDb, announce: Announce, touched: TouchedIds, load: LoadResource): void {
  projectEmails(db, touched.email, load)
  for (const id of touched.email) announce('emails', id)
  const documents = new Set([
    ...touched.document,
    ...(touched.grown.size > 0 ? loadRelatedDocumentIds(db, touched.grown) : []),
  ])
  projectDocuments(db, documents, load)
  const schemas: Linkage[] = []
  for (const id of documents) {
    announceDocument(db, announce, id)
    const schema = loadSchemaOfDocument(db, id)
    if (schema) schemas.push(schema)
  }
  markUnknown(db, schemas)
}

/** A request read for the first time is not new, unless it was created within this time. */
const NEW_REQUEST_MS = 3_600_000

function isShipmentNew({ outcome, resource, before }: StoreResult, readAt: string): boolean {
  const shipmentId = findShipmentId(resource)
  if (shipmentId === null || shipmentId === findShipmentId(before)) return false
  const createdMs = instantMs(text(resource?.attributes ?? {}, 'created_at') ?? '') ?? 0
  return outcome !== 'new' || (instantMs(readAt) ?? 0) - createdMs < NEW_REQUEST_MS
}

function findLinkedShipmentId(container: Resource): string {
  const linkage = container.relationships['shipment']
  return linkage && !Array.isArray(linkage) ? linkage.id : ''
}

/** Whether the container is new, its list of events changed, or one of its milestones changed. */
function hasNewEvents({ outcome, changes, resource, before }: StoreResult): boolean {
  if (outcome === 'new') return true
  const getEventLinks = (record: Resource | null) => JSON.stringify(record?.relationships['transport_events'] ?? null)
  return getEventLinks(before) !== getEventLinks(resource) || changes.some(({ field }) => MILESTONE.test(field))
}
