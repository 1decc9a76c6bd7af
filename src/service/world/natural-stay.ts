// The stay of an unscripted container at its terminal or ramp: most are picked up in time, some wait for a release,
// some incur fees, and a few sources contradict each other.
import { DAY_MS, HOUR_MS, instantAt, localDay, toMinute, weekdayOf } from './calendar.ts'
import type { Dice } from './chance.ts'
import { distanceKm, placeAt } from './data/places.ts'
import type { Terminal } from './data/terminals.ts'
import { portHolds, rampHolds, type PortHolds } from './holds.ts'
import { NO_FATE, type DeadlineForm, type FeeForm, type InlandLeg, type LastFreeDay, type Stay } from './stay.ts'
import type { Step, Steps } from './steps.ts'

export type StayFrame = {
  terminal: Terminal
  ramp: Terminal | null
  arrivedMs: number
  berthedMs: number
  /** The slot is used again some time after these (slots.ts). */
  latestFullOutMs: number
  latestEmptyInMs: number
}

const RAIL_KM_PER_DAY = 780

export function naturalStay(dice: Dice, frame: StayFrame): Stay {
  const dischargedMs = toMinute(frame.berthedMs + dice.between(5, 40) * HOUR_MS)
  return frame.ramp ? inlandStay(dice, frame, frame.ramp, dischargedMs) : portStay(dice, frame, dischargedMs)
}

function portStay(dice: Dice, frame: StayFrame, dischargedMs: number): Stay {
  const { zone } = placeAt(frame.terminal.locode)
  const lastReleaseMs = frame.latestFullOutMs - 30 * HOUR_MS
  const drawnHolds = portHolds(dice, frame, dischargedMs, lastReleaseMs)
  const available = availability(dice, drawnHolds, dischargedMs, lastReleaseMs)
  const free = freeTime(dice, frame.terminal, zone, dischargedMs)
  const readyMs = Math.max(available.readyMs, drawnHolds.clearMs, drawnHolds.late?.toMs ?? 0)
  const wantedMs = collection(dice, zone, readyMs, free.lastDay)
  const fullOutMs = gateTime(dice, zone, wantedMs, readyMs, frame.latestFullOutMs)
  return {
    ...NO_FATE,
    ...drawReturnAndFees(dice, zone, fullOutMs, frame.latestEmptyInMs),
    zone,
    dischargedMs,
    holds: drawnHolds.spans,
    available: [...available.steps, { fromMs: fullOutMs, value: false }],
    lastFreeDays: { terminal: free.terminal, line: free.line, rail: [] },
    appointment: appointments(dice, dischargedMs, fullOutMs),
    inland: null,
    fullOutMs,
    examFee: drawnHolds.exam && { fromMs: drawnHolds.exam.toMs, amount: dice.pick([385, 450, 525, 675]) },
    outage: drawOutage(dice, dischargedMs, fullOutMs),
  }
}

