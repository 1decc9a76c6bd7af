// The screens of a working day on the real engine: the briefing, changes, the direct link, shipments, holds and fees, what is ready.
import { describe, expect, it } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import { AppError } from '#contract/errors.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { formatDay } from '../../src/renderer/src/words/dates.ts'
import { all, byTestId, click, column, copied, isShown, open, press, setScreens, settled, text, type } from '#support/screens.ts'

setScreens()

const KEY_REFUSED = { kind: 'answer', status: 401, contentType: 'application/json', body: '{"errors":[{"status":"401","detail":"no"}]}' } as const
const find = async (engine: ScreenEngine, isMeant: (row: ContainerRow) => boolean) => (await engine.rows()).find(isMeant)!
/** As after a look at everything. */
const lookAtAll = (engine: ScreenEngine) => engine.ask('changes.markSeen', { throughId: Number.MAX_SAFE_INTEGER })
/** A board on which nothing needs a decision. */
async function startClear() {
  const engine = await startScreenEngine({ containers: 3 })
  const quiet = { import_deadlines: { pickup_lfd_terminal: '2026-12-20' }, pickup_lfd: null, holds_at_pod_terminal: [], fees_at_pod_terminal: [], terminal_checked_at: '2026-11-18T00:00:00Z' }
  await engine.patch(Object.fromEntries((await engine.rows()).map(({ id }) => [id, quiet])))
  return engine
}

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
    const engine = await startScreenEngine()
    await lookAtAll(engine)
    const { id } = await find(engine, ({ lastFreeDay }) => lastFreeDay.band === 'tomorrow')
    await engine.patch({ [id]: { import_deadlines: { pickup_lfd_terminal: '2026-11-18' }, pickup_lfd: null } })
    await open({ engine, path: '/today' })
    expect(text('today-past')).toMatch(/^Past LFD\d+\+1 since last lookDue: .*\$/)
    expect(text('today-today')).toMatch(/^LFD today\d+same as last look/)
    expect(text('today-tomorrow')).toMatch(/−1 since last look/)
    expect(text('today-arriving')).toMatch(/^Arriving ≤3 days\d+same as last look$/)
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
    await open({ path: '/today' })
    expect(all('[data-testid="decisions"] h3').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())).toContain('Past last free day 4Costs money today')
    expect(decisions()[0]?.textContent).toMatch(/Pick up or confirm out; check fee.*8 days past LFD/)
  })

  it('says how many there are for a reason, also where it shows only some of them', async () => {
    const { engine } = await open({ path: '/today', rows: 700 })
    const { total } = await engine.ask('containers.list', { filter: { scope: 'open', risks: ['past-last-free-day'] }, sort: [], window: { offset: 0, limit: 1 } })
    const shown = all('[data-testid="decisions"] section').map((group) => [group.querySelector('.many')?.textContent, group.querySelectorAll('li').length] as const)
    expect(shown[0]).toEqual([`25 of ${total}`, 25])
  })

  it('calls a last free day one on which it is still free', async () => {
    await open({ path: '/today' })
    expect(all('[data-testid="decisions"] h3').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())).toContainEqual(expect.stringMatching(/^Last free day today \d+Free today, costs from tomorrow$/))
  })

  it('names the hold that is in the way', async () => {
    await open({ path: '/today' })
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
    const engine = await startScreenEngine()
    const { id } = await find(engine, ({ lastFreeDay, activeHolds }) => lastFreeDay.clock === 'running' && activeHolds.length === 0)
    await engine.patch({ [id]: { holds_at_pod_terminal: [{ name: 'customs', status: 'hold', description: null }] } })
    await open({ engine, path: '/today' })
    expect(all('[data-testid="moved"] li').length).toBe(10)
    expect(text('moved')).toMatch(/Customs hold\s*none → Hold/)
    await click(all('[data-testid="moved"] button')[0]!)
    expect(isShown('detail-panel')).toBe(true)
  })

  it('never shows what could not be assessed as no risk', async () => {
    const { router } = await open({ path: '/today' })
    expect(text('not-assessed')).toMatch(/^\d+ containers? with free time running\. (Its|Their) risk is not known\./)
    await click('not-assessed-open')
    expect([router.currentRoute.value.name, text('filter-chip')]).toEqual(['containers', expect.any(String)])
    expect(all('[data-testid="filter-chip"]').map(({ textContent }) => textContent)).toContain('Could not be assessed')
  })

  it('says that nothing needs a decision, of how many, and what it does not know', async () => {
    await open({ engine: await startClear(), path: '/today' })
    expect(text('all-clear')).toMatch(/^Nothing needs a decision right now\.\d+ containers checked\. \d+ could not be assessed\.$/)
  })

  it('has the keyboard where it says that nothing is to be done, and in its rows once there are some', async () => {
    const engine = await startClear()
    await open({ path: '/today', engine })
    expect(document.activeElement).toBe(byTestId('all-clear'))
    ;(document.activeElement as HTMLElement).blur()
    await press('j')
    expect(document.activeElement).toBe(byTestId('all-clear'))
    await engine.patch({ [(await engine.rows())[0]!.id]: { import_deadlines: { pickup_lfd_terminal: '2026-11-18' } } })
    await settled()
    expect([decisions().length > 0, document.activeElement]).toEqual([true, decisions()[0]])
  })

  it('says that nothing has been read, instead of that all is clear', async () => {
    const engine = await startScreenEngine({ isPrepared: false, before: (network) => { network.fault(() => ({ kind: 'hang' })) } })
    await open({ engine, path: '/today' })
    expect([text('empty-state'), isShown('all-clear')]).toEqual(['No containers yet.The first reading is under way. Containers appear here as they arrive.', false])
    expect(document.activeElement).toBe(byTestId('empty-state'))
  })

  it('says why there is no briefing', async () => {
    const engine = await startScreenEngine({ containers: 3 })
    engine.between('today.get', () => Promise.reject(new AppError('internal', {})))
    await open({ path: '/today', engine })
    expect([isShown('empty-state'), isShown('all-clear')]).toEqual([true, false])
  })
})

