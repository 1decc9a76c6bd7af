// The hours of a gate in the panel of a container.
import { describe, expect, test } from 'vitest'
import { startScreenEngine } from '#support/screen-engine.ts'
import { isShown, open, setScreens, text } from '#support/screens.ts'

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
