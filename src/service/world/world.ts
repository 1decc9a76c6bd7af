// The world behind the service is a pure function of the seed, the instant and the requests of clients. It stores
// nothing and has no timers. Its caches never change an answer. A slot (slots.ts) has one shipment at a time, and the
// generation is the number of that shipment. Requests that clients made are called "written".
import { createListing, type Listing, type Records, type Resource } from '../jsonapi/resource.ts'
import { listNumbers, listWrittenNumbers } from './directory.ts'
import { createIds, type Address, type Ids } from './ids.ts'
import type { ContainerJourney, Journey, ContainerWithJourney } from './journey.ts'
import {
  listContainerEvents,
  listRequestEvents,
  listShipmentEvents,
  type WebhookEvent,
  type TimeSpan,
} from './webhook-events.ts'
import { makeJourney } from './make-journey.ts'
import { makePlan, type ShipmentPlan } from './plan.ts'
import { listRawEvents } from './raw-events.ts'
import { createReference, type Reference } from './reference-records.ts'
import { makeMistypedRequest, makeRequest, type TrackingRequest } from './requests.ts'
import { createRoster, type ListEntry, type RequestEntry, type ShipmentEntry, type Roster } from './roster.ts'
import { arrangeSlots, getCreatedMs, type Slot } from './slots.ts'
import { createViews, EVENT_BITS, type Views } from './views.ts'
import { FIRST_WRITTEN_SLOT, makeWrittenPlan, makeWrittenRequest, type WrittenRequest } from './written-requests.ts'

export type World = {
  seed: string
  /**
   * Whether the world is too large to cache its records. A client that reads all pages would find each page dropped
   * from the cache when it reads it again.
   */
  isLarge: boolean
  ids: Ids
  reference: Reference
  /** Returns the id of the client's request in this row. */
  createWrittenRequestId(row: number): string
  /** Returns the records at that instant. */
  getRecords(nowMs: number): Records
  /** Finds a container and its journey. Null if the container does not exist yet at `nowMs`. */
  findContainer(containerId: string, nowMs: number): ContainerWithJourney | null
  /** Lists the events of the span, oldest first. */
  listEvents(span: TimeSpan): WebhookEvent[]
  /**
   * Like `listEvents`, but in parts and unsorted. In a large world it takes seconds, and the caller can answer requests
   * between two parts.
   */
  listEventBatches(span: TimeSpan): Iterable<readonly WebhookEvent[]>
}

export type WorldOptions = {
  seed: string
  containers: number
  writtenRequests: () => readonly WrittenRequest[]
  /** Returns the times at which clients refreshed a container, oldest first. */
  listRefreshTimes?: (containerId: string) => readonly number[]
  /** Returns the name that a client gave a party, or null. */
  getPartyName?: (partyId: string) => string | null
  /** Changes a container's record to what the account may see, before its changes are computed. */
  presentContainer?: (container: Resource) => Resource
}

/** The data from which the records of an instant are made. */
type WorldData = {
  ids: Ids
  reference: Reference
  roster: Roster
  views: Views
  presentContainer: (container: Resource) => Resource
  /** Returns the plan of a shipment, or null if there is none. */
  getPlan(slot: number, generation: number): ShipmentPlan | null
  getJourney(slot: number, generation: number): Journey | null
  getRequests(slot: number, generation: number): { request: TrackingRequest; mistyped: TrackingRequest | null }
  isWritten(slot: number): boolean
  /** Returns the searchable numbers of a shipment or request (directory.ts). */
  getNumbers: (slot: number, generation: number) => string
}

