// The groups of Today of containers past their last free day, and their number in the costs.
import { expect, test } from 'vitest'
import { rateTable } from '#support/rate-table.ts'
import { startStillEngine } from '#support/still-engine.ts'
import { loadAllRows } from '#support/synced-engine.ts'
import { isClockRunning, listContainers } from '#support/today.ts'

test('containers that probably left are a group apart from the others past their last free day, as the tile counts', async () => {
  const engine = await startStillEngine({ containers: 60 })
  const rows = (await loadAllRows(engine)).filter(isClockRunning)
  const left = {
    import_deadlines: { pickup_lfd_terminal: '2026-10-20' },
    pickup_lfd: null,
    terminal_checked_at: '2026-11-01T12:00:00Z',
  }
  const patches = rows.slice(0, 3).map(({ id }) => [id, left] as const)
  await engine.patch(Object.fromEntries(patches))
  const { decisions, tiles } = await engine.client.call('today.get', {})
  const groups = decisions.filter(({ reason }) => reason === 'past-last-free-day')
  expect(groups.map(({ isToConfirm }) => isToConfirm)).toEqual([false, true])
  expect(groups[1]!.count).toBeGreaterThanOrEqual(3)
  expect(groups[0]!.count).toBe(tiles.find(({ tile }) => tile === 'past')!.count)
  const listed = await listContainers(engine, groups[1]!.filter)
  expect(new Set(listed.rows.map(({ lastFreeDay: { band } }) => band))).toEqual(new Set(['confirm']))
  expect(listed.total).toBe(groups[1]!.count)
  await engine.client.call('rates.save', rateTable('any'))
  const countToConfirm = async (except: string[]) =>
    (await engine.client.call('rates.exposure', { filter: { scope: 'board' }, except, days: 0 })).toConfirm
  expect(await countToConfirm([])).toBe(groups[1]!.count)
  expect(await countToConfirm(rows.slice(0, 2).map(({ id }) => id))).toBe(groups[1]!.count - 2)
})
