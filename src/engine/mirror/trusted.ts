// The trusted time: the service's clock, continued by this computer's uptime. The computer's own clock is shown and
// compared but not trusted; it is used only until the service answers for the first time.
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { instantOf } from '../outside/calendar.ts'
import { type Clock, createUptime } from '../outside/clock.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'

export type TrustedClock = {
  nowMs: () => number
  now: () => string
  /** An answer contained the service's time; it took this long since the request. */
  onServerTime: (serverMs: number, tookMs: number) => void
  /** This computer's clock minus the trusted time, in seconds; null until the service answered in this run. */
  skewS: () => number | null
}

/** The service's time at an uptime (`up`, in milliseconds) of this computer. */
type Anchor = { serverMs: number; up: number }

/** The header has whole seconds, and the network adds its delay. */
const HEADER_TOLERANCE_MS = 2_000
/** If this computer's clock is behind the stored time by at most this, it still counts as right. */
const CLOCK_TOLERANCE_MS = 5 * 60_000
/** Storing the time more often costs more than the precision is worth. */
const SAVE_EVERY_MS = 10 * 60_000

export function createTrustedClock(clock: Clock, db: ReadableDb, write: Write): TrustedClock {
  let anchor = restoreAnchor(clock, loadMeta(db, 'main', 'server_clock'))
  let hasServerTime = false
  let savedUptimeMs = Number.NEGATIVE_INFINITY
  const uptimeMs = createUptime(clock)
  const nowMs = () => anchor.serverMs + uptimeMs() - anchor.up
  return {
    nowMs,
    now: () => instantOf(nowMs()),
    onServerTime: (serverMs, tookMs) => {
      // The header was correct, cut to whole seconds, at some moment between request and answer. The clock changes only
      // if it contradicts that; otherwise a slow answer that others overtook would set it back.
      const behindMs = nowMs() - serverMs
      if (hasServerTime && behindMs > -HEADER_TOLERANCE_MS && behindMs < tookMs + HEADER_TOLERANCE_MS) return
      anchor = { serverMs, up: uptimeMs() }
      hasServerTime = true
      if (uptimeMs() - savedUptimeMs < SAVE_EVERY_MS) return
      savedUptimeMs = uptimeMs()
      write((writableDb) =>
        saveMeta(writableDb, 'main', 'server_clock', JSON.stringify({ ...anchor, wallMs: clock.wall() })),
      )
    },
    skewS: () => (hasServerTime ? Math.round((clock.wall() - nowMs()) / 1000) : null),
  }
}

/**
 * The anchor until the first answer. The last known time of the service plus the uptime since then is never later than
 * the real time, because a restart of the computer only loses time. So the computer's clock is used unless it is
 * earlier than that.
 */
function restoreAnchor(clock: Clock, stored: string | null): Anchor {
  const wallAnchor: Anchor = { serverMs: clock.wall(), up: clock.up() }
  if (stored === null) return wallAnchor
  const anchor = JSON.parse(stored) as Anchor
  const earliestMs = anchor.serverMs + Math.max(0, clock.up() - anchor.up)
  return clock.wall() >= earliestMs - CLOCK_TOLERANCE_MS ? wallAnchor : { serverMs: earliestMs, up: clock.up() }
}
