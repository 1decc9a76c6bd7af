import { describe, expect, it } from 'vitest'
import { UNWRITTEN, startNotices } from '#support/notices.ts'
import { alterJson } from '#support/network.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, column, copied, isShown, leave, open, press, setScreens, settled, text, type } from '#support/screens.ts'

setScreens()

const row = (index: number) => all(`[data-row="${index}"] [data-key="number"]`)[0]!

describe('the last-free-day board', () => {
  it('opens with the most urgent containers first and says how many there are', async () => {
    const { engine } = await open()
    const list = engine.calls.find(({ name }) => name === 'containers.list')?.input
    expect(list).toMatchObject({ filter: { scope: 'board' }, sort: [{ column: 'band' }, { column: 'daysLeft' }, { column: 'exposure' }, { column: 'number' }] })
    expect(column('band')[0]).toMatch(/days? past LFD$/)
    const all = await engine.rows()
    const onBoard = all.filter(({ lastFreeDay: { clock, date } }) => clock === 'running' || (clock === 'not-started' && date !== null))
    expect(byTestId('list-count').textContent).toContain(`${onBoard.length} of ${all.length}`)
  })

  it('narrows to what a tile counts, says so in a chip, and lets go by keyboard', async () => {
    const { engine } = await open()
    await click('tile-past')
    expect([text('filter-chip'), byTestId('tile-past').getAttribute('aria-pressed')]).toEqual(['LFD band is Past LFD', 'true'])
    expect(engine.calls.findLast(({ name }) => name === 'containers.list')?.input).toMatchObject({ filter: { scope: 'board', bands: ['past'] } })
    byTestId('filter-chip').querySelector<HTMLElement>('.words')?.focus()
    await press('Delete')
    expect(isShown('filter-chip')).toBe(false)
  })

  it('keeps filter and columns for the next time, but not the selection', async () => {
    await open()
    await click('tile-today')
    await click(row(0))
    expect(text('selected-count')).toBe('1 selected')
    leave()
    await open()
    expect([text('filter-chip'), isShown('selected-count')]).toEqual(['LFD band is Today', false])
  })

  it('falls back to its defaults when what was kept is not a filter', async () => {
    localStorage.setItem('quaywatch.lfd.filter', '[1,2]')
    localStorage.setItem('quaywatch.lfd.sort', 'not even JSON')
    const { engine } = await open()
    expect(engine.calls.find(({ name }) => name === 'containers.list')?.input).toMatchObject({ filter: { scope: 'board' }, sort: [{ column: 'band' }, {}, {}, {}] })
  })

  it('drops a kept choice that the engine does not take', async () => {
    localStorage.setItem('quaywatch.lfd.sort', '[{"column":"a column of another version","direction":"asc"}]')
    await open()
    expect([column('band').length > 0, all('[role=columnheader].sorted').map(({ dataset }) => dataset.key)]).toEqual([true, ['number', 'band', 'daysLeft', 'exposure']])
  })

  it('says why no row is shown and offers the way back', async () => {
    const { engine } = await open()
    await type('filter-text', 'TGHU 999')
    const { length } = await engine.rows()
    expect(text('empty-state')).toBe(`No match for “TGHU 999” in ${length} saved records.Remove a part of the filter to see more.Clear allStart tracking it`)
    expect(all('[role=columnheader]').length).toBeGreaterThan(5)
    await click(byTestId('empty-state').querySelector('button')!)
    expect(isShown('empty-state')).toBe(false)
  })

  it('puts the last rows of the first reading in their places when it has ended', async () => {
    const secondPageLate = ({ url }: { url: string }) => (/containers\?.*page(\[|%5B)number(\]|%5D)=2/.test(url) ? ({ kind: 'delay', ms: 15_000 } as const) : null)
    const engine = await startScreenEngine({ containers: 160, isPrepared: false, before: (network) => { network.fault(secondPageLate) } })
    await engine.clock.advanceUntil(async () => (await engine.ask('containers.summary', {})).total > 0)
    await open({ engine })
    const board = engine.lastInput('containers.list')
    const outOf = async () => (await engine.ask('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 1 } })).outOf
    const before = await outOf()
    await engine.clock.advanceUntil(async () => !(await engine.ask('sync.status', {})).isFirstSweep)
    await settled()
    const fresh = await engine.ask('containers.list', { filter: board.filter, sort: board.sort, window: { offset: 0, limit: 500 } })
    const shown = column('number').map((number) => number.replaceAll(' ', ''))
    expect([await outOf() > before, shown, isShown('moved-pill')]).toEqual([true, fresh.rows.slice(0, shown.length).map(({ number }) => number), false])
  })

  it('moves no row by itself: a pill says how many would stand elsewhere', async () => {
    const { engine } = await open()
    const before = column('number')
    const last = (await engine.rows()).find((each) => each.lastFreeDay.band === 'later')!
    await engine.patch({ [last.id]: { import_deadlines: { pickup_lfd_terminal: '2026-11-10' }, pickup_lfd: null } })
    await settled()
    expect([column('number'), text('moved-pill')]).toEqual([before, '1 row moved, re-sort'])
    await click('moved-pill')
    expect([column('band')[0], isShown('moved-pill')]).toEqual(['10 days past LFD', false])
  })

  it('copies the row it begins on, before anybody moved', async () => {
    await open()
    expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe('0')
    await press('c', { ctrlKey: true })
    const [head, line, ...more] = copied[0]?.split('\n') ?? []
    expect([head?.startsWith('Container\t'), line?.split('\t')[0], more]).toEqual([true, column('number')[0]?.replaceAll(' ', ''), []])
  })

  it('copies the selected rows with headers, and a number without spaces', async () => {
    await open()
    await click(row(0))
    await click(row(2), { shiftKey: true })
    await press('c', { ctrlKey: true })
    await press('c')
    const lines = copied[0]?.split('\n') ?? []
    expect([lines[0]?.split('\t').slice(0, 4), lines.length, text('selected-count')]).toEqual([['Container', 'Band', 'LFD', 'In'], 4, '3 selected'])
    expect(lines[1]?.split('\t')[2]).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(copied[1]).toBe(column('number')[2]?.replaceAll(' ', ''))
  })
})

type Record = { type: string; attributes: { event?: string; [attribute: string]: unknown } }

/** Of one container ashore two sources and a hold are reported, and of none when its vessel left. */
async function startHeld() {
  const reported: { [type: string]: object } = { shipment: { pol_atd_at: null, pol_etd_at: null } }
  const told = alterJson((json) => {
    for (const record of [json['data'] ?? [], json['included'] ?? []].flat() as Record[]) Object.assign(record.attributes, reported[record.type], reported[(record as { id?: string }).id ?? ''])
    return Array.isArray(json['data']) ? { ...json, data: (json['data'] as Record[]).filter(({ attributes }) => !attributes.event?.includes('vessel_departed')) } : json
  })
  const engine = await startScreenEngine({ containers: 7, isPrepared: false, before: (network) => { network.fault(() => told) } })
  await engine.clock.advance(60_000)
  const ashore = (await engine.rows()).find(({ isInland, lastFreeDay: { clock, date } }) => !isInland && clock === 'running' && date !== null)!
  reported[ashore.id] = {
    import_deadlines: { pickup_lfd_terminal: '2026-11-21T08:00:00Z', pickup_lfd_line: '2026-11-23T08:00:00Z' },
    pickup_lfd: '2026-11-21T08:00:00Z',
    holds_at_pod_terminal: [{ name: 'customs', status: 'hold', description: null }],
  }
  await engine.clock.advance(60_000)
  return engine
}

describe('the detail panel', () => {
  it('opens beside the list, steps with it and closes', async () => {
    await open()
    await click(row(0))
    await press(' ')
    const first = text('panel-number')
    await press('ArrowDown')
    const second = text('panel-number')
    expect([first, second]).toEqual(column('number').slice(0, 2))
    await press('Enter')
    expect(document.activeElement).toBe(byTestId('detail-panel'))
    await press('ArrowDown')
    expect(text('panel-number')).toBe(column('number')[2])
    await press('Escape')
    expect([isShown('detail-panel'), document.activeElement?.closest('[data-row]')?.getAttribute('data-row')]).toEqual([false, '2'])
  })

  it('closes by a second press of the space bar, and focus stays on its row', async () => {
    await open()
    await click(row(0))
    await press(' ')
    await press(' ')
    expect([isShown('detail-panel'), document.activeElement?.closest('[data-row]')?.getAttribute('data-row')]).toEqual([false, '0'])
  })

  it('takes no focus on its way out', async () => {
    await open()
    await click(row(0))
    await press(' ')
    const focused: unknown[] = []
    byTestId('detail-panel').addEventListener('focusin', ({ target }) => focused.push(target))
    await press(' ')
    expect([isShown('detail-panel'), focused]).toEqual([false, []])
    // Whoever opens it the next time by a link comes for it again.
    await press('Enter')
    expect(document.activeElement).toBe(byTestId('detail-panel'))
  })

  it('shows every source, all three ages, holds with who clears them, and the timeline', async () => {
    const engine = await startHeld()
    const held = (await engine.rows()).find(({ lastFreeDay }) => lastFreeDay.sources.length === 2)!
    await open({ engine })
    await type('filter-text', held.number)
    await click(row(0))
    await press('Enter')
    expect(all('[data-testid="deadline-sources"] tbody tr').length).toBe(held.lastFreeDay.sources.length)
    expect(text('deadline-sources')).toContain('governs')
    expect([text('service-pickup'), byTestId('service-pickup').title]).toEqual([expect.stringMatching(/^\w{3} \d+ \w{3}$/), expect.stringMatching(/^Reported as .*T08:00:00Z$/)])
    expect(text('three-ages')).toMatch(/^Service read.*Terminal checked.*Line checked/)
    expect(text('holds')).toContain('Clears: Broker')
    expect(all('[data-testid="timeline"] .entry.missing').length).toBeGreaterThan(0)
    expect(all('[data-testid="changes"] li').length).toBeGreaterThan(0)
  })

  it('takes a date of the user’s with its reason, and refuses one without', async () => {
    const { engine } = await open()
    await click(row(0))
    await press('Enter')
    await click('manual-set')
    await type('manual-date', '2026-11-25')
    byTestId('manual-save').closest('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await settled()
    const asked = () => engine.calls.filter(({ name }) => name === 'containers.setManualLastFreeDay').map(({ input }) => input)
    expect([asked().length, byTestId('detail-panel').textContent]).toEqual([0, expect.stringContaining('A date and a reason are both needed.')])
    await type('manual-reason', ' Terminal, by phone ')
    byTestId('manual-save').closest('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await settled()
    expect(asked()).toMatchObject([{ manual: { date: '2026-11-25', reason: 'Terminal, by phone' } }])
  })

  it.each(['0001-11-25', '0026-11-25', '2029-11-25', '2025-10-25'])('says of %s that it cannot be meant, and asks for nothing', async (date) => {
    const { engine } = await open()
    await click(row(0))
    await press('Enter')
    await click('manual-set')
    await type('manual-date', date)
    await type('manual-reason', 'Terminal, by phone')
    byTestId('manual-save').closest('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await settled()
    expect(text('manual-note')).toMatch(/^This date cannot be a last free day: .*Check the year/)
    expect(engine.calls.some(({ name }) => name === 'containers.setManualLastFreeDay')).toBe(false)
  })

  it('names the user’s date as the rule while it governs, and what comes after it', async () => {
    const { engine } = await open()
    await click(row(0))
    await press('Enter')
    const before = text('deadline-rule')
    const { id } = engine.calls.findLast(({ name }) => name === 'containers.get')?.input as { id: string }
    await engine.ask('containers.setManualLastFreeDay', { id, manual: { date: '2026-11-25', reason: 'By phone' } })
    await settled()
    expect([before, text('deadline-rule')]).toEqual(['Earliest relevant date governs', 'The date set by you governs. Once it is cleared: Earliest relevant date governs'])
  })

  it('says so when the container is unknown', async () => {
    await open({ path: '/lfd?container=nobody' })
    expect(text('detail-panel')).toContain('This container is not in the saved data.')
  })
})

describe('the frame', () => {
  it('goes between screens by keys, but not while the user types', async () => {
    const { router } = await open()
    await click(row(0))
    await press('g')
    await press('c')
    // The list's own "c" copies: the second key of a pair must not reach it.
    expect([router.currentRoute.value.name, copied]).toEqual(['containers', []])
    await press(',', { ctrlKey: true })
    await expect.poll(() => router.currentRoute.value.name).toBe('settings')
    await press('g')
    await press('l')
    await press('f')
    expect(document.activeElement).toBe(byTestId('filter-text'))
    await press('g')
    await press('c')
    expect(router.currentRoute.value.name).toBe('lfd')
  })

  it('goes on by keys in the list that was reached by keys', async () => {
    const focusedRow = () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
    await open({ path: '/today' })
    ;(document.activeElement as HTMLElement).blur()
    await press('g')
    await press('l')
    expect(focusedRow()).toBe('0')
    await press('j')
    await press(' ')
    expect([focusedRow(), text('panel-number')]).toEqual(['1', column('number')[1]])
    await press('Escape')
    ;(document.activeElement as HTMLElement).blur()
    await press('j')
    expect(focusedRow()).toBe('1')
  })

  it('says the same thing once, however often a key is pressed', async () => {
    await open()
    for (let presses = 0; presses < 4; presses++) await press('c')
    expect([copied.length, all('.n-message').length]).toEqual([4, 1])
    await press('j')
    await press('c')
    expect(all('.n-message').length).toBe(2)
  })

  it('shows every screen in the rail', async () => {
    await open()
    expect(all('.rail a').map(({ textContent }) => textContent.trim())).toEqual(['Today', 'LFD', 'Containers', 'Ready for pickup', 'Shipments', 'Holds & fees', 'Changes', 'Documents', 'Map', 'Requests', 'Status', 'Settings'])
  })

  it('goes on in the screen that was chosen in the rail, anew or once more', async () => {
    const focusedRow = () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
    const choose = async (screen: string) => {
      byTestId(`rail-${screen}`).focus()
      await click(`rail-${screen}`)
    }
    await open()
    await choose('containers')
    expect(focusedRow()).toBe('0')
    await choose('containers')
    await press('j')
    expect(focusedRow()).toBe('0')
    await choose('settings')
    expect(document.activeElement).toBe(byTestId('settings-page'))
    await press('g')
    await press('i')
    expect(document.activeElement).toBe(byTestId('status-page'))
  })

  it('hears its keys also where a tick or a choice of one has the focus, for nobody types in those', async () => {
    const { router } = await open({ path: '/settings' })
    const [tick] = all('input[type="radio"]')
    tick?.focus()
    expect(document.activeElement).toBe(tick)
    await press('g')
    await press('s')
    expect(router.currentRoute.value.name).toBe('shipments')
  })

  it('marks sample data on every screen and leads back', async () => {
    const { shell } = await open({ host: { isSample: true } })
    expect(text('sample-mark')).toBe('Sample')
    await click(all('header .leave')[0]!)
    expect([isShown('sample-mark'), shell.state.account.id]).toEqual([false, 'main'])
  })

  it('says that the engine is gone, keeps what is on screen, and recovers', async () => {
    const { cut, mend } = await open()
    const before = column('number')
    cut()
    await settled()
    expect([text('sync-chip'), column('number'), all('.banner').length]).toEqual(['Engine not answering', before, 1])
    mend()
    await settled()
    expect([text('sync-chip'), all('.banner').length]).toEqual(['Live · checked just now', 0])
  })

  it('shows notices once they are there, a wrong clock, and a missing key', async () => {
    const engine = await startNotices()
    engine.clock.setWall(engine.clock.wall() - 400_000)
    await engine.clock.advance(20_000)
    await open({ engine, host: { hasKey: false } })
    const banners = all('.banner').map((banner) => banner.textContent.trim())
    expect(banners).toEqual([
      expect.stringContaining('Computer clock is wrong by 6 min.'),
      expect.stringContaining('No key: nothing is read.'),
      expect.stringContaining('The file with your own settings and dates is damaged'),
      expect.stringContaining('The local copy of the service’s data was damaged'),
      expect.stringContaining(`${UNWRITTEN}: The snapshot was not written`),
    ])
  })

  it('says of a refused key what stands still, and leads to where another is entered', async () => {
    const engine = await startScreenEngine({ isPrepared: false, before: (network) => { network.fault(() => ({ kind: 'answer', status: 401, contentType: 'application/json', body: '{"errors":[{"status":"401","detail":"no"}]}' })) } })
    await engine.clock.advance(5_000)
    const { router } = await open({ engine })
    const banner = all('.banner')[0]
    expect(banner?.textContent).toMatch(/^The service refuses this key\. Nothing is read, and nothing you add or change is sent\. Saved data stays\. .*enter it again/)
    await click(banner!.querySelector('button')!)
    expect([router.currentRoute.value.name, all('.banner').length]).toEqual(['settings', 0])
  })

  it('explains the state of the data and reads everything again when asked', async () => {
    const engine = await startScreenEngine()
    engine.network.fault(() => ({ kind: 'answer', status: 502 }))
    await engine.clock.advanceUntil(async () => (await engine.ask('sync.status', {})).state === 'trouble')
    await open({ engine })
    await click('sync-chip')
    expect(document.querySelector('.details')?.textContent).toContain('The service reports an internal error.')
    await click('reread-all')
    expect(engine.calls.some(({ name }) => name === 'sync.refresh')).toBe(true)
  })
})
