// An override of the last free day withdraws the alert about the reported day. Undo restores it as it was.
import { expect, test } from 'vitest'
import type { Alert } from '#contract/alerts.ts'
import { createDeadline, sleepUntil, startOneContainer } from '#support/one-container.ts'

const HOUR = 3_600_000

test.each([false, true])('an override and its undo leave the alert as it was (read: %s)', async (isRead) => {
  const { engine, row } = await startOneContainer(createDeadline('2026-11-24'))
  const loadAlert = async (): Promise<Alert> => {
    const { alerts } = await engine.client.call('alerts.ofContainer', { id: row.id })
    return alerts.find(({ facts }) => facts.kind === 'lfd-today')!
  }
  const override = async (date: string | null) => {
    const manual = date === null ? null : { date, reason: 'the slip of the terminal' }
    await engine.client.call('containers.setManualLastFreeDay', { id: row.id, manual })
    await engine.clock.advance(HOUR)
  }
  await sleepUntil(engine, '2026-11-24T16:01:00Z')
  if (isRead) await engine.client.call('alerts.markRead', { ids: [(await loadAlert()).id] })
  const before = await loadAlert()
  await override('2026-12-10')
  expect((await loadAlert()).state).toBe('withdrawn')
  await override(null)
  const after = await loadAlert()
  expect([after.raisedAt, after.isLate, after.isRead]).toEqual([before.raisedAt, before.isLate, isRead])
  expect(after.state).not.toBe('withdrawn')
})
