// The board of a past moment equals the board that was recorded at that moment.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import { listPastOrder, loadPast, loadRowsAt } from '#engine/containers/as-of.ts'
import { projectContainers } from '#engine/mirror/containers/store.ts'
import { saveManualDate } from '#engine/settings/store.ts'
import { runAtOnce } from '#engine/db/slices.ts'
import { MIRROR_NOW, container, shipment, startMirror } from '#support/mirror.ts'
import { type SyncedEngine, startSyncedEngine, waitForFirstSweep } from '#support/synced-engine.ts'
import { markSeen } from '#support/today.ts'
import { startStillEngine } from '#support/still-engine.ts'

/** `QUAYWATCH_MOMENTS=200` checks 200 moments, which takes half a minute. */
const MOMENTS = Number(process.env['QUAYWATCH_MOMENTS'] ?? 15)

const ALL_ROWS = { offset: 0, limit: 500 }

/**
 * These risks depend on when the engine or the terminal checked a record. History does not store that time.
 */
const UNKNOWN_THEN = [
  'last-free-day-earlier',
  'arrival-moved',
  'terminal-check-old',
  'no-appointment',
  'not-ready-in-time',
  'last-free-day-tomorrow',
]

/** The part of a row that a past board can compute. It does not know the time of each check at the terminal. */
function selectComparable({ risks, verdict, lastFreeDay, activeHolds, pendingHolds, ...row }: ContainerRow) {
  const band = lastFreeDay.band === 'confirm' ? 'past' : lastFreeDay.band
  return {
    ...row,
    risks: risks.filter(({ reason }) => !UNKNOWN_THEN.includes(reason)),
    verdict: verdict === 'ready-unverified' ? 'ready' : verdict,
    lastFreeDay: { ...lastFreeDay, band },
    activeHolds: activeHolds.toSorted(),
    pendingHolds: pendingHolds.toSorted(),
    ages: null,
    // Estimates use the current rates and the current day, so a past board has none.
    exposure: null,
    detention: null,
  }
}

/** The compared scopes, because a past board does not compute rows outside its scope. */
const SCOPES = ['open', 'board'] as const

async function loadBoard({ client }: SyncedEngine): Promise<Map<string, unknown>> {
  const lists = await Promise.all(
    SCOPES.map(async (scope) => ({
      scope,
      ...(await client.call('containers.list', { filter: { scope }, sort: [], window: ALL_ROWS })),
    })),
  )
  return new Map(lists.flatMap(({ scope, rows }) => rows.map((row) => [`${scope} ${row.id}`, selectComparable(row)])))
}

async function loadBoardAt({ client }: SyncedEngine, at: string): Promise<Map<string, unknown>> {
  const lists = await Promise.all(
    SCOPES.map(async (scope) => ({
      scope,
      ...(await client.call('containers.asOf', { at, filter: { scope }, window: ALL_ROWS })),
    })),
  )
  return new Map(lists.flatMap(({ scope, rows }) => rows.map((row) => [`${scope} ${row.id}`, selectComparable(row)])))
}

const DAY_MS = 86_400_000
const START_MS = Date.UTC(2026, 10, 20, 17)

