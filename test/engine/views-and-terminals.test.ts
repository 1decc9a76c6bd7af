// Saved views and calendars of terminals are stored, listed, changed and removed.
import { describe, expect, test } from 'vitest'
import type { SavedView } from '#contract/views.ts'
import { loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'

const createView = (id: string, name: string): SavedView => ({
  id,
  name,
  screen: 'lfd',
  filter: { scope: 'board', customers: ['Acme'] },
  sort: [{ column: 'number', direction: 'desc' }],
  layout: { order: ['a'], widths: { a: 90 }, hidden: ['b'], pinned: ['a'] },
  density: 'compact',
})

describe('saved views', () => {
  test('survive a restart, and can be changed by id and removed', async () => {
    const engine = await startTestEngine({ apiKey: null })
    await engine.client.call('views.save', createView('1', 'One'))
    await engine.clock.advance(1_000)
    await engine.client.call('views.save', createView('2', 'Two'))
    await engine.restart()
    expect(await engine.client.call('views.list', {})).toEqual([createView('1', 'One'), createView('2', 'Two')])
    await engine.client.call('views.save', createView('1', 'Uno'))
    await engine.client.call('views.remove', { id: '2' })
    expect(await engine.client.call('views.list', {})).toEqual([createView('1', 'Uno')])
  })

  test('of an earlier version are listed with the current names of their columns', async () => {
    const { client } = await startTestEngine({ apiKey: null })
    const createShipmentView = (count: string): SavedView => ({
      ...createView('1', 'One'),
      screen: 'shipments',
      sort: [
        { column: 'eta', direction: 'asc' },
        { column: count, direction: 'desc' },
      ],
      layout: { order: ['masterBill', count], widths: { [count]: 90, eta: 80 }, hidden: [count], pinned: [count] },
    })
    await client.call('views.save', createShipmentView('boxes'))
    expect(await client.call('views.list', {})).toEqual([createShipmentView('containers')])
    await client.call('views.save', { ...createShipmentView('boxes'), screen: 'lfd' })
    expect(await client.call('views.list', {})).toEqual([{ ...createShipmentView('boxes'), screen: 'lfd' }])
  })
})

describe('a calendar of a terminal', () => {
  test('gives its containers a last gate day, and does not change their last free days', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const { client } = engine
    const rowsBefore = await loadAllRows(engine)
    const place = rowsBefore.find(
      ({ lastFreeDay, pickupPlace }) =>
        lastFreeDay.clock === 'running' && lastFreeDay.date !== null && pickupPlace !== null,
    )!.pickupPlace!
    expect(rowsBefore.every(({ gateDay }) => gateDay === null)).toBe(true)
    const closed = rowsBefore.flatMap(({ pickupPlace, lastFreeDay: { date } }) =>
      pickupPlace === place && date !== null ? [date] : [],
    )
    await client.call('terminals.set', { place, days: [5, 1, 2, 3, 4, 5], closed, opens: '06:00', closes: null })
    const rowsAfter = await loadAllRows(engine)
    expect(rowsAfter.map(({ lastFreeDay }) => lastFreeDay)).toEqual(rowsBefore.map(({ lastFreeDay }) => lastFreeDay))
    const rowsOfPlace = rowsAfter.filter(
      ({ pickupPlace, lastFreeDay }) =>
        pickupPlace === place && lastFreeDay.date !== null && lastFreeDay.clock !== 'stopped',
    )
    expect(rowsOfPlace.length).toBeGreaterThan(0)
    for (const { gateDay, lastFreeDay } of rowsOfPlace) {
      expect(gateDay).toMatchObject({ opens: '06:00', closes: null })
      expect(gateDay!.date! < lastFreeDay.date!).toBe(true)
      expect([0, 6]).not.toContain(new Date(gateDay!.date!).getUTCDay())
    }
    expect(rowsAfter.filter((row) => !rowsOfPlace.includes(row)).every(({ gateDay }) => gateDay === null)).toBe(true)
    const { row } = await client.call('containers.get', { id: rowsOfPlace[0]!.id })
    expect(row.gateDay).toEqual(rowsOfPlace[0]!.gateDay)
  })

  test('changes how many containers Today counts as due at a closed gate', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const rowsToday = (await loadAllRows(engine)).filter(({ lastFreeDay }) => lastFreeDay.band === 'today')
    const { lastFreeDay, pickupPlace } = rowsToday.find((row) => row.pickupPlace !== null)!
    const rowCount = rowsToday.filter((row) => row.pickupPlace === pickupPlace).length
    const calendar = { place: pickupPlace!, days: [1, 2, 3, 4, 5, 6, 7], opens: null }
    const loadClosed = async () => (await engine.client.call('today.get', {})).money.saveableClosed
    const countClosed = async (closed: string[], closes: string | null = null) => {
      await engine.client.call('terminals.set', { ...calendar, closed, closes })
      return loadClosed()
    }
    expect(await countClosed([])).toBe(0)
    expect(await countClosed([lastFreeDay.date!])).toBe(rowCount)
    const inTwoMinutes = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: lastFreeDay.zone! }).format(
      engine.clock.wall() + 120_000,
    )
    expect(await countClosed([], inTwoMinutes)).toBe(0)
    await engine.clock.advance(180_000)
    expect(await loadClosed()).toBe(rowCount)
  })

  test('is listed by name, changed and removed', async () => {
    const { client } = await startTestEngine({ apiKey: null })
    const createCalendar = (place: string) => ({
      place,
      days: [1, 6],
      closed: ['2026-12-25'],
      opens: null,
      closes: '23:59',
    })
    for (const place of ['West', 'East']) await client.call('terminals.set', createCalendar(place))
    await client.call('terminals.set', { ...createCalendar('West'), days: [7] })
    expect(await client.call('terminals.list', {})).toEqual([
      createCalendar('East'),
      { ...createCalendar('West'), days: [7] },
    ])
    await client.call('terminals.remove', { place: 'East' })
    expect((await client.call('terminals.list', {})).map(({ place }) => place)).toEqual(['West'])
  })

  test.each([{ days: [0] }, { days: [] }, { opens: '24:00' }, { closed: ['2026-02-30'] }, { place: '' }])(
    'with %j is refused',
    async (part) => {
      const { client } = await startTestEngine({ apiKey: null })
      await expect(
        client.call('terminals.set', { place: 'West', days: [1], closed: [], opens: null, closes: null, ...part }),
      ).rejects.toMatchObject({ code: 'contract/invalid-input' })
    },
  )
})
