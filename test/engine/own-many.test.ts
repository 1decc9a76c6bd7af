// Own data of many containers in one call.
import { expect, test } from 'vitest'
import { loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'

test('containers that get a tag together are all found by it, and by none after undo', async () => {
  const engine = await startSyncedEngine({ containers: 250 })
  const rows = await loadAllRows(engine)
  // The first, one in the middle, and the last of the steps in which search texts are written.
  const numbers = [rows[0], rows[150], rows.at(-1)].map((row) => row!.number)
  const countFound = async () =>
    await Promise.all(
      numbers.map(
        async (number) => (await engine.client.call('search.find', { text: `rush ${number}`, limit: 5 })).hits.length,
      ),
    )
  const change = await engine.client.call('own.changeTags', {
    ids: rows.map(({ id }) => id),
    add: ['Rush'],
    remove: [],
  })
  expect([rows.length > 200, change.changed, await countFound()]).toEqual([true, rows.length, [1, 1, 1]])
  expect(await engine.client.call('own.undo', change)).toEqual({ undone: rows.length })
  expect(await countFound()).toEqual([0, 0, 0])
})

test('one call takes 5,000 containers, as many as snooze and mute, and not more', async () => {
  const engine = await startSyncedEngine({ containers: 7 })
  const [row] = await loadAllRows(engine)
  const ids = Array.from({ length: 5_000 }, () => row!.id)
  expect(await engine.client.call('own.assign', { ids, assignee: 'Ana' })).toMatchObject({ changed: 1 })
  expect(await engine.client.call('own.changeTags', { ids, add: ['Rush'], remove: [] })).toMatchObject({ changed: 1 })
  expect((await engine.client.call('own.shared', { ids })).assignee).toBe('Ana')
  await expect(engine.client.call('own.assign', { ids: [...ids, row!.id], assignee: 'Ben' })).rejects.toMatchObject({
    code: 'contract/invalid-input',
  })
})
