// Lists, Today and the handover show the time of the data, not the time of the answer.
import { expect, test } from 'vitest'
import { makeRow } from '#support/row-factories.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { open, setScreens, text, flush } from '#support/screens.ts'
import { formatCustomerUpdate } from '../../src/renderer/src/features/containers/customer-update.ts'

setScreens()

test('Today shows the time of the last complete sync while the service cannot be reached', async () => {
  const engine = await startScreenEngine()
  await open({ path: '/', engine })
  const timeBefore = text('today-as-of')
  engine.network.unplug()
  await engine.clock.advance(20 * 60_000)
  await flush()
  expect(text('today-as-of')).toBe(timeBefore)
})

test.each(['lfd/calendar', 'lfd/cost', 'lfd', 'handover'])(
  '/%s shows the time of the last complete sync, too',
  async (path) => {
    const engine = await startScreenEngine()
    const { router } = await open({ path: '/', engine })
    const syncedTime = /\d{1,2}:\d{2}/.exec(text('today-as-of'))?.[0] ?? 'no time'
    engine.network.unplug()
    await engine.clock.advance(20 * 60_000)
    await router.push(`/${path}`)
    await flush()
    expect(document.body.textContent).toMatch(new RegExp(`(updated|As of .*) ${syncedTime}`, 'i'))
  },
)

test('the text for a customer has the time at which the container was read, and says that sources disagree', () => {
  const row = makeRow(0)
  const disputedLastFreeDay = { ...row.lastFreeDay, date: '2026-11-24', clock: 'running' as const, isDisputed: true }
  const update = formatCustomerUpdate(
    {
      ...row,
      pickupZone: 'UTC',
      lastFreeDay: disputedLastFreeDay,
      ages: { ...row.ages, service: '2026-11-20T10:00:00Z' },
    },
    '2026-11-20T17:00:00Z',
  )
  expect(update).toContain('10:00')
  expect(update).not.toContain('17:00')
  expect(update).toMatch(/Tue 24 Nov.* · Sources disagree/)
})
