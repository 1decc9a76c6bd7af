// Runs each minute, when ages and days advance, and compares the three clocks: a jump of one against another means that
// the computer slept or that its clock was set. The timer's own interval has no meaning here; only the clocks are
// compared.
import type { Clock } from '../outside/clock.ts'

export type TickerDeps = {
  clock: Clock
  /** About once a minute. */
  onMinute: () => void
  /** Runs after sleep or after a change of the computer's clock. */
  onResume: () => void
}

const CHECK_EVERY_MS = 15_000
const CHECKS_PER_MINUTE = 4
/** Two clocks that differ by more have jumped; a smaller difference may come from rounding or a busy computer. */
const JUMP_MS = 5_000

export function startTicker({ clock, onMinute, onResume }: TickerDeps): () => void {
  let cancelTimer: () => void
  let checks = 0
  let last = readClocks(clock)
  const check = () => {
    const now = readClocks(clock)
    const elapsed = { mono: now.mono - last.mono, up: now.up - last.up, wall: now.wall - last.wall }
    last = now
    checks++
    // Before any callback: an error that a callback throws must not end the checks.
    cancelTimer = clock.after(CHECK_EVERY_MS, check)
    const hasSlept = Math.abs(elapsed.up - elapsed.mono) > JUMP_MS
    const wasSet = Math.abs(elapsed.wall - elapsed.up) > JUMP_MS
    if (hasSlept || wasSet) onResume()
    if (hasSlept || wasSet || checks % CHECKS_PER_MINUTE === 0) onMinute()
  }
  cancelTimer = clock.after(CHECK_EVERY_MS, check)
  return () => cancelTimer()
}

function readClocks(clock: Clock): { mono: number; up: number; wall: number } {
  return { mono: clock.mono(), up: clock.up(), wall: clock.wall() }
}
