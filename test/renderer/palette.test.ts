// The command palette, and the cheat sheet of keys and terms.
import { createApp } from 'vue'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import GlossaryList from '../../src/renderer/src/features/keys/GlossaryList.vue'
import { matchVerbs } from '../../src/renderer/src/ui/match-verbs.ts'
import {
  all,
  byTestId,
  click,
  closeDialog,
  column,
  copied,
  flush,
  isShown,
  open,
  press,
  setScreens,
  text,
  type,
} from '#support/screens.ts'

setScreens()

const findNumberCell = (index: number) => all(`[data-row="${index}"] [data-key="number"]`)[0]!
const listOptions = () => all('[data-testid="palette"] [role=option]')
const listLabels = () => listOptions().map((option) => option.querySelector('.label')?.textContent ?? '')
const getActiveId = () => byTestId('palette-input').getAttribute('aria-activedescendant')
const openPalette = () => press('k', { ctrlKey: true })

async function choose(typed: string) {
  await openPalette()
  await type('palette-input', typed)
  await press('Enter')
}

describe('the matcher', () => {
  const verbs = [
    'Go to Today',
    'Go to Last free day',
    'Go to Containers',
    'Theme: dark',
    'Refresh everything from the service',
  ].map((label) => ({ label }))
  const findLabels = (typed: string) => matchVerbs(typed, verbs).map(({ label }) => label)

  test.each([
    ['con', 'Go to Containers'],
    ['last free', 'Go to Last free day'],
    ['day last', 'Go to Last free day'],
    ['DÁRK', 'Theme: dark'],
    ['gtcon', 'Go to Containers'],
    ['refr', 'Refresh everything from the service'],
  ])('“%s” finds “%s” first', (typed, label) => expect(findLabels(typed)[0]).toBe(label))

  test('requires every word, and keeps the order if nothing is typed', () =>
    expect([findLabels('theme containers'), findLabels('zq'), findLabels('%'), findLabels('  ')]).toEqual([
      [],
      [],
      [],
      verbs.map(({ label }) => label),
    ]))

  test('ranks the start of a word before its middle, and a label before an alias', () => {
    const commands = [{ label: 'Update' }, { label: 'Copy', also: 'date' }, { label: 'Date' }]
    expect(matchVerbs('date', commands).map(({ label }) => label)).toEqual(['Date', 'Copy', 'Update'])
  })
})

