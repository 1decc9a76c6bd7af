// The world behind the service: a pure function of seed, instant and client requests. It stores nothing and has no
// timers; caches only save work and never change an answer. A slot (slots.ts) holds one shipment at a time, and its
// generation numbers them. "Written" requests come from clients.
import { listingOf, type Listing, type Records, type Resource } from '../jsonapi/resource.ts'
import { numbersOf, numbersOfWritten } from './directory.ts'
import { createIds, type Address, type Ids } from './ids.ts'
import type { ContainerJourney, Journey, Located } from './journey.ts'
import { containerEvents, requestEvents, shipmentEvents, type WebhookEvent, type Span } from './webhook-events.ts'
import { journeyOf } from './make-journey.ts'
import { planOfSlot, type ShipmentPlan } from './plan.ts'
import { rawEventsOf } from './raw-events.ts'
import { createReference, type Reference } from './reference-records.ts'
import { mistakenRequestOf, requestOf, type TrackingRequest } from './requests.ts'
import { createRoster, type Listed, type ListedRequest, type ListedShipment, type Roster } from './roster.ts'
import { arrangeSlots, createdAt, type Slot } from './slots.ts'
import { createViews, EVENT_BITS, type Views } from './views.ts'
import { FIRST_WRITTEN_SLOT, writtenPlanOf, writtenRequestOf, type WrittenRequest } from './written-requests.ts'

export type World = {
  seed: string
  /** Too large to cache records: a client that reads all pages returns to a page only after it left the cache. */
  isLarge: boolean
  ids: Ids
  reference: Reference
  /** The id of the request in this row. */
  writtenRequestId(row: number): string
  /** The records at that instant. */
  at(nowMs: number): Records
  /** The journey of a container that was entered by then. */
  locate(containerId: string, nowMs: number): Located | null
  /** Events of that span, oldest first. */
  eventsIn(span: Span): WebhookEvent[]
  /** The same in parts and unsorted: in a large world it takes seconds, and other requests must be answered between. */
  eventBatchesIn(span: Span): Iterable<readonly WebhookEvent[]>
}

export type WorldOptions = {
  seed: string
  containers: number
  writtenRequests: () => readonly WrittenRequest[]
  /** When clients refreshed a container, oldest first. */
  refreshTimesOf?: (containerId: string) => readonly number[]
  /** The name that a client gave a party, or null. */
  partyNameOf?: (partyId: string) => string | null
  /** Transforms a container as the account sees it, before its changes are computed. */
  presentContainer?: (container: Resource) => Resource
}

/** What the records of an instant are made from. */
type WorldData = {
  ids: Ids
  reference: Reference
  roster: Roster
  views: Views
  presentContainer: (container: Resource) => Resource
  /** Null if there is no shipment. */
  planAt(slot: number, generation: number): ShipmentPlan | null
  journeyAt(slot: number, generation: number): Journey | null
  requestsAt(slot: number, generation: number): { request: TrackingRequest; mistaken: TrackingRequest | null }
  isWritten(slot: number): boolean
  /** The searchable numbers (directory.ts). */
  numbersAt: (slot: number, generation: number) => string
}

export function createWorld({
  seed,
  containers,
  writtenRequests,
  refreshTimesOf = () => [],
  partyNameOf = () => null,
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
    views: createViews({ ids, reference, refreshTimesOf, partyNameOf, isCaching: !isLarge }),
    roster: createRoster({ seed, slots, written: writtenRequests, ...lookups }),
    ...lookups,
  }
  return {
    seed,
    isLarge,
    ids,
    reference,
    writtenRequestId: (row) => ids.of('tracking_request', FIRST_WRITTEN_SLOT + row),
    at: (nowMs) => recordsAt(data, slots, nowMs),
    locate: (containerId, nowMs) => {
      const address = ids.read(containerId)
      const { journey, container } = (address?.kind === 'container' && locateAddress(data, slots, address, nowMs)) || {}
      return journey && container ? { journey, container } : null
    },
    eventsIn: (span) => sortByTime([...eventBatchesIn(data, span)].flat()),
    eventBatchesIn: (span) => eventBatchesIn(data, span),
  }
}

/** Number of shipments or requests in one part. */
const BATCH_SIZE = 500

function* eventBatchesIn(data: WorldData, span: Span): Generator<WebhookEvent[]> {
  const { ids, reference, roster, views, presentContainer: seen } = data
  const asShown = (journey: Journey, container: ContainerJourney, nowMs: number) =>
    seen(views.container(journey, container, nowMs))
  for (const piece of batchesOf(roster.shipments(span.toMs))) {
    yield piece.flatMap(({ slot, generation }) => {
      const journey = data.journeyAt(slot, generation)
      if (!journey) return []
      const ofContainers = journey.containers.flatMap((container) =>
        containerEvents(ids, reference, { ...views, container: asShown }, journey, container, span),
      )
      return [...shipmentEvents(ids, reference, journey, span), ...ofContainers]
    })
  }
  for (const piece of batchesOf(roster.requests(span.toMs))) {
    yield piece.flatMap((listed) => {
      const { slot, generation, index } = listed
      const request = findListedRequest(data, listed)
      const shipmentId = request.shipment && ids.of('shipment', request.shipment.slot, request.shipment.generation)
      return requestEvents(request, ids.of('tracking_request', slot, generation, index), shipmentId, span)
    })
  }
}

function* batchesOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += BATCH_SIZE) yield list.slice(from, from + BATCH_SIZE)
}

export function sortByTime(events: WebhookEvent[]): WebhookEvent[] {
  return events.sort((one, other) => one.atMs - other.atMs)
}

function findListedRequest(data: WorldData, { slot, generation, index }: ListedRequest): TrackingRequest {
  const { request, mistaken } = data.requestsAt(slot, generation)
  const listed = index === 0 ? request : mistaken
  if (!listed) throw new Error(`There is no second request for slot ${slot}.`)
  return listed
}

/** The journey and the container of an address, if it was entered. */
function locateAddress(
  data: WorldData,
  slots: readonly Slot[],
  { kind, slot, generation, index }: Address,
  nowMs: number,
): { journey: Journey; container: ContainerJourney | null } | null {
  const worldSlot = slots[slot]
  if (worldSlot ? createdAt(worldSlot, generation) > nowMs : !data.isWritten(slot)) return null
  const journey = data.journeyAt(slot, generation)
  if (!journey || journey.plan.createdMs > nowMs) return null
  return {
    journey,
    container:
      journey.containers[kind === 'transport_event' || kind === 'raw_event' ? index >>> EVENT_BITS : index] ?? null,
  }
}

/** A shipment with its records takes about 80 kB: above 25,000 containers they are made for each page. */
const MAX_CACHED_SLOTS = 8000
/** Enough for the records of one page, which are requested again for its includes. */
const CACHED_IN_LARGE_WORLD = 256

/** Shipments and requests by address, with caches. */
function createLookups(
  seed: string,
  slots: readonly Slot[],
  writtenRequests: WorldOptions['writtenRequests'],
): Pick<WorldData, 'planAt' | 'journeyAt' | 'requestsAt' | 'isWritten' | 'numbersAt'> {
  // Twice the list, for listed records and those requested by id; older ones are made again.
  const maxEntries = slots.length > MAX_CACHED_SLOTS ? CACHED_IN_LARGE_WORLD : slots.length * 2 + 1000
  const writtenAt = (slot: number) => writtenRequests()[slot - FIRST_WRITTEN_SLOT - 1] ?? null
  const planAt = (slot: number, generation: number) => {
    const worldSlot = slots[slot]
    if (worldSlot) return planOfSlot(seed, worldSlot, generation)
    const request = writtenAt(slot)
    return request && writtenPlanOf(seed, request)
  }
  const journeyAt = cacheByAddress(maxEntries, (slot, generation) => {
    const plan = planAt(slot, generation)
    return plan && journeyOf(seed, plan)
  })
  const requestsAt = cacheByAddress(maxEntries, (slot, generation) => {
    const request = writtenAt(slot)
    const journey = journeyAt(slot, generation)
    if (request) return { request: writtenRequestOf(seed, request, journey), mistaken: null }
    if (!journey) throw new Error(`There is no request for slot ${slot}.`)
    return { request: requestOf(seed, journey), mistaken: mistakenRequestOf(seed, journey) }
  })
  // Small, so the cache covers the whole list even in a large world.
  const numbersAt = cacheByAddress(slots.length * 2 + 1000, (slot, generation) => {
    const plan = planAt(slot, generation)
    const request = plan ? null : writtenAt(slot)
    return plan ? numbersOf(seed, plan) : request ? numbersOfWritten(request) : ''
  })
  return { planAt, journeyAt, requestsAt, isWritten: (slot) => writtenAt(slot) !== null, numbersAt }
}

function recordsAt(data: WorldData, slots: readonly Slot[], nowMs: number): Records {
  const { ids, reference, roster } = data
  const byAddress = (type: string, id: string): Resource | null => {
    const address = ids.read(id)
    if (address?.kind !== type) return null
    if (type === 'tracking_request') return requestById(data, slots, address, id, nowMs)
    const { journey, container } = locateAddress(data, slots, address, nowMs) ?? {}
    if (!journey) return null
    if (type === 'shipment') return data.views.shipment(journey, nowMs)
    if (!container) return null
    if (type === 'raw_event')
      return rawEventsOf(data, journey, container, nowMs).find((event) => event.id === id) ?? null
    return type === 'container'
      ? data.views.container(journey, container, nowMs)
      : data.views.event(journey, container, id, nowMs)
  }
  return {
    find: (type, id) => (JOURNEY_TYPES.includes(type) ? byAddress(type, id) : reference.find(type, id)),
    list: (type) => {
      if (type === 'shipment') return shipmentListing(data, roster.shipments(nowMs), nowMs)
      if (type === 'container') return containerListing(data, roster.shipments(nowMs), nowMs)
      if (type === 'tracking_request') return requestListing(data, roster.requests(nowMs), nowMs)
      return listingOf(reference.list(type))
    },
    belonging: (type, relation, id) => {
      const address = type === 'transport_event' && relation === 'container' ? ids.read(id) : null
      const { journey, container } = (address?.kind === 'container' && locateAddress(data, slots, address, nowMs)) || {}
      return journey && container ? data.views.events(journey, container, nowMs) : []
    },
  }
}

