// The screens of a working day on the fake engine: the briefing, changes, the direct link, shipments, holds and fees, what is ready.
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { createFakeEngine } from '#support/fake-engine.ts'
import { all, byTestId, click, column, copied, isShown, open, press, setScreens, settled, text, type } from '#support/fake-screens.ts'

setScreens()

const decisions = () => all('[data-testid="decisions"] .row')

describe('Today', () => {
  it('is where the app starts, and says when it was counted', async () => {
    const { router } = await open({ path: '/' })
    expect([router.currentRoute.value.name, text('today-as-of')]).toEqual(['today', expect.stringMatching(/^Counted /)])
    expect(all('.rail a').map(({ textContent }) => textContent.trim())[0]).toBe('Today')
  })

  it('has a way to the shift handover that needs no key', async () => {
    const { router } = await open({ path: '/today' })
    await click('today-handover')
    expect([router.currentRoute.value.name, byTestId('handover-notes')]).toEqual(['handover', expect.anything()])
  })

  it('says of each tile what it counts, how that moved, and what is due', async () => {
    await open({ path: '/today' })
    expect(text('today-past')).toMatch(/^Past LFD\d+\+1 since last lookDue: .*\$/)
    expect(text('today-today')).toMatch(/^LFD today\d+same as last look/)
    expect(text('today-tomorrow')).toMatch(/−1 since last look/)
    expect(text('today-arriving')).toMatch(/^Arriving ≤3 days\d+$/)
  })

  it.each([
    ['past', 'lfd'],
    ['new-holds', 'containers'],
    ['ready', 'ready'],
    ['arriving', 'containers'],
  ])('opens from the tile %s the list %s with as many rows as it counts', async (tile, screen) => {
    const { router } = await open({ path: '/today' })
    const counted = byTestId(`today-${tile}`).querySelector('.count')?.textContent
    await click(`today-${tile}`)
    expect([router.currentRoute.value.name, text('list-count').split(' ')[0]]).toEqual([screen, counted])
  })

  it('groups what needs a decision by its leading reason, each with what to do', async () => {
    await open({ path: '/today', rows: 7 })
    expect(all('[data-testid="decisions"] h3').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())).toContain('Past last free day 1Costs money today')
    expect(decisions()[0]?.textContent).toMatch(/Pick up or confirm out; check fee.*2 days past LFD/)
  })

  it('says how many there are for a reason, also where it shows only some of them', async () => {
    const { engine } = await open({ path: '/today', rows: 2_000 })
    const counts = Map.groupBy(engine.rows().filter(({ risks }) => risks.length > 0), ({ risks }) => risks[0]!.reason)
    const shown = all('[data-testid="decisions"] section').map((group) => [group.querySelector('.many')?.textContent, group.querySelectorAll('li').length] as const)
    expect(shown[0]).toEqual([`25 of ${counts.get('past-last-free-day')?.length ?? 0}`, 25])
  })

  it('calls a last free day one on which it is still free', async () => {
    const { engine } = await open({ path: '/today', rows: 7 })
    const [first] = engine.rows()
    engine.change(({ id }) => (id === first?.id ? { risks: [{ reason: 'last-free-day-today', severity: 1 }], verdict: 'ready' } : null))
    await settled()
    expect(all('[data-testid="decisions"] h3').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())).toContainEqual(expect.stringMatching(/^Last free day today \d+Free today, costs from tomorrow$/))
  })

  it('names the hold that is in the way', async () => {
    const { engine } = await open({ path: '/today', rows: 7 })
    const [first] = engine.rows()
    engine.change(({ id }) => (id === first?.id ? { risks: [{ reason: 'not-ready-in-time', severity: 2 }], activeHolds: ['customs'], verdict: 'held' } : null))
    await settled()
    expect(text('decisions')).toContain('Clear what blocks it: Customs')
  })

  it('is walked by keys alone: to a container and back to its row', async () => {
    await open({ path: '/today' })
    expect(document.activeElement).toBe(decisions()[0])
    await press('j')
    const number = decisions()[1]?.querySelector('.mono')?.textContent
    await click(decisions()[1]!)
    expect([text('panel-number'), document.activeElement]).toEqual([number, byTestId('detail-panel')])
    await press('ArrowDown')
    expect(text('panel-number')).toBe(decisions()[2]?.querySelector('.mono')?.textContent)
    await press('Escape')
    expect([isShown('detail-panel'), document.activeElement]).toEqual([false, decisions()[2]])
    await press('c')
    expect(copied).toEqual([decisions()[2]?.querySelector('.mono')?.textContent.replaceAll(' ', '')])
  })

  it('offers for the row one stands on what can be done with a container, by the same keys as a list', async () => {
    const { engine } = await open({ path: '/today' })
    const stood = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['id'] : undefined
    await press('r')
    expect([engine.calls.findLast(({ name }) => name === 'containers.reread')?.input, stood]).toEqual([{ id: stood }, stood])
    await press('Enter')
    await click(all('[data-testid="decisions"] [data-stop]')[0]!)
    await press('c')
    expect(copied.length).toBe(1)
  })

  it('shows what moved, from what to what, and leads to it', async () => {
    await open({ path: '/today' })
    expect(all('[data-testid="moved"] li').length).toBe(10)
    expect(text('moved')).toMatch(/Customs hold\s*none → Hold/)
    await click(all('[data-testid="moved"] button')[0]!)
    expect(isShown('detail-panel')).toBe(true)
  })

  it('never shows what could not be assessed as no risk', async () => {
    const { router } = await open({ path: '/today' })
    expect(text('not-assessed')).toMatch(/^\d+ containers? with free time running\. Not knowing is not the same as no risk\./)
    await click('not-assessed-open')
    expect([router.currentRoute.value.name, text('filter-chip')]).toEqual(['containers', expect.any(String)])
    expect(all('[data-testid="filter-chip"]').map(({ textContent }) => textContent)).toContain('Could not be assessed')
  })

  it('says that nothing needs a decision, of how many, and what it does not know', async () => {
    const { engine } = await open({ path: '/today' })
    engine.change(() => ({ risks: [] }))
    await settled()
    expect(text('all-clear')).toMatch(/^Nothing needs a decision right now\.\d+ containers checked\. \d+ could not be assessed\.$/)
  })

  it('has the keyboard where it says that nothing is to be done, and in its rows once there are some', async () => {
    const engine = createFakeEngine(60)
    const risks = new Map(engine.rows().map((row) => [row.id, row.risks]))
    engine.change(() => ({ risks: [] }))
    await open({ path: '/today', engine })
    expect(document.activeElement).toBe(byTestId('all-clear'))
    ;(document.activeElement as HTMLElement).blur()
    await press('j')
    expect(document.activeElement).toBe(byTestId('all-clear'))
    engine.change(({ id }) => ({ risks: risks.get(id) ?? [] }))
    await settled()
    expect([decisions().length > 0, document.activeElement]).toEqual([true, decisions()[0]])
  })

  it('says that nothing has been read, instead of that all is clear', async () => {
    await open({ path: '/today', rows: 0, status: { isFirstSweep: true, lastCompleteAt: null } })
    expect([text('empty-state'), isShown('all-clear')]).toEqual(['No containers yet.The first reading is under way. Containers appear here as they arrive.', false])
    expect(document.activeElement).toBe(byTestId('empty-state'))
  })

  it('says why there is no briefing', async () => {
    const engine = createFakeEngine(3)
    engine.handlers['today.get'] = () => { throw new AppError('internal', {}) }
    await open({ path: '/today', engine })
    expect([isShown('empty-state'), isShown('all-clear')]).toEqual([true, false])
  })
})

