// Draws the stay of an unscripted container at its terminal or ramp. Most containers are picked up in time, some wait
// for a release, some incur fees, and for a few the sources contradict each other.
import { DAY_MS, HOUR_MS, toInstant, getLocalDay, roundToMinute, getWeekday } from './calendar.ts'
import type { Dice } from './chance.ts'
import { computeDistanceKm, findPlace } from './data/places.ts'
import type { Terminal } from './data/terminals.ts'
import { drawPortHolds, drawRampHolds, type PortHolds } from './holds.ts'
import { NO_RARE_EVENT, type DeadlineForm, type FeeForm, type InlandLeg, type LastFreeDay, type Stay } from './stay.ts'
import type { Step, Steps } from './steps.ts'

export type StayFrame = {
  terminal: Terminal
  ramp: Terminal | null
  arrivedMs: number
  berthedMs: number
  /** The latest times of pickup and return: some days later the slot gets its next shipment (slots.ts). */
  latestFullOutMs: number
  latestEmptyInMs: number
}

const RAIL_KM_PER_DAY = 780

export function drawUnscriptedStay(dice: Dice, frame: StayFrame): Stay {
  const dischargedMs = roundToMinute(frame.berthedMs + dice.drawBetween(5, 40) * HOUR_MS)
  return frame.ramp ? drawInlandStay(dice, frame, frame.ramp, dischargedMs) : drawPortStay(dice, frame, dischargedMs)
}

function drawPortStay(dice: Dice, frame: StayFrame, dischargedMs: number): Stay {
  const { zone } = findPlace(frame.terminal.locode)
  const lastReleaseMs = frame.latestFullOutMs - 30 * HOUR_MS
  const drawnHolds = drawPortHolds(dice, frame, dischargedMs, lastReleaseMs)
  const available = drawAvailability(dice, drawnHolds, dischargedMs, lastReleaseMs)
  const freeTime = drawFreeTime(dice, frame.terminal, zone, dischargedMs)
  const readyMs = Math.max(available.readyMs, drawnHolds.releasedMs, drawnHolds.lateHold?.toMs ?? 0)
  const pickupMs = drawPickupMs(dice, zone, readyMs, freeTime.lastDay)
  const fullOutMs = drawGateOutMs(dice, zone, pickupMs, readyMs, frame.latestFullOutMs)
  return {
    ...NO_RARE_EVENT,
    ...drawReturnAndFees(dice, zone, fullOutMs, frame.latestEmptyInMs),
    zone,
    dischargedMs,
    holds: drawnHolds.spans,
    available: [...available.steps, { fromMs: fullOutMs, value: false }],
    lastFreeDays: { terminal: freeTime.terminal, line: freeTime.line, rail: [] },
    appointment: drawAppointments(dice, dischargedMs, fullOutMs),
    inland: null,
    fullOutMs,
    examFee: drawnHolds.examHold && { fromMs: drawnHolds.examHold.toMs, amount: dice.pick([385, 450, 525, 675]) },
    outage: drawOutage(dice, dischargedMs, fullOutMs),
  }
}

function drawInlandStay(dice: Dice, frame: StayFrame, ramp: Terminal, dischargedMs: number): Stay {
  const { zone } = findPlace(ramp.locode)
  const inland = drawRailLeg(dice, frame, ramp, dischargedMs)
  const lastReleaseMs = frame.latestFullOutMs - 24 * HOUR_MS
  const { spans, clearMs } = drawRampHolds(dice, inland.unloadedMs, lastReleaseMs)
  const availableMs = roundToMinute(
    Math.min(Math.max(inland.unloadedMs + dice.drawBetween(1, 14) * HOUR_MS, clearMs), lastReleaseMs + 6 * HOUR_MS),
  )
  const unloadedDay = getLocalDay(zone, inland.unloadedMs)
  const rail = drawDeadline(
    dice,
    zone,
    inland.unloadedMs + dice.drawBetween(1, 6) * HOUR_MS,
    unloadedDay + dice.drawInteger(1, 3),
  )
  const lastDay = rail.at(-1)?.value.day ?? unloadedDay
  const line = dice.drawBoolean(0.5)
    ? drawDeadline(dice, zone, inland.departedMs, lastDay + dice.drawInteger(0, 3))
    : []
  const fullOutMs = drawGateOutMs(
    dice,
    zone,
    drawPickupMs(dice, zone, availableMs, lastDay),
    availableMs,
    frame.latestFullOutMs,
  )
  const portZone = findPlace(frame.terminal.locode).zone
  const terminal =
    frame.terminal.reports.lastFreeDay && dice.drawBoolean(0.4)
      ? drawDeadline(
          dice,
          portZone,
          dischargedMs + 6 * HOUR_MS,
          getLocalDay(portZone, dischargedMs) + dice.drawInteger(4, 7),
        )
      : []
  return {
    ...NO_RARE_EVENT,
    ...drawReturnAndFees(dice, zone, fullOutMs, frame.latestEmptyInMs),
    zone,
    dischargedMs,
    holds: spans,
    available: [
      { fromMs: -Infinity, value: false },
      { fromMs: availableMs, value: true },
      { fromMs: fullOutMs, value: false },
    ],
    lastFreeDays: { terminal, line, rail },
    appointment: [],
    inland,
    fullOutMs,
    examFee: null,
    outage: drawOutage(dice, inland.unloadedMs, fullOutMs),
  }
}