const JOURNEY_TYPES = ['shipment', 'container', 'transport_event', 'raw_event', 'tracking_request']

function shipmentListing(data: WorldData, listed: readonly ListedShipment[], nowMs: number): Listing {
  const recordsOf = ({ slot, generation }: ListedShipment): Resource[] => {
    const journey = data.journeyAt(slot, generation)
    return journey ? [data.views.shipment(journey, nowMs)] : []
  }
  return {
    total: listed.length,
    slice: (from, count) => listed.slice(from, from + count).flatMap(recordsOf),
    mentioning: (texts, ids) => recordsOfEach(filterMentioning(data, listed, texts, ids), recordsOf),
  }
}

function* recordsOfEach<T>(listed: readonly T[], recordsOf: (one: T) => readonly Resource[]): Generator<Resource> {
  for (const one of listed) yield* recordsOf(one)
}

/** Entries with one of the texts in their numbers, or one of the ids (also of their containers). */
function filterMentioning<T extends Listed>(
  { ids, numbersAt }: WorldData,
  listed: readonly T[],
  texts: readonly string[],
  wanted: ReadonlySet<string>,
): T[] {
  const addresses = new Set(
    [...wanted].map((id) => ids.read(id)).map((address) => `${address?.slot} ${address?.generation}`),
  )
  return listed.filter(({ slot, generation }) => {
    const numbers = numbersAt(slot, generation)
    return (
      texts.some((text) => numbers.includes(text)) || (addresses.size > 0 && addresses.has(`${slot} ${generation}`))
    )
  })
}

function containerListing(data: WorldData, listed: readonly ListedShipment[], nowMs: number): Listing {
  const last = listed.at(-1)
  return {
    total: last ? last.before + last.containers : 0,
    slice: (from, count) => {
      const page: Resource[] = []
      for (let at = indexOfShipmentWith(listed, from); at < listed.length; at += 1) {
        const { slot, generation, before } = listed[at] ?? { slot: 0, generation: 0, before: Infinity }
        if (before >= from + count) break
        const journey = data.journeyAt(slot, generation)
        const own = journey?.containers.slice(Math.max(0, from - before), from + count - before) ?? []
        if (journey) page.push(...own.map((container) => data.views.container(journey, container, nowMs)))
      }
      return page
    },
    mentioning: (texts, ids) =>
      recordsOfEach(filterMentioning(data, listed, texts, ids), ({ slot, generation }) => {
        const journey = data.journeyAt(slot, generation)
        return journey ? journey.containers.map((container) => data.views.container(journey, container, nowMs)) : []
      }),
  }
}

/** Index of the shipment that has the container at this position. */
function indexOfShipmentWith(listed: readonly ListedShipment[], position: number): number {
  let low = 0
  let high = listed.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const shipment = listed[middle]
    if (shipment && shipment.before + shipment.containers <= position) low = middle + 1
    else high = middle
  }
  return low
}

function requestListing(data: WorldData, listed: readonly ListedRequest[], nowMs: number): Listing {
  const { ids, views } = data
  const recordOf = (one: ListedRequest) =>
    views.request(findListedRequest(data, one), ids.of('tracking_request', one.slot, one.generation, one.index), nowMs)
  return {
    total: listed.length,
    slice: (from, count) => listed.slice(from, from + count).map(recordOf),
    mentioning: (texts, wanted) =>
      recordsOfEach(filterMentioning(data, listed, texts, wanted), (one) => [recordOf(one)]),
  }
}

function requestById(
  data: WorldData,
  slots: readonly Slot[],
  { slot, generation, index }: Address,
  id: string,
  nowMs: number,
): Resource | null {
  const isWritten = data.isWritten(slot)
  if (!isWritten && !slots[slot]) return null
  const { request, mistaken } = data.requestsAt(slot, generation)
  const wanted = index === 0 ? request : mistaken
  // A client can always read its own requests, also those ahead of the world's clock.
  return wanted && (isWritten || wanted.createdMs <= nowMs) ? data.views.request(wanted, id, nowMs) : null
}

/** A cache by slot and generation that drops the oldest entries. */
function cacheByAddress<T>(
  maxEntries: number,
  make: (slot: number, generation: number) => T,
): (slot: number, generation: number) => T {
  const cache = new Map<number, T>()
  return (slot, generation) => {
    const key = slot * 4096 + generation
    const known = cache.get(key)
    if (known !== undefined) return known
    const fresh = make(slot, generation)
    cache.set(key, fresh)
    const oldest = cache.size > maxEntries ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    return fresh
  }
}
