import { describe, expect, test, vi } from 'vitest'
import { UNWRITTEN_LIST, startNotices } from '#support/notices.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import {
  all,
  byTestId,
  click,
  column,
  copied,
  flush,
  isShown,
  open,
  press,
  setScreens,
  text,
  type,
  numberCell,
} from '#support/screens.ts'

setScreens()

describe('the application frame', () => {
  test('changes screens by keys, but not while the user types', async () => {
    const { router } = await open()
    await click(numberCell(0))
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

  test('a button of the top bar gives up the focus to the next screen', async () => {
    await open({ path: '/today' })
    byTestId('bell').focus()
    expect(document.activeElement).toBe(byTestId('bell'))
    await press('g')
    await press('l')
    await flush()
    expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe('0')
  })

  test('Escape clears the filter of a list, and in the empty field it returns focus to the rows', async () => {
    const { router } = await open({ path: '/lfd' })
    await press('f')
    await type('filter-text', 'MSCU')
    await press('Escape')
    expect([(byTestId('filter-text') as HTMLInputElement).value, document.activeElement]).toEqual([
      '',
      byTestId('filter-text'),
    ])
    await press('Escape')
    expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe('0')
    await press('g')
    await press('c')
    expect(router.currentRoute.value.name).toBe('containers')
  })

  test('Escape leaves the empty filter of a board without rows, so that shortcuts work', async () => {
    const { router } = await open({ path: '/lfd/board' })
    await press('f')
    await press('Escape')
    expect(document.activeElement).not.toBe(byTestId('filter-text'))
    await press('g')
    await press('c')
    expect(router.currentRoute.value.name).toBe('containers')
  })

  test('continues by keys in a list that was opened by keys', async () => {
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

  test('shows the same message once, however often a key is pressed', async () => {
    await open()
    for (let presses = 0; presses < 4; presses++) await press('c')
    expect([copied.length, all('.n-message').length]).toEqual([4, 1])
    await press('j')
    await press('c')
    expect(all('.n-message').length).toBe(2)
  })

  test('shows every screen in the rail', async () => {
    await open()
    expect(all('.rail a').map(({ textContent }) => textContent.trim())).toEqual([
      'Today',
      'Last free day',
      'Containers',
      'Ready for pickup',
      'Shipments',
      'Holds & fees',
      'Changes',
      'Documents',
      'Map',
      'Requests',
      'Status',
      'Settings',
    ])
  })

  test('names each screen as its entry in the rail does', async () => {
    const { router } = await open({ path: '/today', rows: 7 })
    for (const name of ['lfd', 'containers', 'ready', 'shipments', 'charges', 'changes', 'documents', 'requests']) {
      await router.push({ name })
      await flush()
      expect([name, document.querySelector('main h1')?.textContent]).toEqual([name, text(`rail-${name}`)])
    }
  })

  test.each([
    ['/handover', 'today'],
    ['/lfd/cost', 'lfd'],
    ['/past', 'containers'],
    ['/empties', 'containers'],
    ['/containers/some-id/dispute', 'containers'],
    ['/about', 'settings'],
  ])('marks in the rail the entry that leads to %s', async (path, entry) => {
    await open({ path, rows: 7 })
    expect(all('.rail [aria-current]').map(({ dataset }) => dataset['testid'])).toEqual([`rail-${entry}`])
  })

  test('marks the bell, and no entry of the rail, for the alerts', async () => {
    await open({ path: '/alerts', rows: 7 })
    expect(all('.rail [aria-current], [data-testid="bell"][aria-current]')).toEqual([byTestId('bell')])
  })

  test('has focus in the screen that was chosen in the rail, also if it was open', async () => {
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

  test('handles shortcuts also while a radio button has focus', async () => {
    const { router } = await open({ path: '/settings' })
    const [radioButton] = all('input[type="radio"]')
    radioButton?.focus()
    expect(document.activeElement).toBe(radioButton)
    await press('g')
    await press('s')
    expect(router.currentRoute.value.name).toBe('shipments')
  })

  test('marks sample data, and leads back to the account', async () => {
    const { shell } = await open({ host: { isSample: true } })
    expect(text('sample-mark')).toBe('Sample')
    await click(all('header .leave')[0]!)
    expect([isShown('sample-mark'), shell.state.account.id]).toEqual([false, 'main'])
  })

  test('leads from the settings of sample data to Today of the account', async () => {
    const { router } = await open({ host: { isSample: true }, path: '/settings' })
    await click(all('main button').find(({ textContent }) => textContent.trim() === 'Leave sample data')!)
    expect([isShown('sample-mark'), router.currentRoute.value.name]).toEqual([false, 'today'])
  })

  test('selects the rows, and no text of the window, by Ctrl+A on a tab', async () => {
    await open({ path: '/lfd', rows: 7 })
    const pressSelectAll = (element: HTMLElement) => {
      element.focus()
      const event = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true })
      element.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(pressSelectAll(byTestId('filter-text')), 'a field selects its text').toBe(false)
    expect(pressSelectAll(byTestId('tab-lfd-board'))).toBe(true)
    await flush()
    expect(text('selected-count')).toBe(`${text('list-count').split(' ')[0]} selected`)
    expect(document.activeElement?.role).toBe('gridcell')
    await click('tab-lfd-board')
    await vi.waitFor(() => expect(isShown('lane-count')).toBe(true))
    expect(pressSelectAll(byTestId('tab-lfd-board')), 'a screen without a list selects nothing').toBe(true)
  })

  test('selects the text of the panel, and no other text, by Ctrl+A in it', async () => {
    await open({ path: '/lfd', rows: 7 })
    await click(numberCell(0))
    await press('Enter')
    const panel = byTestId('detail-panel')
    await vi.waitFor(() => expect(document.activeElement).toBe(panel))
    await press('a', { ctrlKey: true })
    const selection = window.getSelection()!
    expect([selection.anchorNode, selection.focusNode, isShown('selected-count')]).toEqual([panel, panel, false])
    expect(selection.toString()).toBe(panel.textContent)
  })

  test('shows that the engine is lost, does not clear the screen, and recovers', async () => {
    const { dropPipe, reconnect } = await open()
    const numbersBefore = column('number')
    dropPipe()
    await flush()
    expect([text('sync-chip'), column('number'), all('.banner').length]).toEqual([
      expect.stringMatching(/^Not responding · data from \d\d:\d\d$/),
      numbersBefore,
      1,
    ])
    reconnect()
    await flush()
    expect([text('sync-chip'), all('.banner').length]).toEqual(['Live · checked just now', 0])
  })

  test('says that the program stopped if its host is gone, and what to do', async () => {
    const { disconnect, isHostGone } = await open()
    disconnect()
    isHostGone.value = true
    await flush()
    expect([text('sync-chip'), ...all('.banner').map((banner) => banner.textContent.trim())]).toEqual([
      expect.stringMatching(/^Quaywatch stopped · data from \d\d:\d\d$/),
      'Quaywatch has stopped. Start it again, and use the page it opens.',
    ])
  })

  test('shows new notices, a wrong clock, and a missing key', async () => {
    const engine = await startNotices()
    engine.clock.setWall(engine.clock.wall() - 400_000)
    await engine.clock.advance(20_000)
    await open({ engine, host: { hasKey: false } })
    const banners = all('.banner').map((banner) => banner.textContent.trim())
    expect(banners).toEqual([
      expect.stringContaining('This computer’s clock is off by 6 min.'),
      expect.stringContaining('No key: nothing syncs.'),
      expect.stringContaining('The file with your settings and dates is damaged'),
      expect.stringContaining('The local copy of the service’s data was damaged'),
      expect.stringContaining(`${UNWRITTEN_LIST}: The snapshot was not written`),
    ])
  })

  test('explains what a refused key stops, and leads to the key settings', async () => {
    const engine = await startScreenEngine({
      isPrepared: false,
      beforeStart: (network) =>
        network.fault(() => ({
          kind: 'answer',
          status: 401,
          contentType: 'application/json',
          body: '{"errors":[{"status":"401","detail":"no"}]}',
        })),
    })
    await engine.clock.advance(5_000)
    const { router } = await open({ engine })
    const banner = all('.banner')[0]
    expect(banner?.textContent).toMatch(
      /^The service refuses this key\. Nothing syncs, and nothing you add or change is sent\. Saved data stays\. .*enter it again/,
    )
    await click(banner!.querySelector('button')!)
    expect([router.currentRoute.value.name, all('.banner').length]).toEqual(['settings', 0])
  })

  test('explains the state of the data, and reads everything again on request', async () => {
    const engine = await startScreenEngine()
    engine.network.fault(() => ({ kind: 'answer', status: 502 }))
    await engine.clock.advanceUntil(async () => (await engine.ask('sync.status', {})).state === 'trouble')
    await open({ engine })
    await click('sync-chip')
    expect(document.querySelector('.details')?.textContent).toContain('The tracking service had an internal problem.')
    await click('reread-all')
    expect(engine.calls.some(({ name }) => name === 'sync.refresh')).toBe(true)
  })
})
