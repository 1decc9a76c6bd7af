// The inbox is searched by file name. A file with an error does not count as in progress.
import { expect, test } from 'vitest'
import { startWatched, pdf } from '#support/watched.ts'

test('a file name with umlauts is found in either case and in both normal forms', async () => {
  const engine = await startWatched()
  engine.put('Österreich-ÜBERSICHT.pdf', pdf('a'))
  engine.put('Mu\u0308ller.pdf', pdf('b'))
  await engine.until(() => engine.uploads().length === 2)
  const countMatches = async (text: string) =>
    (
      await engine.client.call('documents.list', {
        filter: { scope: 'all', text },
        sort: [],
        window: { offset: 0, limit: 10 },
      })
    ).rows.length
  expect(
    await Promise.all(['Österreich', 'österreich', 'übersicht', 'Müller', 'mu\u0308ller', 'pdf'].map(countMatches)),
  ).toEqual([1, 1, 1, 1, 1, 2])
})

test('a file with an error does not count as in progress', async () => {
  const engine = await startWatched()
  engine.put('empty.pdf', '')
  await engine.passTime(1_000)
  expect((await engine.client.call('folders.queue', {})).settling).toBe(1)
  await engine.until(async () => (await engine.client.call('folders.queue', {})).settling === 0)
  expect(engine.sightings().map(({ state, error }) => [state, error])).toEqual([
    ['WAITING', expect.stringContaining('documents/empty')],
  ])
})
