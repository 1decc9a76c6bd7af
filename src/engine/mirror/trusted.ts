// The trusted time: the service's clock, continued by this computer's uptime. The computer's own clock is shown and
// compared but not trusted; it is used only until the service answers for the first time.
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { instantOf } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'

export type TrustedClock = {
  nowMs: () => number
  now: () => string
  /** An answer contained the service's time; it took this long since the request. */
  onServerTime: (serverMs: number, tookMs: number) => void
  /** This computer's clock minus the trusted time, in seconds; null until the service answered in this run. */
  skewS: () => number | null
}

type Anchor = { serverMs: number; up: number }

/** The header has whole seconds, and the network adds its delay. */
const JITTER_MS = 2_000
/** A smaller difference counts as none: network delay and whole seconds in the header. */
const AGREE_MS = 5 * 60_000
/** Storing the time more often costs more than the precision is worth. */
const SAVE_EVERY_MS = 10 * 60_000

export function createTrustedClock(clock: Clock, db: ReadableDb, write: Write): TrustedClock {
  let anchor = restore(clock, loadMeta(db, 'main', 'server_clock'))
  let hasServerTime = false
  let savedUp = Number.NEGATIVE_INFINITY
  // Within this process `mono` continues the time: it is finer than `up`.
  const offset = clock.up() - clock.mono()
  // Sleep advances `up` but not `mono`; the later of the two is right.
  const up = () => Math.max(clock.mono() + offset, clock.up())
  const nowMs = () => anchor.serverMs + up() - anchor.up
  return {
    nowMs,
    now: () => instantOf(nowMs()),
    onServerTime: (serverMs, tookMs) => {
      // The header was correct, cut to whole seconds, at some moment between request and answer. The clock changes only
      // if it contradicts that; otherwise a slow answer that others overtook would set it back.
      const behindMs = nowMs() - serverMs
      if (hasServerTime && behindMs > -JITTER_MS && behindMs < tookMs + JITTER_MS) return
      anchor = { serverMs, up: up() }
      hasServerTime = true
      if (up() - savedUp < SAVE_EVERY_MS) return
      savedUp = up()
      write((w) => saveMeta(w, 'main', 'server_clock', JSON.stringify({ ...anchor, wallMs: clock.wall() })))
    },
    skewS: () => (hasServerTime ? Math.round((clock.wall() - nowMs()) / 1000) : null),
  }
}

/**
 * Before the first answer: the last known time of the service plus the uptime since is never later than the real time
 * (a restart of the computer only loses time). So the computer's clock is used if it is equal or later.
 */
function restore(clock: Clock, stored: string | null): Anchor {
  const wall: Anchor = { serverMs: clock.wall(), up: clock.up() }
  if (stored === null) return wall
  const anchor = JSON.parse(stored) as Anchor
  const atLeast = anchor.serverMs + Math.max(0, clock.up() - anchor.up)
  return clock.wall() >= atLeast - AGREE_MS ? wall : { serverMs: atLeast, up: clock.up() }
}
