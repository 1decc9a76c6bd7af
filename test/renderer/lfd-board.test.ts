// The last-free-day board: its rows, its filters, and what it remembers.
import { describe, expect, test } from 'vitest'
import { startScreenEngine } from '#support/screen-engine.ts'
import {
  all,
  byTestId,
  click,
  column,
  copied,
  flush,
  isShown,
  closePage,
  open,
  press,
  setScreens,
  showAllColumns,
  text,
  type,
  numberCell,
} from '#support/screens.ts'

setScreens()

describe('the last-free-day board', () => {
  test('opens with the most urgent containers first, and shows their count', async () => {
    const { engine } = await open()
    const list = engine.calls.find(({ name }) => name === 'containers.list')?.input
    expect(list).toMatchObject({
      filter: { scope: 'board' },
      // No level between those that the header marks: the band is the order of the last free days.
      sort: [{ column: 'band' }, { column: 'lastFreeDay' }, { column: 'number' }],
    })
    expect(column('lastFreeDay')[0]).toMatch(/\d d past\*?$/)
    const all = await engine.rows()
    const onBoard = all.filter(
      ({ lastFreeDay: { clock, date } }) => clock === 'running' || (clock === 'not-started' && date !== null),
    )
    expect(byTestId('list-count').textContent).toContain(`${onBoard.length} of ${all.length}`)
  })

  test('filters by a tile, shows the filter in a chip, and clears it by keys', async () => {
    const { engine } = await open()
    await click('tile-past')
    expect([text('filter-chip'), byTestId('tile-past').getAttribute('aria-pressed')]).toEqual(['Past LFD', 'true'])
    expect(engine.calls.findLast(({ name }) => name === 'containers.list')?.input).toMatchObject({
      filter: { scope: 'board', bands: ['past'] },
    })
    byTestId('filter-chip').querySelector<HTMLElement>('.words')?.focus()
    await press('Delete')
    expect(isShown('filter-chip')).toBe(false)
  })

  test('stores filter and columns, but not the selection', async () => {
    await open()
    await click('tile-today')
    await click(all('[data-row="0"] [data-key="#select"]')[0]!)
    expect(text('selected-count')).toBe('1 selected')
    closePage()
    await open()
    expect([text('filter-chip'), isShown('selected-count')]).toEqual(['LFD is Today', false])
  })

  test('uses its defaults if the stored filter is invalid', async () => {
    localStorage.setItem('quaywatch.lfd.filter', '[1,2]')
    localStorage.setItem('quaywatch.lfd.sort', 'not even JSON')
    const { engine } = await open()
    expect(engine.calls.find(({ name }) => name === 'containers.list')?.input).toMatchObject({
      filter: { scope: 'board' },
      sort: [{ column: 'band' }, {}, {}],
    })
  })

  test('drops a stored choice that the engine refuses', async () => {
    localStorage.setItem('quaywatch.lfd.sort', '[{"column":"a column of another version","direction":"asc"}]')
    showAllColumns('lfd')
    await open()
    expect([column('band').length > 0, all('[role=columnheader].sorted').map(({ dataset }) => dataset.key)]).toEqual([
      true,
      ['number', 'lastFreeDay', 'band'],
    ])
  })

  test('shows why there is no row, and how to clear the filter', async () => {
    const { engine } = await open()
    await type('filter-text', 'TGHU 999')
    const { length } = await engine.rows()
    expect(text('empty-state')).toBe(
      `No match for “TGHU 999” in ${length} saved records.Remove part of the filter to see more.Clear allStart tracking it`,
    )
    expect(all('[role=columnheader]').length).toBeGreaterThan(5)
    await click(byTestId('empty-state').querySelector('button')!)
    expect(isShown('empty-state')).toBe(false)
    await click('tile-due')
    await type('filter-text', 'TGHU 999')
    expect(text('empty-state')).toMatch(/^No match for “TGHU 999” with this filter: Fees are due\./)
  })

  test('sorts the last rows of the first sweep when it has ended', async () => {
    const delaySecondPage = ({ url }: { url: string }) =>
      /containers\?.*page(\[|%5B)number(\]|%5D)=2/.test(url) ? ({ kind: 'delay', ms: 15_000 } as const) : null
    const engine = await startScreenEngine({
      containers: 160,
      isPrepared: false,
      beforeStart: (network) => network.fault(delaySecondPage),
    })
    await engine.clock.advanceUntil(async () => (await engine.ask('containers.summary', {})).total > 0)
    await open({ engine })
    const board = engine.lastInput('containers.list')
    const loadTotal = async () =>
      (await engine.ask('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 1 } }))
        .outOf
    const totalBefore = await loadTotal()
    await engine.clock.advanceUntil(async () => !(await engine.ask('sync.status', {})).isFirstSweep)
    await flush()
    const currentOrder = await engine.ask('containers.list', {
      filter: board.filter,
      sort: board.sort,
      window: { offset: 0, limit: 500 },
    })
    const shown = column('number').map((number) => number.replaceAll(' ', ''))
    expect([(await loadTotal()) > totalBefore, shown, isShown('resort-pill')]).toEqual([
      true,
      currentOrder.rows.slice(0, shown.length).map(({ number }) => number),
      false,
    ])
  })

  test('moves no row automatically: a button has the count of rows that would move', async () => {
    const { engine } = await open()
    const numbersBefore = column('number')
    const laterRow = (await engine.rows()).find((row) => row.lastFreeDay.band === 'later')!
    await engine.patch({ [laterRow.id]: { import_deadlines: { pickup_lfd_terminal: '2026-11-10' }, pickup_lfd: null } })
    await flush()
    expect([column('number'), text('resort-pill')]).toEqual([numbersBefore, '1 row moved, re-sort'])
    await click('resort-pill')
    expect([column('lastFreeDay')[0], isShown('resort-pill')]).toEqual(['Tue 10 Nov10 d past', false])
  })

  test('copies the first row before any key is pressed', async () => {
    await open()
    expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe('0')
    await press('c', { ctrlKey: true })
    const [headings, firstRow, ...otherRows] = copied[0]?.split('\n') ?? []
    expect([headings?.startsWith('Container\t'), firstRow?.split('\t')[0], otherRows]).toEqual([
      true,
      column('number')[0]?.replaceAll(' ', ''),
      [],
    ])
  })

  test('copies the selected rows with headers, and a number without spaces', async () => {
    await open()
    await click(numberCell(0))
    await click(numberCell(2), { shiftKey: true })
    await press('c', { ctrlKey: true })
    await press('c')
    const copiedRows = copied[0]?.split('\n') ?? []
    expect([copiedRows[0]?.split('\t').slice(0, 5), copiedRows.length, text('selected-count')]).toEqual([
      ['Container', 'LFD', 'LFD, note', 'Fees', 'Fees, currency'],
      4,
      '3 selected',
    ])
    expect(copiedRows[1]?.split('\t')[1]).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(copied[1]).toBe(column('number')[2]?.replaceAll(' ', ''))
  })
})
