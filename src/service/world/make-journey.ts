// Makes a journey from a plan: draws the voyage, the stays and the checks, and computes the milestones.
import { createDice, type Dice } from './chance.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toMinute } from './calendar.ts'
import type { Checks } from './checks.ts'
import { placeAt } from './data/places.ts'
import { CONNECTING_VESSELS } from './data/services.ts'
import { formerTerminalOf, rolledFrom, withFate } from './fates.ts'
import type { ConnectingLeg, ContainerJourney, Journey, Voyage } from './journey.ts'
import { laneTerminal, portOfDischarge, portOfLading } from './lanes.ts'
import { milestonesOf } from './milestones.ts'
import { naturalStay, type StayFrame } from './natural-stay.ts'
import { drawEquipment, drawSeal } from './numbers.ts'
import { partReference, type ShipmentPlan } from './plan.ts'
import { drawSailing, type Sailing } from './sailings.ts'
import { dayZeroOf, showcaseStay } from './showcase-stay.ts'
import type { Stay } from './stay.ts'

/** How long a shipment is tracked that exists to show a stop. */
const SHOWN_MS = 10 * MINUTE_MS

export function journeyOf(seed: string, plan: ShipmentPlan): Journey {
  const dice = createDice(seed, 'journey', plan.slot, plan.generation)
  const { lane } = plan
  const sailing = drawSailing(seed, lane.service, plan.voyage, lane.load, lane.discharge)
  const early = plan.stopsFor
    ? { atMs: plan.createdMs + SHOWN_MS, reason: plan.stopsFor }
    : plan.endsEarly
      ? earlyStop(dice, plan, sailing)
      : null
  const isPlain = plan.script !== null
  const frame: Omit<Voyage, 'stopped' | 'lineChecks' | 'formerTerminal'> = {
    plan,
    sailing,
    connection: connect(dice, plan, sailing),
    rolled: rolledFrom(seed, plan, sailing),
    portOfLading: portOfLading(lane),
    loadPort: placeAt(lane.load.locode),
    portOfDischarge: portOfDischarge(lane),
    terminal: laneTerminal(lane),
    ramp: lane.ramp,
    destination: lane.ramp ? placeAt(lane.ramp.locode) : null,
    isTerminalNamed: isPlain || dice.chance(0.97),
    zonesKnown: {
      discharge: isPlain || dice.chance(0.97),
      destination: isPlain || dice.chance(0.93),
      emptyReturn: dice.chance(0.8),
    },
  }
  const stays = plan.containerNumbers.map((_, index) => stayOf(seed, frame, index))
  const stopped = early ?? {
    atMs: Math.max(...stays.map((stay) => stay.emptyInMs)) + dice.between(9, 30) * HOUR_MS,
    reason: 'all_containers_terminated',
  }
  const lineChecks = drawLineChecks(dice, plan, sailing, stopped.atMs)
  const formerTerminal = frame.isTerminalNamed
    ? formerTerminalOf(seed, plan, frame.terminal, sailing, lineChecks)
    : null
  const voyage: Voyage = { ...frame, stopped, lineChecks, formerTerminal }
  return { ...voyage, containers: stays.map((stay, index) => containerJourney(seed, voyage, stay, index)) }
}

function stayOf(
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
    ? showcaseStay(plan.script, dice, frame, dayZeroOf(plan.createdMs))
    : withFate(seed, plan, index, naturalStay(dice, frame))
}

