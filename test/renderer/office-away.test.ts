// The panel of the sync chip while the office is away.
import { expect, test } from 'vitest'
import { formatOwnTime } from '../../src/renderer/src/words/dates.ts'
import { NOW } from '#support/row-factories.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { click, flush, isShown, open, setScreens, text } from '#support/screens.ts'

setScreens()

const since = '2026-11-20T16:02:00.000Z'

async function openAway() {
  const engine = await startScreenEngine()
  let isReading = false
  engine.intercept('sync.status', async (_, callEngine) => {
    const status = await callEngine()
    const office = { reader: null, alone: { isReading, since } }
    if (isReading) return { ...status, office, requests: { lastMinute: 3, allowed: 19 } }
    return { ...status, office, state: 'office-away', since, error: { code: 'office/unreachable', details: {} } }
  })
  const allowReading = () =>
    engine.intercept('sync.readAlone', () => {
      isReading = true
      engine.announce({ topic: 'sync', ids: null })
      return Promise.resolve(undefined)
    })
  await open({ engine })
  await click('sync-chip')
  return { engine, allowReading }
}

test('the panel of the chip offers to read alone, with its share of the limit, and later says that it does', async () => {
  const { engine, allowReading } = await openAway()
  allowReading()
  expect(text('read-alone')).toBe('Read on this computer until the office is back')
  expect(document.body.textContent).toContain('up to a fifth of the key’s request limit')
  await click('read-alone')
  await flush()
  expect(engine.calls.map(({ name }) => name)).toContain('sync.readAlone')
  expect(isShown('read-alone')).toBe(false)
  const time = formatOwnTime(since, Date.parse(NOW))
  expect(text('reads-alone')).toContain(`away since ${time}. This computer reads the service alone, with up to 19`)
  expect(text('sync-chip')).toMatch(/^Reading alone · checked/)
})

test('the panel says why reading alone was refused', async () => {
  await openAway()
  await click('read-alone')
  await flush()
  expect(document.body.textContent).toContain('has been away for less than 15 minutes')
})
