// How the world remains in a steady state on any date. The list of N containers consists of slots with one shipment
// each (1 to 8 containers). A slot has a period P and a phase: in generation g, a shipment is entered at phase + g * P,
// completes its journey, and was returned some time before the next one is entered. At every instant each slot has
// exactly one shipment, so the list has exactly N containers, and because phases are spread evenly, journeys of all
// ages. A shipment that left the list can still be found by its id.
// The first 28 slots are the showcase: four scripts (showcase-stay.ts) with seven slots each. Their period is 49 days,
// and the slots of a script follow each other by 7 days, so every state that a script has for at least 7 days is shown
// by one of its slots at every instant. A container is due "today or tomorrow" on only two days, so the first script
// extends its date until its due days, modulo 7, are all seven. Its ports are in one zone, so midnight is the same for
// all its slots. A world of 7 containers is exactly this script: overdue with fees, due, held, at sea, picked up,
// returned.
import { createDice, hashOf, type Dice } from './chance.ts'
import { DAY_MS, HOUR_MS } from './calendar.ts'
import { SERVICES } from './data/services.ts'
import { terminalAt } from './data/terminals.ts'
import { drawLane, oceanDays, type Lane } from './lanes.ts'
import type { Script } from './showcase-stay.ts'

export type Slot = {
  index: number
  containers: number
  periodMs: number
  phaseMs: number
  lane: Lane
  script: Script | null
}

const SHOWCASE_STEP_DAYS = 7
const SHOWCASE_PERIOD_DAYS = 7 * SHOWCASE_STEP_DAYS

type ShowcaseLane = readonly [service: string, load: string, discharge: string, ramp?: string]

const SHOWCASE: readonly { script: Script; lanes: readonly ShowcaseLane[] }[] = [
  {
    script: 'overdue',
    lanes: [
      ['Pacific South', 'TWKHH', 'USLAX'],
      ['Transpacific Six', 'CNYTN', 'USLAX'],
      ['Pacific Central', 'CNSHA', 'USLGB'],
      ['Pacific Five', 'KRPUS', 'USOAK'],
      ['Vietnam and China Express', 'VNVUT', 'USLAX'],
      ['Pacific Northwest', 'CNSHA', 'USTIW'],
      ['Asia America Seven', 'CNYTN', 'USLGB'],
    ],
  },
  {
    script: 'contradictory',
    lanes: [
      ['Pacific Five', 'CNSHA', 'USLAX'],
      ['Pacific South', 'CNYTN', 'USOAK'],
      ['Pacific Central', 'CNNGB', 'USSEA'],
      ['Transpacific Six', 'VNVUT', 'USLAX'],
      ['Japan Direct', 'JPTYO', 'USLAX'],
      ['Sequoia', 'CNNGB', 'USLGB'],
      ['Vietnam and China Express', 'CNSHA', 'USLAX'],
    ],
  },
  {
    script: 'silent',
    lanes: [
      ['China Pacific', 'KRPUS', 'USLGB'],
      ['Puget Sound', 'CNSHA', 'USTIW'],
      ['Canada Pacific', 'CNTAO', 'CAPRR'],
    ],
  },
  {
    script: 'inland',
    lanes: [
      ['Sequoia', 'CNSHA', 'USLGB', 'bnsf-elwood'],
      ['Pacific Five', 'CNNGB', 'USLAX', 'up-joliet'],
      ['Pacific Northwest', 'KRPUS', 'CAVAN', 'cn-brampton'],
      ['Transpacific Six', 'CNYTN', 'USLAX', 'bnsf-alliance'],
      ['Pacific Central', 'CNSHA', 'USSEA', 'bnsf-memphis'],
      ['Pacific South', 'HKHKG', 'USLAX', 'up-dallas'],
      ['Canada Pacific', 'CNSHA', 'CAVAN', 'cn-taschereau'],
    ],
  },
]

/** Most bills cover one or two containers, a few cover many. */
const SHIPMENT_SIZES = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 8]
/** The golden section: phases at multiples of this are spread evenly for any number of slots. */
const EVEN_SPREAD = 0.6180339887498949

