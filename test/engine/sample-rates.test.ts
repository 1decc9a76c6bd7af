// A new sample account has rate tables, so that its screens show the cost of waiting.
import { expect, test } from 'vitest'
import { rateTable } from '#support/rate-table.ts'
import { type TestEngine, startTestEngine } from '#support/test-engine.ts'

const loadNames = async ({ client }: TestEngine) => (await client.call('rates.list', {})).map(({ name }) => name)

test('a new sample account has a table for demurrage and one for detention', async () => {
  const engine = await startTestEngine({ apiKey: null, isEmbedded: true })
  expect(await loadNames(engine)).toEqual(['Sample demurrage', 'Sample detention'])
  expect((await engine.client.call('rates.exposure', { filter: { scope: 'board' }, days: 1 })).hasRates).toBe(true)
})

test('a sample table that the user removed does not come back', async () => {
  const engine = await startTestEngine({ apiKey: null, isEmbedded: true })
  await engine.client.call('rates.remove', { id: 'sample-demurrage' })
  await engine.restart()
  expect(await loadNames(engine)).toEqual(['Sample detention'])
})

test('tables of the user are not mixed with sample tables', async () => {
  const engine = await startTestEngine({ apiKey: null })
  expect(await loadNames(engine)).toEqual([])
  await engine.client.call('rates.save', rateTable('Our tariff'))
  const { dir } = engine
  await engine.stop()
  expect(await loadNames(await startTestEngine({ apiKey: null, isEmbedded: true, dir }))).toEqual(['Our tariff'])
})