export function createWorld({
  seed,
  containers,
  writtenRequests,
  listRefreshTimes = () => [],
  getPartyName = () => null,
  presentContainer = (container) => container,
}: WorldOptions): World {
  const ids = createIds(seed)
  const reference = createReference(ids)
  const slots = arrangeSlots(seed, containers)
  const isLarge = slots.length > MAX_CACHED_SLOTS
  const lookups = createLookups(seed, slots, writtenRequests)
  const data: WorldData = {
    ids,
    reference,
    presentContainer,
    views: createViews({ ids, reference, listRefreshTimes, getPartyName, isCaching: !isLarge }),
    roster: createRoster({ seed, slots, written: writtenRequests, ...lookups }),
    ...lookups,
  }
  return {
    seed,
    isLarge,
    ids,
    reference,
    createWrittenRequestId: (row) => ids.create('tracking_request', FIRST_WRITTEN_SLOT + row),
    getRecords: (nowMs) => createRecords(data, slots, nowMs),
    findContainer: (containerId, nowMs) => {
      const address = ids.parse(containerId)
      const { journey, container } = (address?.kind === 'container' && findJourney(data, slots, address, nowMs)) || {}
      return journey && container ? { journey, container } : null
    },
    listEvents: (span) => sortByTime([...generateEventBatches(data, span)].flat()),
    listEventBatches: (span) => generateEventBatches(data, span),
  }
}

/** The number of shipments or requests in one part. */
const BATCH_SIZE = 500

function* generateEventBatches(data: WorldData, span: TimeSpan): Generator<WebhookEvent[]> {
  const { ids, reference, roster, views, presentContainer: present } = data
  const buildShownContainer = (journey: Journey, container: ContainerJourney, nowMs: number) =>
    present(views.container(journey, container, nowMs))
  for (const batch of splitIntoBatches(roster.shipments(span.toMs))) {
    yield batch.flatMap(({ slot, generation }) => {
      const journey = data.getJourney(slot, generation)
      if (!journey) return []
      const containerEvents = journey.containers.flatMap((container) =>
        listContainerEvents(ids, reference, { ...views, container: buildShownContainer }, journey, container, span),
      )
      return [...listShipmentEvents(ids, reference, journey, span), ...containerEvents]
    })
  }
  for (const batch of splitIntoBatches(roster.requests(span.toMs))) {
    yield batch.flatMap((listed) => {
      const { slot, generation, index } = listed
      const request = findListedRequest(data, listed)
      const shipmentId = request.shipment && ids.create('shipment', request.shipment.slot, request.shipment.generation)
      return listRequestEvents(request, ids.create('tracking_request', slot, generation, index), shipmentId, span)
    })
  }
}

function* splitIntoBatches<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += BATCH_SIZE) yield list.slice(from, from + BATCH_SIZE)
}

export function sortByTime(events: WebhookEvent[]): WebhookEvent[] {
  return events.sort((one, other) => one.atMs - other.atMs)
}

function findListedRequest(data: WorldData, { slot, generation, index }: RequestEntry): TrackingRequest {
  const { request, mistyped } = data.getRequests(slot, generation)
  const listed = index === 0 ? request : mistyped
  if (!listed) throw new Error(`There is no second request for slot ${slot}.`)
  return listed
}

/** Finds the journey and the container of an address. Null if the shipment does not exist yet at `nowMs`. */
function findJourney(
  data: WorldData,
  slots: readonly Slot[],
  { kind, slot, generation, index }: Address,
  nowMs: number,
): { journey: Journey; container: ContainerJourney | null } | null {
  const worldSlot = slots[slot]
  if (worldSlot ? getCreatedMs(worldSlot, generation) > nowMs : !data.isWritten(slot)) return null
  const journey = data.getJourney(slot, generation)
  if (!journey || journey.plan.createdMs > nowMs) return null
  return {
    journey,
    container:
      journey.containers[kind === 'transport_event' || kind === 'raw_event' ? index >>> EVENT_BITS : index] ?? null,
  }
}

/** A shipment with its records takes about 80 kB. With more slots than this, the records are made for each page. */
const MAX_CACHED_SLOTS = 8000
/** Enough entries for the records of one page, because its includes need them again. */
const CACHED_IN_LARGE_WORLD = 256