function inlandStay(dice: Dice, frame: StayFrame, ramp: Terminal, dischargedMs: number): Stay {
  const { zone } = placeAt(ramp.locode)
  const inland = railMove(dice, frame, ramp, dischargedMs)
  const lastReleaseMs = frame.latestFullOutMs - 24 * HOUR_MS
  const { spans, clearMs } = rampHolds(dice, inland.unloadedMs, lastReleaseMs)
  const availableMs = toMinute(
    Math.min(Math.max(inland.unloadedMs + dice.between(1, 14) * HOUR_MS, clearMs), lastReleaseMs + 6 * HOUR_MS),
  )
  const unloadedDay = localDay(zone, inland.unloadedMs)
  const rail = deadline(dice, zone, inland.unloadedMs + dice.between(1, 6) * HOUR_MS, unloadedDay + dice.whole(1, 3))
  const lastDay = rail.at(-1)?.value.day ?? unloadedDay
  const line = dice.chance(0.5) ? deadline(dice, zone, inland.departedMs, lastDay + dice.whole(0, 3)) : []
  const fullOutMs = gateTime(
    dice,
    zone,
    collection(dice, zone, availableMs, lastDay),
    availableMs,
    frame.latestFullOutMs,
  )
  const portZone = placeAt(frame.terminal.locode).zone
  const terminal =
    frame.terminal.reports.lastFreeDay && dice.chance(0.4)
      ? deadline(dice, portZone, dischargedMs + 6 * HOUR_MS, localDay(portZone, dischargedMs) + dice.whole(4, 7))
      : []
  return {
    ...NO_FATE,
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

function railMove(dice: Dice, frame: StayFrame, ramp: Terminal, dischargedMs: number): InlandLeg {
  const transitDays = distanceKm(placeAt(frame.terminal.locode), placeAt(ramp.locode)) / RAIL_KM_PER_DAY + 0.8
  const loadedMs = toMinute(dischargedMs + dice.between(0.7, 3.6) * DAY_MS)
  const departedMs = toMinute(loadedMs + dice.between(5, 28) * HOUR_MS)
  const scheduledMs = departedMs + transitDays * DAY_MS
  const arrivedMs = toMinute(scheduledMs + dice.between(-8, 30) * HOUR_MS)
  return {
    railroad: ramp.railroad ?? '',
    loadedMs,
    departedMs,
    arrivedMs,
    unloadedMs: toMinute(arrivedMs + dice.between(2, 13) * HOUR_MS),
    arrivalEstimates: [
      { fromMs: loadedMs, value: toMinute(scheduledMs) },
      {
        fromMs: departedMs + (arrivedMs - departedMs) * 0.6,
        value: toMinute(arrivedMs + dice.between(-3, 5) * HOUR_MS),
      },
    ],
  }
}

function availability(dice: Dice, drawnHolds: PortHolds, dischargedMs: number, latestMs: number) {
  const isOutOfStep = drawnHolds.clearMs > dischargedMs + DAY_MS && dice.chance(0.14)
  const lagHours = dice.chance(0.75) ? dice.between(1, 6) : dice.between(8, 30)
  const earliestMs = isOutOfStep
    ? dischargedMs + dice.between(10, 22) * HOUR_MS
    : drawnHolds.clearMs + lagHours * HOUR_MS
  const readyMs = toMinute(Math.min(earliestMs, latestMs + 6 * HOUR_MS))
  const steps: Step<boolean>[] = [
    { fromMs: -Infinity, value: false },
    { fromMs: readyMs, value: true },
  ]
  // Most terminals report the container as unavailable after a late hold; the others still report it as available.
  if (drawnHolds.late && drawnHolds.late.fromMs > readyMs && dice.chance(0.6)) {
    steps.push(
      { fromMs: drawnHolds.late.fromMs + 2 * HOUR_MS, value: false },
      { fromMs: drawnHolds.late.toMs, value: true },
    )
  }
  return { readyMs, steps }
}

/** The last free day from line and terminal: often the same, often only one, sometimes none. */
function freeTime(dice: Dice, terminal: Terminal, zone: string, dischargedMs: number) {
  const isEurope = zone.startsWith('Europe/')
  const day = localDay(zone, dischargedMs) + (isEurope ? dice.whole(5, 10) : dice.pick([4, 4, 5, 5, 6, 7]))
  const roll = dice.unit()
  const lineDay = day + (roll > 0.4 && roll < 0.58 ? dice.pick([-2, -1, 1, 2]) : 0)
  const line = roll < 0.8 ? deadline(dice, zone, dischargedMs + dice.between(-10, 30) * HOUR_MS, lineDay) : []
  const hasTerminal = terminal.reports.lastFreeDay && (roll < 0.58 || (roll >= 0.8 && roll < 0.97))
  const ofTerminal = hasTerminal ? deadline(dice, zone, dischargedMs + dice.between(3, 14) * HOUR_MS, day) : []
  const days = [line, ofTerminal].flatMap((steps) => steps.at(-1)?.value.day ?? [])
  return { line, terminal: ofTerminal, lastDay: days.length > 0 ? Math.min(...days) : null }
}

function deadline(dice: Dice, zone: string, knownMs: number, day: number): Steps<LastFreeDay> {
  const form = drawForm(dice)
  const steps: Step<LastFreeDay>[] = [{ fromMs: toMinute(knownMs), value: { day, form } }]
  const change = dice.unit()
  if (change < 0.14) {
    const fromMs = instantAt(zone, day - dice.whole(0, 1), toMinute(dice.between(8, 16) * HOUR_MS))
    if (fromMs > knownMs) steps.push({ fromMs, value: { day: day + dice.whole(1, 4), form } })
  } else if (change < 0.2) {
    // Reported two days ahead, or it would be past before it is read.
    const earlier = day - dice.whole(1, 2)
    const fromMs = instantAt(zone, earlier - 2, toMinute(dice.between(8, 16) * HOUR_MS))
    if (fromMs > knownMs) steps.push({ fromMs, value: { day: earlier, form } })
  }
  return steps
}

function drawForm(dice: Dice): DeadlineForm {
  const roll = dice.unit()
  if (roll < 0.9) return 'local-midnight'
  return roll < 0.94 ? 'end-of-day' : 'utc-midnight'
}

/** When the trucker wants to come. */
function collection(dice: Dice, zone: string, readyMs: number, lastFreeDay: number | null): number {
  if (lastFreeDay !== null && dice.chance(0.28)) return instantAt(zone, lastFreeDay + dice.whole(1, 10), 6 * HOUR_MS)
  return readyMs + (dice.chance(0.4) ? dice.between(4, 30) : dice.between(30, 150)) * HOUR_MS
}

/** The first working gate hour from then on; not before the container is free, and not after its slot needs it out. */
function gateTime(dice: Dice, zone: string, wantedMs: number, readyMs: number, latestMs: number): number {
  const fromMs = Math.max(wantedMs, readyMs + HOUR_MS)
  const timeOfDayMs = toMinute(dice.between(6.5, 16.5) * HOUR_MS)
  let day = localDay(zone, fromMs)
  while (weekdayOf(day) === 0 || instantAt(zone, day, timeOfDayMs) < fromMs) day += 1
  return Math.min(instantAt(zone, day, timeOfDayMs), Math.max(latestMs, toMinute(readyMs + HOUR_MS)))
}

function appointments(dice: Dice, dischargedMs: number, fullOutMs: number): Steps<number | null> {
  if (dice.chance(0.45)) return []
  const madeMs = Math.max(dischargedMs, fullOutMs - dice.between(20, 70) * HOUR_MS)
  const atMs = Math.floor(fullOutMs / HOUR_MS) * HOUR_MS
  if (!dice.chance(0.25)) return [{ fromMs: madeMs, value: atMs }]
  return [
    { fromMs: madeMs, value: atMs - DAY_MS },
    { fromMs: madeMs + (fullOutMs - madeMs) / 3, value: atMs },
  ]
}

function drawOutage(dice: Dice, fromMs: number, fullOutMs: number): Stay['outage'] {
  const roll = dice.unit()
  if (roll > 0.13) return null
  const startMs = fromMs + dice.between(6, 40) * HOUR_MS
  // Some outages last a day or two, some until long after the pickup.
  return { fromMs: startMs, toMs: roll < 0.05 ? fullOutMs + 3 * DAY_MS : startMs + dice.between(28, 70) * HOUR_MS }
}

function drawReturnAndFees(
  dice: Dice,
  zone: string,
  fullOutMs: number,
  latestEmptyInMs: number,
): { emptyInMs: number; feeForm: FeeForm } {
  const day = localDay(zone, fullOutMs) + dice.whole(1, 8)
  const emptyInMs = Math.min(
    instantAt(zone, day, toMinute(dice.between(7.5, 16) * HOUR_MS)),
    Math.max(latestEmptyInMs, fullOutMs + 8 * HOUR_MS),
  )
  const roll = dice.unit()
  if (roll < 0.62) return { emptyInMs, feeForm: 'itemised' }
  if (roll < 0.76) return { emptyInMs, feeForm: 'total-only' }
  if (roll < 0.9) return { emptyInMs, feeForm: 'itemised-and-total' }
  return { emptyInMs, feeForm: roll < 0.95 ? 'unpriced' : 'no-currency' }
}