describe('an account of which nothing was ever read, with its key refused', () => {
  const status = { isFirstSweep: true, lastCompleteAt: null, lastSuccessAt: null, state: 'key-rejected', error: { code: 'api/unauthorized', details: {} } } as const

  it.each(['/today', '/lfd', '/containers', '/shipments', '/charges', '/changes', '/requests'])('%s says that nothing is known, and counts nothing', async (path) => {
    await open({ path, rows: 0, status })
    expect(text('empty-state')).toMatch(/^Nothing is known yet\.\s*The service refuses this key\. Check that the key was copied whole/)
    expect(all('.count [aria-hidden], [data-testid="totals"]').map((element) => element.textContent.trim()).filter((words) => words !== '')).toEqual([])
    expect([...new Set(all('.strip .value').map((value) => value.textContent.trim()))]).toEqual(path === '/lfd' ? ['–'] : [])
  })
})

describe('changes', () => {
  it('begin with those not seen yet, newest first, each from what to what', async () => {
    const { engine } = await open({ path: '/changes' })
    expect(engine.calls.find(({ name }) => name === 'changes.list')?.input).toMatchObject({ filter: { scope: 'unseen' } })
    expect([byTestId('list-count').querySelector('[aria-hidden]')?.textContent.trim(), column('kind').slice(0, 3)]).toEqual(['40 of 60', ['LFD', 'Hold', 'Availability']])
    expect(column('values')[2]).toMatch(/^no\s*→\s*yes$/)
    expect(text('unread-bar')).toMatch(/^40 changes since your last look, /)
  })

  it('that come while one reads wait below the list, and are counted apart from those in it', async () => {
    const { engine } = await open({ path: '/changes' })
    const list = engine.handlers['changes.list']
    const look = engine.handlers['changes.look']
    engine.handlers['changes.list'] = async (input) => ({ ...(await list(input)), moved: 3 })
    engine.handlers['changes.look'] = async () => ({ ...(await look({})), unseen: 43 })
    engine.announce({ topic: 'changes', ids: null })
    await settled()
    expect([text('unread-bar'), text('moved-pill')]).toEqual([expect.stringMatching(/^43 changes since your last look, .*\. 3 of them are not listed yet\. ?Mark seen/), '3 lines came or went, list anew'])
    await type('filter-text', 'eta')
    expect(text('unread-bar'), 'a narrowed list').not.toContain('not listed')
  })

  it('are marked as seen to the row one stands on, and the mark is taken back', async () => {
    const { engine } = await open({ path: '/changes' })
    await click(all('[data-row="3"] [data-key="field"]')[0]!)
    await press('e')
    expect(engine.calls.findLast(({ name }) => name === 'changes.markSeen')?.input).toEqual({ throughId: 57 })
    expect(text('unread-bar')).toMatch(/^3 changes since/)
    await click('undo')
    expect(text('unread-bar')).toMatch(/^40 changes since/)
  })

  it('that are none are said to be none once, with focus on those words', async () => {
    await open({ path: '/changes', rows: 0 })
    expect([byTestId('empty-state').parentElement?.closest('main')?.textContent.match(/No changes yet/g)?.length, document.activeElement]).toEqual([1, byTestId('empty-state')])
  })

  it('are marked as seen up to the newest of those selected', async () => {
    const { engine } = await open({ path: '/changes' })
    await click(all('[data-row="2"] [data-key="field"]')[0]!)
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await click('mark-selected')
    expect([engine.calls.findLast(({ name }) => name === 'changes.markSeen')?.input, isShown('selected-count')]).toEqual([{ throughId: 58 }, false])
  })

  it('are all marked where one stands on none, and Ctrl+Z takes it back', async () => {
    await open({ path: '/changes' })
    await press('e')
    expect([text('unread-bar'), text('empty-state')]).toEqual([expect.stringMatching(/^Nothing new since your last look/), 'Nothing has changed since your last look.Earlier changes are under “All”.'])
    await press('z', { ctrlKey: true })
    expect(text('unread-bar')).toMatch(/^40 changes since/)
  })

  it('that came back to what they were are said to have done so', async () => {
    await open({ path: '/changes' })
    expect(column('values')[5]).toContain('Came back within 1 h')
  })

  it('can be narrowed to a kind, and lead to their container', async () => {
    await open({ path: '/changes' })
    await click('kinds')
    await click(all('.choice input')[1]!)
    expect(new Set(column('kind'))).toEqual(new Set(['Hold']))
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await press('Enter')
    expect(text('panel-number')).toBe(column('number')[0])
  })
})

