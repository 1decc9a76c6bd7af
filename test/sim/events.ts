// Events of the computer and its user: sleep, a full disk, a changed clock, a restart. Each one ends by itself.
import { openSync, readdirSync, readSync, statSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import type { ComputerEvent } from './recipes.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Runs random events of the plan. The returned function stops them. */
export function startEvents(world: World): () => void {
  const { plan, timeline, random, logEvent } = world
  let isStopped = false
  const runNextEvent = () => {
    if (isStopped) return
    const event = random.pick(plan.events)
    logEvent(`event ${event}`)
    runEvent(world, event)
    timeline.after(random.drawLogUniform(plan.eventIntervalMs / 3, plan.eventIntervalMs * 2), runNextEvent)
  }
  if (plan.events.length > 0) timeline.after(random.drawBetween(1_000, plan.eventIntervalMs), runNextEvent)
  return () => {
    isStopped = true
  }
}

function runEvent(world: World, event: ComputerEvent): void {
  const { timeline, random, desktop } = world
  const runLater = (minMs: number, maxMs: number, work: () => void) =>
    timeline.after(random.drawLogUniform(minMs, maxMs), work)
  switch (event) {
    case 'full-disk':
      desktop.setDiskFull(true)
      runLater(2_000, 120_000, () => desktop.setDiskFull(false))
      break
    case 'clock':
      setClock(world)
      break
    case 'sleep':
      sleep(world, random.drawLogUniform(MINUTE_MS, 14 * DAY_MS))
      break
    case 'night':
      sleep(world, random.drawBetween(10 * HOUR_MS, 18 * HOUR_MS))
      break
    case 'long-sleep':
      sleep(world, random.drawLogUniform(HOUR_MS, 14 * DAY_MS))
      break
    case 'offline':
      desktop.setOffline(true)
      if (random.drawBoolean(0.6))
        runLater(5_000, 60_000, () => sleep(world, random.drawLogUniform(10 * MINUTE_MS, 14 * DAY_MS)))
      runLater(20_000, 600_000, () => desktop.setOffline(false))
      break
    case 'quit':
      void restartProgram(world, random.drawLogUniform(1_000, 300_000))
      break
    case 'close-window':
      desktop.setWindowOpen(false)
      runLater(10_000, 600_000, () => desktop.setWindowOpen(true))
      break
    case 'damage':
      void restartProgram(world, 1_000, () => flipBytes(world))
  }
}

/** In half of the cases the program is notified of the sleep. In the others it must detect the sleep. */
function sleep({ computer, desktop, random }: World, ms: number): void {
  computer.sleep(ms)
  if (random.drawBoolean(0.5)) desktop.resume()
}

function setClock({ computer, random }: World): void {
  const steps = [HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS, 365 * DAY_MS, -60 * 365 * DAY_MS]
  if (random.drawBoolean(0.25)) computer.setDrift(random.pick([5 * MINUTE_MS, -5 * MINUTE_MS]))
  else computer.adjustWallClock(random.pick(steps))
}

async function restartProgram(
  { desktop, timeline }: World,
  offMs: number,
  onStopped: () => void = () => undefined,
): Promise<void> {
  const hasStopped = await desktop.quit()
  if (desktop.isRunning()) return
  if (hasStopped) onStopped()
  timeline.after(offMs, () => desktop.start())
}

/**
 * Changes up to 100 bytes of a database, as a failing disk does. Call it only after the program ended normally, because
 * the engine compares checksums only then.
 */
function flipBytes({ desktop, random, logEvent }: World): void {
  const names = readdirSync(desktop.getFolder()).filter((name) => /^(state|mirror)\.db$/.test(name))
  if (names.length === 0) return
  const name = random.pick(names)
  const path = join(desktop.getFolder(), name)
  const { size } = statSync(path)
  if (size === 0) return
  const file = openSync(path, 'r+')
  const byteCount = random.drawInteger(1, 100)
  const start = random.drawBoolean(0.3)
    ? random.drawInteger(0, Math.min(200, size - 1))
    : random.drawInteger(0, size - 1)
  const byteBuffer = Buffer.alloc(1)
  for (let i = 0; i < byteCount; i++) {
    const index = random.drawBoolean(0.5) ? Math.min(size - 1, start + i) : random.drawInteger(0, size - 1)
    readSync(file, byteBuffer, 0, 1, index)
    byteBuffer[0] = (byteBuffer[0] ?? 0) ^ random.drawInteger(1, 255)
    writeSync(file, byteBuffer, 0, 1, index)
  }
  closeSync(file)
  logEvent(`${byteCount} bytes of ${name} flipped`)
}