function drawRailLeg(dice: Dice, frame: StayFrame, ramp: Terminal, dischargedMs: number): InlandLeg {
  const transitDays =
    computeDistanceKm(findPlace(frame.terminal.locode), findPlace(ramp.locode)) / RAIL_KM_PER_DAY + 0.8
  const loadedMs = roundToMinute(dischargedMs + dice.drawBetween(0.7, 3.6) * DAY_MS)
  const departedMs = roundToMinute(loadedMs + dice.drawBetween(5, 28) * HOUR_MS)
  const scheduledMs = departedMs + transitDays * DAY_MS
  const arrivedMs = roundToMinute(scheduledMs + dice.drawBetween(-8, 30) * HOUR_MS)
  return {
    railroad: ramp.railroad ?? '',
    loadedMs,
    departedMs,
    arrivedMs,
    unloadedMs: roundToMinute(arrivedMs + dice.drawBetween(2, 13) * HOUR_MS),
    arrivalEstimates: [
      { fromMs: loadedMs, value: roundToMinute(scheduledMs) },
      {
        fromMs: departedMs + (arrivedMs - departedMs) * 0.6,
        value: roundToMinute(arrivedMs + dice.drawBetween(-3, 5) * HOUR_MS),
      },
    ],
  }
}

function drawAvailability(dice: Dice, drawnHolds: PortHolds, dischargedMs: number, latestMs: number) {
  const isContradictory = drawnHolds.releasedMs > dischargedMs + DAY_MS && dice.drawBoolean(0.14)
  const lagHours = dice.drawBoolean(0.75) ? dice.drawBetween(1, 6) : dice.drawBetween(8, 30)
  const earliestMs = isContradictory
    ? dischargedMs + dice.drawBetween(10, 22) * HOUR_MS
    : drawnHolds.releasedMs + lagHours * HOUR_MS
  const readyMs = roundToMinute(Math.min(earliestMs, latestMs + 6 * HOUR_MS))
  const steps: Step<boolean>[] = [
    { fromMs: -Infinity, value: false },
    { fromMs: readyMs, value: true },
  ]
  // Most terminals report the container as unavailable during a late hold. The others still report it as available.
  if (drawnHolds.lateHold && drawnHolds.lateHold.fromMs > readyMs && dice.drawBoolean(0.6)) {
    steps.push(
      { fromMs: drawnHolds.lateHold.fromMs + 2 * HOUR_MS, value: false },
      { fromMs: drawnHolds.lateHold.toMs, value: true },
    )
  }
  return { readyMs, steps }
}

/** Draws the last free days of line and terminal. Often they are equal, often only one exists, sometimes none. */
function drawFreeTime(dice: Dice, terminal: Terminal, zone: string, dischargedMs: number) {
  const isEurope = zone.startsWith('Europe/')
  const day = getLocalDay(zone, dischargedMs) + (isEurope ? dice.drawInteger(5, 10) : dice.pick([4, 4, 5, 5, 6, 7]))
  const roll = dice.drawUnit()
  const lineDay = day + (roll > 0.4 && roll < 0.58 ? dice.pick([-2, -1, 1, 2]) : 0)
  const line = roll < 0.8 ? drawDeadline(dice, zone, dischargedMs + dice.drawBetween(-10, 30) * HOUR_MS, lineDay) : []
  const hasTerminal = terminal.reports.lastFreeDay && (roll < 0.58 || (roll >= 0.8 && roll < 0.97))
  const terminalDeadlines = hasTerminal
    ? drawDeadline(dice, zone, dischargedMs + dice.drawBetween(3, 14) * HOUR_MS, day)
    : []
  const days = [line, terminalDeadlines].flatMap((steps) => steps.at(-1)?.value.day ?? [])
  return { line, terminal: terminalDeadlines, lastDay: days.length > 0 ? Math.min(...days) : null }
}

