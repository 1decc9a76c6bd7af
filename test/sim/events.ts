// Events of the computer and its user, each at its own time and limited in duration.
import { openSync, readdirSync, readSync, statSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from './plan.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Until the faults of the world end. */
export function startEvents(world: World): () => void {
  const { plan, timeline, chance, note } = world
  let isOver = false
  const next = () => {
    if (isOver) return
    const event = chance.pick(plan.events)
    note(`event ${event}`)
    happen(world, event)
    timeline.after(chance.spread(plan.eventEveryMs / 3, plan.eventEveryMs * 2), next)
  }
  if (plan.events.length > 0) timeline.after(chance.between(1_000, plan.eventEveryMs), next)
  return () => {
    isOver = true
  }
}

function happen(world: World, event: Event): void {
  const { timeline, chance, desktop } = world
  const later = (low: number, high: number, work: () => void) => timeline.after(chance.spread(low, high), work)
  switch (event) {
    case 'full-disk':
      desktop.setFull(true)
      later(2_000, 120_000, () => desktop.setFull(false))
      break
    case 'clock':
      setClock(world)
      break
    case 'sleep':
      sleep(world, chance.spread(MINUTE_MS, 14 * DAY_MS))
      break
    case 'night':
      sleep(world, chance.between(10 * HOUR_MS, 18 * HOUR_MS))
      break
    case 'long-sleep':
      sleep(world, chance.spread(HOUR_MS, 14 * DAY_MS))
      break
    case 'offline':
      desktop.setUnplugged(true)
      if (chance.happens(0.6)) later(5_000, 60_000, () => sleep(world, chance.spread(10 * MINUTE_MS, 14 * DAY_MS)))
      later(20_000, 600_000, () => desktop.setUnplugged(false))
      break
    case 'quit':
      void quitAndStart(world, chance.spread(1_000, 300_000))
      break
    case 'close-window':
      desktop.setWatched(false)
      later(10_000, 600_000, () => desktop.setWatched(true))
      break
    case 'damage':
      void quitAndStart(world, 1_000, () => flipBytes(world))
  }
}

/** The program is notified, or must notice it. */
function sleep({ computer, desktop, chance }: World, ms: number): void {
  computer.sleep(ms)
  if (chance.happens(0.5)) desktop.resume()
}

function setClock({ computer, chance }: World): void {
  const steps = [HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS, 365 * DAY_MS, -60 * 365 * DAY_MS]
  if (chance.happens(0.25)) computer.drift(chance.pick([5 * MINUTE_MS, -5 * MINUTE_MS]))
  else computer.setWall(chance.pick(steps))
}

async function quitAndStart(
  { desktop, timeline }: World,
  offMs: number,
  meanwhile: () => void = () => undefined,
): Promise<void> {
  const isClosed = await desktop.quit()
  if (desktop.isRunning()) return
  if (isClosed) meanwhile()
  timeline.after(offMs, () => desktop.start())
}

/**
 * A failing disk: some bytes of a file differ. Only in files that were closed normally, because after a crash a valid
 * page may have any content.
 */
function flipBytes({ desktop, chance, note }: World): void {
  const names = readdirSync(desktop.folder()).filter((name) => /^(state|mirror)\.db$/.test(name))
  if (names.length === 0) return
  const name = chance.pick(names)
  const path = join(desktop.folder(), name)
  const { size } = statSync(path)
  if (size === 0) return
  const file = openSync(path, 'r+')
  const bytes = chance.whole(1, 100)
  const start = chance.happens(0.3) ? chance.whole(0, Math.min(200, size - 1)) : chance.whole(0, size - 1)
  const before = Buffer.alloc(1)
  for (let i = 0; i < bytes; i++) {
    const index = chance.happens(0.5) ? Math.min(size - 1, start + i) : chance.whole(0, size - 1)
    readSync(file, before, 0, 1, index)
    before[0] = (before[0] ?? 0) ^ chance.whole(1, 255)
    writeSync(file, before, 0, 1, index)
  }
  closeSync(file)
  note(`${bytes} bytes of ${name} flipped`)
}
