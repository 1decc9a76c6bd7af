// Mute and snooze of containers, reports of visible containers to the engine, and quiet hours.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listAlerts, startEngineWithAlerts, startWithAlert } from '#support/raised-alerts.ts'
import type { ScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, flush, isShown, open, press, setScreens, text } from '#support/screens.ts'

setScreens()
afterEach(() => {
  vi.useRealTimers()
})

const isOpen = (state: string) => !['done', 'withdrawn', 'covered'].includes(state)
const wasCalled = (engine: ScreenEngine, name: string) => engine.calls.some((call) => call.name === name)

describe('a container’s panel', () => {
  /** Opens the panel of the container with the most alerts. */
  const openContainer = async (
    prepare: (engine: ScreenEngine, id: string) => Promise<unknown> = () => Promise.resolve(),
  ) => {
    const engine = await startEngineWithAlerts()
    const byContainer = Map.groupBy(
      (await listAlerts(engine)).filter(({ object }) => object === 'container'),
      ({ objectId }) => objectId,
    )
    const [id, alerts] = [...byContainer].toSorted(([, one], [, other]) => other.length - one.length)[0]!
    await prepare(engine, id)
    return { ...(await open({ path: `/containers?container=${id}`, engine })), id, alertCount: alerts.length }
  }

  test('lists its last three alerts and the rest on request', async () => {
    const { alertCount } = await openContainer()
    expect([alertCount > 3, byTestId('alerts-of').querySelectorAll('li').length]).toEqual([true, 3])
    await click('more-alerts')
    expect(byTestId('alerts-of').querySelectorAll('li').length).toBe(alertCount)
  })

  test('says until when it is snoozed, and ends that', async () => {
    const { engine, id } = await openContainer((engine, id) =>
      engine.ask('alerts.snooze', { containerIds: [id], until: '2026-11-21T17:00:00.000Z' }),
    )
    expect(text('is-snoozed')).toMatch(/^Snoozed until .*: no pop-ups for this container until then\.$/)
    await click('end-snooze')
    expect([engine.lastInput('alerts.snooze'), isShown('is-snoozed')]).toEqual([
      { containerIds: [id], until: null },
      false,
    ])
  })

  test('warns of a snooze beyond the last free day, and names the container in the message', async () => {
    const engine = await startEngineWithAlerts()
    const alert = (await listAlerts(engine)).find(({ facts, state }) => facts.kind === 'lfd-today' && isOpen(state))!
    await open({ path: `/containers?container=${alert.objectId}`, engine })
    await click('snooze')
    await vi.waitFor(() => expect(text('snooze-monday')).toMatch(/Its LFD, Fri 20 Nov, passes before then/))
    expect([text('snooze-days'), text('snooze-hour')]).toEqual([
      expect.stringContaining('passes before then'),
      expect.not.stringContaining('passes'),
    ])
    await click('snooze-hour')
    const number = alert.number.replace(/^([A-Z]{4})(\d{6})(\d)$/, '$1 $2 $3')
    expect(document.body.textContent).toContain(`${number}: snoozed until `)
  })

  test('says that it is muted, and unmutes it', async () => {
    const { engine, id } = await openContainer((engine, id) =>
      engine.ask('alerts.mute', { containerIds: [id], isMuted: true }),
    )
    expect([text('is-muted'), text('mute')]).toEqual([
      'Muted: no pop-ups for this container. Its alerts still appear in the list.',
      'Unmute',
    ])
    await click('mute')
    expect([engine.lastInput('alerts.mute'), isShown('is-muted')]).toEqual([
      { containerIds: [id], isMuted: false },
      false,
    ])
  })

  test('is snoozed until a date and time that the user typed, which must be ahead', async () => {
    const { engine, id } = await openContainer()
    await press('h')
    const field = byTestId('snooze-own') as HTMLInputElement
    const type = async (time: string) => {
      field.value = time
      field.dispatchEvent(new Event('input'))
      await flush()
      return (byTestId('snooze-own-set') as HTMLButtonElement).disabled
    }
    const warning = () => document.querySelector('#snooze-own-warning')?.textContent
    expect([await type('0002-11-19T10:00'), warning()]).toEqual([true, ''])
    expect([await type('2026-11-19T10:00'), warning()]).toEqual([true, 'This time has passed.'])
    expect([await type('2026-12-04T15:30'), warning()]).toEqual([false, expect.not.stringContaining('has passed')])
    await click('snooze-own-set')
    expect(engine.lastInput('alerts.snooze')).toEqual({
      containerIds: [id],
      until: new Date('2026-12-04T15:30').toISOString(),
    })
  })

  test('snoozes by H and mutes by M while it is open', async () => {
    const { engine, id } = await openContainer()
    await press('h')
    await click('snooze-hour')
    await press('m')
    expect([engine.lastInput('alerts.snooze'), engine.lastInput('alerts.mute')]).toEqual([
      { containerIds: [id], until: expect.stringMatching(/^2026-11-20T18:3\d/) as unknown },
      { containerIds: [id], isMuted: true },
    ])
  })
})

