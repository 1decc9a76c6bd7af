// Marking alerts as read, undoing it, and the counts above the list.
import { expect, test } from 'vitest'
import { listAlerts, startEngineWithAlerts } from '#support/raised-alerts.ts'
import { click, flush, isShown, open, press, setScreens, text } from '#support/screens.ts'

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

test('the alert centre says how many of the listed alerts need a review, and why the others do not', async () => {
  const engine = await startEngineWithAlerts()
  const listed = await listAlerts(engine, 'open')
  const [first, second] = [
    ...new Set(listed.filter(({ object }) => object === 'container').map(({ objectId }) => objectId)),
  ]
  await engine.ask('alerts.markRead', { ids: [listed.at(-1)!.id] })
  await engine.ask('alerts.snooze', { containerIds: [first!], until: '2026-11-29T00:00:00.000Z' })
  await engine.ask('alerts.mute', { containerIds: [second!], isMuted: true })
  await open({ path: '/alerts', engine })
  const parts = text('alert-bar').matchAll(/(\d+) (to review|read|for information|snoozed|muted)/g)
  const counts = new Map([...parts].map(([, count, part]) => [part, Number(count)]))
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(listed.length)
  expect(['read', 'snoozed', 'muted'].filter((part) => !counts.has(part))).toEqual([])
  expect(text('bell')).toBe(`!${counts.get('to review')}`)
})
