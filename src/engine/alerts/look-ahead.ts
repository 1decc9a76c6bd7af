// What falls into the quiet hours that are about to begin is told before they do. Pure.
import { type QuietRules, homeDate, nextQuiet } from './quiet.ts'
import { instantOf } from '../outside/calendar.ts'

/**
 * Last free days after `after` and up to `through` fall into the period; that of the day it begins was told that
 * morning.
 */
export type Ahead = {
  key: string
  untilMs: number
  after: string
  through: string
  /**
   * When the part of those four hours began in which this moment lies. Dates that are reported meanwhile are told
   * together, once each part.
   */
  partMs: number
}

const HOUR_MS = 3_600_000
const BEFORE_MS = 4 * HOUR_MS
const PARTS_MS = [HOUR_MS / 4, HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS, BEFORE_MS]

/** The period that begins within four hours; null where none does. */
export function lookAhead(nowMs: number, rules: QuietRules, zone: string): Ahead | null {
  const next = nextQuiet(nowMs, rules, zone)
  if (!next || next.fromMs - nowMs > BEFORE_MS) return null
  const partMs = next.fromMs - (PARTS_MS.find((before) => next.fromMs - nowMs <= before) ?? BEFORE_MS)
  return {
    key: `ahead:${instantOf(next.fromMs)}`,
    untilMs: next.untilMs,
    after: homeDate(next.fromMs, zone),
    through: homeDate(next.untilMs, zone),
    partMs,
  }
}