describe('the palette', () => {
  test('opens by Ctrl K also while the user types, as a combobox over a list of options', async () => {
    await open()
    byTestId('search').focus()
    await openPalette()
    const input = byTestId('palette-input')
    expect([
      document.activeElement,
      input.getAttribute('role'),
      document.getElementById(input.getAttribute('aria-controls') ?? '')?.getAttribute('role'),
    ]).toEqual([input, 'combobox', 'listbox'])
    expect(document.getElementById(getActiveId() ?? '')?.getAttribute('aria-selected')).toBe('true')
    await press('k', { ctrlKey: true })
    expect(isShown('palette-input')).toBe(false)
  })

  test('stays open if the browser reports its earlier close only now', async () => {
    await open()
    await choose('dark')
    await openPalette()
    byTestId('palette').dispatchEvent(new Event('close'))
    await flush()
    expect(isShown('palette-input')).toBe(true)
    closeDialog('palette')
    await flush()
    expect(isShown('palette-input')).toBe(false)
  })

  test('opens again by a key that is pressed directly after Escape', async () => {
    await open()
    await openPalette()
    const palette = byTestId('palette')
    // The browser closes the dialog between these two events.
    palette.dispatchEvent(new Event('cancel'))
    palette.removeAttribute('open')
    await flush()
    byTestId('search').focus()
    await openPalette()
    palette.dispatchEvent(new Event('close'))
    await flush()
    expect(isShown('palette-input')).toBe(true)
  })

  test('offers every screen with its keys, and opens it', async () => {
    const { router } = await open()
    await openPalette()
    await type('palette-input', 'go to')
    const keys: Record<string, string | undefined> = Object.fromEntries(
      listOptions().map((option) => [
        option.querySelector('.label')?.textContent ?? '',
        option.querySelector('kbd')?.textContent,
      ]),
    )
    expect(keys).toMatchObject({
      'Go to Today': 'G T',
      'Go to Ready for pickup': 'G P',
      'Go to Status': 'G I',
      'Go to Settings': 'Ctrl ,',
    })
    await type('palette-input', 'holds')
    await press('Enter')
    expect([router.currentRoute.value.name, isShown('palette-input')]).toEqual(['charges', false])
  })

  test.each([
    ['compare', 'Add a list of numbers'],
    ['track list', 'Add a list of numbers'],
    ['reference', 'Find anything'],
    ['preferences', 'Go to Settings'],
    ['past', 'Go to Past state'],
    ['deutsch', 'Settings: Appearance'],
  ])('“%s” leads with “%s” where no row is active', async (typed, label) => {
    await open({ path: '/status' })
    await openPalette()
    await type('palette-input', typed)
    expect(listLabels()[0]).toBe(label)
  })

  test('moves by arrows, also around the ends, and runs a command on a click', async () => {
    const { router } = await open()
    await openPalette()
    const first = getActiveId()
    await press('ArrowUp')
    expect(getActiveId()?.split('-').at(-1)).toBe(String(listOptions().length - 1))
    await press('ArrowDown')
    expect(getActiveId()).toBe(first)
    await click(listOptions().find((option) => option.textContent.includes('Go to Shipments'))!)
    expect(router.currentRoute.value.name).toBe('shipments')
  })

  test('lists recent commands first, and stores them', async () => {
    await open()
    await choose('theme dark')
    await choose('shipments')
    await openPalette()
    // The dark theme is active now, so it is not offered.
    expect([
      all('[data-testid="palette"] .heading')[0]?.textContent,
      listLabels()[0],
      listLabels().filter((label) => label.startsWith('Theme')),
    ]).toEqual(['Recent', 'Go to Shipments', ['Theme: light', 'Theme: same as system']])
    expect(JSON.parse(localStorage.getItem('quaywatch.palette.recent') ?? '[]')).toEqual(['go shipments', 'theme dark'])
    expect(document.documentElement.dataset.theme).toBe('dark')
  })

  test('lists the commands of the selected rows before recent ones and those of the current row', async () => {
    await open()
    await choose('shipments')
    await choose('go to containers')
    await click(findNumberCell(0))
    for (const key of ['Escape', 'x', 'j', 'x']) await press(key)
    await openPalette()
    expect([
      all('[data-testid="palette"] .heading')
        .map(({ textContent }) => textContent)
        .slice(0, 3),
      listLabels()[0],
    ]).toEqual([['Selected rows', 'Recent', 'This container'], 'Snooze the selected containers'])
  })

  test('shows a key of “Add tracking” that the browser does not take', async () => {
    await open()
    await openPalette()
    await type('palette-input', 'add tracking')
    expect(listOptions()[0]?.textContent).toBe('Add trackingG N')
  })

  test('names missing rates once in the cost by pickup day, with the link that sets them', async () => {
    const { router } = await open({ path: '/containers' })
    await click(findNumberCell(0))
    for (const key of ['Escape', 'x', 'j', 'x']) await press(key)
    await choose('cost of the selected')
    await vi.waitFor(() => expect(isShown('plan-uncosted')).toBe(true))
    expect([text('plan-dialog').match(/rate/g), isShown('plan-table')]).toEqual([['rate', 'rate'], false])
    await click(byTestId('plan-uncosted').querySelector('a')!)
    expect([router.currentRoute.value.hash, isShown('plan-dialog')]).toEqual(['#rates', false])
  })

  test('runs nothing on Enter that confirms an input method', async () => {
    const { router } = await open()
    await openPalette()
    await type('palette-input', 'shipments')
    await press('Enter', { isComposing: true })
    expect([router.currentRoute.value.name, isShown('palette-input')]).toEqual(['lfd', true])
  })

  test('blocks the shortcuts of the page while it is open', async () => {
    const { router } = await open()
    await openPalette()
    await press('g')
    await press('c')
    await press(',', { ctrlKey: true })
    expect(router.currentRoute.value.name).toBe('lfd')
  })

  test('passes an unknown text to the search', async () => {
    const { engine } = await open()
    const { number } = (await engine.rows())[0]!
    await openPalette()
    await type('palette-input', number)
    expect(listLabels()).toEqual([`Search for “${number}”`])
    await press('Enter')
    expect([(byTestId('search') as HTMLInputElement).value, document.activeElement, isShown('search-results')]).toEqual(
      [number, byTestId('search'), true],
    )
  })

  test('acts on the active container: open, copy, refresh', async () => {
    const { engine } = await open()
    await openPalette()
    expect(listLabels().some((label) => label.startsWith('Copy number'))).toBe(true)
    await press('k', { ctrlKey: true })
    await click(findNumberCell(1))
    await press('Escape')
    const number = column('number')[1]!
    await openPalette()
    expect(listLabels().slice(0, 4)).toEqual([
      `Open ${number}`,
      `Copy number ${number}`,
      `Copy customer update for ${number}`,
      `Refresh ${number} from the service`,
    ])
    await type('palette-input', 'copy number')
    await press('Enter')
    await choose(`refresh ${number.slice(0, 4)}`)
    const rereads = engine.calls.filter(({ name }) => name === 'containers.reread')
    expect([copied, rereads.length]).toEqual([[number.replaceAll(' ', '')], 1])
    await choose('open')
    expect(text('panel-number')).toBe(number)
  })

  test('acts on the open container only once, and by its key', async () => {
    const { engine } = await open()
    await click(findNumberCell(0))
    await press('Enter')
    await press('r')
    await flush()
    expect(engine.calls.filter(({ name }) => name === 'containers.reread').length).toBe(1)
    await openPalette()
    expect(listLabels().filter((label) => label.startsWith('Refresh')).length).toBe(2)
  })

  test('offers to mark all changes as seen only while some are unseen', async () => {
    const { engine } = await open()
    await choose('mark all')
    expect(engine.calls.filter(({ name }) => name === 'changes.markSeen').length).toBe(1)
    await openPalette()
    expect(listLabels().some((label) => label.includes('as seen') && !label.startsWith('Undo'))).toBe(false)
  })

  test('refreshes everything, and switches to sample data and back', async () => {
    const { engine, shell } = await open()
    await choose('refresh everything')
    await choose('switch sample')
    expect([engine.calls.some(({ name }) => name === 'sync.refresh'), shell.state.isSample]).toEqual([true, true])
    await choose('leave')
    expect(shell.state.isSample).toBe(false)
  })
})