/** Returns a function that draws an integer of at least 0 and less than `below`. Each run draws the same numbers. */
function createDraw(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Draw = ReturnType<typeof createDraw>
const drawInstant = (draw: Draw) =>
  new Date(START_MS + (draw(20) - 10) * DAY_MS + draw(24) * 3_600_000).toISOString().replace('.000Z', 'Z')
const drawOne = <Value>(draw: Draw, values: readonly Value[]) => values[draw(values.length)]!
const drawHolds = (draw: Draw) =>
  ['customs', 'freight', 'usda']
    .filter(() => draw(3) === 0)
    .map((name) => ({ name, status: drawOne(draw, ['hold', 'pending', 'released']), description: `text ${draw(4)}` }))
const drawFees = (draw: Draw) =>
  ['demurrage', 'exam']
    .filter(() => draw(3) === 0)
    .map((type) => ({ type, amount: 100 * draw(9), currency_code: 'USD' }))

const containerFields: Record<string, (draw: Draw) => unknown> = {
  holds_at_pod_terminal: drawHolds,
  fees_at_pod_terminal: drawFees,
  available_for_pickup: (draw) => drawOne(draw, [true, false, null]),
  pickup_lfd: (draw) => drawOne(draw, [null, drawInstant(draw)]),
  import_deadlines: (draw) => ({
    pickup_lfd_line: drawOne(draw, [null, drawInstant(draw)]),
    pickup_lfd_terminal: drawOne(draw, [null, drawInstant(draw)]),
    pickup_lfd_rail: null,
  }),
  location_at_pod_terminal: (draw) => `Row ${draw(9)}`,
  current_status: (draw) =>
    drawOne(draw, ['on_ship', 'grounded', 'available', 'not_available', 'picked_up', 'empty_returned']),
  pod_discharged_at: (draw) => drawOne(draw, [null, drawInstant(draw)]),
  pod_full_out_at: (draw) => drawOne(draw, [null, null, drawInstant(draw)]),
  empty_terminated_at: (draw) => drawOne(draw, [null, null, drawInstant(draw)]),
  pickup_appointment_at: (draw) => drawOne(draw, [null, drawInstant(draw)]),
  pod_timezone: (draw) => drawOne(draw, ['America/Los_Angeles', 'Asia/Shanghai', null]),
  ref_numbers: (draw) => drawOne(draw, [[], [`PO ${draw(9)}`, 'PO 1']]),
  seal_number: (draw) => drawOne(draw, [null, `S${draw(9)}`]),
}
const shipmentFields: Record<string, (draw: Draw) => unknown> = {
  pod_eta_at: drawInstant,
  pod_vessel_name: (draw) => `VESSEL ${draw(5)}`,
  pod_voyage_number: (draw) => `${draw(99)}E`,
  customer_name: (draw) => `Customer ${draw(5)}`,
  line_tracking_stopped_at: (draw) => drawOne(draw, [null, drawInstant(draw)]),
}

function drawSome(draw: Draw, fields: Record<string, (draw: Draw) => unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, drawValue]) => (draw(4) === 0 ? [[name, drawValue(draw)]] : [])),
  )
}

test('the past board of each moment equals the board that was recorded at that moment', async () => {
  const engine = await startStillEngine({ containers: 30 })
  const draw = createDraw(7)
  const { rows: all } = await engine.client.call('containers.list', {
    filter: { scope: 'all' },
    sort: [],
    window: ALL_ROWS,
  })
  const recorded: { at: string; rows: Map<string, unknown> }[] = []
  while (recorded.length < MOMENTS) {
    const chosen = [drawOne(draw, all), drawOne(draw, all), drawOne(draw, all)]
    const patches = chosen.flatMap((row) => [
      [row.id, drawSome(draw, containerFields)],
      ...(row.shipmentId === null ? [] : [[row.shipmentId, drawSome(draw, shipmentFields)]]),
    ])
    await engine.patch(Object.fromEntries(patches) as Record<string, Record<string, unknown>>)
    const manual = drawOne(draw, [null, { date: '2026-11-25', reason: 'reported by phone' }])
    if (draw(3) === 0) await engine.client.call('containers.setManualLastFreeDay', { id: chosen[0]!.id, manual })
    for (let n = 0; n < 3; n++) {
      recorded.push({ at: (await engine.client.call('sync.status', {})).now, rows: await loadBoard(engine) })
      await engine.clock.advance(1_000 * (1 + draw(50)))
    }
  }
  expect(
    (await engine.client.call('changes.list', { filter: { scope: 'all' }, window: { offset: 0, limit: 1 } })).outOf,
  ).toBeGreaterThan(2 * MOMENTS)
  for (const { at, rows } of recorded) expect(await loadBoardAt(engine, at), at).toEqual(rows)
})

test('a past board has a change only from the moment when it was read', async () => {
  const engine = await startStillEngine({ containers: 20 })
  const timeBefore = (await engine.client.call('sync.status', {})).now
  const rowsBefore = await loadBoard(engine)
  const [key = ''] = rowsBefore.keys()
  const id = key.split(' ')[1] ?? ''
  await engine.patch({
    [id]: {
      holds_at_pod_terminal: [{ name: 'customs', status: 'hold' }],
      location_at_pod_terminal: 'Row 9',
      available_for_pickup: false,
    },
  })
  expect((await loadBoard(engine)).get(key)).toMatchObject({ yardSpot: 'Row 9', activeHolds: ['customs'] })
  expect(await loadBoardAt(engine, timeBefore)).toEqual(rowsBefore)
})

