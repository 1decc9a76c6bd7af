// The alert centre on the fake engine: the bell, the list by day, its acts and keys, the way to the field an alert is
// about, what silences a container, and what the engine is told of what is on screen.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AlertKind, type Alert, type AlertFilter } from '#contract/alerts.ts'
import { alertWords } from '#words/alert-words.ts'
import { en } from '#words/alert-words/en.ts'
import { AppError } from '#contract/errors.ts'
import { createFakeEngine, type FakeEngine } from '#support/fake-engine.ts'
import { all, byTestId, click, column, isShown, open, press, setScreens, settled, text, type } from '#support/fake-screens.ts'

setScreens()
afterEach(() => { vi.useRealTimers() })

const openCentre = (rows = 7, engine?: FakeEngine) => open({ path: '/alerts', rows, ...(engine ? { engine } : {}) })
const lines = () => all('[data-row][data-id]')
const rowOf = (engine: FakeEngine, is: (alert: Alert) => boolean): Alert => {
  const found = engine.alerts.rows.find(is)
  if (!found) throw new Error('There is no such alert.')
  return found
}
/** Down to that row from the first, by keys. */
async function standOn(id: string) {
  for (let step = 0; step < 60; step++) {
    if (document.activeElement?.closest('[data-row]')?.getAttribute('data-id') === id) return
    await press('j')
  }
  throw new Error('That row was not reached.')
}
const isContainer = ({ object }: Alert) => object === 'container'
const isOpenBox = (alert: Alert) => isContainer(alert) && !['done', 'withdrawn', 'covered'].includes(alert.state)
const lastInput = (engine: FakeEngine, name: string) => engine.calls.findLast((call) => call.name === name)?.input

describe('the bell', () => {
  it('says in words how many are unread and how many of those are urgent', async () => {
    const { engine } = await open({ path: '/today', rows: 7 })
    expect(byTestId('bell').getAttribute('aria-label')).toMatch(/^Alerts: \d+ unread, \d+ urgent$/)
    expect(text('bell')).toMatch(/^!\d+$/)
    await engine.handlers['alerts.markRead']({ through: '2026-11-21T00:00:00.000Z' })
    await settled()
    expect([byTestId('bell').getAttribute('aria-label'), text('bell')]).toEqual(['Alerts: nothing unread', ''])
  })

  it('marks urgent ones by more than colour', async () => {
    const engine = createFakeEngine(7)
    engine.alerts.rows = engine.alerts.rows.filter(({ severity }) => severity > 1)
    await open({ path: '/today', engine })
    expect(text('bell')).toMatch(/^\d+$/)
  })

  it('opens the centre, as G B does', async () => {
    const { router } = await open({ path: '/today', rows: 7 })
    await click('bell')
    expect(router.currentRoute.value.name).toBe('alerts')
    await router.push('/today')
    await press('g')
    await press('b')
    expect(router.currentRoute.value.name).toBe('alerts')
  })

  it('has its keys in the cheat sheet', async () => {
    await openCentre()
    await press('?')
    expect(text('cheat-sheet')).toMatch(/G BGo to Alerts|Go to Alerts\s*G B/)
  })
})

