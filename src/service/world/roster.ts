// The lists at an instant: shipments of all slots and written requests, and all requests, newest first. The order
// changes only with a new entry, so it is cached until then.
import { planOfSlot, type ShipmentPlan } from './plan.ts'
import { mistakeOf, requestedMs } from './requests.ts'
import { createdAt, generationAt, type Slot } from './slots.ts'
import { FIRST_WRITTEN_SLOT, type WrittenRequest } from './written-requests.ts'

export type Listed = { slot: number; generation: number; createdMs: number }
/** `before`: number of containers in the list before its own. */
export type ListedShipment = Listed & { containers: number; before: number }
/** `index` 1 is the mistaken second request. */
export type ListedRequest = Listed & { index: 0 | 1 }

export type Roster = {
  shipments(nowMs: number): readonly ListedShipment[]
  requests(nowMs: number): readonly ListedRequest[]
}

export type RosterSources = {
  seed: string
  slots: readonly Slot[]
  written: () => readonly WrittenRequest[]
  planAt: (slot: number, generation: number) => ShipmentPlan | null
}

export function createRoster(sources: RosterSources): Roster {
  const { written } = sources
  return {
    shipments: cacheList(
      written,
      (nowMs) => slotShipments(sources, nowMs),
      (nowMs) => writtenShipments(sources, nowMs),
      countContainersBefore,
    ),
    requests: cacheList(
      written,
      (nowMs) => slotRequests(sources, nowMs),
      () => writtenRequests(sources),
      (list) => list,
    ),
  }
}

/** Newest first. */
type Part<T> = { list: readonly T[]; untilMs: number }

/**
 * Computes the list again only outside the time span of the last one. Client requests do not change the world's own
 * part, which takes long to sort in a large world.
 */
function cacheList<T extends Listed>(
  written: RosterSources['written'],
  ofSlots: (nowMs: number) => Part<T>,
  ofWritten: (nowMs: number) => Part<T>,
  finish: (list: readonly T[]) => readonly T[],
): (nowMs: number) => readonly T[] {
  let slotPart: (Part<T> & { fromMs: number }) | null = null
  let last: (Part<T> & { fromMs: number; writtenCount: number }) | null = null
  const isValidAt = (part: { fromMs: number; untilMs: number }, nowMs: number) =>
    nowMs >= part.fromMs && nowMs < part.untilMs
  return (nowMs) => {
    const writtenCount = written().length
    if (last && isValidAt(last, nowMs) && last.writtenCount === writtenCount) return last.list
    if (!slotPart || !isValidAt(slotPart, nowMs)) slotPart = { ...ofSlots(nowMs), fromMs: nowMs }
    const others = ofWritten(nowMs)
    last = {
      list: finish(mergeNewestFirst(slotPart.list, others.list)),
      untilMs: Math.min(slotPart.untilMs, others.untilMs),
      fromMs: nowMs,
      writtenCount,
    }
    return last.list
  }
}

function mergeNewestFirst<T extends Listed>(one: readonly T[], other: readonly T[]): readonly T[] {
  if (other.length === 0) return one
  const list: T[] = []
  let taken = 0
  for (const listed of one) {
    for (let next = other[taken]; next && compareNewestFirst(next, listed) < 0; next = other[taken]) {
      list.push(next)
      taken += 1
    }
    list.push(listed)
  }
  return [...list, ...other.slice(taken)]
}

function countContainersBefore(list: readonly ListedShipment[]): readonly ListedShipment[] {
  let before = 0
  for (const shipment of list) {
    shipment.before = before
    before += shipment.containers
  }
  return list
}

function slotShipments({ slots }: RosterSources, nowMs: number): Part<ListedShipment> {
  let untilMs = Infinity
  const list: ListedShipment[] = slots.map((slot) => {
    const generation = generationAt(slot, nowMs)
    untilMs = Math.min(untilMs, createdAt(slot, generation + 1))
    return {
      slot: slot.index,
      generation,
      createdMs: createdAt(slot, generation),
      containers: slot.containers,
      before: 0,
    }
  })
  return { list: list.sort(compareNewestFirst), untilMs }
}

function writtenShipments({ written, planAt }: RosterSources, nowMs: number): Part<ListedShipment> {
  let untilMs = Infinity
  const list: ListedShipment[] = []
  for (const request of written()) {
    const slot = FIRST_WRITTEN_SLOT + request.row
    const plan = planAt(slot, 0)
    if (!plan) continue
    const { createdMs } = plan
    if (createdMs > nowMs) untilMs = Math.min(untilMs, createdMs)
    else list.push({ slot, generation: 0, createdMs, containers: plan.containerNumbers.length, before: 0 })
  }
  return { list: list.sort(compareNewestFirst), untilMs }
}

function writtenRequests({ written }: RosterSources): Part<ListedRequest> {
  const list = written().map(({ row, createdMs }): ListedRequest => ({
    slot: FIRST_WRITTEN_SLOT + row,
    generation: 0,
    index: 0,
    createdMs,
  }))
  return { list: list.sort(compareNewestFirst), untilMs: Infinity }
}

/** Only the order and the instants; the request itself is made when a page shows it. */
function slotRequests({ seed, slots }: RosterSources, nowMs: number): Part<ListedRequest> {
  let untilMs = Infinity
  const list: ListedRequest[] = []
  const add = (slot: Slot, generation: number, createdMs: number) => {
    list.push({ slot: slot.index, generation, index: 0, createdMs })
    const mistakenMs = mistakenAt(seed, slot, generation)
    if (mistakenMs === null) return
    if (mistakenMs > nowMs) untilMs = Math.min(untilMs, mistakenMs)
    else list.push({ slot: slot.index, generation, index: 1, createdMs: mistakenMs })
  }
  const requestTime = (slot: Slot, generation: number) =>
    requestedMs(seed, { slot: slot.index, generation, createdMs: createdAt(slot, generation), script: slot.script })
  for (const slot of slots) {
    const generation = generationAt(slot, nowMs)
    add(slot, generation, requestTime(slot, generation))
    // The next shipment's request exists before the shipment.
    const nextMs = requestTime(slot, generation + 1)
    if (nextMs <= nowMs) add(slot, generation + 1, nextMs)
    untilMs = Math.min(untilMs, nextMs > nowMs ? nextMs : createdAt(slot, generation + 1))
  }
  return { list: list.sort(compareNewestFirst), untilMs }
}

/** When the mistaken request of a shipment was made; null if there is none. */
function mistakenAt(seed: string, slot: Slot, generation: number): number | null {
  const place = { slot: slot.index, generation, createdMs: createdAt(slot, generation) }
  return mistakeOf(seed, place, () => planOfSlot(seed, slot, generation).number)?.createdMs ?? null
}

function compareNewestFirst(one: Listed, other: Listed): number {
  return other.createdMs - one.createdMs || other.slot - one.slot
}
