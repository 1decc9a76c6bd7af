// Marking all alerts as read, and undoing it.
import { expect, test } from 'vitest'
import { startEngineWithAlerts } from '#support/raised-alerts.ts'
import { click, flush, isShown, open, press, setScreens } from '#support/screens.ts'

setScreens()

test('marking all alerts as read can be undone, except for an alert that was already read or is done since', async () => {
  const engine = await startEngineWithAlerts()
  const { rows } = await engine.ask('alerts.list', { filter: { scope: 'open' }, window: { offset: 0, limit: 50 } })
  const [readId, doneId] = rows.map(({ id }) => id)
  await engine.ask('alerts.markRead', { ids: [readId!] })
  const unreadBefore = (await engine.ask('alerts.summary', {})).unread
  await open({ engine, path: '/alerts' })
  await engine.clock.advance(1_000)
  await click('mark-read')
  expect((await engine.ask('alerts.summary', {})).unread).toBe(0)
  await engine.ask('alerts.markDone', { ids: [doneId!] })
  expect(isShown('undo')).toBe(true)
  await press('z', { ctrlKey: true })
  await flush()
  expect((await engine.ask('alerts.summary', {})).unread).toBe(unreadBefore - 1)
  expect(await engine.ask('alerts.get', { id: readId! })).toMatchObject({ isRead: true })
})
