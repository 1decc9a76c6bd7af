// The alert centre: the bell, the list, actions and keys. thorough/silence.test.ts has more about mute and snooze.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Alert } from '#contract/alerts.ts'
import { describeAlert } from '#words/alert-words.ts'
import { en } from '#words/alert-words/en.ts'
import { AppError } from '#contract/errors.ts'
import { findAlert, listAlerts, startEngineWithAlerts, startWithAlert } from '#support/raised-alerts.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, column, flush, isShown, open, press, setScreens, text, type } from '#support/screens.ts'

setScreens()
afterEach(() => {
  vi.useRealTimers()
})

const openCentre = async (engine?: ScreenEngine) =>
  open({ path: '/alerts', engine: engine ?? (await startEngineWithAlerts()) })
const listRows = () => all('[data-row][data-id]')
function insertAlerts(dir: string, count: number) {
  const db = new Database(join(dir, 'state.db'))
  const insert =
    db.prepare(`INSERT INTO alert (key, kind, severity, object, object_id, number, facts, state, due_at, raised_at, is_late)
    SELECT key || ?, kind, severity, object, object_id, number, facts, 'SHOWN', due_at, raised_at, is_late FROM alert WHERE kind = 'lfd-soon' LIMIT 1`)
  db.transaction(() => {
    for (let n = 0; n < count; n++) insert.run(`#${n}`)
  })()
  db.close()
}

/** Presses J from the first row until this row is active. */
async function goToRow(id: string) {
  for (let step = 0; step < 60; step++) {
    if (document.activeElement?.closest('[data-row]')?.getAttribute('data-id') === id) return
    await press('j')
  }
  throw new Error('That row was not reached.')
}
const isContainer = ({ object }: Alert) => object === 'container'
const isOpenContainer = (alert: Alert) => isContainer(alert) && !['done', 'withdrawn', 'covered'].includes(alert.state)
const wasCalled = (engine: ScreenEngine, name: string) => engine.calls.some((call) => call.name === name)

describe('the bell', () => {
  test('says in words how many need the user and how many of those are urgent, and what it counts', async () => {
    const { engine } = await open({ path: '/today', rows: 20 })
    expect(byTestId('bell').getAttribute('aria-label')).toMatch(/^Alerts: \d+ to review, \d+ urgent$/)
    expect(text('bell')).toMatch(/^!\d+$/)
    expect(byTestId('bell').title).toContain('These open alerts are unread')
    await engine.ask('alerts.markRead', { through: '2026-11-21T00:00:00.000Z' })
    await flush()
    expect([byTestId('bell').getAttribute('aria-label'), text('bell')]).toEqual(['Alerts: none to review', ''])
  })

  test('has an exclamation mark only if an alert is urgent', async () => {
    const engine = await startEngineWithAlerts()
    await engine.ask('alerts.markDone', {
      ids: (await listAlerts(engine)).filter(({ severity }) => severity === 1).map(({ id }) => id),
    })
    await open({ path: '/today', engine })
    expect(text('bell')).toMatch(/^\d+$/)
  })

  test('opens the centre, as the keys G B do', async () => {
    const { router } = await open({ path: '/today', rows: 7 })
    await click('bell')
    expect(router.currentRoute.value.name).toBe('alerts')
    await router.push('/today')
    await press('g')
    await press('b')
    expect(router.currentRoute.value.name).toBe('alerts')
  })

  test('has its keys in the cheat sheet', async () => {
    await openCentre()
    await press('?')
    await vi.dynamicImportSettled()
    expect(text('cheat-sheet')).toMatch(/G BGo to Alerts|Go to Alerts\s*G B/)
  })
})

