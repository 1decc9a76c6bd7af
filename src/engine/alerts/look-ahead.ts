// Finds last free days in the coming quiet hours, so that they are shown before the quiet hours begin. Pure.
import { type QuietRules, getHomeDate, findNextQuiet } from './quiet.ts'
import { instantOf } from '../outside/calendar.ts'

/**
 * Last free days after `after` and up to `through` are in the period. Those of the day on which it begins were shown
 * that morning.
 */
export type LookAhead = {
  key: string
  untilMs: number
  after: string
  through: string
  /** When the current part of the time before the period began. Dates reported during one part are shown together. */
  partMs: number
}

const HOUR_MS = 3_600_000
/** How long before a quiet period its last free days are shown. */
const BEFORE_MS = 4 * HOUR_MS
/** The parts of this time, by when they begin: this long before the period. */
const PARTS_MS = [HOUR_MS / 4, HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS, BEFORE_MS]

/** The quiet period that begins within four hours, or null. */
export function findLookAhead(nowMs: number, rules: QuietRules, zone: string): LookAhead | null {
  const nextPeriod = findNextQuiet(nowMs, rules, zone)
  if (!nextPeriod || nextPeriod.fromMs - nowMs > BEFORE_MS) return null
  const partMs = nextPeriod.fromMs - (PARTS_MS.find((beforeMs) => nextPeriod.fromMs - nowMs <= beforeMs) ?? BEFORE_MS)
  return {
    key: `ahead:${instantOf(nextPeriod.fromMs)}`,
    untilMs: nextPeriod.untilMs,
    after: getHomeDate(nextPeriod.fromMs, zone),
    through: getHomeDate(nextPeriod.untilMs, zone),
    partMs,
  }
}
