// Computes the quiet hours, when no pop-up may appear: nights and whole weekends. Pure. The hours are local times of
// the home zone, so a night with a clock change is an hour longer or shorter.
import type { AlertRules } from '#contract/alerts.ts'
import { addDays, dateInZone, daysBetween, instantInZone, instantOf } from '../outside/calendar.ts'

export type QuietRules = AlertRules['quiet']
/** `until` is the first moment after the period. */
export type Span = { fromMs: number; untilMs: number }

const FRIDAY_SAMPLE = '2026-11-20'
const WEEKEND_DAYS = 3
/** A weekend that began on Friday lasts until Monday; the one after it begins a week later. */
const DAYS_BACK = 4
const DAYS_AHEAD = 8

/** The end of the current quiet period, or null. */
export function findQuietEnd(nowMs: number, rules: QuietRules, zone: string): number | null {
  return (
    findSpans(nowMs, rules, zone).find(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs)?.untilMs ?? null
  )
}

/** The first quiet period that begins after this moment. */
export function findNextQuiet(nowMs: number, rules: QuietRules, zone: string): Span | null {
  return findSpans(nowMs, rules, zone).find(({ fromMs }) => fromMs > nowMs) ?? null
}

/**
 * The periods near this moment, in order; overlapping ones are merged. Cached, because every waiting alert needs them.
 */
function findSpans(nowMs: number, rules: QuietRules, zone: string): readonly Span[] {
  if (!rules.isOn) return []
  const today = getHomeDate(nowMs, zone)
  return getOrCompute(spanCache, `${today} ${rules.from} ${rules.to} ${rules.includesWeekends} ${zone}`, () => {
    const spans = Array.from({ length: DAYS_BACK + 1 + DAYS_AHEAD }, (_, day) =>
      listSpansOfDay(addDays(today, day - DAYS_BACK), rules, zone),
    ).flat()
    return mergeSpans(
      spans.filter(({ fromMs, untilMs }) => fromMs < untilMs).sort((one, other) => one.fromMs - other.fromMs),
    )
  })
}

/** The periods that begin on this day. If both hours are equal, there is no night. */
function listSpansOfDay(date: string, { from, to, includesWeekends }: QuietRules, zone: string): Span[] {
  const fromMs = getClockMs(date, from, zone)
  const night = { fromMs, untilMs: getClockMs(from > to ? addDays(date, 1) : date, to, zone) }
  if (!includesWeekends || !isFriday(date)) return [night]
  // If the quiet hours are within one day, Friday and Monday are days like the others.
  if (from <= to)
    return [
      night,
      {
        fromMs: getClockMs(addDays(date, 1), '00:00', zone),
        untilMs: getClockMs(addDays(date, WEEKEND_DAYS), '00:00', zone),
      },
    ]
  return [night, { fromMs, untilMs: getClockMs(addDays(date, WEEKEND_DAYS), to, zone) }]
}

function isFriday(date: string): boolean {
  return daysBetween(FRIDAY_SAMPLE, date) % 7 === 0
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last && span.fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, span.untilMs)
    else merged.push({ ...span })
  }
  return merged
}

/** The calendar date in this zone; in UTC if this computer does not know the zone. */
export function getHomeDate(ms: number, zone: string): string {
  return dateInZone(ms, zone) ?? instantOf(ms).slice(0, 10)
}

/**
 * The instant (ms) of a local time such as `08:00` on that day; in UTC if this computer does not know the zone. Cached,
 * because a zone lookup takes 20 µs and the same few times are used repeatedly.
 */
export function getClockMs(date: string, clock: string, zone: string): number {
  return getOrCompute(
    clockCache,
    `${date} ${clock} ${zone}`,
    () => instantInZone(date, clock, zone) ?? instantInZone(date, clock, 'UTC') ?? 0,
  )
}

const MAX_CACHED = 1_000
const spanCache = new Map<string, readonly Span[]>()
const clockCache = new Map<string, number>()

function getOrCompute<Value>(cache: Map<string, Value>, key: string, compute: () => Value): Value {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  if (cache.size >= MAX_CACHED) cache.clear()
  const value = compute()
  cache.set(key, value)
  return value
}