describe('common words', () => {
  test.each([
    ['/today', 'bulk', 'Add a list of numbers'],
    ['/today', 'help', 'Help: '],
    ...['/today', '/lfd/board', '/lfd/calendar', '/lfd/cost', '/edits', '/requests/add'].map(
      (path): [string, string, string] => [path, 'export', 'Export: open containers'],
    ),
    ['/containers', 'export', 'Export as '],
    ['/today', 'guide', 'Help: user guide'],
  ])('on %s “%s” finds “%s” first', async (path, typed, label) => {
    await open({ path })
    await openPalette()
    await type('palette-input', typed)
    expect(listLabels()[0]).toMatch(new RegExp(`^${label}`))
  })
})

describe('the cheat sheet', () => {
  test('lists the keys of a row, also while no row is active, and leads to the user guide', async () => {
    const { router } = await open({ path: '/status' })
    await press('?')
    await vi.dynamicImportSettled()
    const sheet = text('cheat-sheet')
    for (const part of ['SpacePeek', 'EnterOpen', 'Selected row or open record', 'HSnooze', 'AAssign', 'NWrite a note'])
      expect(sheet).toContain(part)
    await click('open-guide')
    await vi.dynamicImportSettled()
    await flush()
    expect([router.currentRoute.value.name, byTestId('cheat-sheet').hasAttribute('open')]).toEqual(['guide', false])
    expect(text('guide-page')).toContain('Track new numbers')
  })

  test('lists the keys of the commands and of this screen', async () => {
    await open({ path: '/changes' })
    await press('?')
    await vi.dynamicImportSettled()
    const sheet = text('cheat-sheet')
    for (const part of [
      'G TGo to Today',
      'G IGo to Status',
      'Ctrl KCommand palette',
      'On this screen',
      'FType to filter',
      'EMark seen to here',
    ])
      expect(sheet).toContain(part)
  })

  test('explains the marks and terms, in alphabetical order', async () => {
    await open({ path: '/changes' })
    await press('?')
    await vi.waitFor(() => expect(isShown('glossary')).toBe(true))
    const terms = all('[data-testid="glossary"] dt').map(({ textContent }) => textContent)
    expect(terms.slice(0, 7)).toEqual(['■ ◆ △ ● ○ ✓ ? –', '*', '≠', '⊖', 'M', 'S T R P M', '~ est.'])
    expect(terms.slice(7, 12)).toEqual(['+1', '▲1 ▼2', '!4', 'Crossed-out bell', 'Appointment'])
    expect(terms.slice(11)).toEqual(terms.slice(11).toSorted((one, other) => one.localeCompare(other, 'en')))
    expect(text('glossary')).toContain('The last day to pick up a container without demurrage.')
  })

  test('goes to the terms, also if the user asked for them before they had loaded', async () => {
    const app = createApp(GlossaryList, { requestCount: 1 })
    app.mount(document.body.appendChild(document.createElement('div')))
    onTestFinished(() => app.unmount())
    expect(isShown('glossary')).toBe(false)
    await vi.waitFor(() => expect(document.activeElement).toBe(byTestId('glossary')))
  })

  test('closes on a click outside it, not on a click inside', async () => {
    await open({ path: '/changes' })
    await press('?')
    const isOpen = () => byTestId('cheat-sheet').hasAttribute('open')
    await click(byTestId('cheat-sheet').querySelector('h3')!)
    const isOpenAfterClickInside = isOpen()
    await click('cheat-sheet')
    expect([isOpenAfterClickInside, isOpen()]).toEqual([true, false])
  })
})
