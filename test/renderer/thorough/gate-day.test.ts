// The hours of a gate in the panel of a container and on Today.
import { describe, expect, test } from 'vitest'
import { findRow, startScreenEngine } from '#support/screen-engine.ts'
import { byTestId, isShown, open, setScreens, text } from '#support/screens.ts'

setScreens()

describe('a last gate day', () => {
  /** Opens the panel of a container whose last free day is a Sunday, at a terminal with these gates. */
  async function openContainer(gates: { days: number[]; closes: string | null }) {
    const engine = await startScreenEngine({ containers: 7 })
    const container = (await engine.rows()).find(
      ({ lastFreeDay, pickupPlace }) => lastFreeDay.clock === 'running' && pickupPlace !== null,
    )!
    await engine.ask('containers.setManualLastFreeDay', {
      id: container.id,
      manual: { date: '2026-11-22', reason: 'By phone' },
    })
    await engine.ask('terminals.set', { place: container.pickupPlace!, closed: [], opens: null, ...gates })
    await open({ engine, path: `/lfd?container=${container.id}` })
    return (await engine.rows()).find(({ id }) => id === container.id)!.gateDay
  }

  test('is shown in the panel as text beside the last free day', async () => {
    expect(await openContainer({ days: [1, 2, 3, 4, 5], closes: '16:30' })).toMatchObject({ date: '2026-11-20' })
    expect(text('gate-line')).toBe('LFD is Sunday; last gate day Fri 20 Nov, gate until 16:30')
    expect(text('next-actions')).toContain(' · last gate day Fri 20 Nov')
  })

  test('is not shown if the gate is open on the last free day and its hours are unknown', async () => {
    expect(await openContainer({ days: [1, 2, 3, 4, 5, 6, 7], closes: null })).toEqual({
      date: '2026-11-22',
      opens: null,
      closes: null,
      isOver: false,
      isClosedNow: false,
      opensNext: null,
    })
    expect(isShown('gate-line')).toBe(false)
    expect(document.body.textContent).not.toContain('last gate day')
  })
})

test('Today names the gate of a container once, and marks a day on which it is closed', async () => {
  const engine = await startScreenEngine()
  const { id, pickupPlace, lastFreeDay } = await findRow(
    engine,
    (row) => row.lastFreeDay.band === 'today' && row.lastFreeDay.clock === 'running' && row.pickupPlace !== null,
  )
  const hours = { days: [1, 2, 3, 4, 5, 6, 7], opens: null, closes: null }
  await engine.ask('terminals.set', { place: pickupPlace!, closed: [lastFreeDay.date!], ...hours })
  await open({ engine, path: '/today' })
  const row = byTestId('decisions').querySelector(`[data-id="${id}"]`)!
  const spoken = `${row.querySelector('.when')?.getAttribute('aria-label')} ${row.querySelector('.what')?.textContent}`
  expect(spoken.match(/last gate day/g)).toEqual(['last gate day'])
  expect(row.querySelectorAll('[data-testid="gate-mark"]')).toHaveLength(1)
})
