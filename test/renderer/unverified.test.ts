// Containers that are ready by an old report are counted apart from those that are ready.
import { expect, test } from 'vitest'
import { startScreenEngine } from '#support/screen-engine.ts'
import { byTestId, open, setScreens, text } from '#support/screens.ts'

setScreens()

/** Starts an account in which two of the ready containers were checked long ago. */
async function startWithUnverified() {
  const engine = await startScreenEngine({ containers: 120 })
  const ready = (await engine.rows()).filter(({ verdict }) => verdict === 'ready').slice(0, 2)
  await engine.patch(Object.fromEntries(ready.map(({ id }) => [id, { terminal_checked_at: '2026-11-18T12:00:00Z' }])))
  return engine
}

test('Today and the tiles above a list count unverified containers apart', async () => {
  const engine = await startWithUnverified()
  const { ready, readyUnverified } = await engine.ask('containers.summary', {})
  engine.intercept('today.get', async (_, callEngine) => {
    const answer = await callEngine()
    for (const tile of answer.tiles) tile.delta = 0
    return { ...answer, money: { ...answer.money, saveableReady: 6, saveableUnverified: 1 } }
  })
  const { router } = await open({ engine, path: '/today' })
  const { tiles } = await engine.ask('today.get', {})
  const { count, unverified } = tiles.find(({ tile }) => tile === 'ready')!
  expect(unverified).toBeGreaterThan(0)
  expect(byTestId('today-ready').querySelector('.count')?.textContent).toBe(String(count - unverified))
  // The difference to the last visit is that of all ready containers.
  expect(text('today-ready')).toMatch(new RegExp(`\\+ ${unverified} unverified$`))
  expect(text('money-saveable')).toContain('5 ready for pickup. 1 ready, unverified.')
  await router.push('/lfd')
  await expect.poll(() => text('tile-ready')).toBe(`Ready ${ready - readyUnverified} + ${readyUnverified} unverified`)
})
