// Holds of drawn journeys, with their time spans. A released hold is no longer reported.
import { DAY_MS, HOUR_MS, toMinute } from './calendar.ts'
import type { Dice } from './chance.ts'
import type { Terminal } from './data/terminals.ts'
import type { HoldName, HoldSpan } from './stay.ts'

export type PortHolds = {
  spans: HoldSpan[]
  /** When the last of the holds known at arrival is released. */
  clearMs: number
  /** A hold placed after all others were released. */
  late: HoldSpan | null
  exam: HoldSpan | null
}

type Arrival = { terminal: Terminal; arrivedMs: number }

const TEXTS: Readonly<Record<HoldName, readonly string[]>> = {
  freight: ['FREIGHT HOLD - LINE', 'LINE OPERATOR HOLD', ''],
  customs: ['CUSTOMS HOLD', 'CBP HOLD - 1A', 'CUSTOMS - NOT RELEASED'],
  USDA: ['USDA HOLD', 'AGRICULTURE INSPECTION'],
  VACIS: ['VACIS / NII EXAM', 'NON INTRUSIVE INSPECTION'],
  TMF: ['TRAFFIC MITIGATION FEE NOT PAID', 'TMF'],
  other: ['CHASSIS / EQUIPMENT HOLD', 'TERMINAL HOLD - SEE DISPATCH', 'CARRIER HOLD'],
}

export function holdText(dice: Dice, name: HoldName): string {
  return dice.pick(TEXTS[name])
}

export function portHolds(
  dice: Dice,
  { terminal, arrivedMs }: Arrival,
  dischargedMs: number,
  latestMs: number,
): PortHolds {
  const span = (name: HoldName, status: HoldSpan['status'], fromMs: number, toMs: number): HoldSpan => ({
    name,
    status,
    description: holdText(dice, name),
    fromMs: toMinute(fromMs),
    toMs: toMinute(Math.min(toMs, latestMs)),
  })
  const spans: HoldSpan[] = []
  if (dice.chance(0.4))
    spans.push(span('freight', 'hold', arrivedMs - 30 * HOUR_MS, dischargedMs + dice.between(-12, 80) * HOUR_MS))
  if (dice.chance(0.38)) spans.push(...customs(dice, span, arrivedMs, dischargedMs))
  // The PierPass fee, which only terminals in San Pedro Bay collect.
  const isSanPedroBay = terminal.locode === 'USLAX' || terminal.locode === 'USLGB'
  if (isSanPedroBay && dice.chance(0.35))
    spans.push(span('TMF', 'hold', arrivedMs, dischargedMs + dice.between(6, 60) * HOUR_MS))
  if (dice.chance(0.05)) spans.push(span('other', 'hold', dischargedMs, dischargedMs + dice.between(14, 70) * HOUR_MS))
  const exam = dice.chance(0.1) ? examHold(dice, span, dischargedMs) : null
  if (exam) spans.push(exam)

  const clearMs = Math.max(dischargedMs + dice.between(5, 26) * HOUR_MS, ...spans.map((hold) => hold.toMs))
  const late = dice.chance(0.07)
    ? span('customs', 'hold', clearMs + dice.between(10, 40) * HOUR_MS, clearMs + dice.between(50, 90) * HOUR_MS)
    : null
  if (late) spans.push(late)
  // A warning that remains until pickup.
  if (dice.chance(0.06)) spans.push(span('other', 'pending', dischargedMs + 8 * HOUR_MS, Infinity))
  return { spans: spans.filter((hold) => hold.toMs > hold.fromMs), clearMs: Math.min(clearMs, latestMs), late, exam }
}

type SpanOf = (name: HoldName, status: HoldSpan['status'], fromMs: number, toMs: number) => HoldSpan

/** Pending before it becomes a hold, or released, placed again and released. */
function customs(dice: Dice, span: SpanOf, arrivedMs: number, dischargedMs: number): HoldSpan[] {
  const fromMs = arrivedMs - 20 * HOUR_MS
  const toMs = dischargedMs + dice.between(6, 76) * HOUR_MS
  if (dice.chance(0.3))
    return [span('customs', 'pending', fromMs, dischargedMs), span('customs', 'hold', dischargedMs, toMs)]
  if (dice.chance(0.15)) {
    const gapMs = dice.between(4, 9) * HOUR_MS
    return [
      span('customs', 'hold', fromMs, toMs),
      span('customs', 'hold', toMs + gapMs, toMs + gapMs + dice.between(5, 20) * HOUR_MS),
    ]
  }
  return [span('customs', 'hold', fromMs, toMs)]
}

function examHold(dice: Dice, span: SpanOf, dischargedMs: number): HoldSpan {
  const fromMs = dischargedMs + dice.between(6, 30) * HOUR_MS
  return span(dice.chance(0.55) ? 'VACIS' : 'USDA', 'hold', fromMs, fromMs + dice.between(2, 5.5) * DAY_MS)
}

/** At a ramp only customs (in bond) and the line place holds. */
export function rampHolds(dice: Dice, unloadedMs: number, latestMs: number): { spans: HoldSpan[]; clearMs: number } {
  if (!dice.chance(0.22)) return { spans: [], clearMs: unloadedMs }
  const name = dice.chance(0.6) ? 'customs' : 'freight'
  const toMs = toMinute(Math.min(unloadedMs + dice.between(10, 48) * HOUR_MS, latestMs))
  if (toMs <= unloadedMs) return { spans: [], clearMs: unloadedMs }
  return {
    spans: [{ name, status: 'hold', description: holdText(dice, name), fromMs: unloadedMs, toMs }],
    clearMs: toMs,
  }
}
