// Makes a journey from a plan. It draws the voyage, the stays and the checks, and computes the milestones.
import { createDice, type Dice } from './chance.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, roundToMinute } from './calendar.ts'
import type { Checks } from './checks.ts'
import { findPlace } from './data/places.ts'
import { CONNECTING_VESSELS } from './data/services.ts'
import { drawFormerTerminal, drawRollover, addRareEvent } from './rare-events.ts'
import type { ConnectingLeg, ContainerJourney, Journey, Voyage } from './journey.ts'
import { findLaneTerminal, findPortOfDischarge, findPortOfLading } from './lanes.ts'
import { listMilestones } from './milestones.ts'
import { drawUnscriptedStay, type StayFrame } from './unscripted-stay.ts'
import { drawEquipment, drawSeal } from './numbers.ts'
import { formatPartReference, type ShipmentPlan } from './plan.ts'
import { drawSailing, type Sailing } from './sailings.ts'
import { computeDayZero, createShowcaseStay } from './showcase-stay.ts'
import type { Stay } from './stay.ts'

/** Test shipments that show a stop are tracked for this long. */
const TRACKED_BEFORE_STOP_MS = 10 * MINUTE_MS

export function makeJourney(seed: string, plan: ShipmentPlan): Journey {
  const dice = createDice(seed, 'journey', plan.slot, plan.generation)
  const { lane } = plan
  const sailing = drawSailing(seed, lane.service, plan.voyage, lane.load, lane.discharge)
  const earlyStop = plan.plannedStopReason
    ? { atMs: plan.createdMs + TRACKED_BEFORE_STOP_MS, reason: plan.plannedStopReason }
    : plan.stopsEarly
      ? drawEarlyStop(dice, plan, sailing)
      : null
  const isScripted = plan.script !== null
  const frame: Omit<Voyage, 'trackingStop' | 'lineChecks' | 'formerTerminal'> = {
    plan,
    sailing,
    connection: drawConnection(dice, plan, sailing),
    rollover: drawRollover(seed, plan, sailing),
    portOfLading: findPortOfLading(lane),
    loadPort: findPlace(lane.load.locode),
    portOfDischarge: findPortOfDischarge(lane),
    terminal: findLaneTerminal(lane),
    ramp: lane.ramp,
    destination: lane.ramp ? findPlace(lane.ramp.locode) : null,
    isTerminalNamed: isScripted || dice.drawBoolean(0.97),
    knownZones: {
      discharge: isScripted || dice.drawBoolean(0.97),
      destination: isScripted || dice.drawBoolean(0.93),
      emptyReturn: dice.drawBoolean(0.8),
    },
  }
  const stays = plan.containerNumbers.map((_, index) => makeStay(seed, frame, index))
  const trackingStop = earlyStop ?? {
    atMs: Math.max(...stays.map((stay) => stay.emptyInMs)) + dice.drawBetween(9, 30) * HOUR_MS,
    reason: 'all_containers_terminated',
  }
  const lineChecks = drawLineChecks(dice, plan, sailing, trackingStop.atMs)
  const formerTerminal = frame.isTerminalNamed
    ? drawFormerTerminal(seed, plan, frame.terminal, sailing, lineChecks)
    : null
  const voyage: Voyage = { ...frame, trackingStop, lineChecks, formerTerminal }
  return { ...voyage, containers: stays.map((stay, index) => makeContainerJourney(seed, voyage, stay, index)) }
}

function makeStay(
  seed: string,
  { plan, sailing, terminal, ramp }: Pick<Voyage, 'plan' | 'sailing' | 'terminal' | 'ramp'>,
  index: number,
): Stay {
  const dice = createDice(seed, 'stay', plan.slot, plan.generation, index)
  const { latestFullOutMs, latestEmptyInMs } = plan
  const frame: StayFrame = {
    terminal,
    ramp,
    arrivedMs: sailing.arrivedMs,
    berthedMs: sailing.berthedMs,
    latestFullOutMs,
    latestEmptyInMs,
  }
  return plan.script
    ? createShowcaseStay(plan.script, dice, frame, computeDayZero(plan.createdMs))
    : addRareEvent(seed, plan, index, drawUnscriptedStay(dice, frame))
}

