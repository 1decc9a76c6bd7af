// After a change of time the board reads only the rows that are due. Then each row must equal that of a new board.
import { expect, test } from 'vitest'
import type { Board, BoardColumn } from '#engine/mirror/board/board.ts'
import { setMoment } from '#engine/mirror/containers/moment.ts'
import type { ReadableDb } from '#engine/db/open.ts'
import { nextDayMs } from '#engine/outside/calendar.ts'
import { MIRROR_NOW, type Mirror, shipment, startMirror } from '#support/mirror.ts'
import { drawContainers } from '#support/random-containers.ts'
import { createSeededRandom } from '#support/seeded.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NOW_MS = Date.parse(MIRROR_NOW)

const TIME_COLUMNS: BoardColumn[] = [
  'clock',
  'verdict',
  'band',
  'risk_code',
  'ready_since',
  'is_not_assessed',
  'is_unchecked',
  'has_appointment',
  'has_new_hold',
  'has_reached_port',
  'days_to_arrival',
  'next_change',
]

/** The values of TIME_COLUMNS of each row, by id. */
async function loadTimeValues(board: Board): Promise<Map<string, number[]>> {
  await board.loadPart('all')
  const columns = board.columns
  const values = TIME_COLUMNS.map((name) => columns.numbers(name))
  return new Map(columns.ids.map((id, slot) => [id, values.map((numbers) => numbers[slot] ?? Number.NaN)]))
}

/** `readCount` counts the rows that are read for a new moment. */
function createCountingDb(db: ReadableDb): { db: ReadableDb; readCount: () => number } {
  let count = 0
  const all = <Row>(sql: string, ...parameters: (string | number | null)[]) => {
    if (sql.includes('temp.container_at')) count += (JSON.parse(String(parameters[0])) as string[]).length
    return db.all<Row>(sql, ...parameters)
  }
  return { db: { ...db, all }, readCount: () => count }
}

const moveTo = (mirror: Mirror, ms: number) =>
  mirror.write((db) => setMoment(db, ms, { tomorrow: 1, soon: 3, week: 7 }))

function startRandomMirror(seed: number, count: number): Mirror {
  const mirror = startMirror()
  const etas = ['2026-11-18T23:59:59.999Z', '2026-11-22T08:00:00Z', '2026-11-25T11:30:00.001Z']
  mirror.read(
    ...etas.map((eta, i) => shipment(`s${i + 1}`, { pod_eta_at: eta, pod_original_eta_at: '2026-11-20T00:00:00Z' })),
    ...drawContainers(seed, count, 1),
  )
  return mirror
}

/** Draws instants at which a value can change, the milliseconds around them, and other random instants. */
function drawInstants(mirror: Mirror, seed: number, count: number): number[] {
  const random = createSeededRandom(seed)
  const INSTANT_COLUMNS =
    'started_at, stopped_at, arrived_at, discharged_at, ata_at, eta_at, terminal_checked_at, official_hold_since, appointment_at'
  const instants = mirror.db
    .all<Record<string, string | null>>(`SELECT ${INSTANT_COLUMNS} FROM container_row`)
    .flatMap((row) => Object.values(row))
    .flatMap((at) => (at === null ? [] : [Date.parse(at)]))
  const ages = [0, DAY_MS, 2 * DAY_MS, 7 * DAY_MS]
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  const near = () => pick(instants) + pick(ages) + pick([-1, 0, 1, -500, 500])
  const midnight = () =>
    nextDayMs(NOW_MS + random() * 10 * DAY_MS, pick(['America/Los_Angeles', 'Pacific/Auckland'])) + pick([-1, 0])
  const anytime = () => NOW_MS + Math.floor(random() * 10 * DAY_MS)
  return Array.from({ length: count }, () => pick([near, near, midnight, anytime])())
    .filter((ms) => ms > NOW_MS && ms < NOW_MS + 15 * DAY_MS)
    .sort((a, b) => a - b)
}

test.each([1, 2, 3])(
  'after only the due rows were read, each row equals the row of a new board, at random instants (%i)',
  async (seed) => {
    const mirror = startRandomMirror(seed, 80)
    const board = mirror.openBoard()
    await board.loadPart('all')
    const instants = drawInstants(mirror, seed + 100, 40)
    expect(instants.length).toBeGreaterThan(15)
    for (const ms of instants) {
      moveTo(mirror, ms)
      const updated = await loadTimeValues(board)
      const fresh = await loadTimeValues(mirror.openBoard())
      const different = [...fresh].filter(([id, values]) => JSON.stringify(values) !== JSON.stringify(updated.get(id)))
      expect(different, new Date(ms).toISOString()).toEqual([])
    }
  },
)

test('a usual minute reads at most 1 % of the open containers, and a day more than 10 %', async () => {
  const mirror = startRandomMirror(7, 600)
  const { db, readCount } = createCountingDb(mirror.db)
  const board = mirror.openBoard({ db })
  await board.loadPart('all')
  const open = board.openSlots().length
  expect(open).toBeGreaterThan(300)
  let countBefore = readCount()
  const perMinute: number[] = []
  for (let minute = 1; minute <= 120; minute++) {
    moveTo(mirror, NOW_MS + minute * MINUTE_MS)
    board.refresh()
    perMinute.push(readCount() - countBefore)
    countBefore = readCount()
  }
  expect(Math.max(...perMinute)).toBeLessThanOrEqual(open / 100)
  expect(perMinute.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0)
  moveTo(mirror, NOW_MS + DAY_MS)
  board.refresh()
  expect(readCount() - countBefore).toBeGreaterThan(open / 10)
})

test.each([
  ['America/Los_Angeles', '2026-11-20T17:00:00Z', '2026-11-21T08:00:00Z'],
  ['Asia/Kolkata', '2026-11-20T18:29:59.999Z', '2026-11-20T18:30:00Z'],
  ['Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-21T18:30:00Z'],
  // Daylight saving time ends at midnight: the last hour of the day occurs twice.
  ['Asia/Beirut', '2026-10-24T20:30:00Z', '2026-10-24T22:00:00Z'],
  // Daylight saving time begins at midnight: the day begins at one o'clock.
  ['Asia/Beirut', '2026-03-28T10:00:00Z', '2026-03-28T22:00:00Z'],
  ['Nowhere/Unknown', '2026-11-20T17:00:00Z', '2026-11-21T00:00:00Z'],
])('the next day begins in %s after %s at %s', (zone, now, next) =>
  expect(new Date(nextDayMs(Date.parse(now), zone)).toISOString()).toBe(new Date(next).toISOString()),
)
