// src/engine/table/mirrored.ts, tested through the board of containers: its initial load can be repeated after a
// failure, and includes rows that are written while it runs.
import { expect, test } from 'vitest'
import type { Board } from '#engine/mirror/board/board.ts'
import { orderContainers } from '#engine/mirror/board/list.ts'
import { inSlices } from '#engine/db/slices.ts'
import { createFaultyDisk } from '#support/faulty-disk.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { type Mirror, container, shipment, startMirror } from '#support/mirror.ts'

const IDS = Array.from({ length: 200 }, (_, i) => `c${String(i).padStart(3, '0')}`)
const readContainers = (mirror: Mirror) =>
  mirror.read(shipment('s1'), ...IDS.map((id, i) => container(id, `ABCU${String(i).padStart(7, '0')}`, 's1')))
const orderByNumber = (board: Board) =>
  orderContainers(board, { scope: 'all' }, [{ column: 'number', direction: 'asc' }])

/** Opens a board, and calls `afterStep` after each slice of its initial load. */
function openBoardInSlices(mirror: Mirror, afterStep: () => void): Board {
  let monotonicMs = 0
  const clock = {
    ...createFakeClock(0),
    // Each step seems to take so long that a slice ends after it.
    mono: () => (monotonicMs += 10),
    sleep: async () => {
      await Promise.resolve()
      afterStep()
    },
  }
  return mirror.openBoard({ inSlices: (steps) => inSlices(clock, steps, new AbortController().signal) })
}

test('the next load repeats an initial load that failed', async () => {
  const mirror = startMirror()
  readContainers(mirror)
  const board = mirror.openBoard()
  const disk = createFaultyDisk()
  disk.fail(/FROM container_row WHERE is_open/, 'SQLITE_IOERR')
  await expect(board.loadPart('first')).rejects.toMatchObject({ code: 'db/disk-error' })
  disk.stopFailing()
  await board.loadPart('all')
  expect(orderByNumber(board)).toEqual(IDS)
})

test('rows that are written during the initial load are read again', async () => {
  const mirror = startMirror()
  readContainers(mirror)
  let steps = 0
  const board = openBoardInSlices(mirror, () => {
    if (++steps === 3) mirror.read(container('c000', 'ZZZU0000000', 's1'))
  })
  await board.loadPart('all')
  expect(steps).toBeGreaterThan(3)
  expect(orderByNumber(board).at(-1)).toBe('c000')
})

/** Containers that were returned empty, so that they are not open. */
const RETURNED_COUNT = 20

test('lists of open rows are answered while the other rows are loaded', async () => {
  const mirror = startMirror()
  readContainers(mirror)
  mirror.read(
    ...IDS.slice(0, RETURNED_COUNT).map((id) =>
      container(id, `ABCU${id}`, 's1', { empty_terminated_at: '2026-11-01T00:00:00Z' }),
    ),
  )
  const openCounts: number[] = []
  const board = openBoardInSlices(
    mirror,
    () =>
      void board
        .read('open', () => orderContainers(board, { scope: 'open' }, []).length)
        .then((count) => openCounts.push(count)),
  )
  await board.loadPart('first')
  // Only answers while the other rows are loaded count.
  openCounts.length = 0
  await board.loadPart('all')
  expect(openCounts.length).toBeGreaterThan(1)
  expect(new Set(openCounts)).toEqual(new Set([IDS.length - RETURNED_COUNT]))
})

test('rows that are written during the initial load do not prolong it, however many they are', async () => {
  const mirror = startMirror()
  readContainers(mirror)
  let writtenCount = 0
  /** A limit, so that a failing test ends. */
  const MAX_WRITTEN = 500
  const board = openBoardInSlices(mirror, () => {
    if (++writtenCount <= MAX_WRITTEN)
      mirror.read(container(`new${writtenCount}`, `ZZZU${String(writtenCount).padStart(7, '0')}`, 's1'))
  })
  await board.loadPart('all')
  // One row is written for each slice, and the load has far fewer slices than the limit.
  expect(writtenCount).toBeLessThan(MAX_WRITTEN / 5)
  expect(orderByNumber(board)).toHaveLength(IDS.length + writtenCount)
})

test('the next list reads a written row again if reading it failed', async () => {
  const mirror = startMirror()
  readContainers(mirror)
  const board = mirror.openBoard()
  await board.loadPart('all')
  mirror.read(container('c000', 'ZZZU0000000', 's1'))
  const disk = createFaultyDisk()
  // Written rows are read again from this view.
  disk.fail(/FROM temp.container_at/, 'SQLITE_IOERR')
  expect(() => orderByNumber(board)).toThrow(expect.objectContaining({ code: 'db/disk-error' }))
  disk.stopFailing()
  expect(orderByNumber(board).at(-1)).toBe('c000')
})
