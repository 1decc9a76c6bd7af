// Today counts containers that are ready by an old report apart.
import { expect, test } from 'vitest'
import type { TodayTile } from '#contract/today.ts'
import { startStillEngine } from '#support/still-engine.ts'
import type { SyncedEngine } from '#support/synced-engine.ts'
import { listContainers } from '#support/today.ts'

const loadTile = async ({ client }: SyncedEngine, name: TodayTile['tile']) =>
  (await client.call('today.get', {})).tiles.find(({ tile }) => tile === name)!

test('the tile of ready containers says how many of them are unverified', async () => {
  const engine = await startStillEngine({ containers: 120 })
  const ready = (await listContainers(engine, (await loadTile(engine, 'ready')).filter)).rows.slice(0, 2)
  await engine.patch(Object.fromEntries(ready.map(({ id }) => [id, { terminal_checked_at: '2026-11-18T12:00:00Z' }])))
  const tile = await loadTile(engine, 'ready')
  const { rows, total } = await listContainers(engine, tile.filter)
  expect(tile.unverified).toBe(rows.filter(({ verdict }) => verdict === 'ready-unverified').length)
  expect(tile.unverified).toBeGreaterThan(0)
  expect([tile.count, (await loadTile(engine, 'past')).unverified]).toEqual([total, 0])
})