/** Draws a last free day and the time at which it becomes known. About one in five is changed later. */
function drawDeadline(dice: Dice, zone: string, knownMs: number, day: number): Steps<LastFreeDay> {
  const form = drawDeadlineForm(dice)
  const steps: Step<LastFreeDay>[] = [{ fromMs: roundToMinute(knownMs), value: { day, form } }]
  const roll = dice.drawUnit()
  if (roll < 0.14) {
    const fromMs = toInstant(zone, day - dice.drawInteger(0, 1), roundToMinute(dice.drawBetween(8, 16) * HOUR_MS))
    if (fromMs > knownMs) steps.push({ fromMs, value: { day: day + dice.drawInteger(1, 4), form } })
  } else if (roll < 0.2) {
    // An earlier day is reported two days ahead of it. Otherwise it could pass before a check reads it.
    const earlierDay = day - dice.drawInteger(1, 2)
    const fromMs = toInstant(zone, earlierDay - 2, roundToMinute(dice.drawBetween(8, 16) * HOUR_MS))
    if (fromMs > knownMs) steps.push({ fromMs, value: { day: earlierDay, form } })
  }
  return steps
}

function drawDeadlineForm(dice: Dice): DeadlineForm {
  const roll = dice.drawUnit()
  if (roll < 0.9) return 'local-midnight'
  return roll < 0.94 ? 'end-of-day' : 'utc-midnight'
}

/** Draws when the trucker wants to pick up the container. */
function drawPickupMs(dice: Dice, zone: string, readyMs: number, lastFreeDay: number | null): number {
  if (lastFreeDay !== null && dice.drawBoolean(0.28))
    return toInstant(zone, lastFreeDay + dice.drawInteger(1, 10), 6 * HOUR_MS)
  return readyMs + (dice.drawBoolean(0.4) ? dice.drawBetween(4, 30) : dice.drawBetween(30, 150)) * HOUR_MS
}

/**
 * Draws the time of the pickup: in working hours, not on a Sunday, not before the container is ready, and not after
 * `latestMs` unless it becomes ready later.
 */
function drawGateOutMs(dice: Dice, zone: string, wantedMs: number, readyMs: number, latestMs: number): number {
  const fromMs = Math.max(wantedMs, readyMs + HOUR_MS)
  const timeOfDayMs = roundToMinute(dice.drawBetween(6.5, 16.5) * HOUR_MS)
  let day = getLocalDay(zone, fromMs)
  while (getWeekday(day) === 0 || toInstant(zone, day, timeOfDayMs) < fromMs) day += 1
  return Math.min(toInstant(zone, day, timeOfDayMs), Math.max(latestMs, roundToMinute(readyMs + HOUR_MS)))
}

function drawAppointments(dice: Dice, dischargedMs: number, fullOutMs: number): Steps<number | null> {
  if (dice.drawBoolean(0.45)) return []
  const bookedMs = Math.max(dischargedMs, fullOutMs - dice.drawBetween(20, 70) * HOUR_MS)
  const atMs = Math.floor(fullOutMs / HOUR_MS) * HOUR_MS
  if (!dice.drawBoolean(0.25)) return [{ fromMs: bookedMs, value: atMs }]
  return [
    { fromMs: bookedMs, value: atMs - DAY_MS },
    { fromMs: bookedMs + (fullOutMs - bookedMs) / 3, value: atMs },
  ]
}

function drawOutage(dice: Dice, fromMs: number, fullOutMs: number): Stay['outage'] {
  const roll = dice.drawUnit()
  if (roll > 0.13) return null
  const startMs = fromMs + dice.drawBetween(6, 40) * HOUR_MS
  // Some outages end after one to three days, others long after the pickup.
  return { fromMs: startMs, toMs: roll < 0.05 ? fullOutMs + 3 * DAY_MS : startMs + dice.drawBetween(28, 70) * HOUR_MS }
}

function drawReturnAndFees(
  dice: Dice,
  zone: string,
  fullOutMs: number,
  latestEmptyInMs: number,
): { emptyInMs: number; feeForm: FeeForm } {
  const day = getLocalDay(zone, fullOutMs) + dice.drawInteger(1, 8)
  const emptyInMs = Math.min(
    toInstant(zone, day, roundToMinute(dice.drawBetween(7.5, 16) * HOUR_MS)),
    Math.max(latestEmptyInMs, fullOutMs + 8 * HOUR_MS),
  )
  const roll = dice.drawUnit()
  if (roll < 0.62) return { emptyInMs, feeForm: 'itemised' }
  if (roll < 0.76) return { emptyInMs, feeForm: 'total-only' }
  if (roll < 0.9) return { emptyInMs, feeForm: 'itemised-and-total' }
  return { emptyInMs, feeForm: roll < 0.95 ? 'unpriced' : 'no-currency' }
}
