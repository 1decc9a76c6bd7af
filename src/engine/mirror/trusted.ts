// The product's "now": the service's own clock carried on by this machine's uptime. The computer's clock is
// shown, compared and distrusted; it decides only until the service has been heard for the first time.
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { instantOf } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'

export type TrustedClock = {
  nowMs: () => number
  now: () => string
  /** The service said what time it is, in an answer that took so long from the request on. */
  heard: (serverMs: number, tookMs: number) => void
  /** This computer's clock minus the trusted one, seconds; null until the service was heard in this run. */
  skewS: () => number | null
}

type Anchor = { serverMs: number; up: number }

/** Whole seconds in the header, and what the network takes. */
const TREMBLE_MS = 2_000
/** Agreement within this is agreement: network delay and whole seconds in the header. */
const AGREE_MS = 5 * 60_000
/** Writing the anchor down more often would cost more than a lost hour of precision is worth. */
const SAVE_EVERY_MS = 10 * 60_000

export function createTrustedClock(clock: Clock, db: ReadableDb, write: Write): TrustedClock {
  let anchor = restore(clock, loadMeta(db, 'main', 'server_clock'))
  let hasServerTime = false
  let savedUp = Number.NEGATIVE_INFINITY
  // In this process `mono` carries on: it is finer than `up`, and both stand in one place below.
  const offset = clock.up() - clock.mono()
  // Sleep moves `up` and leaves `mono` behind; the later of the two is the truth.
  const up = () => Math.max(clock.mono() + offset, clock.up())
  const nowMs = () => anchor.serverMs + up() - anchor.up
  return {
    nowMs,
    now: () => instantOf(nowMs()),
    heard: (serverMs, tookMs) => {
      // The header was true, cut to whole seconds, at some moment between request and answer: only what cannot be so
      // moves our clock. Otherwise a slow answer that others overtook would set it back.
      const behindMs = nowMs() - serverMs
      if (hasServerTime && behindMs > -TREMBLE_MS && behindMs < tookMs + TREMBLE_MS) return
      anchor = { serverMs, up: up() }
      hasServerTime = true
      if (up() - savedUp < SAVE_EVERY_MS) return
      savedUp = up()
      write((w) => {
        saveMeta(w, 'main', 'server_clock', JSON.stringify({ ...anchor, wallMs: clock.wall() }))
      })
    },
    skewS: () => (hasServerTime ? Math.round((clock.wall() - nowMs()) / 1000) : null),
  }
}

/**
 * Before the first answer. What was heard last, plus the uptime since, is never later than the truth (a restart of the
 * machine only loses time), so the computer's clock is believed where it says the same or later.
 */
function restore(clock: Clock, stored: string | null): Anchor {
  const wall: Anchor = { serverMs: clock.wall(), up: clock.up() }
  if (stored === null) return wall
  const heard = JSON.parse(stored) as Anchor
  const atLeast = heard.serverMs + Math.max(0, clock.up() - heard.up)
  return clock.wall() >= atLeast - AGREE_MS ? wall : { serverMs: atLeast, up: clock.up() }
}
