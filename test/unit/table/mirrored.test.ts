// The first reading of the board, and what may come between.
import { expect, test } from 'vitest'
import { orderContainers } from '#engine/mirror/board/list.ts'
import { atOnce } from '#engine/db/slices.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { createFaultyDisk } from '#support/faulty-disk.ts'
import { type Mirror, container, shipment, startMirror } from '#support/mirror.ts'

const IDS = Array.from({ length: 200 }, (_, i) => `c${String(i).padStart(3, '0')}`)
const read = (mirror: Mirror) => {
  mirror.read(shipment('s1'), ...IDS.map((id, i) => container(id, `ABCU${String(i).padStart(7, '0')}`, 's1')))
}

test('a first reading that fails is begun anew by the next question', async () => {
  const mirror = startMirror()
  read(mirror)
  const board = mirror.openBoard({ clock: createFakeClock(0) })
  const disk = createFaultyDisk()
  disk.fail(/FROM container_row WHERE is_open/, 'SQLITE_IOERR')
  await expect(board.current('first')).rejects.toMatchObject({ code: 'db/disk-error' })
  disk.heal()
  await board.current('all')
  expect(atOnce(orderContainers(board, { scope: 'all' }, [{ column: 'number', direction: 'asc' }]))).toEqual(IDS)
})

test('what is written while the first reading is half way is read again', async () => {
  const mirror = startMirror()
  read(mirror)
  const clock = createFakeClock(0)
  let mono = 0
  // Every look at the clock finds a slice used up.
  const board = mirror.openBoard({ clock: { ...clock, mono: () => (mono += 10) } })
  const reading = board.current('all')
  await clock.settle()
  mirror.read(container('c000', 'ZZZU0000000', 's1'))
  await clock.advance(1_000)
  await reading
  expect(atOnce(orderContainers(board, { scope: 'all' }, [{ column: 'number', direction: 'asc' }])).at(-1)).toBe('c000')
})

test('what is read before anybody waits for it gives way to questions, and goes on once somebody waits for it', async () => {
  const mirror = startMirror()
  read(mirror)
  const clock = createFakeClock(0)
  let looks = 0
  const loaded = () => atOnce(orderContainers(board, { scope: 'all' }, [{ column: 'number', direction: 'asc' }])).length
  const board = mirror.openBoard({
    clock: { ...clock, mono: () => clock.mono() + (looks += 10) },
    areQuestionsOpen: () => true,
  })
  const ahead = board.current('all', true)
  await clock.advance(10)
  const meanwhile = loaded()
  await clock.advance(50)
  expect(loaded(), 'not one slice more').toBe(meanwhile)
  await clock.advance(60)
  expect(loaded(), 'one after a quarter of a second').toBeGreaterThan(meanwhile)
  expect(loaded()).toBeLessThan(IDS.length)
  const waitedFor = board.current('all')
  await clock.advance(1_000)
  await waitedFor
  expect(loaded(), 'a question that needs it').toBe(IDS.length)
  await ahead
})

test('rows that are written while an answer is prepared do not hold it up, however many they are', async () => {
  const mirror = startMirror()
  read(mirror)
  const clock = createFakeClock(0)
  let [looks, written] = [0, 0]
  /** As many as a whole sweep, so that a test that fails ends. */
  const MOST = 500
  const pourIn = () => {
    if (++written <= MOST) mirror.read(container(`new${written}`, `ZZZU${String(written).padStart(7, '0')}`, 's1'))
    return Promise.resolve()
  }
  const board = mirror.openBoard({ clock: { ...clock, mono: () => (looks += 10), sleep: pourIn } })
  await board.current('all')
  expect(written).toBeLessThan(MOST / 5)
  const before = written
  mirror.read(...IDS.map((id) => container(id, `YYYU${id.slice(1).padStart(7, '0')}`, 's1')))
  await board.current('all')
  expect(written - before).toBeLessThan(MOST / 5)
  expect(
    atOnce(orderContainers(board, { scope: 'all' }, [{ column: 'number', direction: 'asc' }])).slice(0, 200),
  ).toEqual(IDS)
})