/** Returns functions that find shipments and requests by their address, with caches. */
function createLookups(
  seed: string,
  slots: readonly Slot[],
  writtenRequests: WorldOptions['writtenRequests'],
): Pick<WorldData, 'getPlan' | 'getJourney' | 'getRequests' | 'isWritten' | 'getNumbers'> {
  // Twice the list: room for the listed records and for older ones that clients request by id.
  const maxEntries = slots.length > MAX_CACHED_SLOTS ? CACHED_IN_LARGE_WORLD : slots.length * 2 + 1000
  const findWritten = (slot: number) => writtenRequests()[slot - FIRST_WRITTEN_SLOT - 1] ?? null
  const getPlan = (slot: number, generation: number) => {
    const worldSlot = slots[slot]
    if (worldSlot) return makePlan(seed, worldSlot, generation)
    const request = findWritten(slot)
    return request && makeWrittenPlan(seed, request)
  }
  const getJourney = cacheByAddress(maxEntries, (slot, generation) => {
    const plan = getPlan(slot, generation)
    return plan && makeJourney(seed, plan)
  })
  const getRequests = cacheByAddress(maxEntries, (slot, generation) => {
    const request = findWritten(slot)
    const journey = getJourney(slot, generation)
    if (request) return { request: makeWrittenRequest(seed, request, journey), mistyped: null }
    if (!journey) throw new Error(`There is no request for slot ${slot}.`)
    return { request: makeRequest(seed, journey), mistyped: makeMistypedRequest(seed, journey) }
  })
  // The numbers are small, so this cache has room for the whole list even in a large world.
  const getNumbers = cacheByAddress(slots.length * 2 + 1000, (slot, generation) => {
    const plan = getPlan(slot, generation)
    const request = plan ? null : findWritten(slot)
    return plan ? listNumbers(seed, plan) : request ? listWrittenNumbers(request) : ''
  })
  return { getPlan, getJourney, getRequests, isWritten: (slot) => findWritten(slot) !== null, getNumbers }
}

function createRecords(data: WorldData, slots: readonly Slot[], nowMs: number): Records {
  const { ids, reference, roster } = data
  const findByAddress = (type: string, id: string): Resource | null => {
    const address = ids.parse(id)
    if (address?.kind !== type) return null
    if (type === 'tracking_request') return findRequest(data, slots, address, id, nowMs)
    const { journey, container } = findJourney(data, slots, address, nowMs) ?? {}
    if (!journey) return null
    if (type === 'shipment') return data.views.shipment(journey, nowMs)
    if (!container) return null
    if (type === 'raw_event')
      return listRawEvents(data, journey, container, nowMs).find((event) => event.id === id) ?? null
    return type === 'container'
      ? data.views.container(journey, container, nowMs)
      : data.views.event(journey, container, id, nowMs)
  }
  return {
    find: (type, id) => (JOURNEY_TYPES.includes(type) ? findByAddress(type, id) : reference.find(type, id)),
    list: (type) => {
      if (type === 'shipment') return createShipmentListing(data, roster.shipments(nowMs), nowMs)
      if (type === 'container') return createContainerListing(data, roster.shipments(nowMs), nowMs)
      if (type === 'tracking_request') return createRequestListing(data, roster.requests(nowMs), nowMs)
      return createListing(reference.list(type))
    },
    listRelated: (type, relation, id) => {
      const address = type === 'transport_event' && relation === 'container' ? ids.parse(id) : null
      const { journey, container } = (address?.kind === 'container' && findJourney(data, slots, address, nowMs)) || {}
      return journey && container ? data.views.events(journey, container, nowMs) : []
    },
  }
}

const JOURNEY_TYPES = ['shipment', 'container', 'transport_event', 'raw_event', 'tracking_request']

function createShipmentListing(data: WorldData, listed: readonly ShipmentEntry[], nowMs: number): Listing {
  const buildRecords = ({ slot, generation }: ShipmentEntry): Resource[] => {
    const journey = data.getJourney(slot, generation)
    return journey ? [data.views.shipment(journey, nowMs)] : []
  }
  return {
    total: listed.length,
    slice: (from, count) => listed.slice(from, from + count).flatMap(buildRecords),
    findCandidates: (texts, ids) => generateRecords(filterEntries(data, listed, texts, ids), buildRecords),
  }
}