export function arrangeSlots(seed: string, containers: number): Slot[] {
  const slots: Slot[] = []
  // One shipment of eight containers would distort the mix of a small world.
  const largest = Math.max(2, Math.floor(containers / 12))
  let left = containers
  while (left > 0) {
    const slot = showcaseSlot(seed, slots.length) ?? naturalSlot(seed, slots.length, Math.min(left, largest))
    slots.push(slot)
    left -= slot.containers
  }
  return slots
}

function showcaseSlot(seed: string, index: number): Slot | null {
  const group = SHOWCASE[Math.floor(index / SHOWCASE_STEP_DAYS)]
  if (!group) return null
  const turn = index % SHOWCASE_STEP_DAYS
  const chosen = group.lanes[turn % group.lanes.length]
  if (!chosen) throw new Error(`Script ${group.script} has no lanes.`)
  const startDay = hashOf(seed, 'showcase', group.script) % SHOWCASE_PERIOD_DAYS
  return {
    index,
    containers: 1,
    periodMs: SHOWCASE_PERIOD_DAYS * DAY_MS,
    phaseMs:
      (startDay + turn * SHOWCASE_STEP_DAYS) * DAY_MS +
      createDice(seed, 'entered', index).whole(6 * 60, 14 * 60) * 60_000,
    lane: showcaseLane(chosen),
    script: group.script,
  }
}

function showcaseLane([name, loadAt, dischargeAt, ramp]: ShowcaseLane): Lane {
  const service = SERVICES.find((candidate) => candidate.name === name)
  const load = service?.loads.find((call) => call.locode === loadAt)
  const discharge = service?.discharges.find((call) => call.locode === dischargeAt)
  if (!service || !load || !discharge) throw new Error(`No lane ${name} from ${loadAt} to ${dischargeAt}.`)
  return { service, load, discharge, connection: null, ramp: ramp === undefined ? null : terminalAt(ramp) }
}

function naturalSlot(seed: string, index: number, atMost: number): Slot {
  const dice = createDice(seed, 'slot', index)
  const lane = drawLane(dice)
  const periodMs = Math.ceil(oceanDays(lane) + AFTER_SAILING_DAYS + (lane.ramp ? INLAND_DAYS : 0)) * DAY_MS
  const spread = (createDice(seed, 'spread').unit() + index * EVEN_SPREAD) % 1
  return {
    index,
    containers: Math.min(atMost, dice.pick(SHIPMENT_SIZES)),
    periodMs,
    phaseMs: Math.floor((spread * periodMs) / 1000) * 1000,
    lane,
    script: null,
  }
}

/** Entry before departure, delays, dwell, the trucker's days and the time a returned container stays listed. */
const AFTER_SAILING_DAYS = 20
const INLAND_DAYS = 10
/** A container is listed for at least this long after its empty return. */
const LISTED_AFTER_RETURN_MS = 5 * DAY_MS

/** The latest times at which a container of a natural slot may be picked up and returned. */
export function bounds(slot: Slot, createdMs: number): { latestFullOutMs: number; latestEmptyInMs: number } {
  const latestEmptyInMs = createdMs + slot.periodMs - LISTED_AFTER_RETURN_MS
  return { latestFullOutMs: latestEmptyInMs - 30 * HOUR_MS, latestEmptyInMs }
}

/** The scheduled departure of a natural shipment, relative to its entry: usually the ship has already left. */
export function departureAround(dice: Dice, lane: Lane, createdMs: number): number {
  const sinceDays = Math.min(dice.between(-1, 5.5), oceanDays(lane) * 0.5)
  return createdMs - sinceDays * DAY_MS
}

export function generationAt(slot: Slot, instantMs: number): number {
  return Math.floor((instantMs - slot.phaseMs) / slot.periodMs)
}

export function createdAt(slot: Slot, generation: number): number {
  return slot.phaseMs + generation * slot.periodMs
}
