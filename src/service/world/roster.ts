// The lists of shipments and requests at an instant, newest first. They have those of all slots and those that clients
// wrote. A list changes only when it gets a new entry, so it is cached until then.
import { makePlan, type ShipmentPlan } from './plan.ts'
import { drawMistypedRequest, computeRequestedMs } from './requests.ts'
import { getCreatedMs, getGeneration, type Slot } from './slots.ts'
import { FIRST_WRITTEN_SLOT, type WrittenRequest } from './written-requests.ts'

export type ListEntry = { slot: number; generation: number; createdMs: number }
/** `containersBefore` is the number of containers that come before this shipment in the list of containers. */
export type ShipmentEntry = ListEntry & { containers: number; containersBefore: number }
/** `index` is 0 for the request of the shipment, and 1 for a second request with a mistyped number. */
export type RequestEntry = ListEntry & { index: 0 | 1 }

export type Roster = {
  shipments(nowMs: number): readonly ShipmentEntry[]
  requests(nowMs: number): readonly RequestEntry[]
}

export type RosterSources = {
  seed: string
  slots: readonly Slot[]
  written: () => readonly WrittenRequest[]
  getPlan: (slot: number, generation: number) => ShipmentPlan | null
}

export function createRoster(sources: RosterSources): Roster {
  const { written } = sources
  return {
    shipments: cacheList(
      written,
      (nowMs) => listSlotShipments(sources, nowMs),
      (nowMs) => listWrittenShipments(sources, nowMs),
      countContainersBefore,
    ),
    requests: cacheList(
      written,
      (nowMs) => listSlotRequests(sources, nowMs),
      () => listWrittenRequests(sources),
      (list) => list,
    ),
  }
}

/** A part of a list, newest first, that does not change before `untilMs`. */
type SortedPart<T> = { list: readonly T[]; untilMs: number }

/**
 * Caches a list, and computes it again only outside the time span for which it is valid. The part of the slots is
 * cached separately: requests of clients do not change it, and sorting it takes long in a large world.
 */
function cacheList<T extends ListEntry>(
  written: RosterSources['written'],
  listSlots: (nowMs: number) => SortedPart<T>,
  listWritten: (nowMs: number) => SortedPart<T>,
  finish: (list: readonly T[]) => readonly T[],
): (nowMs: number) => readonly T[] {
  let slotPart: (SortedPart<T> & { fromMs: number }) | null = null
  let last: (SortedPart<T> & { fromMs: number; writtenCount: number }) | null = null
  const isValidAt = (part: { fromMs: number; untilMs: number }, nowMs: number) =>
    nowMs >= part.fromMs && nowMs < part.untilMs
  return (nowMs) => {
    const writtenCount = written().length
    if (last && isValidAt(last, nowMs) && last.writtenCount === writtenCount) return last.list
    if (!slotPart || !isValidAt(slotPart, nowMs)) slotPart = { ...listSlots(nowMs), fromMs: nowMs }
    const others = listWritten(nowMs)
    last = {
      list: finish(mergeNewestFirst(slotPart.list, others.list)),
      untilMs: Math.min(slotPart.untilMs, others.untilMs),
      fromMs: nowMs,
      writtenCount,
    }
    return last.list
  }
}

function mergeNewestFirst<T extends ListEntry>(one: readonly T[], other: readonly T[]): readonly T[] {
  if (other.length === 0) return one
  const list: T[] = []
  let mergedCount = 0
  for (const listed of one) {
    for (let next = other[mergedCount]; next && compareNewestFirst(next, listed) < 0; next = other[mergedCount]) {
      list.push(next)
      mergedCount += 1
    }
    list.push(listed)
  }
  return [...list, ...other.slice(mergedCount)]
}

function countContainersBefore(list: readonly ShipmentEntry[]): readonly ShipmentEntry[] {
  let before = 0
  for (const shipment of list) {
    shipment.containersBefore = before
    before += shipment.containers
  }
  return list
}

function listSlotShipments({ slots }: RosterSources, nowMs: number): SortedPart<ShipmentEntry> {
  let untilMs = Infinity
  const list: ShipmentEntry[] = slots.map((slot) => {
    const generation = getGeneration(slot, nowMs)
    untilMs = Math.min(untilMs, getCreatedMs(slot, generation + 1))
    return {
      slot: slot.index,
      generation,
      createdMs: getCreatedMs(slot, generation),
      containers: slot.containers,
      containersBefore: 0,
    }
  })
  return { list: list.sort(compareNewestFirst), untilMs }
}

function listWrittenShipments({ written, getPlan }: RosterSources, nowMs: number): SortedPart<ShipmentEntry> {
  let untilMs = Infinity
  const list: ShipmentEntry[] = []
  for (const request of written()) {
    const slot = FIRST_WRITTEN_SLOT + request.row
    const plan = getPlan(slot, 0)
    if (!plan) continue
    const { createdMs } = plan
    if (createdMs > nowMs) untilMs = Math.min(untilMs, createdMs)
    else list.push({ slot, generation: 0, createdMs, containers: plan.containerNumbers.length, containersBefore: 0 })
  }
  return { list: list.sort(compareNewestFirst), untilMs }
}

function listWrittenRequests({ written }: RosterSources): SortedPart<RequestEntry> {
  const list = written().map(({ row, createdMs }): RequestEntry => ({
    slot: FIRST_WRITTEN_SLOT + row,
    generation: 0,
    index: 0,
    createdMs,
  }))
  return { list: list.sort(compareNewestFirst), untilMs: Infinity }
}

/** Lists only the addresses and instants. A request itself is made when a page shows it. */
function listSlotRequests({ seed, slots }: RosterSources, nowMs: number): SortedPart<RequestEntry> {
  let untilMs = Infinity
  const list: RequestEntry[] = []
  const add = (slot: Slot, generation: number, createdMs: number) => {
    list.push({ slot: slot.index, generation, index: 0, createdMs })
    const mistypedMs = findMistypedMs(seed, slot, generation)
    if (mistypedMs === null) return
    if (mistypedMs > nowMs) untilMs = Math.min(untilMs, mistypedMs)
    else list.push({ slot: slot.index, generation, index: 1, createdMs: mistypedMs })
  }
  const getRequestedMs = (slot: Slot, generation: number) =>
    computeRequestedMs(seed, {
      slot: slot.index,
      generation,
      createdMs: getCreatedMs(slot, generation),
      script: slot.script,
    })
  for (const slot of slots) {
    const generation = getGeneration(slot, nowMs)
    add(slot, generation, getRequestedMs(slot, generation))
    // The request of the slot's next shipment exists before that shipment.
    const nextMs = getRequestedMs(slot, generation + 1)
    if (nextMs <= nowMs) add(slot, generation + 1, nextMs)
    untilMs = Math.min(untilMs, nextMs > nowMs ? nextMs : getCreatedMs(slot, generation + 1))
  }
  return { list: list.sort(compareNewestFirst), untilMs }
}

/** Returns when the mistyped request of a shipment was made, or null if there is none. */
function findMistypedMs(seed: string, slot: Slot, generation: number): number | null {
  const address = { slot: slot.index, generation, createdMs: getCreatedMs(slot, generation) }
  return drawMistypedRequest(seed, address, () => makePlan(seed, slot, generation).number)?.createdMs ?? null
}

function compareNewestFirst(one: ListEntry, other: ListEntry): number {
  return other.createdMs - one.createdMs || other.slot - one.slot
}
