import { expect, test } from 'vitest'
import { createClock } from '#engine/outside/clock.ts'

/** Counts the turns of the event loop until `stop`. */
function countTurns(): { turn: () => number; stop: () => void } {
  let turn = 0
  let next: NodeJS.Immediate
  const count = () => {
    turn++
    next = setImmediate(count)
  }
  next = setImmediate(count)
  return { turn: () => turn, stop: () => clearImmediate(next) }
}

test('work without a delay runs in order, one piece in each turn of the event loop', async () => {
  const clock = createClock()
  const { turn, stop } = countTurns()
  const runs: { piece: number; turn: number }[] = []
  const recordRun = (piece: number) =>
    clock.sleep(0).then(() => {
      runs.push({ piece, turn: turn() })
    })

  await Promise.all([recordRun(1), recordRun(2), recordRun(3)])
  stop()

  expect(runs.map(({ piece }) => piece)).toEqual([1, 2, 3])
  expect(new Set(runs.map((run) => run.turn)).size).toBe(3)
})

test('cancelled work does not run, and later work does', async () => {
  const clock = createClock()
  let isRun = false
  const cancel = clock.after(0, () => {
    isRun = true
  })
  cancel()

  await clock.sleep(0)

  expect(isRun).toBe(false)
})

test('a sleep that is aborted ends at once', async () => {
  const stopped = new AbortController()
  const slept = createClock().sleep(60_000, stopped.signal)

  stopped.abort()

  await expect(slept).resolves.toBeUndefined()
})
