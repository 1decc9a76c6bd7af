// Draws the holds of an unscripted journey, with their time spans. The terminal reports a hold only until its release.
import { DAY_MS, HOUR_MS, roundToMinute } from './calendar.ts'
import type { Dice } from './chance.ts'
import type { Terminal } from './data/terminals.ts'
import type { HoldName, HoldSpan } from './stay.ts'

export type PortHolds = {
  spans: HoldSpan[]
  /** The time by which all blocking holds but the late one are released. */
  releasedMs: number
  /** A hold that is placed after all others were released. */
  lateHold: HoldSpan | null
  examHold: HoldSpan | null
}

type Arrival = { terminal: Terminal; arrivedMs: number }

/** The texts that terminals use for each hold. Some send an empty text. */
const HOLD_TEXTS: Readonly<Record<HoldName, readonly string[]>> = {
  freight: ['FREIGHT HOLD - LINE', 'LINE OPERATOR HOLD', ''],
  customs: ['CUSTOMS HOLD', 'CBP HOLD - 1A', 'CUSTOMS - NOT RELEASED'],
  USDA: ['USDA HOLD', 'AGRICULTURE INSPECTION'],
  VACIS: ['VACIS / NII EXAM', 'NON INTRUSIVE INSPECTION'],
  TMF: ['TRAFFIC MITIGATION FEE NOT PAID', 'TMF'],
  other: ['CHASSIS / EQUIPMENT HOLD', 'TERMINAL HOLD - SEE DISPATCH', 'CARRIER HOLD'],
}

export function drawHoldText(dice: Dice, name: HoldName): string {
  return dice.pick(HOLD_TEXTS[name])
}

export function drawPortHolds(
  dice: Dice,
  { terminal, arrivedMs }: Arrival,
  dischargedMs: number,
  latestMs: number,
): PortHolds {
  const createSpan = (name: HoldName, status: HoldSpan['status'], fromMs: number, toMs: number): HoldSpan => ({
    name,
    status,
    description: drawHoldText(dice, name),
    fromMs: roundToMinute(fromMs),
    toMs: roundToMinute(Math.min(toMs, latestMs)),
  })
  const spans: HoldSpan[] = []
  if (dice.drawBoolean(0.4))
    spans.push(
      createSpan('freight', 'hold', arrivedMs - 30 * HOUR_MS, dischargedMs + dice.drawBetween(-12, 80) * HOUR_MS),
    )
  if (dice.drawBoolean(0.38)) spans.push(...drawCustomsHolds(dice, createSpan, arrivedMs, dischargedMs))
  // Only the terminals in San Pedro Bay collect the traffic mitigation fee (PierPass).
  const isSanPedroBay = terminal.locode === 'USLAX' || terminal.locode === 'USLGB'
  if (isSanPedroBay && dice.drawBoolean(0.35))
    spans.push(createSpan('TMF', 'hold', arrivedMs, dischargedMs + dice.drawBetween(6, 60) * HOUR_MS))
  if (dice.drawBoolean(0.05))
    spans.push(createSpan('other', 'hold', dischargedMs, dischargedMs + dice.drawBetween(14, 70) * HOUR_MS))
  const examHold = dice.drawBoolean(0.1) ? drawExamHold(dice, createSpan, dischargedMs) : null
  if (examHold) spans.push(examHold)

  const clearMs = Math.max(dischargedMs + dice.drawBetween(5, 26) * HOUR_MS, ...spans.map((hold) => hold.toMs))
  const lateHold = dice.drawBoolean(0.07)
    ? createSpan(
        'customs',
        'hold',
        clearMs + dice.drawBetween(10, 40) * HOUR_MS,
        clearMs + dice.drawBetween(50, 90) * HOUR_MS,
      )
    : null
  if (lateHold) spans.push(lateHold)
  // This warning remains until the pickup and does not block it.
  if (dice.drawBoolean(0.06)) spans.push(createSpan('other', 'pending', dischargedMs + 8 * HOUR_MS, Infinity))
  return {
    spans: spans.filter((hold) => hold.toMs > hold.fromMs),
    releasedMs: Math.min(clearMs, latestMs),
    lateHold,
    examHold,
  }
}

type CreateSpan = (name: HoldName, status: HoldSpan['status'], fromMs: number, toMs: number) => HoldSpan

/** The hold may be pending at first, or it may be released, placed again and released again. */
function drawCustomsHolds(dice: Dice, createSpan: CreateSpan, arrivedMs: number, dischargedMs: number): HoldSpan[] {
  const fromMs = arrivedMs - 20 * HOUR_MS
  const toMs = dischargedMs + dice.drawBetween(6, 76) * HOUR_MS
  if (dice.drawBoolean(0.3))
    return [createSpan('customs', 'pending', fromMs, dischargedMs), createSpan('customs', 'hold', dischargedMs, toMs)]
  if (dice.drawBoolean(0.15)) {
    const gapMs = dice.drawBetween(4, 9) * HOUR_MS
    return [
      createSpan('customs', 'hold', fromMs, toMs),
      createSpan('customs', 'hold', toMs + gapMs, toMs + gapMs + dice.drawBetween(5, 20) * HOUR_MS),
    ]
  }
  return [createSpan('customs', 'hold', fromMs, toMs)]
}

function drawExamHold(dice: Dice, createSpan: CreateSpan, dischargedMs: number): HoldSpan {
  const fromMs = dischargedMs + dice.drawBetween(6, 30) * HOUR_MS
  return createSpan(
    dice.drawBoolean(0.55) ? 'VACIS' : 'USDA',
    'hold',
    fromMs,
    fromMs + dice.drawBetween(2, 5.5) * DAY_MS,
  )
}

/** Draws the hold at a ramp. Only customs (for cargo in bond) and the line place holds there. */
export function drawRampHolds(
  dice: Dice,
  unloadedMs: number,
  latestMs: number,
): { spans: HoldSpan[]; clearMs: number } {
  if (!dice.drawBoolean(0.22)) return { spans: [], clearMs: unloadedMs }
  const name = dice.drawBoolean(0.6) ? 'customs' : 'freight'
  const toMs = roundToMinute(Math.min(unloadedMs + dice.drawBetween(10, 48) * HOUR_MS, latestMs))
  if (toMs <= unloadedMs) return { spans: [], clearMs: unloadedMs }
  return {
    spans: [{ name, status: 'hold', description: drawHoldText(dice, name), fromMs: unloadedMs, toMs }],
    clearMs: toMs,
  }
}
