// Offsets of time zones to UTC. Browsers and Node each carry their own zone data, and a country that changes its rules
// is right in one of them first. The page therefore uses the offsets of the engine, so that both show the same day.

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** `minutes` east of UTC from `fromMs` until `untilMs`, both in epoch milliseconds. */
export type ZoneOffset = { fromMs: number; untilMs: number; minutes: number }

/** `days`: the offsets of a zone in minutes, by UTC day since 1970; null for a day on which the offset changes. */
type Zone = { format: Intl.DateTimeFormat; days: Map<number, number | null> }

const zones = new Map<string, Zone | null>()

/** The offsets of another program for a zone. Empty if it does not know the zone; undefined if it has sent none. */
type OffsetSource = (zone: string) => readonly ZoneOffset[] | undefined

let source: OffsetSource = () => undefined

/** From now on, offsets of `next` replace those of this program. */
export function setOffsetSource(next: OffsetSource): void {
  source = next
}

/** Minutes east of UTC at an instant; 0 for an unknown zone. */
export function getOffsetMinutes(atMs: number, zone: string): number {
  const offsets = source(zone)
  if (offsets?.length === 0) return 0
  const offset = offsets?.find(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs)
  return offset?.minutes ?? findOwnOffset(atMs, zone) ?? 0
}

/** Minutes east of UTC by the zone data of this program alone; null if it does not know the zone. */
export function findOwnOffset(atMs: number, name: string): number | null {
  const zone = getZone(name)
  if (!zone) return null
  const day = Math.floor(atMs / DAY_MS)
  let dayOffset = zone.days.get(day)
  if (dayOffset === undefined) {
    const [startOffset, endOffset] = [computeOffset(day * DAY_MS, zone), computeOffset((day + 1) * DAY_MS, zone)]
    zone.days.set(day, (dayOffset = startOffset === endOffset ? startOffset : null))
  }
  return dayOffset ?? computeOffset(atMs, zone)
}

export function isKnownZone(zone: string): boolean {
  const offsets = source(zone)
  return offsets === undefined ? getZone(zone) !== null : offsets.length > 0
}

/** The wall clock of a zone, as the epoch milliseconds at which a clock in UTC shows the same. */
export function toWallClockMs(atMs: number, zone: string): number {
  return atMs + getOffsetMinutes(atMs, zone) * MINUTE_MS
}

/** Clocks of some zones change twice within a month, but never twice within this time. */
const PROBE_MS = 14 * DAY_MS

/** The offsets of a zone between two instants, without gaps; empty if this computer does not know the zone. */
export function listOffsets(name: string, fromMs: number, untilMs: number): ZoneOffset[] {
  const zone = getZone(name)
  if (!zone) return []
  const offsets: ZoneOffset[] = []
  let current: ZoneOffset = { fromMs, untilMs, minutes: computeOffset(fromMs, zone) }
  for (let probeMs = fromMs + PROBE_MS; probeMs < untilMs + PROBE_MS; probeMs += PROBE_MS) {
    const minutes = computeOffset(Math.min(probeMs, untilMs), zone)
    if (minutes === current.minutes) continue
    const changeMs = findChange(zone, probeMs - PROBE_MS, Math.min(probeMs, untilMs))
    offsets.push({ ...current, untilMs: changeMs })
    current = { fromMs: changeMs, untilMs, minutes }
  }
  return [...offsets, current]
}

/** The first minute at which the offset differs from that at `fromMs`. At `untilMs` it must differ. */
function findChange(zone: Zone, fromMs: number, untilMs: number): number {
  const firstOffset = computeOffset(fromMs, zone)
  let [low, high] = [Math.floor(fromMs / MINUTE_MS), Math.floor(untilMs / MINUTE_MS)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (computeOffset(middle * MINUTE_MS, zone) === firstOffset) low = middle
    else high = middle
  }
  return high * MINUTE_MS
}

/** Whole minutes; offsets with seconds exist only for dates before standard time. */
function computeOffset(atMs: number, { format }: Zone): number {
  // `GMT-08:00`; UTC itself is `GMT`.
  const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Null if this computer does not know the zone: the name comes from the service and may be any text. */
function getZone(name: string): Zone | null {
  let zone = zones.get(name)
  if (zone === undefined) {
    try {
      zone = {
        format: new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' }),
        days: new Map(),
      }
    } catch {
      zone = null
    }
    zones.set(name, zone)
  }
  return zone
}