function containerJourney(seed: string, journey: Voyage, stay: Stay, index: number): ContainerJourney {
  const { plan, sailing, connection } = journey
  const dice = createDice(seed, 'container', plan.slot, plan.generation, index)
  const firstLoadedMs = connection ? connection.loadedMs : sailing.departedMs
  const equipment = drawEquipment(dice)
  const fullInMs = toMinute(firstLoadedMs - dice.between(28, 110) * HOUR_MS)
  const container = {
    index,
    number: plan.containerNumbers[index] ?? '',
    equipment: dice.chance(0.97) ? equipment : null,
    weightLb: dice.chance(0.94) ? Math.round(dice.between(...equipment.weightsLb)) : null,
    seal: drawSeal(dice, plan.line),
    refNumbers:
      plan.refNumbers.length > 0 && dice.chance(0.15)
        ? [...plan.refNumbers, partReference(plan, index)]
        : plan.refNumbers,
    chassis: dice.chance(0.5) ? `DCLZ${dice.whole(200_000, 899_999)}` : null,
    yardSpot: dice.pick([
      `Y${dice.whole(100, 799)}${dice.pick(['A', 'B', 'C', 'D'])}${dice.whole(1, 5)}`,
      `Row ${dice.whole(10, 89)} Slot ${dice.whole(1, 40)}`,
    ]),
    fullInMs,
    emptyOutMs: toMinute(fullInMs - dice.between(10, 70) * HOUR_MS),
    loadedMs: toMinute(sailing.departedMs - dice.between(3, 26) * HOUR_MS),
    stay,
    terminalChecks: drawTerminalChecks(dice, journey, stay),
  }
  return { ...container, milestones: milestonesOf(journey, container) }
}

/** Tracking that ends early: a cancelled booking, no updates at the line, or a stop by the user. */
function earlyStop(dice: Dice, plan: ShipmentPlan, sailing: Sailing): Voyage['stopped'] {
  if (plan.createdMs < sailing.departedMs - DAY_MS)
    return { atMs: plan.createdMs + dice.between(6, 20) * HOUR_MS, reason: 'booking_cancelled' }
  const atMs = toMinute(
    plan.createdMs + (sailing.arrivedMs - plan.createdMs) * dice.between(0.5, 1) + dice.between(0, 6) * DAY_MS,
  )
  return { atMs, reason: dice.chance(0.5) ? 'no_updates_at_line' : 'cancelled_by_user' }
}

function connect(dice: Dice, { lane }: ShipmentPlan, sailing: Sailing): ConnectingLeg | null {
  const { connection } = lane
  if (!connection) return null
  const dischargedMs = toMinute(sailing.departedMs - dice.between(1.6, 6) * DAY_MS)
  const arrivedMs = toMinute(dischargedMs - dice.between(4, 16) * HOUR_MS)
  const departedMs = toMinute(arrivedMs - connection.days * DAY_MS * dice.between(0.92, 1.15))
  return {
    kind: connection.kind,
    from: placeAt(connection.from),
    hub: placeAt(connection.hub),
    vessel: dice.pick(CONNECTING_VESSELS),
    voyageNumber: `${dice.whole(100, 999)}N`,
    loadedMs: toMinute(departedMs - dice.between(3, 14) * HOUR_MS),
    departedMs,
    arrivedMs,
    dischargedMs,
  }
}

function drawLineChecks(dice: Dice, plan: ShipmentPlan, sailing: Sailing, endMs: number): Checks {
  const firstMs = plan.createdMs + dice.whole(4, 25) * 1000
  // An odd interval, so that the minute of the hour changes.
  const everyMs = (plan.script ? dice.whole(170, 300) : dice.whole(190, 430)) * MINUTE_MS + dice.whole(1, 59) * 1000
  const fromMs = sailing.departedMs + dice.between(1, 12) * DAY_MS
  const hasOutage = plan.script === null && dice.chance(0.07)
  return {
    firstMs,
    everyMs,
    endMs,
    outage: hasOutage ? { fromMs, toMs: fromMs + dice.between(20, 96) * HOUR_MS } : null,
  }
}

/** From 36 hours before arrival until the pickup was read; never if the terminal reports nothing. */
function drawTerminalChecks(dice: Dice, { plan, sailing, terminal, ramp, stopped }: Voyage, stay: Stay): Checks {
  const everyMs = dice.whole(65, 235) * MINUTE_MS + dice.whole(1, 59) * 1000
  const openMs = terminal.reports.availability
    ? sailing.arrivedMs - 36 * HOUR_MS
    : ramp && stay.inland
      ? stay.inland.loadedMs - HOUR_MS
      : Infinity
  const firstMs = Math.max(plan.createdMs + 40_000, openMs) + dice.whole(0, 50) * MINUTE_MS
  return { firstMs, everyMs, endMs: Math.min(stay.fullOutMs + 1.3 * everyMs, stopped.atMs), outage: stay.outage }
}