describe('an account of which nothing was ever read, with its key refused', () => {
  it.each(['/today', '/lfd', '/containers', '/shipments', '/charges', '/changes', '/requests'])('%s says that nothing is known, and counts nothing', async (path) => {
    const engine = await startScreenEngine({ isPrepared: false, before: (network) => { network.fault(() => KEY_REFUSED) } })
    await engine.clock.advance(5_000)
    await open({ engine, path })
    expect(text('empty-state')).toMatch(/^No data yet\.\s*The service refuses this key\. Check that the key was copied whole/)
    expect(all('.count [aria-hidden], [data-testid="totals"]').map((element) => element.textContent.trim()).filter((words) => words !== '')).toEqual([])
    expect([...new Set(all('.strip .value').map((value) => value.textContent.trim()))]).toEqual(path === '/lfd' ? ['–'] : [])
  })
})

describe('changes', () => {
  const rowsOf = async (engine: ScreenEngine) => (await engine.ask('changes.list', { filter: { scope: 'unseen' }, window: { offset: 0, limit: 500 } })).rows
  const lookOf = (engine: ScreenEngine) => engine.ask('changes.look', {})
  /** After a look that left the newest twenty unseen. */
  async function openChanges() {
    const engine = await startScreenEngine()
    await engine.ask('changes.markSeen', { throughId: (await rowsOf(engine))[20]!.id })
    return open({ engine, path: '/changes' })
  }

  it('begin with those not seen yet, newest first, each from what to what', async () => {
    const { engine } = await openChanges()
    expect(engine.calls.find(({ name }) => name === 'changes.list')?.input).toMatchObject({ filter: { scope: 'unseen' } })
    const { newestId } = await lookOf(engine)
    expect([byTestId('list-count').querySelector('[aria-hidden]')?.textContent.trim(), column('kind').slice(0, 3)]).toEqual([`20 of ${newestId}`, ['Tracking', 'Tracking', 'Fee']])
    expect(column('values')[2]).toMatch(/^\$595\s*→\s*\$680$/)
    expect(text('unread-bar')).toMatch(/^20 changes since your last look, /)
  })

  it('that come while one reads wait below the list, and are counted apart from those in it', async () => {
    const { engine } = await openChanges()
    const { id } = await find(engine, ({ lastFreeDay }) => lastFreeDay.clock === 'running')
    await engine.patch({ [id]: { seal_number: 'NEW', holds_at_pod_terminal: [{ name: 'TMF', status: 'hold', description: null }] } })
    await settled()
    const { unseen } = await lookOf(engine)
    const more = unseen - 20
    expect([more > 0, text('unread-bar'), text('moved-pill')]).toEqual([true, expect.stringMatching(new RegExp(`^${unseen} changes since your last look, .*\\. ${more} of them are not listed yet\\. ?Mark seen`)), `${more} lines changed, update the list`])
    await type('filter-text', 'eta')
    expect(text('unread-bar'), 'a narrowed list').not.toContain('not listed')
  })

  it('are marked as seen to the row one stands on, and the mark is taken back', async () => {
    const { engine } = await openChanges()
    const fourth = (await rowsOf(engine))[3]!
    await click(all('[data-row="3"] [data-key="field"]')[0]!)
    await press('e')
    expect(engine.lastInput('changes.markSeen')).toEqual({ throughId: fourth.id })
    expect(text('unread-bar')).toMatch(/^3 changes since/)
    await click('undo')
    expect(text('unread-bar')).toMatch(/^20 changes since/)
  })

  it('that are none are said to be none once, with focus on those words', async () => {
    await open({ path: '/changes', rows: 0 })
    expect([byTestId('empty-state').parentElement?.closest('main')?.textContent.match(/No changes yet/g)?.length, document.activeElement]).toEqual([1, byTestId('empty-state')])
  })

  it('are marked as seen up to the newest of those selected', async () => {
    const { engine } = await openChanges()
    const third = (await rowsOf(engine))[2]!
    await click(all('[data-row="2"] [data-key="field"]')[0]!)
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await click('mark-selected')
    expect([engine.lastInput('changes.markSeen'), isShown('selected-count')]).toEqual([{ throughId: third.id }, false])
  })

  it('are all marked where one stands on none, and Ctrl+Z takes it back', async () => {
    await openChanges()
    await press('e')
    expect([text('unread-bar'), text('empty-state')]).toEqual([expect.stringMatching(/^Nothing new since your last look/), 'Nothing has changed since your last look.Earlier changes are under “All”.'])
    await press('z', { ctrlKey: true })
    expect(text('unread-bar')).toMatch(/^20 changes since/)
  })

  it('that came back to what they were are said to have done so', async () => {
    const engine = await startScreenEngine()
    await lookAtAll(engine)
    const { id, seal } = await find(engine, (row) => row.seal !== null)
    await engine.patch({ [id]: { seal_number: 'NEW' } })
    await engine.patch({ [id]: { seal_number: seal } })
    await open({ engine, path: '/changes' })
    expect(column('values')).toEqual([expect.stringMatching(/^NEW → .*Reverted within 1 h$/)])
  })

  it('can be narrowed to a kind, and lead to their container', async () => {
    await openChanges()
    await click('kinds')
    await click(all('.choice').find(({ textContent }) => textContent.trim() === 'Fee')!.querySelector('input')!)
    expect(new Set(column('kind'))).toEqual(new Set(['Fee']))
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await press('Enter')
    expect(text('panel-number')).toBe(column('number')[0])
  })
})