describe('the direct link', () => {
  it('leads to a container in its shipment’s list', async () => {
    const [box] = createFakeEngine(7).rows()
    const { router } = await open({ path: `/shipments/find?q=${box!.number}`, rows: 7 })
    expect([router.currentRoute.value.fullPath, isShown('detail-panel')]).toEqual(['/shipments?shipment=shipment-0&container=container-0', true])
    await press('Escape')
    expect(router.currentRoute.value.fullPath).toBe('/shipments?shipment=shipment-0')
  })

  it('leads to a shipment', async () => {
    const [box] = createFakeEngine(7).rows()
    const { router } = await open({ path: `/shipments/find?q=${box!.masterBill ?? ''}`, rows: 7 })
    expect([router.currentRoute.value.fullPath, text('panel-number')]).toEqual(['/shipments?shipment=shipment-0', box!.masterBill])
  })

  it('leads to the list with the text where nothing matches', async () => {
    const { router } = await open({ path: '/shipments/find?q=NOBODY1', rows: 7 })
    expect([router.currentRoute.value.fullPath, (byTestId('filter-text') as HTMLInputElement).value, text('empty-state')]).toEqual([
      '/shipments',
      'NOBODY1',
      expect.stringMatching(/^No match for “NOBODY1” in 3 saved shipments\./),
    ])
  })

  it('lends the list its text for as long as one stays: what was chosen there before comes back, unless it was changed', async () => {
    const { router } = await open({ path: '/shipments', rows: 7 })
    const shown = () => (byTestId('filter-text') as HTMLInputElement).value
    const goTo = async (path: string) => {
      await router.push(path)
      await settled()
      return path.startsWith('/shipments') ? shown() : ''
    }
    await type('filter-text', 'own')
    expect([await goTo('/shipments/find?q=NOBODY1'), await goTo('/lfd'), await goTo('/shipments')]).toEqual(['NOBODY1', '', 'own'])
    await goTo('/shipments/find?q=NOBODY1')
    await type('filter-text', 'NOBODY2')
    expect([await goTo('/lfd'), await goTo('/shipments')]).toEqual(['', 'NOBODY2'])
  })
})