test('a past board stays the same when a terminal is checked later', async () => {
  const engine = await startStillEngine({ containers: 60 })
  const { now: at } = await engine.client.call('sync.status', {})
  const loadRows = async () => {
    const request = { at, filter: { scope: 'board' as const }, window: ALL_ROWS }
    return (await engine.client.call('containers.asOf', request)).rows
  }
  await engine.clock.advance(60_000)
  const before = await loadRows()
  const ready = before.filter(({ verdict }) => verdict === 'ready')
  const checkedAt = (await engine.client.call('sync.status', {})).now
  await engine.patch(Object.fromEntries(before.map(({ id }) => [id, { terminal_checked_at: checkedAt }])))
  const after = await loadRows()
  const select = ({ id, verdict, risks, ages: { line } }: ContainerRow) => ({ id, verdict, risks, line })
  expect(ready.length).toBeGreaterThan(0)
  const isReady = ({ id }: ContainerRow) => ready.some((row) => row.id === id)
  expect(after.filter(isReady).map(select)).toEqual(ready.map(select))
  expect(after.map(({ ages: { terminal } }) => terminal ?? '')).not.toContain(checkedAt)
})

test('a past board counts the containers that had been read by its moment', () => {
  const mirror = startMirror()
  const createContainer = (n: number) => ({
    type: 'container',
    id: `c${n}`,
    attributes: { number: `MSCU123456${n}`, created_at: MIRROR_NOW },
    relationships: {},
  })
  const readAt = [
    '2026-11-20T09:00:00.000Z',
    '2026-11-20T09:00:00.000Z',
    '2026-11-21T09:00:00.000Z',
    '2026-11-22T09:00:00.000Z',
  ]
  readAt.forEach((at, n) => {
    mirror.read({ type: 'terminal', id: `t${n}`, attributes: {}, relationships: {} }, createContainer(n))
    mirror.write((db) => {
      db.run('UPDATE res SET first_seen_at = ? WHERE id = ?', at, `c${n}`)
    })
  })
  const containerCounts = ['2026-11-20T08:59:59.999Z', ...readAt, '2026-11-23T09:00:00.000Z'].map(
    (at) => loadPast(mirror.db, at).containerCount,
  )
  expect(containerCounts).toEqual([0, 2, 2, 3, 4, 4])
})

test('changes while a past board is sorted do not affect its order', () => {
  const mirror = startMirror()
  const containers = Array.from({ length: 200 }, (_, n) => container(`c${n}`, `ABCU${1_000_000 + n}`, 's'))
  mirror.read(shipment('s', { pod_vessel_name: 'EVER FORWARD' }), ...containers)
  const past = loadPast(mirror.db, MIRROR_NOW)
  const steps = listPastOrder(mirror.db, past, { scope: 'open', text: 'forward' }, [])
  let [step, stepCount] = [steps.next(), 1]
  for (; step.done !== true; step = steps.next(), stepCount++)
    mirror.read(shipment('s', { pod_vessel_name: `RENAMED ${stepCount}` }))
  expect(stepCount).toBeGreaterThan(3)
  expect(step.value).toHaveLength(200)
})

test('a last free day that is set by hand while a past board is sorted does not affect it', () => {
  const mirror = startMirror()
  mirror.read(
    shipment('s'),
    ...Array.from({ length: 200 }, (_, n) =>
      container(`c${n}`, `ABCU${1_000_000 + n}`, 's', { pod_discharged_at: '2026-11-10T09:00:00Z' }),
    ),
  )
  const steps = listPastOrder(mirror.db, loadPast(mirror.db, MIRROR_NOW), { scope: 'board', bands: ['past'] }, [])
  expect(steps.next().done).toBe(false)
  mirror.write((db) => {
    saveManualDate(db, 'c199', {
      date: '2026-11-12',
      reason: 'reported by phone',
      setAt: '2026-11-20T17:00:01.000Z',
      reportedThen: '',
    })
    projectContainers(db, ['c199'])
  })
  expect(
    runAtOnce(
      listPastOrder(
        mirror.db,
        loadPast(mirror.db, '2026-11-20T17:00:01.000Z'),
        { scope: 'board', bands: ['past'] },
        [],
      ),
    ),
  ).toEqual(['c199'])
  expect(runAtOnce(steps)).toEqual([])
})

