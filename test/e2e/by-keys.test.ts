// A user's whole morning round by keys alone, without a mouse. After every key some element must have focus. A key
// after which only the page has focus fails its step.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import type { HostClient } from './host.ts'
import { type Connected, createStage, startOnFixedDay } from './stage.ts'

const CONTAINERS = 60
const MAX_TABS = 60

const stage = createStage()
let connected: Connected
let client: HostClient
let board: Board

beforeAll(async () => {
  connected = await startOnFixedDay({ containers: CONTAINERS })
  client = await connected.host.createClient()
})
afterAll(() => client.close())

type FocusedElement = { tag: string; id: string | null; row: string | null; column: string | null; text: string }

/** Finds the element that has focus. Null if the page itself has it, because the next key would then have no effect. */
const findFocus = () =>
  board.page.evaluate((): FocusedElement | null => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return null
    return {
      tag: focused.tagName,
      id: focused.closest<HTMLElement>('[data-testid]')?.dataset['testid'] ?? null,
      row: focused.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null,
      column: focused.dataset['key'] ?? null,
      text: focused.innerText.slice(0, 60),
    }
  })

async function press(...keys: string[]) {
  for (const key of keys) {
    await board.page.keyboard.press(key)
    await eventually(findFocus).not.toBeNull()
  }
}

async function type(text: string) {
  await board.page.keyboard.type(text)
  await eventually(findFocus).not.toBeNull()
}

/** Presses Tab until the element has focus. */
async function tabTo(isTarget: (focus: FocusedElement) => boolean, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const passedElements: string[] = []
  for (let tabCount = 0; tabCount < MAX_TABS; tabCount++) {
    const focus = await findFocus()
    if (focus && isTarget(focus)) return
    passedElements.push(focus?.id ?? focus?.tag ?? 'nowhere')
    await board.page.keyboard.press(key)
  }
  throw new Error(`Not reached by ${key}: ${passedElements.join(', ')}`)
}

const readClipboard = () => board.page.evaluate(() => navigator.clipboard.readText())
const countShownRows = () => board.count().then((count) => count.shown)
const findFocusedRow = async () => (await findFocus())?.row ?? null
const waitForGrid = (name: string) => board.page.getByRole('grid', { name, exact: true }).waitFor()
const loadManualDate = async (id: string) => (await client.engine.call('containers.get', { id })).manual?.date ?? null
const readOpenContainerId = () => new URL(board.page.url().replace('#/', '')).searchParams.get('container')

async function openListByTile() {
  await board.by('decisions').waitFor()
  await eventually(findFocus).not.toBeNull()
  await tabTo(({ id }) => id === 'today-past', 'Shift+Tab')
  await press('Enter')
  await waitForGrid('Containers by last free day')
  await eventually(findFocusedRow).toBe('0')
}

async function filterAndMove() {
  const countBefore = await countShownRows()
  const number = (await board.column('number'))[0]!.replaceAll(' ', '')
  await press('f')
  await type(number)
  await eventually(countShownRows).toBe(1)
  await press('ArrowDown')
  expect(await findFocusedRow()).toBe('0')
  await press('f', 'Escape')
  await eventually(countShownRows).toBe(countBefore)
  await press('Enter', 'ArrowDown', 'j', 'k', 'ArrowRight', 'End', 'Home', 'Control+End', 'Control+Home')
  await eventually(findFocusedRow).toBe('0')
}

async function openPanel() {
  await press('ArrowRight', 'ArrowRight', 'Space')
  await board.by('timeline').waitFor()
  expect(await findFocusedRow()).toBe('0')
  await press('j')
  await eventually(findFocusedRow).toBe('1')
  await press('Enter')
  const secondId = readOpenContainerId()
  await press('ArrowUp')
  await eventually(readOpenContainerId).not.toBe(secondId)
  await press('Escape')
  await eventually(findFocusedRow).not.toBeNull()
}

async function copyCells() {
  await press('c')
  await eventually(readClipboard).toMatch(/^[A-Z]{4}\d{7}$/)
  await press('Shift+ArrowDown', 'Shift+ArrowRight', 'Control+c')
  await eventually(async () => (await readClipboard()).split('\n').map((line) => line.split('\t').length)).toEqual([
    2, 2,
  ])
  await press('Control+Shift+c')
  await eventually(async () => (await readClipboard()).split('\n').length).toBe(3)
  await press('Escape')
}

async function snooze() {
  await press('h')
  await eventually(async () => (await findFocus())?.id).toMatch(/^snooze-(?!dialog)/)
  await press('ArrowDown', 'Enter')
  await board.waitForToast(/until/i)
  await eventually(findFocusedRow).not.toBeNull()
}

async function changeRefs() {
  await press('Enter')
  await eventually(readOpenContainerId).not.toBeNull()
  await board.by('change-refs').waitFor()
  await tabTo((focus) => focus.id === 'change-refs')
  await press('Enter')
  await type('PO-4711')
  await press('Enter', 'Enter')
  await eventually(() => board.by('fact-refs').innerText()).toContain('PO-4711')
  // The row appears before the answer, and can be undone only after the answer.
  await board.waitForToast(/Refs of .* saved/)
  await press('Control+z')
  await eventually(() => board.by('fact-refs').innerText()).not.toContain('PO-4711')
  await press('Escape')
  await eventually(findFocusedRow).not.toBeNull()
}