describe('shipments', () => {
  it('lead to their containers and back', async () => {
    await open({ path: '/shipments', rows: 7 })
    await click(all('[data-row="0"] [data-key="masterBill"]')[0]!)
    await press('Enter')
    expect(text('panel-number')).toBe(column('masterBill')[0])
    const box = all('[data-testid="boxes"] button')[0]!
    const number = box.querySelector('.mono')?.textContent
    await click(box)
    expect(text('panel-number')).toBe(number)
    await click('back-to-shipment')
    expect(text('panel-number')).toBe(column('masterBill')[0])
  })

  it('say how their arrival moved', async () => {
    await open({ path: '/shipments' })
    expect(column('eta').filter((cell) => /→ .* \+2 d$/.test(cell)).length).toBeGreaterThan(0)
  })
})

describe('holds and fees', () => {
  it('stand one to a row with who clears them, totals per currency below', async () => {
    await open({ path: '/charges', rows: 400 })
    expect(text('totals')).toMatch(/^Fees due: \$[\d,]+(, more pending)? on \d+ containers · CA\$/)
    await click('scope-hold')
    expect(column('clearedBy')).toContain('Broker')
    expect(text('totals')).toBe('No fees due')
  })

  it('lead to their container', async () => {
    await open({ path: '/charges' })
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await press('Enter')
    expect(text('panel-number')).toBe(column('number')[0])
  })
})

describe('a last free day in dispute', () => {
  it('is told on the board, among the decisions, and in the panel with what each source says', async () => {
    const { engine } = await open({ path: '/lfd', rows: 7 })
    const row = engine.rows().find(({ lastFreeDay }) => lastFreeDay.isDisputed)!
    const cell = all(`[data-id="${row.id}"] [data-key="lastFreeDay"]`)[0]!
    expect([cell.querySelector('.dispute') !== null, cell.querySelector<HTMLElement>('.spoken')?.dataset['spoken']]).toEqual([true, expect.stringMatching(/Relevant sources name different days\.$/)])
    await click(cell)
    await press('Enter')
    expect(text('next-actions')).toMatch(/Confirm which governs.*Sources disagree: Line says Sun 22 Nov/)
    await press('Escape')
    await press('g')
    await press('t')
    expect(text('decisions')).toContain('Also: Sources disagree: Line says Sun 22 Nov')
  })
})

describe('what is ready for pickup', () => {
  it('lists nothing else, and copies the dispatch list by one key', async () => {
    const { engine } = await open({ path: '/ready' })
    expect(engine.calls.find(({ name }) => name === 'containers.list')?.input).toMatchObject({ filter: { verdicts: ['ready', 'ready-unverified'] } })
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await press('c')
    const lines = copied[0]?.split('\n') ?? []
    expect([lines[0]?.split('\t').slice(0, 3), lines.length - 1]).toEqual([['Container', 'Pickup location', 'Yard spot'], Number(text('list-count').split(' ')[0])])
  })
})

describe('the next action', () => {
  it('stands on the board beside each container that needs one, and the board can be narrowed to a reason', async () => {
    const { engine } = await open({ path: '/lfd' })
    engine.change(({ lastFreeDay: { band } }) => (band === 'past' ? {} : null))
    await click('filter-menu')
    await click(all('.kinds button').find(({ textContent }) => textContent.trim() === 'Reason for a decision')!)
    await click(all('.choice').find(({ textContent }) => textContent.includes('Past last free day'))!.querySelector('input')!)
    expect(all('[data-testid="filter-chip"]').map(({ textContent }) => textContent)).toEqual(['Reason for a decision is Past last free day'])
    expect(column('band').every((band) => band.endsWith('past LFD') || band.includes('d past'))).toBe(true)
    expect(engine.calls.findLast(({ name }) => name === 'containers.list')?.input).toMatchObject({ filter: { risks: ['past-last-free-day'] } })
  })
})
