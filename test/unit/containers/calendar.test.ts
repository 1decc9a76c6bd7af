// Compares the calendar and the headings of the board with plain counts of the rows of a list.
import { describe, expect, test } from 'vitest'
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import { Band } from '#contract/deadlines.ts'
import type { Board } from '#engine/mirror/board/board.ts'
import { loadBands, loadCalendar } from '#engine/containers/calendar.ts'
import { orderContainers } from '#engine/mirror/board/list.ts'
import { setMoment } from '#engine/mirror/containers/moment.ts'
import { loadRows } from '#engine/mirror/containers/store.ts'
import { type Mirror, container, shipment, startMirror } from '#support/mirror.ts'

const BAND_DAYS = { tomorrow: 1, soon: 3, week: 7 }
const LA = 'America/Los_Angeles'
const SHANGHAI = 'Asia/Shanghai'

type Facts = {
  number: string
  day: string | null
  zone?: string
  isHeld?: boolean
  isAtSea?: boolean
  pickedUpAt?: string
  fee?: number
}

function createRecord(id: number, { number, day, zone = LA, isHeld = false, isAtSea = false, pickedUpAt, fee }: Facts) {
  return container(String(id), number, 's1', {
    current_status: isAtSea ? 'on_ship' : 'available',
    pod_timezone: zone,
    pod_discharged_at: isAtSea ? null : '2026-11-10T00:00:00Z',
    pod_full_out_at: pickedUpAt ?? null,
    terminal_checked_at: '2026-11-20T10:00:00Z',
    availability_known: true,
    available_for_pickup: !isHeld,
    holds_at_pod_terminal: isHeld ? [{ name: 'customs', status: 'hold', description: null }] : [],
    fees_at_pod_terminal: fee === undefined ? [] : [{ type: 'demurrage', amount: fee, currency_code: 'USD' }],
    import_deadlines: { pickup_lfd_terminal: day },
  })
}

const CONTAINERS: Facts[] = [
  { number: 'ABCU0000003', day: '2026-11-20' },
  { number: 'ABCU0000001', day: '2026-11-20', isHeld: true },
  { number: 'ABCU0000002', day: '2026-11-20', zone: SHANGHAI, fee: 100 },
  { number: 'ABCU0000004', day: '2026-11-18', fee: 250 },
  { number: 'ABCU0000005', day: '2026-11-30', isAtSea: true },
  { number: 'ABCU0000006', day: null },
  { number: 'ABCU0000007', day: '2026-11-20', pickedUpAt: '2026-11-19T00:00:00Z' },
  { number: 'ABCU0000008', day: '2026-12-24' },
  { number: 'ABCU0000009', day: '2026-10-31' },
]

/** At the default time it is 20 November in Los Angeles. In Shanghai, 21 November began an hour ago. */
async function setUp(
  now = '2026-11-20T17:00:00.000Z',
): Promise<{ mirror: Mirror; board: Board; rows: (filter: ContainerFilter) => ContainerRow[] }> {
  const mirror = startMirror()
  mirror.write((db) => setMoment(db, Date.parse(now), BAND_DAYS))
  mirror.read(shipment('s1', {}), ...CONTAINERS.map((container, id) => createRecord(id, container)))
  const board = mirror.openBoard()
  await board.loadPart('all')
  return { mirror, board, rows: (filter) => loadRows(mirror.db, orderContainers(board, filter, [])) }
}

const calendar = (board: Board, filter: Partial<ContainerFilter> = {}, firstCount = 2) =>
  loadCalendar(board, {
    from: '2026-11-16',
    to: '2026-11-29',
    filter: { scope: 'board', ...filter },
    first: firstCount,
  })

describe('the calendar', () => {
  test('lists each requested day with its containers, the most urgent first', async () => {
    const { board } = await setUp()
    const { days } = calendar(board)
    expect(days.map(({ date }) => date)).toEqual(Array.from({ length: 14 }, (_, index) => `2026-11-${16 + index}`))
    const friday = days[4]
    expect(friday).toMatchObject({
      date: '2026-11-20',
      total: 3,
      bands: [
        { band: 'past', count: 1 },
        { band: 'today', count: 2 },
      ],
      ready: 2,
      held: 1,
    })
    // It is past in Shanghai, where the 21st has begun, so it is first. The others are sorted by number.
    expect(friday?.first).toEqual([
      { id: '2', number: 'ABCU0000002', band: 'past', verdict: 'ready' },
      { id: '1', number: 'ABCU0000001', band: 'today', verdict: 'held' },
    ])
    expect(days[2]).toMatchObject({ total: 1, bands: [{ band: 'past', count: 1 }] })
    expect(days[0]).toEqual({ date: '2026-11-16', total: 0, bands: [], ready: 0, held: 0, first: [] })
  })

  test('counts the containers before its first day, after its last day and without a day', async () => {
    const { board, rows } = await setUp()
    const { days, before, after, undated } = calendar(board)
    expect([before, after, undated]).toEqual([1, 2, 1])
    expect(rows({ scope: 'board', lastFreeDays: { to: '2026-11-15' } })).toHaveLength(before)
    expect(rows({ scope: 'board', lastFreeDays: { from: '2026-11-30' } })).toHaveLength(after)
    expect(days.reduce((sum, { total }) => sum + total, 0) + before + after + undated).toBe(
      rows({ scope: 'board' }).length,
    )
  })

  test('gives the current day in each zone, the zone with the most containers first', async () => {
    const { board } = await setUp()
    expect(calendar(board).zones).toEqual([
      { zone: LA, today: '2026-11-20', count: 6 },
      { zone: SHANGHAI, today: '2026-11-21', count: 1 },
    ])
  })

  test('moves containers to another band when a new day begins, without a new sync', async () => {
    const { mirror, board } = await setUp()
    mirror.write((db) => setMoment(db, Date.parse('2026-11-21T09:00:00Z'), BAND_DAYS))
    const { days, zones } = calendar(board)
    expect(zones.map(({ today }) => today)).toEqual(['2026-11-21', '2026-11-21'])
    expect(days[4]?.bands).toEqual([{ band: 'past', count: 3 }])
  })

  test('applies the filter but not the days of the filter, and lists no containers if none are requested', async () => {
    const { board } = await setUp()
    const held = calendar(board, { verdicts: ['held'], lastFreeDays: { from: '2026-01-01', to: '2026-01-01' } })
    expect(held.days.filter(({ total }) => total > 0).map(({ date, total }) => [date, total])).toEqual([
      ['2026-11-20', 1],
    ])
    expect(calendar(board, {}, 0).days[4]).toMatchObject({ total: 3, first: [] })
  })
})

describe('the headings of the board', () =>
  test('count the containers and the fees due of each band, also of bands that the filter excludes', async () => {
    const { board, rows } = await setUp()
    const { bands, total } = loadBands(board, { scope: 'board', bands: ['past'] })
    expect(total).toBe(rows({ scope: 'board', bands: ['past'] }).length)
    expect(bands.map(({ band }) => band)).toEqual(Band.options)
    for (const { band, count } of bands)
      expect([band, count]).toEqual([band, rows({ scope: 'board', bands: [band] }).length])
    expect(bands[0]).toEqual({ band: 'past', count: 3, feesDue: [{ currency: 'USD', amount: 350, isPending: false }] })
    expect(bands.find(({ band }) => band === 'later')?.feesDue).toEqual([])
  }))
