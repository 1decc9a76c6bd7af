// Who is on the lists at an instant: the shipments of all slots and of written requests, and the requests that brought
// them, newest first. The order changes only when something is entered, so it is kept until the next time that happens.

import type { Journey } from './journey.ts'
import { planOfSlot } from './plan.ts'
import { mistakeOf, requestedMs } from './requests.ts'
import { createdAt, generationAt, type Slot } from './slots.ts'
import { FIRST_WRITTEN_SLOT, type WrittenRequest } from './written-requests.ts'

export type Listed = { slot: number; generation: number; createdMs: number }
/** `before`: how many containers stand ahead of its own in the list. */
export type ListedShipment = Listed & { containers: number; before: number }
/** `index` 1 is the mistaken request that came after. */
export type ListedRequest = Listed & { index: 0 | 1 }

export type Roster = {
  shipments(nowMs: number): readonly ListedShipment[]
  requests(nowMs: number): readonly ListedRequest[]
}

export type RosterSources = {
  seed: string
  slots: readonly Slot[]
  written: () => readonly WrittenRequest[]
  journeyAt: (slot: number, generation: number) => Journey | null
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
    return { slot: slot.index, generation, createdMs: createdAt(slot, generation), containers: slot.containers, before: 0 }
  })
  for (const request of written()) {
    const slot = FIRST_WRITTEN_SLOT + request.row
    const journey = journeyAt(slot, 0)
    if (!journey) continue
    const { createdMs } = journey.plan
    if (createdMs > nowMs) untilMs = Math.min(untilMs, createdMs)
    else list.push({ slot, generation: 0, createdMs, containers: journey.containers.length, before: 0 })
  }
  let before = 0
  for (const shipment of list.sort(newestFirst)) {
    shipment.before = before
    before += shipment.containers
  }
  return { list, untilMs }
}

/** Says who is listed and since when, no more: what a request says is made where a page shows it. */
function listRequests({ seed, slots, written }: RosterSources, nowMs: number): Kept<ListedRequest> {
  let untilMs = Infinity
  const list: ListedRequest[] = []
  const add = (slot: Slot, generation: number, createdMs: number) => {
    list.push({ slot: slot.index, generation, index: 0, createdMs })
    const mistakenMs = mistakenAt(seed, slot, generation)
    if (mistakenMs === null) return
    if (mistakenMs > nowMs) untilMs = Math.min(untilMs, mistakenMs)
    else list.push({ slot: slot.index, generation, index: 1, createdMs: mistakenMs })
  }
  const askedAt = (slot: Slot, generation: number) => requestedMs(seed, { slot: slot.index, generation, createdMs: createdAt(slot, generation), script: slot.script })
  for (const slot of slots) {
    const generation = generationAt(slot, nowMs)
    add(slot, generation, askedAt(slot, generation))
    // The next shipment's request is there before the shipment is.
    const nextMs = askedAt(slot, generation + 1)
    if (nextMs <= nowMs) add(slot, generation + 1, nextMs)
    untilMs = Math.min(untilMs, nextMs > nowMs ? nextMs : createdAt(slot, generation + 1))
  }
  for (const { row, createdMs } of written()) list.push({ slot: FIRST_WRITTEN_SLOT + row, generation: 0, index: 0, createdMs })
  return { list: list.sort(newestFirst), untilMs }
}

/** When the mistaken request of a shipment came; null where there was none. */
function mistakenAt(seed: string, slot: Slot, generation: number): number | null {
  const place = { slot: slot.index, generation, createdMs: createdAt(slot, generation) }
  return mistakeOf(seed, place, () => planOfSlot(seed, slot, generation).number)?.createdMs ?? null
}

function newestFirst(one: Listed, other: Listed): number {
  return other.createdMs - one.createdMs || other.slot - one.slot
}
