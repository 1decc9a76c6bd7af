// The board at a past time: the requested time, and its rows on screen.
import { describe, expect, test, vi } from 'vitest'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, column, flush, isShown, open, setScreens, text } from '#support/screens.ts'

setScreens()

const NOW_MS = Date.parse('2026-11-20T17:32:00Z')
const DAY_MS = 86_400_000
/** The engine's clock continues while the screen opens, so times are compared with this tolerance. */
const TOLERANCE_MS = 120_000
const requestedTimes = ({ calls }: ScreenEngine) =>
  calls.filter(({ name }) => name === 'containers.asOf').map(({ input }) => (input as { at: string }).at)

describe('the board at a past time', () => {
  test('shows yesterday until the user chooses another time, and names its time', async () => {
    const { engine, router } = await open({ path: '/past' })
    const at = router.currentRoute.value.params['at']
    expect(at).toBe(requestedTimes(engine).at(-1))
    expect(Math.abs(NOW_MS - DAY_MS - Date.parse(String(at)))).toBeLessThan(TOLERANCE_MS)
    expect(isShown('past-bar')).toBe(true)
    expect(column('number').length).toBeGreaterThan(0)
    expect(document.body.textContent).toMatch(/updated Thu 19 Nov/)
  })

  test('has no marks of the present: no snooze, and no doubt about a check that a later one replaced', async () => {
    const engine = await startScreenEngine()
    const rows = await engine.rows()
    await engine.ask('alerts.snooze', { containerIds: rows.map(({ id }) => id), until: '2026-11-29T00:00:00.000Z' })
    engine.intercept('containers.asOf', async (_, callEngine) => {
      const answer = await callEngine()
      const hideCheck = (row: (typeof answer.rows)[number]) => ({
        ...row,
        ages: { ...row.ages, terminal: null },
        lastFreeDay: { ...row.lastFreeDay, flags: [] },
        risks: [],
      })
      return { ...answer, rows: answer.rows.map(hideCheck) }
    })
    const { router } = await open({ engine, path: '/containers' })
    expect(all('[data-testid="quiet-mark"]').length).toBeGreaterThan(0)
    await router.push('/past')
    await flush()
    await vi.waitFor(() => expect(column('lastFreeDay').join(' ')).toMatch(/\d d past/))
    expect([all('[data-testid="quiet-mark"]'), column('lastFreeDay').filter((day) => day.includes('*'))]).toEqual([
      [],
      [],
    ])
  })

  test('shows the earliest complete board if there was none yesterday, and says so', async () => {
    const engine = await startScreenEngine()
    const from = '2026-11-20T16:02:11.345Z'
    const completeFrom = '2026-11-20T16:02:49.012Z'
    engine.intercept('containers.asOf', async (_, callEngine) => ({ ...(await callEngine()), from, completeFrom }))
    const { router } = await open({ engine, path: '/past' })
    await flush()
    expect([router.currentRoute.value.params['at'], requestedTimes(engine).at(-1)]).toEqual([
      completeFrom,
      completeFrom,
    ])
    expect(text('past-oldest')).toMatch(/^There is no complete board of yesterday yet\. This is the earliest one, of /)
    await click('past-hour')
    await flush()
    expect(isShown('past-oldest')).toBe(false)
  })

  test('says that containers are missing if the first sync was still running at that time', async () => {
    const engine = await startScreenEngine()
    const from = '2026-11-20T16:02:11.345Z'
    const completeFrom = '2026-11-20T16:02:49.012Z'
    engine.intercept('containers.asOf', async (_, callEngine) => ({ ...(await callEngine()), from, completeFrom }))
    const { router } = await open({ engine, path: '/past/2026-11-20T16:02:30.000Z' })
    await flush()
    expect(text('past-partial')).toMatch(/^The first sync was still running then, .*\d:02 on\.$/)
    await router.push(`/past/${completeFrom}`)
    await flush()
    expect(isShown('past-partial')).toBe(false)
    // Before the history there is no board at all, which the list says.
    await router.push('/past/2026-11-20T16:02:00.000Z')
    await flush()
    expect(isShown('past-partial')).toBe(false)
  })

  test('shows the earliest known time if no board was complete yet', async () => {
    const engine = await startScreenEngine()
    const from = '2026-11-20T16:02:11.345Z'
    engine.intercept('containers.asOf', async (_, callEngine) => ({
      ...(await callEngine()),
      from,
      completeFrom: null,
    }))
    const { router } = await open({ engine, path: '/past' })
    await flush()
    expect([router.currentRoute.value.params['at'], requestedTimes(engine).at(-1)]).toEqual([from, from])
  })

  test('is sorted by a column on a click, in both directions', async () => {
    const { engine } = await open({ path: '/past/2026-11-20T16:32:00.000Z' })
    const header = document.querySelector<HTMLElement>('[role=columnheader][data-key=customer]')!
    header.click()
    await flush()
    const ascending = column('customer')
    header.click()
    await flush()
    const lastSort = engine.calls.findLast(({ name }) => name === 'containers.asOf')?.input
    expect(lastSort).toMatchObject({ sort: [{ column: 'customer', direction: 'desc' }] })
    expect(new Set(ascending).size).toBeGreaterThan(1)
    expect(column('customer')).not.toEqual(ascending)
    expect(document.querySelector('[role=columnheader][data-key=verdict]')?.getAttribute('aria-sort')).toBeNull()
  })

  test('goes back by a step, has its time in the address, and returns to now', async () => {
    const { engine, router } = await open({ path: '/past/2026-11-18T09:00:00.000Z' })
    expect(requestedTimes(engine).at(-1)).toBe('2026-11-18T09:00:00.000Z')
    await click('past-week')
    await flush()
    expect(Math.abs(NOW_MS - 7 * DAY_MS - Date.parse(requestedTimes(engine).at(-1)!))).toBeLessThan(TOLERANCE_MS)
    expect(router.currentRoute.value.params['at']).toBe(requestedTimes(engine).at(-1))
    await click('back-to-now')
    await flush()
    expect(router.currentRoute.value.name).toBe('lfd')
  })

  test('shows yesterday if the address names an invalid day', async () => {
    const { engine } = await open({ path: '/past/2026-02-30T09:00:00.000Z' })
    expect(Math.abs(NOW_MS - DAY_MS - Date.parse(requestedTimes(engine).at(-1)!))).toBeLessThan(TOLERANCE_MS)
  })

  test('reads a typed time in the time zone of this computer', async () => {
    const { engine } = await open({ path: '/past/2026-11-18T09:00:00.000Z' })
    const input = byTestId('past-at') as HTMLInputElement
    input.value = '2026-11-17T08:30'
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await flush()
    expect(requestedTimes(engine).at(-1)).toBe(new Date('2026-11-17T08:30').toISOString())
  })

  test('rejects a typed time in the future with a message, and shows now for a future address', async () => {
    const { engine, router } = await open({ path: '/past/2026-11-18T09:00:00.000Z' })
    const input = byTestId('past-at') as HTMLInputElement
    input.value = '2027-11-17T08:30'
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await flush()
    expect([requestedTimes(engine).at(-1), text('past-ahead'), input.value]).toEqual([
      '2026-11-18T09:00:00.000Z',
      'That time is in the future. Choose one in the past.',
      '2027-11-17T08:30',
    ])
    await click('past-hour')
    await flush()
    expect(isShown('past-ahead')).toBe(false)
    await router.push('/past/2030-01-01T00:00:00.000Z')
    await flush()
    expect(Math.abs(NOW_MS - Date.parse(requestedTimes(engine).at(-1)!))).toBeLessThan(TOLERANCE_MS)
  })
})