async function setManualLastFreeDay() {
  await press('Enter')
  await eventually(readOpenContainerId).not.toBeNull()
  await board.by('manual-set').waitFor()
  const id = readOpenContainerId()!
  await tabTo((focus) => focus.id === 'manual-set')
  await press('Enter')
  await eventually(async () => (await findFocus())?.id).toBe('manual-date')
  await type('11252026')
  await tabTo((focus) => focus.id === 'manual-reason')
  await type('Told by phone')
  await press('Enter')
  await eventually(() => loadManualDate(id)).toBe('2026-11-25')
  await eventually(async () => (await findFocus())?.id).toBe('manual-change')
  await press('Control+z')
  await eventually(() => loadManualDate(id)).toBeNull()
  await press('Control+z')
  await board.waitForToast(/Undone: .+ snoozed until/i)
  await press('Escape')
  await eventually(findFocusedRow).not.toBeNull()
}

async function changeView() {
  await press('Control+k')
  await type('arriving ≤7')
  await press('Enter')
  await eventually(() => board.by('view-menu').innerText()).toContain('Arriving ≤7 days')
  await press('Control+k')
  await type('view: standard')
  await press('Enter')
  await eventually(() => board.by('view-menu').innerText()).toContain('Standard')
  await eventually(() => board.grid().getAttribute('aria-busy')).toBe('false')
}

/** Finds the column of the header that has focus. */
const findFocusedHeader = () =>
  board.page.evaluate(() => document.activeElement?.closest<HTMLElement>('[role=columnheader]')?.dataset['key'] ?? null)

/** Moves from column to column until this header has focus. */
async function moveToHeader(key: string) {
  await press('Control+Home')
  await eventually(findFocusedRow).toBe('0')
  await press('Home', 'ArrowUp')
  await eventually(findFocusedHeader).toBe('#select')
  for (let previousHeader = '#select'; previousHeader !== key; previousHeader = (await findFocusedHeader()) ?? '') {
    await press('ArrowRight')
    await eventually(findFocusedHeader).not.toBe(previousHeader)
  }
}

async function arrangeColumns() {
  await moveToHeader('vessel')
  await press('Alt+Delete')
  await eventually(() => board.page.locator('[role=columnheader][data-key=vessel]').count()).toBe(0)
  await moveToHeader('status')
  await press('Enter')
  await eventually(() => board.page.locator('[role=columnheader][data-key=status]').getAttribute('aria-sort')).toBe(
    'ascending',
  )
  await press('Alt+ArrowRight', 'Alt+Shift+ArrowRight', 'Alt+Enter', 'Control+Shift+ArrowLeft')
  await eventually(() => board.page.locator('[role=columnheader][data-key=status]').getAttribute('class')).toContain(
    'pinned',
  )
}

async function addNumber() {
  await press('g', 'n')
  await eventually(async () => (await findFocus())?.tag).toBe('TEXTAREA')
  await type('OOLU5123453')
  await eventually(() => board.by('line-OOLU').locator('input:checked').count()).toBe(1)
  await press('Enter')
  await eventually(() => board.by('add-number').count()).toBe(0)
  await eventually(async () =>
    (
      await client.engine.call('tracking.list', {
        filter: { scope: 'all' },
        sort: [],
        window: { offset: 0, limit: 50 },
      })
    ).rows.some(({ number }) => number === 'OOLU5123453'),
  ).toBe(true)
}

async function changeTheme() {
  await press('Control+,')
  await board.by('settings-page').waitFor()
  // The side list leads to the section; before it, the sections have about sixty fields.
  await tabTo((focus) => focus.id === 'settings-to-appearance')
  await press('Enter')
  await tabTo((focus) => focus.tag === 'INPUT' && focus.id?.startsWith('theme-') === true)
  await press('ArrowRight')
  await eventually(async () => (await client.shell.call('host.get', {})).theme).toBe('light')
  // The page shows the host's data a moment after the host has it.
  await eventually(() => board.by('theme-light').locator('input:checked').count()).toBe(1)
  await press('ArrowLeft')
  await eventually(async () => (await client.shell.call('host.get', {})).theme).toBe('system')
}

async function changeShortcut() {
  await press('Control+k')
  await type('change shortcuts')
  await press('Enter')
  await board.by('keys-page').waitFor()
  await tabTo((focus) => focus.id === 'key-search')
  await type('snooze')
  await press('ArrowDown', 'Enter')
  await eventually(async () => (await findFocus())?.id).toBe('key-box')
  await press('q', 'Enter')
  await eventually(async () => (await client.shell.call('host.get', {})).keys.custom).toEqual({ h: 'q' })
  await tabTo((focus) => focus.id === 'keys-reset-all', 'Shift+Tab')
  await press('Enter')
  await eventually(async () => (await client.shell.call('host.get', {})).keys.custom).toEqual({})
}

test('the morning round needs no mouse, and an element has focus after every key', async () => {
  await eventually(async () => (await client.engine.call('sync.status', {})).lastCompleteAt).not.toBeNull()
  board = await stage.open(connected.host, { permissions: ['clipboard-read', 'clipboard-write'] })
  await openListByTile()
  await filterAndMove()
  await openPanel()
  await copyCells()
  await snooze()
  await changeRefs()
  await setManualLastFreeDay()
  // There may be no changes yet. A list without rows gives focus to its message.
  await press('g', 'a')
  await waitForGrid('Changes')
  await press('g', 'c')
  await waitForGrid('Containers')
  await eventually(findFocusedRow).toBe('0')
  await changeView()
  await arrangeColumns()
  await addNumber()
  // There may be no documents yet either.
  await press('g', 'd')
  await board.page.getByRole('heading', { name: 'Documents' }).first().waitFor()
  await changeTheme()
  await changeShortcut()
  await press('g', 'l', '?')
  await board.by('cheat-sheet').waitFor()
  await press('Escape')
  await eventually(findFocusedRow).toBe('0')
})