function* generateRecords<T>(
  listed: readonly T[],
  buildRecords: (entry: T) => readonly Resource[],
): Generator<Resource> {
  for (const one of listed) yield* buildRecords(one)
}

/** Filters the entries with one of the texts in their numbers, and those with one of the ids, also of a container. */
function filterEntries<T extends ListEntry>(
  { ids, getNumbers }: WorldData,
  listed: readonly T[],
  texts: readonly string[],
  wanted: ReadonlySet<string>,
): T[] {
  const addresses = new Set(
    [...wanted].map((id) => ids.parse(id)).map((address) => `${address?.slot} ${address?.generation}`),
  )
  return listed.filter(({ slot, generation }) => {
    const numbers = getNumbers(slot, generation)
    return (
      texts.some((text) => numbers.includes(text)) || (addresses.size > 0 && addresses.has(`${slot} ${generation}`))
    )
  })
}

function createContainerListing(data: WorldData, listed: readonly ShipmentEntry[], nowMs: number): Listing {
  const last = listed.at(-1)
  return {
    total: last ? last.containersBefore + last.containers : 0,
    slice: (from, count) => {
      const page: Resource[] = []
      for (let index = findShipmentIndex(listed, from); index < listed.length; index += 1) {
        const { slot, generation, containersBefore } = listed[index] ?? {
          slot: 0,
          generation: 0,
          containersBefore: Infinity,
        }
        if (containersBefore >= from + count) break
        const journey = data.getJourney(slot, generation)
        const pageContainers =
          journey?.containers.slice(Math.max(0, from - containersBefore), from + count - containersBefore) ?? []
        if (journey) page.push(...pageContainers.map((container) => data.views.container(journey, container, nowMs)))
      }
      return page
    },
    findCandidates: (texts, ids) =>
      generateRecords(filterEntries(data, listed, texts, ids), ({ slot, generation }) => {
        const journey = data.getJourney(slot, generation)
        return journey ? journey.containers.map((container) => data.views.container(journey, container, nowMs)) : []
      }),
  }
}

/** Finds the index of the shipment that has the container at this position, by binary search. */
function findShipmentIndex(listed: readonly ShipmentEntry[], position: number): number {
  let low = 0
  let high = listed.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const shipment = listed[middle]
    if (shipment && shipment.containersBefore + shipment.containers <= position) low = middle + 1
    else high = middle
  }
  return low
}

function createRequestListing(data: WorldData, listed: readonly RequestEntry[], nowMs: number): Listing {
  const { ids, views } = data
  const buildRequest = (entry: RequestEntry) =>
    views.request(
      findListedRequest(data, entry),
      ids.create('tracking_request', entry.slot, entry.generation, entry.index),
      nowMs,
    )
  return {
    total: listed.length,
    slice: (from, count) => listed.slice(from, from + count).map(buildRequest),
    findCandidates: (texts, wanted) =>
      generateRecords(filterEntries(data, listed, texts, wanted), (one) => [buildRequest(one)]),
  }
}

function findRequest(
  data: WorldData,
  slots: readonly Slot[],
  { slot, generation, index }: Address,
  id: string,
  nowMs: number,
): Resource | null {
  const isWritten = data.isWritten(slot)
  if (!isWritten && !slots[slot]) return null
  const { request, mistyped } = data.getRequests(slot, generation)
  const wanted = index === 0 ? request : mistyped
  // A client can always read its own requests, even those that are ahead of the world's clock.
  return wanted && (isWritten || wanted.createdMs <= nowMs) ? data.views.request(wanted, id, nowMs) : null
}

/** Caches a function by slot and generation. The oldest entries are dropped first. */
function cacheByAddress<T>(
  maxEntries: number,
  make: (slot: number, generation: number) => T,
): (slot: number, generation: number) => T {
  const cache = new Map<number, T>()
  return (slot, generation) => {
    const key = slot * 4096 + generation
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const fresh = make(slot, generation)
    cache.set(key, fresh)
    const oldest = cache.size > maxEntries ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    return fresh
  }
}
