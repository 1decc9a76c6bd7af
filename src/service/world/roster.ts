// Who is on the lists at an instant: the shipments of all slots and of written requests, and the requests that brought
// them, newest first. The order changes only when something is entered, so it is kept until the next time that happens.

import type { Journey } from './journey.ts'
import { requestedMs, type TrackingRequest } from './requests.ts'
import { createdAt, generationAt, type Slot } from './slots.ts'
import { FIRST_WRITTEN_SLOT, type WrittenRequest } from './written-requests.ts'

export type Listed = { slot: number; generation: number; createdMs: number }
export type ListedShipment = Listed & { containers: number }
/** `index` 1 is the mistaken request that came after. */
export type ListedRequest = Listed & { index: 0 | 1; request: TrackingRequest }

export type RequestsAt = (slot: number, generation: number) => { request: TrackingRequest; mistaken: TrackingRequest | null }

export type Roster = {
  shipments(nowMs: number): readonly ListedShipment[]
  requests(nowMs: number): readonly ListedRequest[]
}

export type RosterSources = {
  seed: string
  slots: readonly Slot[]
  written: () => readonly WrittenRequest[]
  journeyAt: (slot: number, generation: number) => Journey | null
  requestsAt: RequestsAt
}

export function createRoster(sources: RosterSources): Roster {
  const { written } = sources
  return {
    shipments: kept(written, (nowMs) => listShipments(sources, nowMs)),
    requests: kept(written, (nowMs) => listRequests(sources, nowMs)),
  }
}

type Kept<T> = { list: readonly T[]; untilMs: number }

/** Asks again only when the instant lies outside the span the last answer holds for, or a client wrote something. */
function kept<T extends Listed>(written: RosterSources['written'], list: (nowMs: number) => Kept<T>): (nowMs: number) => readonly T[] {
  let last: (Kept<T> & { fromMs: number; writtenCount: number }) | null = null
  return (nowMs) => {
    const writtenCount = written().length
    if (!last || nowMs < last.fromMs || nowMs >= last.untilMs || last.writtenCount !== writtenCount) {
      last = { ...list(nowMs), fromMs: nowMs, writtenCount }
    }
    return last.list
  }
}

function listShipments({ slots, written, journeyAt }: RosterSources, nowMs: number): Kept<ListedShipment> {
  let untilMs = Infinity
  const list: ListedShipment[] = slots.map((slot) => {
    const generation = generationAt(slot, nowMs)
    untilMs = Math.min(untilMs, createdAt(slot, generation + 1))
    return { slot: slot.index, generation, createdMs: createdAt(slot, generation), containers: slot.containers }
  })
  for (const request of written()) {
    const slot = FIRST_WRITTEN_SLOT + request.row
    const journey = journeyAt(slot, 0)
    if (!journey) continue
    const { createdMs } = journey.plan
    if (createdMs > nowMs) untilMs = Math.min(untilMs, createdMs)
    else list.push({ slot, generation: 0, createdMs, containers: journey.containers.length })
  }
  return { list: list.sort(newestFirst), untilMs }
}

function listRequests({ seed, slots, written, requestsAt }: RosterSources, nowMs: number): Kept<ListedRequest> {
  let untilMs = Infinity
  const list: ListedRequest[] = []
  const add = (slot: number, generation: number) => {
    const { request, mistaken } = requestsAt(slot, generation)
    list.push({ slot, generation, index: 0, createdMs: request.createdMs, request })
    if (!mistaken) return
    if (mistaken.createdMs > nowMs) untilMs = Math.min(untilMs, mistaken.createdMs)
    else list.push({ slot, generation, index: 1, createdMs: mistaken.createdMs, request: mistaken })
  }
  for (const slot of slots) {
    const generation = generationAt(slot, nowMs)
    add(slot.index, generation)
    const nextMs = createdAt(slot, generation + 1)
    // The next shipment's request is there before the shipment is.
    const askedMs = requestedMs(seed, { slot: slot.index, generation: generation + 1, createdMs: nextMs, script: slot.script })
    if (askedMs <= nowMs) add(slot.index, generation + 1)
    untilMs = Math.min(untilMs, askedMs > nowMs ? askedMs : nextMs)
  }
  for (const { row, createdMs } of written()) {
    const slot = FIRST_WRITTEN_SLOT + row
    list.push({ slot, generation: 0, index: 0, createdMs, request: requestsAt(slot, 0).request })
  }
  return { list: list.sort(newestFirst), untilMs }
}

function newestFirst(one: Listed, other: Listed): number {
  return other.createdMs - one.createdMs || other.slot - one.slot
}