test('a container that was first seen after the moment is not on its board, but its row can be loaded by id', () => {
  const mirror = startMirror()
  mirror.read({
    type: 'container',
    id: 'c1',
    attributes: { number: 'MSCU1234567', created_at: MIRROR_NOW },
    relationships: {},
  })
  mirror.read({
    type: 'container',
    id: 'c1',
    attributes: { number: 'MSCU1234567', created_at: MIRROR_NOW, location_at_pod_terminal: 'Row 9' },
    relationships: {},
  })
  mirror.write((db) => {
    db.run(`UPDATE res SET first_seen_at = '2026-11-21T00:00:00.000Z' WHERE id = 'c1'`)
  })
  const past = loadPast(mirror.db, MIRROR_NOW)
  expect(runAtOnce(listPastOrder(mirror.db, past, { scope: 'open' }, []))).toEqual([])
  expect(loadRowsAt(mirror.db, past, ['c1'])).toMatchObject([{ id: 'c1', yardSpot: 'Row 9' }])
})

test('a container that was returned since is on the earlier board, for each form of the return report', () => {
  const returnReports = [
    { current_status: 'empty_returned' },
    { current_status: ' empty_returned\n' },
    { empty_terminated_at: '2026-11-21T09:00:00Z' },
    { empty_terminated_at: ' 2026-11-21 ' },
  ]
  const mirror = startMirror()
  const containers = returnReports.map((_, n) =>
    container(`c${n}`, `ABCU${1_000_000 + n}`, 's', { current_status: 'available' }),
  )
  mirror.read(shipment('s'), ...containers)
  const past = loadPast(mirror.db, MIRROR_NOW)
  returnReports.forEach((attributes, n) => mirror.read(container(`c${n}`, `ABCU${1_000_000 + n}`, 's', attributes)))
  expect(mirror.db.all('SELECT id FROM container_row WHERE is_open = 1')).toEqual([])
  expect(runAtOnce(listPastOrder(mirror.db, past, { scope: 'open' }, []))).toEqual(containers.map(({ id }) => id))
})

const loadPastPage = (engine: SyncedEngine, at: string) =>
  engine.client.call('containers.asOf', { at, filter: { scope: 'open' }, window: { offset: 0, limit: 1 } })

test('the earliest complete past board has every container, unlike the earliest moment with history', async () => {
  const engine = await startSyncedEngine({ containers: 250 })
  const { from, completeFrom } = await loadPastPage(engine, '2026-01-01T00:00:00.000Z')
  expect((await loadPastPage(engine, from!)).outOf).toBeLessThan(250)
  expect((await loadPastPage(engine, completeFrom!)).outOf).toBe(250)
})

test('the earliest complete past board stays the same after many sweeps and read marks', async () => {
  const engine = await startSyncedEngine({ containers: 10 })
  const { completeFrom } = await loadPastPage(engine, '2026-01-01T00:00:00.000Z')
  for (let mark = 1; mark <= 6; mark++) {
    await engine.clock.advance(10 * 60_000)
    await markSeen(engine)
  }
  expect((await loadPastPage(engine, completeFrom!)).completeFrom).toBe(completeFrom)
})

test('the earliest complete past board of a rebuilt mirror is not older than its history', async () => {
  const engine = await startSyncedEngine({ containers: 250 })
  await engine.clock.advance(10 * 60_000)
  await engine.stop()
  for (const end of ['', '-wal', '-shm']) rmSync(join(engine.dir, `mirror.db${end}`), { force: true })
  await engine.restart()
  await waitForFirstSweep(engine)
  expect(engine.errors.splice(0)).toMatchObject([expect.stringContaining('db/mirror-rebuilt')])
  const { from, completeFrom } = await loadPastPage(engine, '2026-01-01T00:00:00.000Z')
  expect([completeFrom! > from!, (await loadPastPage(engine, completeFrom!)).outOf]).toEqual([true, 250])
})