describe('the list', () => {
  it('has the words of the contract, newest first, under the day they were raised', async () => {
    const { engine } = await openCentre()
    const [first] = engine.alerts.rows
    expect(lines()[0]?.textContent).toContain(alertWords(first!, en).title)
    expect(column('day')[0]).toMatch(/^Today$/)
    expect(column('day')).toContain('Yesterday')
    expect(column('state')[0]).toMatch(/^Waits: quiet hours or summary/)
  })

  it('knows every kind', async () => {
    const { engine } = await openCentre()
    await click('scope-all')
    expect(new Set(engine.alerts.rows.map(({ facts }) => facts.kind)).size).toBe(AlertKind.options.length)
    expect(engine.alerts.rows.map((alert) => alertWords(alert, en).title)).not.toContain('')
  })

  it('says which were found late, and which boxes are muted or snoozed', async () => {
    const { engine } = await openCentre()
    await click('scope-all')
    const late = rowOf(engine, ({ isLate }) => isLate)
    engine.alerts.rows = [late, rowOf(engine, ({ isMuted }) => isMuted), rowOf(engine, ({ snoozedUntil }) => snoozedUntil !== null)]
    engine.announce({ topic: 'alerts', ids: null })
    await press('f')
    await type('filter-text', engine.alerts.rows[0]!.number)
    await type('filter-text', '')
    expect(column('state').join(' ')).toMatch(/Found late.*Muted.*Snoozed until/)
  })

  it('filters by kind, by what is unread, and by text', async () => {
    const { engine } = await openCentre()
    await click('unread-only')
    expect(lastInput(engine, 'alerts.list')).toMatchObject({ filter: { scope: 'open', isUnread: true } })
    await click('unread-only')
    await click('kinds')
    await click(all('[role=dialog] label, [role=dialog] [role=checkbox]').find(({ textContent }) => textContent.includes('Fee posted'))!)
    expect(new Set(column('kind'))).toEqual(new Set(['Fee posted or raised']))
    await type('filter-text', 'Nordwind')
    await vi.waitFor(() => { expect(text('empty-state')).toMatch(/^No alert matches this filter\./) })
  })

  it('says that nothing is open, and where the rest is', async () => {
    const engine = createFakeEngine(7)
    engine.alerts.rows = engine.alerts.rows.map((alert) => ({ ...alert, state: 'done' }))
    await openCentre(7, engine)
    expect(text('empty-state')).toBe('No alert is open.What you ticked off, and what is no longer true, is under “All”.')
  })

  it('says when there has been none at all, and what would raise one', async () => {
    await openCentre(0)
    expect(text('empty-state')).toMatch(/^No alerts yet\.An alert is raised when/)
  })

  it('scrolls through ten thousand', async () => {
    await openCentre(10_000)
    await click('scope-all')
    expect(text('list-count')).toBe('10,00010,000 rows')
    await press('End', { ctrlKey: true })
    document.querySelector('[role=grid]')?.dispatchEvent(new Event('scroll'))
    await vi.waitFor(() => { expect(lines().some(({ dataset }) => dataset['row'] === '9999')).toBe(true) })
  })

  it('marks as read up to the newest on screen, and not what comes meanwhile', async () => {
    const { engine } = await openCentre()
    const [newest] = engine.alerts.rows
    await click('mark-read')
    expect(lastInput(engine, 'alerts.markRead')).toEqual({ through: newest?.raisedAt })
    expect(text('alert-bar')).toMatch(/^Nothing unread/)
    expect(isShown('mark-read')).toBe(false)
  })

  it('marks nothing as read while some of it is out of sight', async () => {
    await openCentre()
    await press('f')
    await type('filter-text', 'M')
    expect(isShown('mark-read')).toBe(false)
    await type('filter-text', '')
    await click('unread-only')
    expect(isShown('mark-read')).toBe(true)
  })
})

describe('acts on a row', () => {
  it('ticks it off by E, stands on the next, and brings it back', async () => {
    const { engine } = await openCentre()
    const [first, second] = [lines()[0]?.dataset['id'], lines()[1]?.dataset['id']]
    await press('e')
    expect([lastInput(engine, 'alerts.markDone'), lines()[0]?.dataset['id']]).toEqual([{ ids: [first] }, second])
    await click('undo')
    expect([lastInput(engine, 'alerts.undoDone'), lines()[0]?.dataset['id']]).toEqual([{ ids: [first] }, first])
  })

  it('ticks off all selected ones at once, and Ctrl+Z brings them back', async () => {
    const { engine } = await openCentre()
    await press('j')
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('e')
    expect((lastInput(engine, 'alerts.markDone') as { ids: string[] }).ids.length).toBe(3)
    expect(isShown('undo')).toBe(true)
    await press('z', { ctrlKey: true })
    expect(lastInput(engine, 'alerts.undoDone')).toEqual(lastInput(engine, 'alerts.markDone'))
    // What was brought back has no button that would bring it back once more.
    expect(isShown('undo')).toBe(false)
  })

  it('snoozes its container until a moment somebody chooses', async () => {
    const { engine } = await openCentre()
    const alert = rowOf(engine, isOpenBox)
    await standOn(alert.id)
    await press('h')
    expect(text('snooze-dialog')).toMatch(/For one hour.*Until tomorrow, start of day.*Until Monday, start of day.*For three days/)
    await click('snooze-tomorrow')
    expect(lastInput(engine, 'alerts.snooze')).toEqual({ containerIds: [alert.objectId], until: '2026-11-21T16:00:00.000Z' })
    await click('undo')
    expect(lastInput(engine, 'alerts.snooze')).toEqual({ containerIds: [alert.objectId], until: null })
  })

  it.each(['m', 'h'])('says of an alert that is about no container why %s does nothing', async (key) => {
    const { engine } = await openCentre()
    await click('scope-all')
    await standOn(rowOf(engine, (each) => each.object === 'document').id)
    await press(key)
    expect([lastInput(engine, 'alerts.mute'), document.querySelector('.n-message')?.textContent]).toEqual([undefined, expect.stringContaining('Only containers can be muted or snoozed')])
  })

  it('mutes its container by M, and unmutes it by the same key', async () => {
    const { engine } = await openCentre()
    const alert = rowOf(engine, (each) => isOpenBox(each) && !each.isMuted)
    await standOn(alert.id)
    await press('m')
    await press('m')
    expect(engine.calls.filter(({ name }) => name === 'alerts.mute').map(({ input }) => input)).toEqual([true, false].map((isMuted) => ({ containerIds: [alert.objectId], isMuted })))
  })

  it.each([
    ['arrival-moved', 'shipments', 'shipment'],
    ['request-failed', 'requests', 'request'],
    ['document-failed', 'documents', 'document'],
    ['not-updating', 'status', null],
    ['look-ahead', 'lfd', null],
  ] as const)('leads from %s to the screen %s', async (kind, screen, query) => {
    const { engine, router } = await openCentre()
    await click('scope-all')
    const alert = rowOf(engine, ({ facts }) => facts.kind === kind)
    await router.push({ name: 'alerts', query: { open: alert.id } })
    await settled()
    expect([router.currentRoute.value.name, query === null ? null : router.currentRoute.value.query[query]]).toEqual([screen, query === null ? null : alert.objectId])
  })
})