describe('selected containers', () => {
  test('are snoozed and muted together', async () => {
    const { engine } = await open({ path: '/lfd', rows: 20 })
    await press('j')
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('h')
    expect(text('snooze-dialog')).toMatch(/^Snooze 2 containers/)
    await click('snooze-days')
    const listMarks = () => all('[data-testid="quiet-mark"]').map(({ textContent }) => textContent)
    expect(listMarks()).toEqual([expect.stringMatching(/^Snoozed until /), expect.stringMatching(/^Snoozed until /)])
    await press('m')
    expect([
      engine.lastInput('alerts.snooze').containerIds.length,
      engine.lastInput('alerts.mute').containerIds.length,
      listMarks(),
    ]).toEqual([2, 2, ['Muted', 'Muted']])
  })

  test('are muted together if they are many, and Undo unmutes those that were not muted before', async () => {
    const { engine } = await open({ path: '/containers', rows: 700 })
    const [mutedBefore] = await engine.rows()
    await engine.ask('alerts.mute', { containerIds: [mutedBefore!.id], isMuted: true })
    const countMuted = async () => (await engine.ask('alerts.quieted', {})).length
    await press('a', { ctrlKey: true })
    const selectedCount = Number(text('selected-count').replaceAll(/\D/g, ''))
    expect(selectedCount).toBeGreaterThan(500)
    await press('m')
    await vi.waitFor(async () => expect(await countMuted()).toBe(selectedCount))
    await flush()
    await click('undo')
    await vi.waitFor(async () => expect(await countMuted()).toBe(1))
  })

  test('cannot be muted if they are more than 5,000', async () => {
    const { engine } = await open({ path: '/containers', rows: 7 })
    engine.intercept('containers.list', async (_, callEngine) => ({ ...(await callEngine()), total: 5_001 }))
    engine.announce({ topic: 'containers', ids: null })
    await flush()
    await press('a', { ctrlKey: true })
    await press('m')
    expect([
      document.body.textContent.includes('You can change up to 5,000 containers at a time.'),
      wasCalled(engine, 'alerts.mute'),
    ]).toEqual([true, false])
  })
})

describe('the list of visible containers', () => {
  const useFakeTimers = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  }

  test('is sent to the engine, with the open panel first, and at most every 20 seconds', async () => {
    useFakeTimers()
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const { engine, router } = await open({ path: '/lfd', rows: 20 })
    const row = (await engine.rows())[10]!
    await router.push({ name: 'lfd', query: { container: row.id } })
    await vi.advanceTimersByTimeAsync(19_000)
    const reports = engine.calls.filter(({ name }) => name === 'alerts.seeing')
    const { containerIds } = reports[0]?.input as { containerIds: string[] }
    expect([reports.length, containerIds[0], containerIds.length > 2]).toEqual([1, row.id, true])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(engine.calls.filter(({ name }) => name === 'alerts.seeing').length).toBe(2)
  })

  test('contains every card of the board, not only the active one', async () => {
    useFakeTimers()
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const { engine } = await open({ path: '/lfd/board', rows: 20 })
    await vi.advanceTimersByTimeAsync(19_000)
    const { containerIds } = engine.calls.find(({ name }) => name === 'alerts.seeing')?.input as {
      containerIds: string[]
    }
    const cards = [...document.querySelectorAll<HTMLElement>('[data-testid^="lane-"] [role=option][data-id]')].map(
      ({ dataset }) => dataset['id'],
    )
    expect([containerIds.length > 3, containerIds.every((id) => cards.includes(id))]).toEqual([true, true])
  })

  test('is not sent while another window has focus', async () => {
    useFakeTimers()
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const { engine } = await open({ path: '/lfd', rows: 20 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(engine.calls.filter(({ name }) => name === 'alerts.seeing')).toEqual([])
  })
})

describe('Today in quiet hours', () => {
  const quiet = { isOn: true, from: '17:00', to: '06:30', includesWeekends: true }

  test('says until when it is quiet and how many alerts need a review, as the bell does', async () => {
    const { engine } = await startWithAlert('arrival-moved')
    await engine.ask('alerts.changeRules', { quiet })
    const { toReview } = await engine.ask('alerts.summary', {})
    const { router } = await open({ path: '/today', engine })
    expect([toReview > 0, text('quiet-line')]).toEqual([
      true,
      expect.stringMatching(new RegExp(`^Quiet until Mon 23 Nov \\d\\d:30, no pop-ups: ${toReview} alerts? to review`)),
    ])
    await click('quiet-line-open')
    expect(router.currentRoute.value.name).toBe('alerts')
  })

  test('shows no line if no alert needs a review', async () => {
    const engine = await startEngineWithAlerts()
    await engine.ask('alerts.changeRules', { quiet })
    await engine.ask('alerts.markRead', { through: '2026-11-23T00:00:00.000Z' })
    expect(await engine.ask('alerts.summary', {})).toMatchObject({
      toReview: 0,
      quietUntil: expect.stringContaining('2026-11-23T') as string,
    })
    await open({ path: '/today', engine })
    expect(wasCalled(engine, 'alerts.list'), 'no list is read only for its count').toBe(false)
    expect(isShown('quiet-line')).toBe(false)
  })
})
