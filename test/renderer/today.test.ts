// Today: counts, decisions, changes, and the message when nothing is to be done.
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { startScreenEngine, findRow, markAllSeen } from '#support/screen-engine.ts'
import { all, byTestId, click, copied, flush, isShown, open, press, setScreens, text } from '#support/screens.ts'
import { rateTable } from '#support/rate-table.ts'

setScreens()
/** Starts an account in which nothing needs a decision. */
async function startClear() {
  const engine = await startScreenEngine({ containers: 3 })
  const harmlessValues = {
    import_deadlines: { pickup_lfd_terminal: '2026-12-20' },
    pickup_lfd: null,
    holds_at_pod_terminal: [],
    fees_at_pod_terminal: [],
    terminal_checked_at: '2026-11-18T00:00:00Z',
  }
  await engine.patch(Object.fromEntries((await engine.rows()).map(({ id }) => [id, harmlessValues])))
  return engine
}

const listDecisions = () => all('[data-testid="decisions"] .row')

describe('Today', () => {
  test('is the first screen, and shows the time of its counts', async () => {
    const { router } = await open({ path: '/' })
    expect([router.currentRoute.value.name, text('today-as-of')]).toEqual(['today', expect.stringMatching(/^Updated /)])
    expect(all('.rail a').map(({ textContent }) => textContent.trim())[0]).toBe('Today')
  })

  test('lists the first steps until all are done, each with its section of Settings', async () => {
    const engine = await startScreenEngine()
    const { router } = await open({ engine, path: '/today' })
    expect(text('set-up')).toMatch(/^Get set up0 of 5 done.*Dismiss$/)
    await click('set-up-alerts')
    expect(router.currentRoute.value).toMatchObject({ name: 'settings', hash: '#notifications' })
    await engine.ask('rates.save', rateTable('all'))
    await router.push('/today')
    await flush()
    expect(text('set-up')).toMatch(/^Get set up2 of 5 done/)
    expect(all('[data-step] .sr-only').map(({ textContent }) => textContent)).toEqual([
      'Done',
      'To do',
      'Done',
      'To do',
      'To do',
    ])
  })

  test.each(['rates', 'folders', 'alerts', 'links', 'language'])(
    'leads from the step %s to a section of Settings',
    async (step) => {
      const { router } = await open({ path: '/today', rows: 7 })
      await click(`set-up-${step}`)
      const section = document.activeElement?.getAttribute('data-section')
      expect([router.currentRoute.value.name, router.currentRoute.value.hash]).toEqual(['settings', `#${section}`])
    },
  )

  test('stores both of two steps that are opened quickly, and keeps steps of a later version', async () => {
    const engine = await startScreenEngine({ containers: 7 })
    const settingsBefore = await engine.ask('settings.get', {})
    await engine.ask('settings.set', { ...settingsBefore, setUp: { isDismissed: false, openedSteps: ['later'] } })
    await open({ engine, path: '/today' })
    for (const step of ['alerts', 'language'])
      byTestId(`set-up-${step}`).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await flush()
    expect((await engine.ask('settings.get', {})).setUp).toEqual({
      isDismissed: false,
      openedSteps: ['later', 'alerts', 'language'],
    })
  })

  test('does not list the first steps again after the user dismissed them', async () => {
    const engine = await startScreenEngine()
    const { router } = await open({ engine, path: '/today' })
    await click('set-up-dismiss')
    expect(isShown('set-up')).toBe(false)
    await router.push('/lfd')
    await router.push('/today')
    await flush()
    expect([isShown('set-up'), (await engine.ask('settings.get', {})).setUp]).toEqual([
      false,
      { isDismissed: true, openedSteps: [] },
    ])
  })

  test('has a button for the shift handover', async () => {
    const { router } = await open({ path: '/today' })
    await click('today-handover')
    expect([router.currentRoute.value.name, byTestId('handover-notes')]).toEqual(['handover', expect.anything()])
  })

  test('shows what each tile counts, and its change', async () => {
    const engine = await startScreenEngine()
    await markAllSeen(engine)
    const { id } = await findRow(engine, ({ lastFreeDay }) => lastFreeDay.band === 'tomorrow')
    await engine.patch({ [id]: { import_deadlines: { pickup_lfd_terminal: '2026-11-18' }, pickup_lfd: null } })
    await open({ engine, path: '/today' })
    expect(text('today-past')).toMatch(/^Past LFD\d+\+1 since last check$/)
    expect(text('today-today')).toMatch(/^LFD today\d+same as last check/)
    expect(text('today-tomorrow')).toMatch(/−1 since last check/)
    expect(text('today-arriving')).toMatch(/^Arriving ≤3 days\d+same as last check$/)
    // Fees are stated once, above the tiles.
    expect(text('today-ready')).toMatch(
      /^Ready now\d+(\+ \d+ unverified · )?(same as last check|[+−]\d+ since last check)$/,
    )
  })

  test.each([
    ['past', 'lfd'],
    ['new-holds', 'containers'],
    ['ready', 'ready'],
    ['arriving', 'containers'],
  ])('opens from the tile %s the list %s with the counted rows', async (tile, screen) => {
    const { router } = await open({ path: '/today' })
    const tileElement = byTestId(`today-${tile}`)
    const unverified = /\d+(?= unverified)/.exec(tileElement.textContent)?.[0] ?? 0
    const tileCount = String(Number(tileElement.querySelector('.count')?.textContent) + Number(unverified))
    await click(`today-${tile}`)
    expect([router.currentRoute.value.name, text('list-count').split(' ')[0]]).toEqual([screen, tileCount])
  })

  test('begins with the fees due, what a day costs by the user’s rates, and what can still be saved', async () => {
    const engine = await startScreenEngine()
    const { router } = await open({ engine, path: '/today' })
    expect(text('money-due')).toMatch(/^Due now, reported by terminals.*\$[\d,]+.*on \d+ containers$/)
    expect(text('money-accruing')).toMatch(
      /^Accruing per day, by your ratesNot known\d+ containers? (is|are) past LFD\./,
    )
    expect(text('money-saveable')).toMatch(
      /^Can still be saved today\d+ containers?\d+ ready for pickup\. Pickup today avoids charges/,
    )
    await click('money-set-rates')
    expect(router.currentRoute.value).toMatchObject({ name: 'settings', hash: '#rates' })
    await engine.ask('rates.save', rateTable('all'))
    await router.push('/today')
    await flush()
    expect(text('money-accruing')).toMatch(/\$[\d,]+ a day/)
    expect(text('money-saveable')).toMatch(/Without pickup today: \$[\d,]+ tomorrow\. \d ready for pickup\.$/)
    expect(isShown('money-set-rates')).toBe(false)
  })

  test('says in words that nothing is ready for pickup', async () => {
    const engine = await startScreenEngine()
    engine.intercept('today.get', async (_, callEngine) => {
      const answer = await callEngine()
      return { ...answer, money: { ...answer.money, saveableReady: 0, saveableUnverified: 0 } }
    })
    await open({ engine, path: '/today' })
    expect(text('money-saveable')).toMatch(/None ready for pickup\. Pickup today avoids charges/)
  })

  test.each([
    ['money-due', 'lfd', 'on (\\d+) containers'],
    ['money-saveable', 'lfd', '(\\d+) containers?'],
  ])('opens from %s the counted rows', async (figure, screen, pattern) => {
    const { router } = await open({ path: '/today' })
    const [, count] = new RegExp(pattern).exec(text(figure)) ?? []
    await click(figure)
    expect([router.currentRoute.value.name, text('list-count').split(' ')[0]]).toEqual([screen, count])
  })

  test('groups decisions by their main reason, each row with the customer, the terminal and the next action', async () => {
    const { engine } = await open({ path: '/today' })
    const titles = all('[data-testid="decisions"] h3').map(({ textContent }) =>
      textContent.replaceAll(/\s+/g, ' ').trim(),
    )
    expect(titles[0]).toMatch(/^Last free day today \d+$/)
    expect(titles).toContain('Past last free day 4')
    const id = listDecisions()[0]?.dataset['id']
    const row = await findRow(engine, (candidate) => candidate.id === id)
    expect(listDecisions()[0]?.textContent).toMatch(new RegExp(`${row.customer ?? ''}.*${row.pickupPlace ?? ''}`))
    expect(text('decisions')).toMatch(/8 days past LFD.*Pay \$3,730, then pick up to stop charges/)
  })

  test('says in each row whether the container is ready, or what it waits for', async () => {
    const { engine } = await open({ path: '/today', rows: 200 })
    const verdicts = new Map((await engine.rows()).map(({ id, verdict }) => [id, verdict]))
    const readiness = listDecisions().map((row) => [
      verdicts.get(row.dataset['id'] ?? ''),
      row.querySelector('.readiness')?.textContent,
    ])
    expect(readiness).toContainEqual(['ready', 'Ready'])
    expect(readiness).toContainEqual(['held', expect.stringMatching(/^\S+ hold( \+\d+)?$/)])
    expect(readiness.filter(([, text]) => text === '')).toEqual([])
  })

  test('shows six rows of a group, its true count, and all of them by a click', async () => {
    const { engine, router } = await open({ path: '/today', rows: 700 })
    const { total } = await engine.ask('containers.list', {
      filter: { scope: 'open', risks: ['past-last-free-day'] },
      sort: [],
      window: { offset: 0, limit: 1 },
    })
    const group = all('[data-testid="decisions"] section').find(
      (section) => section.getAttribute('aria-label') === 'Past last free day',
    )!
    expect([group.querySelector('.many')?.textContent, group.querySelectorAll('li').length]).toEqual([String(total), 6])
    const firstNumber = group.querySelector('.code')?.textContent
    await click('all-past-last-free-day')
    const headers = all('[role=columnheader][data-key]').map(({ dataset }) => dataset['key'])
    expect(all('[role="grid"] .code')[0]?.textContent).toBe(firstNumber)
    expect(headers.filter((key) => key !== '#select').slice(0, 5)).toEqual([
      'number',
      'lastFreeDay',
      'fees',
      'verdict',
      'nextAction',
    ])
    expect([router.currentRoute.value.name, text('list-count').split(' ')[0]]).toEqual(['lfd', String(total)])
    expect(all('[data-testid="filter-chip"]').map(({ textContent }) => textContent)).toContain(
      'Main reason: Past last free day',
    )
  })

  test('names the assignee of a row, and says that it has a note and raises no pop-ups', async () => {
    const { engine } = await open({ path: '/today' })
    const id = listDecisions()[0]!.dataset['id']!
    await engine.ask('own.assign', { ids: [id], assignee: 'Ines' })
    await engine.ask('own.addNote', { ids: [id], text: 'Broker called' })
    await flush()
    const ownLine = listDecisions()
      .find((row) => row.dataset['id'] === id)!
      .querySelector<HTMLElement>('.own')
    expect([ownLine?.textContent, ownLine?.title]).toEqual(['Ines · Note', 'Ines · Note\nBroker called'])
    await engine.ask('alerts.mute', { containerIds: [id], isMuted: true })
    await flush()
    expect(ownLine?.textContent).toBe('Ines · Note · Muted')
  })

  test('says of a last free day that is today that demurrage starts tomorrow', async () => {
    await open({ path: '/today' })
    expect(
      all('[data-testid="decisions"] .head').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim()),
    ).toContainEqual(expect.stringMatching(/^Last free day today \d+ ?Demurrage starts tomorrow/))
  })

  test('names the hold that blocks pickup', async () => {
    await open({ path: '/today' })
    expect(text('decisions')).toContain('Clear customs hold')
  })

  test('is used by keys alone: to a container and back to its row', async () => {
    await open({ path: '/today' })
    expect(document.activeElement).toBe(listDecisions()[0])
    await press('j')
    const number = listDecisions()[1]?.querySelector('.code')?.textContent
    await click(listDecisions()[1]!)
    expect([text('panel-number'), document.activeElement]).toEqual([number, byTestId('detail-panel')])
    await press('ArrowDown')
    expect(text('panel-number')).toBe(listDecisions()[2]?.querySelector('.code')?.textContent)
    await press('Escape')
    expect([isShown('detail-panel'), document.activeElement]).toEqual([false, listDecisions()[2]])
    await press('c')
    expect(copied).toEqual([listDecisions()[2]?.querySelector('.code')?.textContent.replaceAll(' ', '')])
  })

  test('offers the actions of a container for the active row, by the same keys as a list', async () => {
    const { engine } = await open({ path: '/today' })
    const activeId = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['id'] : undefined
    await press('r')
    expect([engine.calls.findLast(({ name }) => name === 'containers.reread')?.input, activeId]).toEqual([
      { id: activeId },
      activeId,
    ])
    await press('Enter')
    await click(all('[data-testid="decisions"] [data-stop]')[0]!)
    await press('c')
    expect(copied.length).toBe(1)
  })

  test('offers the same actions in the menu of a row, which returns focus to the row', async () => {
    await open({ path: '/today' })
    const row = listDecisions()[1]!
    row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 20, clientY: 30 }))
    await vi.waitFor(() => expect(isShown('row-menu')).toBe(true))
    const number = row.querySelector('.code')?.textContent ?? ''
    expect(text('row-menu').startsWith(`${number}Open`)).toBe(true)
    await click(all('[data-testid="row-menu"] [role=menuitem]')[1]!)
    expect([isShown('row-menu'), copied, document.activeElement]).toEqual([false, [number.replaceAll(' ', '')], row])
  })

  test('has the commands of the row in its menu, also while the panel shows another container', async () => {
    await open({ path: '/today' })
    await click(listDecisions()[0]!)
    expect(isShown('detail-panel')).toBe(true)
    const row = listDecisions()[1]!
    row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 20, clientY: 30 }))
    await vi.waitFor(() => expect(isShown('row-menu')).toBe(true))
    const number = row.querySelector('.code')?.textContent ?? ''
    expect([isShown('detail-panel'), text('row-menu').startsWith(`${number}Open`)]).toEqual([false, true])
    await click(all('[data-testid="row-menu"] [role=menuitem]')[1]!)
    expect(copied).toEqual([number.replaceAll(' ', '')])
  })

  test('shows the ten most important changes in one row for each container, and leads to them', async () => {
    const engine = await startScreenEngine()
    const { id } = await findRow(
      engine,
      ({ lastFreeDay, activeHolds }) => lastFreeDay.clock === 'running' && activeHolds.length === 0,
    )
    await engine.patch({ [id]: { holds_at_pod_terminal: [{ name: 'customs', status: 'hold', description: null }] } })
    await open({ engine, path: '/today' })
    const { changes } = await engine.ask('today.get', {})
    expect(changes.length).toBe(10)
    expect(all('[data-testid="recent-changes"] li').length).toBe(new Set(changes.map(({ objectId }) => objectId)).size)
    expect(text('recent-changes')).toMatch(/Customs hold: none → Hold/)
    await click(all('[data-testid="recent-changes"] button')[0]!)
    expect(isShown('detail-panel')).toBe(true)
  })

  test('counts changes from the first sync until the user has marked changes as seen', async () => {
    const engine = await startScreenEngine()
    const { router } = await open({ engine, path: '/today' })
    expect(document.body.textContent).toMatch(/Changes since the first sync, .*Changed since the first sync/)
    await markAllSeen(engine)
    await router.push('/lfd')
    await router.push('/today')
    await flush()
    expect(document.body.textContent).toMatch(/Changes since you last checked, .*No changes since you last checked\./)
  })

  test('never shows containers with unknown risk as no risk', async () => {
    const { router } = await open({ path: '/today' })
    expect(text('not-assessed')).toMatch(/^\d+ containers? with free time running\. (Its|Their) risk is not known\./)
    await click('not-assessed-open')
    expect([router.currentRoute.value.name, text('filter-chip')]).toEqual(['containers', expect.any(String)])
    expect(all('[data-testid="filter-chip"]').map(({ textContent }) => textContent)).toContain('Risk unknown')
  })

  test('shows that nothing needs a decision, the total, and the number with unknown risk', async () => {
    await open({ engine: await startClear(), path: '/today' })
    expect(text('all-clear')).toMatch(
      /^Nothing needs a decision right now\.\d+ containers checked\. \d+ with unknown risk\.$/,
    )
  })

  test('has focus on the message that nothing is to be done, and in its rows once there are some', async () => {
    const engine = await startClear()
    await open({ path: '/today', engine })
    expect(document.activeElement).toBe(byTestId('all-clear'))
    ;(document.activeElement as HTMLElement).blur()
    await press('j')
    expect(document.activeElement).toBe(byTestId('all-clear'))
    await engine.patch({ [(await engine.rows())[0]!.id]: { import_deadlines: { pickup_lfd_terminal: '2026-11-18' } } })
    await flush()
    expect([listDecisions().length > 0, document.activeElement]).toEqual([true, listDecisions()[0]])
  })

  test('has focus on its first row until the user acts, and then on the same container', async () => {
    const engine = await startClear()
    await open({ path: '/today', engine })
    const ids = (await engine.rows()).map(({ id }) => id)
    const setLastFreeDay = (index: number, day: string) =>
      engine.patch({ [ids[index]!]: { import_deadlines: { pickup_lfd_terminal: day } } })
    const findFocused = () => listDecisions().map((row) => [row.dataset['id'], row === document.activeElement])
    await setLastFreeDay(0, '2026-11-10')
    await setLastFreeDay(1, '2026-11-18')
    expect(findFocused()).toEqual([
      [ids[1], true],
      [ids[0], false],
    ])
    await press('ArrowDown')
    await setLastFreeDay(2, '2026-11-18')
    expect(findFocused().find(([, isFocused]) => isFocused)).toEqual([ids[0], true])
    await press('ArrowUp')
    expect(document.activeElement).toBe(listDecisions()[1])
  })

  test('shows that nothing has been read, and not that all is clear', async () => {
    const engine = await startScreenEngine({
      isPrepared: false,
      beforeStart: (network) => network.fault(() => ({ kind: 'hang' })),
    })
    await open({ engine, path: '/today' })
    expect([text('empty-state'), isShown('all-clear')]).toEqual([
      'No containers yet.First sync in progress. Containers appear here as they arrive.',
      false,
    ])
    expect(document.activeElement).toBe(byTestId('empty-state'))
  })

  test('claims no all-clear during the first sync', async () => {
    const engine = await startClear()
    engine.intercept('sync.status', async (_, callEngine) => ({ ...(await callEngine()), isFirstSweep: true }))
    await open({ path: '/today', engine })
    expect(text('all-clear')).toMatch(/^None so far\./)
  })

  test('shows why there is no briefing', async () => {
    const engine = await startScreenEngine({ containers: 3 })
    engine.intercept('today.get', () => Promise.reject(new AppError('internal', {})))
    await open({ path: '/today', engine })
    expect([isShown('empty-state'), isShown('all-clear')]).toEqual([true, false])
  })
})