describe('the way to the field', () => {
  it.each([
    ['lfd-earlier', /Terminal|Line/],
    ['hold-placed', /Customs|Holds/],
    ['ready', /Terminal says/],
    ['fee-posted', /Demurrage|Fees/],
    ['lfd-today', /This is what the alert is about/],
  ] as const)('opens from %s the container with what it is about marked', async (kind, where) => {
    const { engine, router } = await open({ path: '/today', rows: 7 })
    const alert = rowOf(engine, ({ facts }) => facts.kind === kind)
    await router.push({ name: 'alerts', query: { open: alert.id } })
    await settled()
    expect(router.currentRoute.value.query['container']).toBe(alert.objectId)
    expect(byTestId('changed-mark').closest('tr, li, p, h4, dd')?.textContent).toMatch(where)
  })

  it('scrolls to it', async () => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function place(this: HTMLElement) { return new DOMRect(0, this.matches('.says') ? 900 : 0, 400, this.matches('.says') ? 20 : 600) })
    document.head.insertAdjacentHTML('beforeend', '<style data-test>.panel .scroll { overflow-y: auto }</style>')
    const { engine, router } = await open({ path: '/today', rows: 7 })
    await router.push({ name: 'alerts', query: { open: rowOf(engine, ({ facts }) => facts.kind === 'ready').id } })
    await settled()
    expect(byTestId('detail-panel').querySelector('.scroll')?.scrollTop).toBe(610)
    document.head.querySelector('[data-test]')?.remove()
  })

  it('marks what has no place of its own in the history of changes', async () => {
    const engine = createFakeEngine(7)
    const [row] = engine.rows()
    await open({ path: `/containers?container=${row!.id}&mark=seal_number`, engine })
    expect(byTestId('changed-mark').closest('dd, li')?.textContent).toMatch(/SL1234567|Changed/)
  })

  it('marks the field of a change that was opened', async () => {
    await open({ path: '/changes', rows: 7 })
    await press('j')
    await press('Enter')
    expect(isShown('changed-mark')).toBe(true)
  })

  it('says that an alert is gone, and leaves the list', async () => {
    const { engine, router } = await openCentre(600)
    engine.calls.length = 0
    await router.push({ name: 'alerts', query: { open: 'no-such' } })
    await settled()
    const pages = engine.calls.flatMap(({ name, input }) => (name === 'alerts.list' && (input as { filter: AlertFilter }).filter.scope === 'all' ? [(input as { listId?: string }).listId] : []))
    expect(pages, 'sorted once').toEqual([undefined, 'alerts'])
    expect([document.body.textContent.includes('That alert is no longer in the list.'), router.currentRoute.value.query]).toEqual([true, {}])
  })

  it('says why it could not be found', async () => {
    const { engine, router } = await openCentre()
    engine.handlers['alerts.list'] = () => { throw new AppError('internal', {}) }
    await router.push({ name: 'alerts', query: { open: 'any' } })
    await settled()
    expect(router.currentRoute.value.query).toEqual({})
  })
})