function makeContainerJourney(seed: string, journey: Voyage, stay: Stay, index: number): ContainerJourney {
  const { plan, sailing, connection } = journey
  const dice = createDice(seed, 'container', plan.slot, plan.generation, index)
  const firstLoadedMs = connection ? connection.loadedMs : sailing.departedMs
  const equipment = drawEquipment(dice)
  const fullInMs = roundToMinute(firstLoadedMs - dice.drawBetween(28, 110) * HOUR_MS)
  const container = {
    index,
    number: plan.containerNumbers[index] ?? '',
    equipment: dice.drawBoolean(0.97) ? equipment : null,
    weightLb: dice.drawBoolean(0.94) ? Math.round(dice.drawBetween(...equipment.weightsLb)) : null,
    seal: drawSeal(dice, plan.line),
    refNumbers:
      plan.refNumbers.length > 0 && dice.drawBoolean(0.15)
        ? [...plan.refNumbers, formatPartReference(plan, index)]
        : plan.refNumbers,
    chassis: dice.drawBoolean(0.5) ? `DCLZ${dice.drawInteger(200_000, 899_999)}` : null,
    yardSpot: dice.pick([
      `Y${dice.drawInteger(100, 799)}${dice.pick(['A', 'B', 'C', 'D'])}${dice.drawInteger(1, 5)}`,
      `Row ${dice.drawInteger(10, 89)} Slot ${dice.drawInteger(1, 40)}`,
    ]),
    fullInMs,
    emptyOutMs: roundToMinute(fullInMs - dice.drawBetween(10, 70) * HOUR_MS),
    loadedMs: roundToMinute(sailing.departedMs - dice.drawBetween(3, 26) * HOUR_MS),
    stay,
    terminalChecks: drawTerminalChecks(dice, journey, stay),
  }
  return { ...container, milestones: listMilestones(journey, container) }
}

/** Draws why and when tracking ends early: a cancelled booking, no updates at the line, or a stop by the user. */
function drawEarlyStop(dice: Dice, plan: ShipmentPlan, sailing: Sailing): Voyage['trackingStop'] {
  if (plan.createdMs < sailing.departedMs - DAY_MS)
    return { atMs: plan.createdMs + dice.drawBetween(6, 20) * HOUR_MS, reason: 'booking_cancelled' }
  const atMs = roundToMinute(
    plan.createdMs + (sailing.arrivedMs - plan.createdMs) * dice.drawBetween(0.5, 1) + dice.drawBetween(0, 6) * DAY_MS,
  )
  return { atMs, reason: dice.drawBoolean(0.5) ? 'no_updates_at_line' : 'cancelled_by_user' }
}

function drawConnection(dice: Dice, { lane }: ShipmentPlan, sailing: Sailing): ConnectingLeg | null {
  const { connection } = lane
  if (!connection) return null
  const dischargedMs = roundToMinute(sailing.departedMs - dice.drawBetween(1.6, 6) * DAY_MS)
  const arrivedMs = roundToMinute(dischargedMs - dice.drawBetween(4, 16) * HOUR_MS)
  const departedMs = roundToMinute(arrivedMs - connection.days * DAY_MS * dice.drawBetween(0.92, 1.15))
  return {
    kind: connection.kind,
    from: findPlace(connection.from),
    hub: findPlace(connection.hub),
    vessel: dice.pick(CONNECTING_VESSELS),
    voyageNumber: `${dice.drawInteger(100, 999)}N`,
    loadedMs: roundToMinute(departedMs - dice.drawBetween(3, 14) * HOUR_MS),
    departedMs,
    arrivedMs,
    dischargedMs,
  }
}

function drawLineChecks(dice: Dice, plan: ShipmentPlan, sailing: Sailing, endMs: number): Checks {
  const firstMs = plan.createdMs + dice.drawInteger(4, 25) * 1000
  // The interval is no whole number of hours, so each check is at another minute of the hour.
  const everyMs =
    (plan.script ? dice.drawInteger(170, 300) : dice.drawInteger(190, 430)) * MINUTE_MS + dice.drawInteger(1, 59) * 1000
  const fromMs = sailing.departedMs + dice.drawBetween(1, 12) * DAY_MS
  const hasOutage = plan.script === null && dice.drawBoolean(0.07)
  return {
    firstMs,
    everyMs,
    endMs,
    outage: hasOutage ? { fromMs, toMs: fromMs + dice.drawBetween(20, 96) * HOUR_MS } : null,
  }
}

/**
 * Draws the checks of the terminal, from 36 hours before arrival until a check has read the pickup. If the terminal
 * reports nothing, only a ramp is checked.
 */
function drawTerminalChecks(dice: Dice, { plan, sailing, terminal, ramp, trackingStop }: Voyage, stay: Stay): Checks {
  const everyMs = dice.drawInteger(65, 235) * MINUTE_MS + dice.drawInteger(1, 59) * 1000
  const earliestMs = terminal.reports.availability
    ? sailing.arrivedMs - 36 * HOUR_MS
    : ramp && stay.inland
      ? stay.inland.loadedMs - HOUR_MS
      : Infinity
  const firstMs = Math.max(plan.createdMs + 40_000, earliestMs) + dice.drawInteger(0, 50) * MINUTE_MS
  return { firstMs, everyMs, endMs: Math.min(stay.fullOutMs + 1.3 * everyMs, trackingStop.atMs), outage: stay.outage }
}
