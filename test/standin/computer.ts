// The clock of programs in the stand-in. QUAYWATCH_TEST_CLOCK replaces the clock of the computer. In processes that
// main forks, time runs QUAYWATCH_TEST_RATE times faster. The browser host has command line options for both.
import os from 'node:os'
import { syncBuiltinESMExports } from 'node:module'

if (process.env['QUAYWATCH_TEST_CLOCK'] !== undefined) await import('#support/computer-clock.ts')

/** Makes clocks and timers of this process run `rate` times faster. */
export function speedUpTime(rate: number): void {
  const original = { setTimeout, setInterval, now: performance.now.bind(performance), uptime: os.uptime, Date }
  const startedAt = { monotonicMs: original.now(), wallMs: Date.now() }
  const getWallMs = () => startedAt.wallMs + (original.now() - startedAt.monotonicMs) * rate
  globalThis.setTimeout = Object.assign(
    (work: () => void, ms = 0, ...args: []) => original.setTimeout(work, ms / rate, ...args),
    original.setTimeout,
  )
  globalThis.setInterval = Object.assign(
    (work: () => void, ms = 0, ...args: []) => original.setInterval(work, ms / rate, ...args),
    original.setInterval,
  )
  performance.now = () => original.now() * rate
  os.uptime = () => original.uptime() * rate
  syncBuiltinESMExports()
  globalThis.Date = new Proxy(original.Date, {
    construct: (target, args: unknown[]) => Reflect.construct(target, args.length === 0 ? [getWallMs()] : args) as Date,
    get: (target, name) => (name === 'now' ? getWallMs : (Reflect.get(target, name) as unknown)),
  })
}