describe('a container’s panel', () => {
  const openBox = async (at = 0) => {
    const opened = await open({ path: '/containers', rows: 7 })
    const row = opened.engine.rows()[at]!
    await opened.router.push({ name: 'containers', query: { container: row.id } })
    await settled()
    return { ...opened, row }
  }

  it('lists its last three alerts and the rest on request', async () => {
    const { engine, row } = await openBox()
    const own = engine.alerts.rows.filter(({ objectId }) => objectId === row.id).length
    engine.alerts.raise(...[1, 2, 3].map((n) => ({ ...rowOf(engine, ({ objectId }) => objectId === row.id), id: `more-${n}` })))
    await settled()
    expect(byTestId('alerts-of').querySelectorAll('li').length).toBe(3)
    await click('more-alerts')
    expect(byTestId('alerts-of').querySelectorAll('li').length).toBe(own + 3)
  })

  it('says until when it is snoozed, and ends that', async () => {
    const { engine, row } = await openBox(2)
    expect(text('is-snoozed')).toMatch(/^Snoozed until .*: no pop-up of this container until then\.$/)
    await click('end-snooze')
    expect([lastInput(engine, 'alerts.snooze'), isShown('is-snoozed')]).toEqual([{ containerIds: [row.id], until: null }, false])
  })

  it('says that it is muted, and unmutes it', async () => {
    const { engine, row } = await openBox(3)
    expect([text('is-muted'), text('mute')]).toEqual(['Muted: no pop-up of this container. Its alerts are listed all the same.', 'Unmute'])
    await click('mute')
    expect([lastInput(engine, 'alerts.mute'), isShown('is-muted')]).toEqual([{ containerIds: [row.id], isMuted: false }, false])
  })

  it('snoozes by H and mutes by M while it is open', async () => {
    const { engine, row } = await openBox()
    await press('h')
    await click('snooze-hour')
    await press('m')
    expect([lastInput(engine, 'alerts.snooze'), lastInput(engine, 'alerts.mute')]).toEqual([{ containerIds: [row.id], until: expect.stringMatching(/^2026-11-20T18:3\d/) as unknown }, { containerIds: [row.id], isMuted: true }])
  })
})

describe('selected containers', () => {
  it('are snoozed and muted together', async () => {
    const { engine } = await open({ path: '/lfd' })
    await press('j')
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('h')
    expect(text('snooze-dialog')).toMatch(/^Snooze 2 containers/)
    await click('snooze-days')
    await press('m')
    expect([(lastInput(engine, 'alerts.snooze') as { containerIds: string[] }).containerIds.length, (lastInput(engine, 'alerts.mute') as { containerIds: string[] }).containerIds.length]).toEqual([2, 2])
  })

  it('are refused where they are more than can be silenced at once', async () => {
    const { engine } = await open({ path: '/containers', rows: 2_000 })
    await press('a', { ctrlKey: true })
    await press('m')
    expect([document.body.textContent.includes('That is more than 500 containers at once.'), lastInput(engine, 'alerts.mute')]).toEqual([true, undefined])
  })
})

describe('what is on screen', () => {
  const withClock = () => { vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) }

  it('is told to the engine, open panel first, and at most every twenty seconds', async () => {
    withClock()
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const { engine, router } = await open({ path: '/lfd' })
    const row = engine.rows()[40]!
    await router.push({ name: 'lfd', query: { container: row.id } })
    await vi.advanceTimersByTimeAsync(19_000)
    const told = engine.calls.filter(({ name }) => name === 'alerts.seeing')
    const { containerIds } = told[0]?.input as { containerIds: string[] }
    expect([told.length, containerIds[0], containerIds.length > 2]).toEqual([1, row.id, true])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(engine.calls.filter(({ name }) => name === 'alerts.seeing').length).toBe(2)
  })

  it('is every card of the board, not only the one somebody stands on', async () => {
    withClock()
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const { engine } = await open({ path: '/lfd/board' })
    await vi.advanceTimersByTimeAsync(19_000)
    const { containerIds } = engine.calls.find(({ name }) => name === 'alerts.seeing')?.input as { containerIds: string[] }
    const cards = [...document.querySelectorAll<HTMLElement>('[data-testid^="lane-"] [role=option][data-id]')].map(({ dataset }) => dataset['id'])
    expect([containerIds.length > 3, containerIds.every((id) => cards.includes(id))]).toEqual([true, true])
  })

  it('is not told while another window has the focus', async () => {
    withClock()
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const { engine } = await open({ path: '/lfd' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(engine.calls.filter(({ name }) => name === 'alerts.seeing')).toEqual([])
  })
})

describe('Today in quiet hours', () => {
  it('says until when it is quiet and how many wait', async () => {
    const engine = createFakeEngine(7)
    engine.alerts.quietUntil = '2026-11-23T14:30:00.000Z'
    const waiting = engine.alerts.rows.filter(({ state }) => state === 'waiting').length
    const { router } = await open({ path: '/today', engine })
    expect(text('quiet-line')).toMatch(new RegExp(`^Quiet until Mon 23 Nov \\d\\d:30: ${waiting} alerts wait`))
    await click('quiet-line-open')
    expect(router.currentRoute.value.name).toBe('alerts')
  })

  it('says nothing where none waits', async () => {
    const engine = createFakeEngine(7)
    engine.alerts.quietUntil = '2026-11-23T14:30:00.000Z'
    engine.alerts.rows = engine.alerts.rows.filter(({ state }) => state !== 'waiting')
    await open({ path: '/today', engine })
    expect(engine.calls.filter(({ name }) => name === 'alerts.list'), 'no list is sorted to count some of it').toEqual([])
    expect(isShown('quiet-line')).toBe(false)
  })
})
