// Slots keep the world in a steady state on any date. The list of N containers consists of slots with one shipment each
// (1 to 8 containers). A slot has a period P and a phase. In generation g, a shipment is entered at phase + g * P and
// completes its journey. Its containers are returned some days before the next shipment is entered. So each slot has
// exactly one shipment at every instant, and the list has exactly N containers. The phases are spread evenly, so the
// journeys have all ages. A shipment that has left the list can still be found by its id.
//
// The first 28 slots are the showcase: four scripts (showcase-stay.ts) with seven slots each. Their period is 49 days,
// and the slots of a script follow each other by 7 days. So a state that a script has for at least 7 days is always
// shown by one of its slots. A container is due "today or tomorrow" on only two days. Therefore the first script
// extends its last free day until its due days, modulo 7, are all seven values. Its ports are in one zone, so midnight
// is the same for all its slots. A world of 7 containers has only this script: overdue with fees, due, held, at sea,
// picked up and returned.
import { createDice, computeHash, type Dice } from './chance.ts'
import { DAY_MS, HOUR_MS } from './calendar.ts'
import { SERVICES } from './data/services.ts'
import { findTerminal } from './data/terminals.ts'
import { drawLane, getOceanDays, type Lane } from './lanes.ts'
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
const GOLDEN_SECTION = 0.6180339887498949

export function arrangeSlots(seed: string, containers: number): Slot[] {
  const slots: Slot[] = []
  // In a small world, one shipment of eight containers would be too large a share.
  const largest = Math.max(2, Math.floor(containers / 12))
  let remaining = containers
  while (remaining > 0) {
    const slot =
      createShowcaseSlot(seed, slots.length) ?? createUnscriptedSlot(seed, slots.length, Math.min(remaining, largest))
    slots.push(slot)
    remaining -= slot.containers
  }
  return slots
}

function createShowcaseSlot(seed: string, index: number): Slot | null {
  const group = SHOWCASE[Math.floor(index / SHOWCASE_STEP_DAYS)]
  if (!group) return null
  const indexInScript = index % SHOWCASE_STEP_DAYS
  const lane = group.lanes[indexInScript % group.lanes.length]
  if (!lane) throw new Error(`Script ${group.script} has no lanes.`)
  const startDay = computeHash(seed, 'showcase', group.script) % SHOWCASE_PERIOD_DAYS
  return {
    index,
    containers: 1,
    periodMs: SHOWCASE_PERIOD_DAYS * DAY_MS,
    phaseMs:
      (startDay + indexInScript * SHOWCASE_STEP_DAYS) * DAY_MS +
      createDice(seed, 'entered', index).drawInteger(6 * 60, 14 * 60) * 60_000,
    lane: findShowcaseLane(lane),
    script: group.script,
  }
}

function findShowcaseLane([name, loadAt, dischargeAt, ramp]: ShowcaseLane): Lane {
  const service = SERVICES.find((candidate) => candidate.name === name)
  const load = service?.loads.find((call) => call.locode === loadAt)
  const discharge = service?.discharges.find((call) => call.locode === dischargeAt)
  if (!service || !load || !discharge) throw new Error(`No lane ${name} from ${loadAt} to ${dischargeAt}.`)
  return { service, load, discharge, connection: null, ramp: ramp === undefined ? null : findTerminal(ramp) }
}

function createUnscriptedSlot(seed: string, index: number, maxContainers: number): Slot {
  const dice = createDice(seed, 'slot', index)
  const lane = drawLane(dice)
  const periodMs = Math.ceil(getOceanDays(lane) + AFTER_SAILING_DAYS + (lane.ramp ? INLAND_DAYS : 0)) * DAY_MS
  const spread = (createDice(seed, 'spread').drawUnit() + index * GOLDEN_SECTION) % 1
  return {
    index,
    containers: Math.min(maxContainers, dice.pick(SHIPMENT_SIZES)),
    periodMs,
    phaseMs: Math.floor((spread * periodMs) / 1000) * 1000,
    lane,
    script: null,
  }
}

/**
 * The days of a slot's period besides the ocean voyage: entry before departure, delays, the stay at the terminal, the
 * days until the empty return, and `LISTED_AFTER_RETURN_MS`.
 */
const AFTER_SAILING_DAYS = 20
const INLAND_DAYS = 10
/** A container is listed for at least this long after its empty return. */
const LISTED_AFTER_RETURN_MS = 5 * DAY_MS

/** Returns the latest times at which a container of an unscripted slot may be picked up and returned. */
export function computeLatestTimes(
  slot: Slot,
  createdMs: number,
): { latestFullOutMs: number; latestEmptyInMs: number } {
  const latestEmptyInMs = createdMs + slot.periodMs - LISTED_AFTER_RETURN_MS
  return { latestFullOutMs: latestEmptyInMs - 30 * HOUR_MS, latestEmptyInMs }
}

/** Draws the scheduled departure of an unscripted shipment. Usually the vessel has left before the entry. */
export function drawDepartureMs(dice: Dice, lane: Lane, createdMs: number): number {
  const daysSinceDeparture = Math.min(dice.drawBetween(-1, 5.5), getOceanDays(lane) * 0.5)
  return createdMs - daysSinceDeparture * DAY_MS
}

/** Returns the number of the shipment that the slot has at that instant. */
export function getGeneration(slot: Slot, instantMs: number): number {
  return Math.floor((instantMs - slot.phaseMs) / slot.periodMs)
}

/** Returns when the shipment of this generation is entered. */
export function getCreatedMs(slot: Slot, generation: number): number {
  return slot.phaseMs + generation * slot.periodMs
}