describe('the list', () => {
  test('shows all alerts in words, newest first, under the day they were raised', async () => {
    const { engine } = await startWithAlert('arrival-moved')
    await openCentre(engine)
    await click('scope-all')
    const [first] = await listAlerts(engine)
    expect(listRows()[0]?.textContent).toContain(describeAlert(first!, en).title)
    expect(column('day')[0]).toMatch(/^Today$/)
    expect(column('day')).toContain('Yesterday')
    expect(column('state')[0]).toMatch(/^Open/)
  })

  test('groups open alerts by container, whose number and place are bold on its first row only', async () => {
    const { engine } = await openCentre()
    const open = await listAlerts(engine, 'open')
    expect(listRows().map(({ dataset }) => dataset['id'])).toEqual(open.map(({ id }) => id))
    const indexesByContainer = new Map<string, number[]>()
    for (const [index, { object, objectId }] of open.entries())
      if (object === 'container') indexesByContainer.set(objectId, [...(indexesByContainer.get(objectId) ?? []), index])
    expect(Math.max(...[...indexesByContainer.values()].map(({ length }) => length))).toBeGreaterThan(1)
    for (const rowIndexes of indexesByContainer.values()) {
      expect(rowIndexes.at(-1)! - rowIndexes[0]!).toBe(rowIndexes.length - 1)
      for (const key of ['number', 'place']) {
        const weights = rowIndexes.map(
          (index) => listRows()[index]?.querySelector<HTMLElement>(`[data-key=${key}] .text`)?.style.fontWeight,
        )
        expect([key, ...weights]).toEqual([key, '600', ...rowIndexes.slice(1).map(() => '400')])
      }
    }
  })

  test('shows which alerts were found late, and which containers are muted or snoozed', async () => {
    const engine = await startEngineWithAlerts()
    const [first, second] = [
      ...new Set((await listAlerts(engine, 'open')).filter(isContainer).map(({ objectId }) => objectId)),
    ]
    await engine.ask('alerts.mute', { containerIds: [first!], isMuted: true })
    await engine.ask('alerts.snooze', { containerIds: [second!], until: '2026-11-21T17:00:00.000Z' })
    await openCentre(engine)
    for (const label of ['Detected late', 'Muted', 'Snoozed until']) expect(column('state').join(' ')).toContain(label)
  })

  test('has in the column State only what the user did with an alert', async () => {
    const engine = await startEngineWithAlerts()
    const [first] = await listAlerts(engine, 'open')
    await engine.ask('alerts.markRead', { ids: [first!.id] })
    await openCentre(engine)
    const states = () => new Set(column('state').map((state) => state.replace('Detected late', '')))
    expect(states()).toEqual(new Set(['Open', 'Read']))
  })

  test('filters by kind, by unread alerts, and by text', async () => {
    const { engine } = await openCentre()
    await click('unread-only')
    expect(engine.lastInput('alerts.list')).toMatchObject({ filter: { scope: 'open', isUnread: true } })
    await click('unread-only')
    await click('kinds')
    await click(
      all('[role=dialog] label, [role=dialog] [role=checkbox]').find(({ textContent }) =>
        textContent.includes('Fee posted'),
      )!,
    )
    expect(new Set(listRows().map(({ dataset }) => dataset['id']?.split(':')[0]))).toEqual(new Set(['fee']))
    await type('filter-text', 'Nordwind')
    await vi.waitFor(() => expect(text('empty-state')).toMatch(/^No alert matches this filter\./))
  })

  test('says that no alert is open, and where the others are', async () => {
    const engine = await startEngineWithAlerts()
    await engine.ask('alerts.markDone', { ids: (await listAlerts(engine, 'open')).map(({ id }) => id) })
    await openCentre(engine)
    expect(text('empty-state')).toBe('No open alerts.Done, resolved and replaced alerts are under “All”.')
  })

  test('says that there are no alerts yet, and what raises one', async () => {
    await openCentre(await startScreenEngine({ containers: 1, seed: 5 }))
    expect(text('empty-state')).toMatch(
      /^No alerts yet\.Quaywatch alerts you when .* The first sync raises alerts only for last free days/,
    )
  })

  test('scrolls through ten thousand alerts', async () => {
    const { engine } = await openCentre(
      await startScreenEngine({ containers: 20, apiKey: null, beforeStart: (_, dir) => insertAlerts(dir, 10_000) }),
    )
    await click('scope-all')
    const { total } = await engine.ask('alerts.list', { filter: { scope: 'all' }, window: { offset: 0, limit: 1 } })
    expect([total > 10_000, text('list-count')]).toEqual([
      true,
      `${total.toLocaleString('en')}${total.toLocaleString('en')} rows`,
    ])
    await press('End', { ctrlKey: true })
    document.querySelector('[role=grid]')?.dispatchEvent(new Event('scroll'))
    await vi.waitFor(() => expect(listRows().some(({ dataset }) => dataset['row'] === String(total - 1))).toBe(true))
  })

  test('marks alerts as read up to the newest one on screen', async () => {
    const { engine } = await openCentre()
    const newest = (await listAlerts(engine, 'open'))
      .map(({ raisedAt }) => raisedAt)
      .toSorted()
      .at(-1)
    await click('mark-read')
    expect(engine.lastInput('alerts.markRead')).toEqual({ through: newest })
    expect(text('alert-bar')).toMatch(/^None to review/)
    expect(isShown('mark-read')).toBe(false)
  })

  test('offers no marking as read while a text filter hides unread alerts', async () => {
    await openCentre()
    await press('f')
    await type('filter-text', 'M')
    expect(isShown('mark-read')).toBe(false)
    await type('filter-text', '')
    await click('unread-only')
    expect(isShown('mark-read')).toBe(true)
  })
})

