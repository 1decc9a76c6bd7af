// The current time: the engine's last value plus the time this page has run since. The computer's own clock is not
// used, because it may be wrong, and the engine knows the difference.
import { inject, onScopeDispose, shallowRef, watch, type InjectionKey, type ShallowRef } from 'vue'

export type Clock = {
  /** Milliseconds since 1970; null before the first message of the engine. */
  read(): number | null
  set(instant: string): void
  /** Increments with each call of `set`, so that ages on screen update immediately after a sleep. */
  version: Readonly<ShallowRef<number>>
}

export const clockKey: InjectionKey<Clock> = Symbol('clock')

export function createClock(): Clock {
  const version = shallowRef(0)
  let base: { nowMs: number; setAtMs: number } | null = null
  return {
    version,
    read: () => (base ? base.nowMs + performance.now() - base.setAtMs : null),
    set: (instant) => {
      base = { nowMs: Date.parse(instant), setAtMs: performance.now() }
      version.value++
    },
  }
}

/** Ages are in minutes, so 30 s is enough. A countdown needs 1 s. */
export function useNow(everyMs = 30_000): Readonly<ShallowRef<number | null>> {
  const clock = inject(clockKey)
  if (!clock) throw new Error('No clock was provided to the application.')
  const now = shallowRef(clock.read())
  const update = () => {
    now.value = clock.read()
  }
  const timer = setInterval(update, everyMs)
  watch(clock.version, update)
  onScopeDispose(() => clearInterval(timer))
  return now
}
