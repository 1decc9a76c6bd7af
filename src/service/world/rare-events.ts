// Rare events of a journey: storage off dock, a drop at the consignee, reloading, a reported delivery, a change of
// terminal, a missed vessel. They have their own dice, so that they do not change the other draws of a journey.
import { DAY_MS, HOUR_MS, roundToMinute } from './calendar.ts'
import { createDice } from './chance.ts'
import { findFirstCheckAfterMs, type Checks } from './checks.ts'
import { TERMINALS, type Terminal } from './data/terminals.ts'
import type { Voyage } from './journey.ts'
import type { ShipmentPlan } from './plan.ts'
import { drawSailing, type Sailing } from './sailings.ts'
import type { Stay } from './stay.ts'
import type { Step } from './steps.ts'

/** Adds at most one rare event to the stay: storage off dock before the pickup, or a drop or delivery after it. */
export function addRareEvent(seed: string, plan: ShipmentPlan, index: number, stay: Stay): Stay {
  const dice = createDice(seed, 'fate', plan.slot, plan.generation, index)
  const timeOutMs = stay.emptyInMs - stay.fullOutMs
  const roll = dice.drawUnit()
  const reportedMs = roundToMinute(stay.fullOutMs + dice.drawBetween(3, 9) * HOUR_MS)
  const offDockHours = dice.drawBetween(7, 22)
  if (roll < 0.06 && timeOutMs > 2 * DAY_MS)
    return { ...stay, afterPickup: createDropSteps(reportedMs, stay.emptyInMs, dice.drawBoolean(0.6)) }
  if (roll < 0.12 && timeOutMs > DAY_MS) return { ...stay, deliveredMs: reportedMs }
  const readyMs = stay.available.findLast(({ value }) => value)?.fromMs ?? Infinity
  const fromMs = roundToMinute(stay.fullOutMs - offDockHours * HOUR_MS)
  return roll < 0.24 && stay.inland === null && fromMs > readyMs
    ? { ...stay, offDock: { fromMs, toMs: stay.fullOutMs } }
    : stay
}

/** The container is dropped at the consignee with its cargo. It may be loaded again for export before the return. */
function createDropSteps(fromMs: number, emptyInMs: number, isLoadedAgain: boolean): Step<'dropped' | 'loaded'>[] {
  const steps: Step<'dropped' | 'loaded'>[] = [{ fromMs, value: 'dropped' }]
  if (isLoadedAgain) steps.push({ fromMs: fromMs + (emptyInMs - fromMs) * 0.55, value: 'loaded' })
  return steps
}

/** Draws the terminal that the line names until a few days before arrival. Null for most shipments. */
export function drawFormerTerminal(
  seed: string,
  plan: ShipmentPlan,
  terminal: Terminal,
  sailing: Sailing,
  lineChecks: Checks,
): Voyage['formerTerminal'] {
  if (plan.script) return null
  const dice = createDice(seed, 'terminal', plan.slot, plan.generation)
  const others = TERMINALS.filter(
    (other) => other !== terminal && other.locode === terminal.locode && other.kind === terminal.kind,
  )
  if (others.length === 0 || !dice.drawBoolean(0.15)) return null
  const untilMs = findFirstCheckAfterMs(lineChecks, sailing.arrivedMs - dice.drawBetween(2, 6) * DAY_MS)
  return untilMs === null || untilMs >= sailing.arrivedMs ? null : { terminal: dice.pick(others), untilMs }
}

/** Draws the earlier vessel that the cargo was booked on and missed. Null for most shipments. */
export function drawRollover(seed: string, plan: ShipmentPlan, sailing: Sailing): Voyage['rollover'] {
  const { lane, script, createdMs } = plan
  const dice = createDice(seed, 'rolled', plan.slot, plan.generation)
  const untilMs = sailing.scheduledDepartureMs - dice.drawBetween(0.3, 2) * DAY_MS
  if (script || untilMs < createdMs || !dice.drawBoolean(0.35)) return null
  return { sailing: drawSailing(seed, lane.service, plan.voyage - 1, lane.load, lane.discharge), untilMs }
}