describe('the direct link', () => {
  async function startSmall() {
    const engine = await startScreenEngine({ containers: 7 })
    return { engine, box: await find(engine, ({ masterBill, number }) => masterBill !== null && masterBill !== number) }
  }

  it('leads to a container in its shipment’s list', async () => {
    const { engine, box } = await startSmall()
    const { router } = await open({ engine, path: `/shipments/find?q=${box.number}` })
    expect([router.currentRoute.value.fullPath, isShown('detail-panel')]).toEqual([`/shipments?shipment=${box.shipmentId!}&container=${box.id}`, true])
    await press('Escape')
    expect(router.currentRoute.value.fullPath).toBe(`/shipments?shipment=${box.shipmentId!}`)
  })

  it('leads to a shipment', async () => {
    const { engine, box } = await startSmall()
    const { router } = await open({ engine, path: `/shipments/find?q=${box.masterBill!}` })
    expect([router.currentRoute.value.fullPath, text('panel-number')]).toEqual([`/shipments?shipment=${box.shipmentId!}`, box.masterBill])
  })

  it('leads to the list with the text where nothing matches', async () => {
    const { router } = await open({ path: '/shipments/find?q=NOBODY1', rows: 7 })
    expect([router.currentRoute.value.fullPath, (byTestId('filter-text') as HTMLInputElement).value, text('empty-state')]).toEqual([
      '/shipments',
      'NOBODY1',
      expect.stringMatching(/^No match for “NOBODY1” in 7 saved shipments\./),
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
    const engine = await startScreenEngine({ containers: 7 })
    const { shipmentId } = await find(engine, ({ ataAt }) => ataAt === null)
    await engine.patch({ [shipmentId!]: { pod_original_eta_at: '2026-12-01T12:00:00Z', pod_eta_at: '2026-12-03T12:00:00Z' } })
    await engine.clock.advance(60_000)
    await open({ engine, path: '/shipments' })
    expect(column('eta').filter((cell) => /→ .* \+2 d$/.test(cell)).length).toBeGreaterThan(0)
  })
})

describe('holds and fees', () => {
  it('stand one to a row with who clears them, totals per currency below', async () => {
    const engine = await startScreenEngine()
    const { id } = await find(engine, ({ lastFreeDay, feesDue }) => lastFreeDay.clock === 'running' && feesDue.length === 0)
    await engine.patch({ [id]: { fees_at_pod_terminal: [{ type: 'demurrage', amount: 90, currency_code: 'CAD' }] } })
    await open({ engine, path: '/charges' })
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
    const { engine } = await open({ path: '/lfd' })
    const row = await find(engine, ({ lastFreeDay }) => lastFreeDay.isDisputed && lastFreeDay.clock === 'running')
    const other = row.lastFreeDay.sources.find(({ date }) => date !== row.lastFreeDay.date)!
    const cell = all(`[data-id="${row.id}"] [data-key="lastFreeDay"]`)[0]!
    expect([cell.querySelector('.dispute') !== null, cell.querySelector<HTMLElement>('.spoken')?.dataset['spoken']]).toEqual([true, expect.stringMatching(/Relevant sources name different days\.$/)])
    await click(cell)
    await press('Enter')
    const says = new RegExp(`Sources disagree: .*says ${formatDay(other.date, null, null)}`)
    expect(text('next-actions')).toMatch(says)
    await press('Escape')
    await press('g')
    await press('t')
    expect(text('decisions')).toMatch(new RegExp(`Also: .*${says.source}`))
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
    await click('filter-menu')
    await click(all('.kinds button').find(({ textContent }) => textContent.trim() === 'Reason for a decision')!)
    await click(all('.choice').find(({ textContent }) => textContent.includes('Past last free day'))!.querySelector('input')!)
    expect(all('[data-testid="filter-chip"]').map(({ textContent }) => textContent)).toEqual(['Reason for a decision is Past last free day'])
    expect(column('band').filter((band) => !/days? past LFD\*?$/.test(band))).toEqual([])
    expect(engine.calls.findLast(({ name }) => name === 'containers.list')?.input).toMatchObject({ filter: { risks: ['past-last-free-day'] } })
  })
})