describe('actions on a row', () => {
  test('E marks the alert as done and activates the next one, and undo restores it', async () => {
    const { engine } = await openCentre()
    const [first, second] = [listRows()[0]?.dataset['id'], listRows()[1]?.dataset['id']]
    await press('e')
    expect([engine.lastInput('alerts.markDone'), listRows()[0]?.dataset['id']]).toEqual([{ ids: [first] }, second])
    await click('undo')
    expect([engine.lastInput('alerts.undoDone'), listRows()[0]?.dataset['id']]).toEqual([{ ids: [first] }, first])
  })

  test('E marks all selected alerts as done, and Ctrl+Z restores them', async () => {
    const { engine } = await openCentre()
    await press('j')
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('e')
    expect(engine.lastInput('alerts.markDone').ids.length).toBe(3)
    expect(isShown('undo')).toBe(true)
    await press('z', { ctrlKey: true })
    expect(engine.lastInput('alerts.undoDone')).toEqual(engine.lastInput('alerts.markDone'))
    // A restored alert has no Undo button.
    expect(isShown('undo')).toBe(false)
  })

  test('A assigns the containers of all selected alerts, which stay selected', async () => {
    const { engine } = await openCentre()
    await press('j')
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await engine.ask('own.setMe', { name: 'Ana' })
    const chosen = (await listAlerts(engine, 'open')).slice(1, 4).filter(({ object }) => object === 'container')
    await press('a')
    await click('assign-me')
    expect([engine.lastInput('own.assign'), text('selected-count')]).toEqual([
      { ids: [...new Set(chosen.map(({ objectId }) => objectId))], assignee: 'Ana' },
      '3 selected',
    ])
  })

  test('Enter opens the alert and marks only it as read', async () => {
    const { engine } = await openCentre()
    const [first, second] = await listAlerts(engine, 'open')
    await press('j')
    await press('Enter')
    expect(engine.lastInput('alerts.markRead')).toEqual({ ids: [second!.id] })
    const isRead = async ({ id }: Alert) => (await engine.ask('alerts.get', { id })).isRead
    expect([await isRead(first!), await isRead(second!)]).toEqual([false, true])
  })

  test('snoozes its container until a time chosen by the user', async () => {
    const engine = await startEngineWithAlerts()
    await engine.ask('settings.set', { ...(await engine.ask('settings.get', {})), homeZone: 'America/Los_Angeles' })
    await engine.ask('alerts.changeRules', { dayStart: '08:00' })
    await openCentre(engine)
    const alert = await findAlert(engine, isOpenContainer)
    await goToRow(alert.id)
    await press('h')
    expect(text('snooze-dialog')).toMatch(
      /For 1 hour.*Until tomorrow, start of day.*Until Monday, start of day.*For 3 days/,
    )
    await click('snooze-tomorrow')
    expect(engine.lastInput('alerts.snooze')).toEqual({
      containerIds: [alert.objectId],
      until: '2026-11-21T16:00:00.000Z',
    })
    await click('undo')
    expect(engine.lastInput('alerts.snooze')).toEqual({ containerIds: [alert.objectId], until: null })
  })

  test.each(['m', 'h'])('explains why %s does nothing on an alert without a container', async (key) => {
    const { engine } = await openCentre()
    await goToRow((await findAlert(engine, ({ facts }) => facts.kind === 'look-ahead')).id)
    await press(key)
    expect([wasCalled(engine, 'alerts.mute'), document.querySelector('.n-message')?.textContent]).toEqual([
      false,
      expect.stringContaining('You can only mute or snooze containers'),
    ])
  })

  test('mutes its container by M, and unmutes it by the same key', async () => {
    const { engine } = await openCentre()
    const alert = await findAlert(engine, isOpenContainer)
    await goToRow(alert.id)
    await press('m')
    await press('m')
    expect(engine.calls.filter(({ name }) => name === 'alerts.mute').map(({ input }) => input)).toEqual(
      [true, false].map((isMuted) => ({ containerIds: [alert.objectId], isMuted })),
    )
  })

  test.each([
    ['arrival-moved', 'shipments', 'shipment'],
    ['request-failed', 'requests', 'request'],
    ['document-failed', 'documents', 'document'],
    ['not-updating', 'status', null],
    ['look-ahead', 'lfd', null],
  ] as const)('leads from %s to the screen %s', async (kind, screen, query) => {
    const { engine, alert } = await startWithAlert(kind)
    const { router } = await openCentre(engine)
    await router.push({ name: 'alerts', query: { open: alert.id } })
    await flush()
    expect([router.currentRoute.value.name, query === null ? null : router.currentRoute.value.query[query]]).toEqual([
      screen,
      query === null ? null : alert.objectId,
    ])
  })
})

