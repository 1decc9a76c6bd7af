// The search of the top bar: its hits, its offer if there are none, and focus.
import { describe, expect, test, vi } from 'vitest'
import { all, byTestId, click, column, flush, isShown, open, press, setScreens, text, type } from '#support/screens.ts'
import { splitNumbers } from '../../src/renderer/src/words/numbers.ts'

setScreens()

describe('search', () => {
  test('takes focus by a key, lists hits, and opens one by Enter', async () => {
    const { engine, router } = await open({ path: '/today' })
    const container = (await engine.rows())[4]!
    await press('/')
    expect(document.activeElement).toBe(byTestId('search'))
    await type('search', container.number.slice(0, 9))
    expect([all('.hit').length, byTestId('search').getAttribute('aria-expanded')]).toEqual([1, 'true'])
    await press('Enter')
    expect([router.currentRoute.value.fullPath, isShown('search-results')]).toEqual([
      `/containers?container=${container.id}`,
      false,
    ])
  })

  test('scrolls the list to the chosen container, from where J goes on', async () => {
    const { engine } = await open({ path: '/containers', rows: 60 })
    const { filter, sort } = engine.lastInput('containers.list')
    const { rows } = await engine.ask('containers.list', { filter, sort, window: { offset: 0, limit: 500 } })
    const [chosen, next] = rows.slice(-2)
    const lastIndex = rows.length - 1
    await press('/')
    await type('search', chosen!.number)
    expect(all(`[data-id="${chosen!.id}"]`), 'the row is not visible yet').toEqual([])
    await press('Enter')
    await vi.waitFor(() =>
      expect(all(`[data-id="${chosen!.id}"]`).map(({ dataset }) => dataset['row'])).toEqual([String(lastIndex - 1)]),
    )
    await press('j')
    await vi.waitFor(() => expect(text('panel-number')).toBe(column('number').at(-1)))
    expect(all(`[data-id="${next!.id}"]`)).toHaveLength(1)
  })

  test('is empty after it opened a record, or passed its text on, and after Escape', async () => {
    const { engine, router } = await open({ path: '/containers' })
    const getSearchText = () => (byTestId('search') as HTMLInputElement).value
    await press('/')
    await type('search', (await engine.rows())[4]!.number)
    await press('Enter')
    expect([router.currentRoute.value.name, getSearchText()]).toEqual(['containers', ''])
    await press('/')
    await type('search', 'nowhere')
    await press('Enter')
    await flush()
    expect([router.currentRoute.value.name, getSearchText()]).toEqual(['shipments', ''])
    await press('/')
    await type('search', 'ostrander')
    await press('Escape')
    expect(getSearchText()).toBe('')
  })

  test('lists all containers of a text that has more results than fit', async () => {
    const { engine, router } = await open({ path: '/today', rows: 60 })
    const { total } = await engine.ask('containers.list', {
      filter: { scope: 'all', text: 'maersk' },
      sort: [],
      window: { offset: 0, limit: 1 },
    })
    expect(total).toBeGreaterThan(12)
    await press('/')
    await type('search', 'maersk')
    await press('ArrowUp')
    for (let hit = 0; hit < 12; hit++) await press('ArrowDown')
    expect(byTestId('search-list').getAttribute('aria-selected')).toBe('true')
    await press('Enter')
    expect([router.currentRoute.value.name, text('list-count').split(' ')[0]]).toEqual(['containers', String(total)])
  })

  test('lists the holds of a name that the user typed', async () => {
    const { engine, router } = await open({ path: '/today' })
    await press('/')
    await type('search', 'customs hold')
    expect(text('search-holds')).toBe('List holds & fees with Customs hold')
    expect(text('search-results')).not.toContain('No match')
    await press('Enter')
    await flush()
    expect(router.currentRoute.value.name).toBe('charges')
    expect(engine.lastInput('charges.list').filter).toEqual({ kind: 'hold', names: ['customs'] })
    await press('/')
    await type('search', 'ostrander')
    expect(isShown('search-holds')).toBe(false)
  })

  test('shows the customer and the last free day of a container', async () => {
    const { engine } = await open({ path: '/today' })
    const { number, customer } = (await engine.rows()).find(({ lastFreeDay }) => lastFreeDay.band === 'today')!
    await press('/')
    await type('search', number)
    expect(all('.hit')[0]?.textContent).toMatch(new RegExp(`Container ?${customer} ?.* · LFD: Fri 20 Nov$`))
  })

  test('keeps a text that is typed while the screen changes', async () => {
    const { router } = await open({ path: '/containers' })
    await press('/')
    await type('search', 'ostrander')
    await router.push('/lfd')
    await flush()
    expect((byTestId('search') as HTMLInputElement).value).toBe('ostrander')
  })

  test('opens nothing by Enter that only confirms an input method', async () => {
    const { engine, router } = await open({ path: '/lfd' })
    const container = (await engine.rows())[4]!
    await press('/')
    await type('search', container.number.slice(0, 9))
    await press('Enter', { isComposing: true })
    expect([router.currentRoute.value.fullPath, isShown('search-results')]).toEqual(['/lfd', true])
  })

  test('moves through the hits by arrows, reports the active hit, and closes by Escape', async () => {
    await open({ path: '/lfd' })
    await press('/')
    await type('search', 'ostrander')
    await press('ArrowDown')
    expect(byTestId('search').getAttribute('aria-activedescendant')).toBe(all('.hit.active')[0]?.id)
    expect(all('.hit')[1]?.getAttribute('aria-selected')).toBe('true')
    await press('Escape')
    expect(isShown('search-results')).toBe(false)
  })

  test('returns focus by one Escape to the previous element, with or without text in the field', async () => {
    await open({ path: '/today' })
    await press('j')
    const row = document.activeElement
    for (const typedText of ['', 'ostrander']) {
      await press('/')
      await type('search', typedText)
      await press('Escape')
      expect([isShown('search-results'), document.activeElement]).toEqual([false, row])
    }
    ;(document.activeElement as HTMLElement).blur()
    await press('j')
    expect(document.activeElement).toBe(row)
  })

  test('offers to track a number that is not found', async () => {
    await open({ path: '/lfd' })
    await press('/')
    await type('search', 'no such thing')
    expect(isShown('search-track')).toBe(false)
    await type('search', 'OBLN61234567')
    await press('Enter')
    expect((byTestId('add-number') as HTMLTextAreaElement).value).toBe('OBLN61234567')
  })

  test.each(['http://127.0.0.1:47500/v2', 'desk12345@terminal.example', 'call the terminal at 12345', 'PO 77 4412'])(
    'offers no tracking of %j',
    async (typed) => {
      await open({ path: '/lfd' })
      await press('/')
      await type('search', typed)
      expect([isShown('search-track'), text('search-results')]).toEqual([
        false,
        `No match for “${typed}” in the saved records.`,
      ])
    },
  )

  test('says that nothing matches', async () => {
    await open({ path: '/lfd' })
    await press('/')
    await type('search', 'no such thing')
    expect(text('search-results')).toBe('No match for “no such thing” in the saved records.')
  })

  test('offers to track a text that may be a number, and Enter passes it to Add tracking', async () => {
    await open({ path: '/lfd' })
    await press('/')
    await type('search', 'OBLU 999999')
    expect([text('search-track'), byTestId('search').getAttribute('aria-activedescendant')]).toEqual([
      'Start tracking OBLU 999999',
      byTestId('search-track').id,
    ])
    await press('Enter')
    expect([isShown('search-results'), (byTestId('add-number') as HTMLTextAreaElement).value]).toEqual([
      false,
      'OBLU 999999',
    ])
  })

  test('names the right check digit of a wrong one, lists its container, and does not offer tracking', async () => {
    const { engine, router } = await open({ path: '/lfd' })
    const { id, number } = (await engine.rows()).find((row) => /^[A-Z]{3}U\d{7}$/.test(row.number))!
    const wrongNumber = `${number.slice(0, 10)}${(Number(number.slice(10)) + 1) % 10}`
    await press('/')
    await type('search', wrongNumber.toLowerCase())
    expect(text('search-results')).toMatch(
      new RegExp(`^The check digit of ${wrongNumber} is wrong; ${number} would be right. 1 result`),
    )
    expect([all('[data-testid="search-results"] [role="option"]').length, isShown('search-track')]).toEqual([1, false])
    await press('Enter')
    expect([router.currentRoute.value.query['container'], isShown('add-number')]).toEqual([id, false])
  })

  test('says that neither the wrong nor the right number is there, and does not offer tracking', async () => {
    await open({ path: '/lfd' })
    await press('/')
    await type('search', 'CSQU3054384')
    expect([text('search-results'), isShown('search-track')]).toEqual([
      'The check digit of CSQU3054384 is wrong; CSQU3054383 would be right. No match for “CSQU3054383” in the saved records.',
      false,
    ])
  })

  test('passes a pasted list of numbers to Add tracking, one per line', async () => {
    await open({ path: '/lfd' })
    await press('/')
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'OBLN61234567\r\nKESL 1234567\nOBLN61234567\n')
    byTestId('search').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await flush()
    expect(text('search-results')).toBe('2 numbers: search takes one at a time.Add tracking for these 2, one by one')
    await press('Enter')
    await flush()
    expect([text('list-name'), [...document.querySelectorAll('[data-line]')].length]).toEqual(['Pasted list', 2])
  })

  test.each([
    ['MSCU1234567 TGHU7654321', ['MSCU1234567', 'TGHU7654321']],
    ['MSCU 123456 7  tghu 765432-1', ['MSCU1234567', 'tghu7654321']],
    ['OBLN 61234567; KESL1234567', ['OBLN 61234567', 'KESL1234567']],
    ['MSCU1234567\t40HC\nTGHU7654321\t20DC', ['MSCU1234567', 'TGHU7654321']],
    ['MSCU 123456 7', []],
    ['OBLU 999999', []],
    ['PO 77 4412', []],
    ['Nordwind GmbH, Hamburg', []],
  ])('%j contains the numbers %j', (typed, numbers) => expect(splitNumbers(typed)).toEqual(numbers))

  test('has the same offer in an empty filtered list', async () => {
    await open({ path: '/shipments/find?q=NOBODY1234', rows: 7 })
    await click('empty-other')
    expect((byTestId('add-number') as HTMLTextAreaElement).value).toBe('NOBODY1234')
  })
})