describe('the marked field', () => {
  test.each([
    ['lfd-earlier', /Wed 25 Nov/],
    ['hold-placed', /Customs|Holds/],
    ['ready', /Terminal says/],
    ['fee-posted', /Demurrage|Fees/],
    ['lfd-today', /What this alert is about/],
  ] as const)('is in the panel of the container of the alert (%s)', async (kind, where) => {
    const { engine, alert } = await startWithAlert(kind)
    const { router } = await open({ path: '/today', engine })
    await router.push({ name: 'alerts', query: { open: alert.id } })
    await flush()
    expect(router.currentRoute.value.query['container']).toBe(alert.objectId)
    expect(byTestId('changed-mark').closest('tr, li, p, h4, dd')?.textContent).toMatch(where)
  })

  test('is scrolled to the middle of its panel', async () => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function place(this: HTMLElement) {
      return new DOMRect(0, this.matches('.says') ? 900 : 0, 400, this.matches('.says') ? 20 : 600)
    })
    document.head.insertAdjacentHTML('beforeend', '<style data-test>.panel .scroll { overflow-y: auto }</style>')
    const { engine, alert } = await startWithAlert('ready')
    const { router } = await open({ path: '/today', engine })
    await router.push({ name: 'alerts', query: { open: alert.id } })
    await flush()
    expect(byTestId('detail-panel').querySelector('.scroll')?.scrollTop).toBe(900 + 20 / 2 - 600 / 2)
    document.head.querySelector('[data-test]')?.remove()
  })

  test('is in the history of changes if it has no place of its own', async () => {
    const engine = await startEngineWithAlerts()
    const [row] = await engine.rows()
    await engine.patch({ [row!.id]: { seal_number: 'SL1234567' } })
    await open({ path: `/containers?container=${row!.id}&mark=seal_number`, engine })
    expect(byTestId('changed-mark').closest('dd, li')?.textContent).toMatch(/SL1234567|Changed/)
  })

  test('is shown for a change that the user opens', async () => {
    await open({ path: '/changes', rows: 20 })
    await press('j')
    await press('Enter')
    expect(isShown('changed-mark')).toBe(true)
  })
})

describe('a link to an alert', () => {
  test('leads to the list with a message if the alert is unknown', async () => {
    const { engine, router } = await openCentre()
    engine.calls.length = 0
    await router.push({ name: 'alerts', query: { open: 'no-such' } })
    await flush()
    expect(engine.calls.filter(({ name }) => name === 'alerts.get')).toHaveLength(1)
    expect([
      document.body.textContent.includes('This alert is no longer in the list.'),
      router.currentRoute.value.query,
    ]).toEqual([true, {}])
  })

  test('opens its container when a connection that was lost during the call is back', async () => {
    const { engine, alert } = await startWithAlert('lfd-earlier')
    const { router, disconnect, reconnect } = await open({ path: '/today', engine })
    engine.intercept('alerts.get', () => new Promise(() => undefined))
    await router.push({ name: 'alerts', query: { open: alert.id } })
    disconnect()
    await flush()
    expect(router.currentRoute.value.query).toEqual({ open: alert.id })
    engine.intercept('alerts.get', null)
    reconnect()
    await flush()
    expect(router.currentRoute.value.query['container']).toBe(alert.objectId)
  })

  test('opens its container if another connection replaces the first one during the call', async () => {
    const { engine, alert } = await startWithAlert('lfd-earlier')
    const { router, reconnect } = await open({ path: '/today', engine })
    engine.intercept('alerts.get', () => new Promise(() => undefined))
    await router.push({ name: 'alerts', query: { open: alert.id } })
    await flush()
    engine.intercept('alerts.get', null)
    reconnect()
    await flush()
    expect(router.currentRoute.value.query['container']).toBe(alert.objectId)
  })

  test('leads to the list if the call fails', async () => {
    const { engine, router } = await openCentre()
    engine.intercept('alerts.get', () => Promise.reject(new AppError('internal')))
    await router.push({ name: 'alerts', query: { open: 'any' } })
    await flush()
    expect(router.currentRoute.value.query).toEqual({})
  })
})
