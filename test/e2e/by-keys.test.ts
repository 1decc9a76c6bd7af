// The morning sweep by keys alone, without a mouse. After every key some element must have focus; a key that loses the
// focus to the page fails its step.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import type { HostClient } from './host.ts'
import { type Connected, setStage, startOnTheDay } from './stage.ts'

const CONTAINERS = 60
const MAX_TABS = 60

const stage = setStage()
let connected: Connected
let engine: HostClient
let board: Board

beforeAll(async () => {
  connected = await startOnTheDay(CONTAINERS)
  engine = await connected.host.client()
})
afterAll(() => engine.close())

type Place = { tag: string; id: string | null; row: string | null; column: string | null; text: string }

/** The element that has focus. Null if the page itself has it, because the next key would then have no effect. */
const at = () =>
  board.page.evaluate((): Place | null => {
    const held = document.activeElement
    if (!(held instanceof HTMLElement) || held === document.body) return null
    return {
      tag: held.tagName,
      id: held.closest<HTMLElement>('[data-testid]')?.dataset['testid'] ?? null,
      row: held.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null,
      column: held.dataset['key'] ?? null,
      text: held.innerText.slice(0, 60),
    }
  })

async function press(...keys: string[]) {
  for (const key of keys) {
    await board.page.keyboard.press(key)
    await eventually(at).not.toBeNull()
  }
}

async function type(text: string) {
  await board.page.keyboard.type(text)
  await eventually(at).not.toBeNull()
}

/** Presses Tab until the element has focus. */
async function tabTo(isTarget: (place: Place) => boolean, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const passed: string[] = []
  for (let n = 0; n < MAX_TABS; n++) {
    const place = await at()
    if (place && isTarget(place)) return
    passed.push(place?.id ?? place?.tag ?? 'nowhere')
    await board.page.keyboard.press(key)
  }
  throw new Error(`Not reached by ${key}: ${passed.join(', ')}`)
}

const clipboard = () => board.page.evaluate(() => navigator.clipboard.readText())
const shown = () => board.count().then((count) => count.shown)
const inRow = async () => (await at())?.row ?? null
const grid = (name: string) => board.page.getByRole('grid', { name, exact: true }).waitFor()
const manualOf = async (id: string) => (await engine.engine.call('containers.get', { id })).manual?.date ?? null
const opened = () => new URL(board.page.url().replace('#/', '')).searchParams.get('container')

async function throughTodaysTile() {
  await board.by('decisions').waitFor()
  await eventually(at).not.toBeNull()
  await tabTo(({ id }) => id === 'today-past', 'Shift+Tab')
  await press('Enter')
  await grid('Containers by last free day')
  await eventually(inRow).toBe('0')
}

async function filterAndWalk() {
  const before = await shown()
  const number = (await board.column('number'))[0]!.replaceAll(' ', '')
  await press('f')
  await type(number)
  await eventually(shown).toBe(1)
  await press('ArrowDown')
  expect(await inRow()).toBe('0')
  await press('f', 'Escape')
  await eventually(shown).toBe(before)
  await press('Enter', 'ArrowDown', 'j', 'k', 'ArrowRight', 'End', 'Home', 'Control+End', 'Control+Home')
  await eventually(inRow).toBe('0')
}

async function lookInside() {
  await press('ArrowRight', 'ArrowRight', 'Space')
  await board.by('timeline').waitFor()
  expect(await inRow()).toBe('0')
  await press('j')
  await eventually(inRow).toBe('1')
  await press('Enter')
  const second = opened()
  await press('ArrowUp')
  await eventually(opened).not.toBe(second)
  await press('Escape')
  await eventually(inRow).not.toBeNull()
}

async function copyCells() {
  await press('c')
  await eventually(clipboard).toMatch(/^[A-Z]{4}\d{7}$/)
  await press('Shift+ArrowDown', 'Shift+ArrowRight', 'Control+c')
  await eventually(async () => (await clipboard()).split('\n').map((line) => line.split('\t').length)).toEqual([2, 2])
  await press('Control+Shift+c')
  await eventually(async () => (await clipboard()).split('\n').length).toBe(3)
  await press('Escape')
}

async function snooze() {
  await press('h')
  await eventually(async () => (await at())?.id).toMatch(/^snooze-(?!dialog)/)
  await press('ArrowDown', 'Enter')
  await board.toast(/until/i)
  await eventually(inRow).not.toBeNull()
}

async function changeRefs() {
  await press('Enter')
  await eventually(opened).not.toBeNull()
  await board.by('change-refs').waitFor()
  await tabTo((place) => place.id === 'change-refs')
  await press('Enter')
  await type('PO-4711')
  await press('Enter', 'Enter')
  await eventually(() => board.by('fact-refs').innerText()).toContain('PO-4711')
  // The row appears before the answer, and can be undone only after the answer.
  await board.toast(/Refs of .* saved/)
  await press('Control+z')
  await eventually(() => board.by('fact-refs').innerText()).not.toContain('PO-4711')
  await press('Escape')
  await eventually(inRow).not.toBeNull()
}

async function setDayByHand() {
  await press('Enter')
  await eventually(opened).not.toBeNull()
  await board.by('manual-set').waitFor()
  const id = opened()!
  await tabTo((place) => place.id === 'manual-set')
  await press('Enter')
  await eventually(async () => (await at())?.id).toBe('manual-date')
  await type('11252026')
  await tabTo((place) => place.id === 'manual-reason')
  await type('Told by phone')
  await press('Enter')
  await eventually(() => manualOf(id)).toBe('2026-11-25')
  await eventually(async () => (await at())?.id).toBe('manual-change')
  await press('Control+z')
  await eventually(() => manualOf(id)).toBeNull()
  await press('Control+z')
  await board.toast(/back as before/i)
  await press('Escape')
  await eventually(inRow).not.toBeNull()
}

async function changeTheView() {
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

/** The column of the header that has focus. */
const header = () =>
  board.page.evaluate(() => document.activeElement?.closest<HTMLElement>('[role=columnheader]')?.dataset['key'] ?? null)

/** Moves from column to column until this header has focus. */
async function walkToHeader(key: string) {
  await press('Control+Home')
  await eventually(inRow).toBe('0')
  await press('Home', 'ArrowUp')
  await eventually(header).toBe('#select')
  for (let last = '#select'; last !== key; last = (await header()) ?? '') {
    await press('ArrowRight')
    await eventually(header).not.toBe(last)
  }
}

async function arrangeColumns() {
  await walkToHeader('vessel')
  await press('Alt+Delete')
  await eventually(() => board.page.locator('[role=columnheader][data-key=vessel]').count()).toBe(0)
  await walkToHeader('status')
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
  await eventually(async () => (await at())?.tag).toBe('TEXTAREA')
  await type('OOLU5123453')
  await eventually(() => board.by('line-OOLU').locator('input:checked').count()).toBe(1)
  await press('Enter')
  await eventually(() => board.by('add-number').count()).toBe(0)
  await eventually(async () =>
    (
      await engine.engine.call('tracking.list', {
        filter: { scope: 'all' },
        sort: [],
        window: { offset: 0, limit: 50 },
      })
    ).rows.some(({ number }) => number === 'OOLU5123453'),
  ).toBe(true)
}

async function changeTheTheme() {
  await press('Control+,')
  await board.by('settings-page').waitFor()
  await tabTo((place) => place.tag === 'INPUT' && place.id?.startsWith('theme-') === true)
  await press('ArrowRight')
  await eventually(async () => (await engine.shell.call('host.get', {})).theme).toBe('light')
  // The page shows the host's data a moment after the host has it.
  await eventually(() => board.by('theme-light').locator('input:checked').count()).toBe(1)
  await press('ArrowLeft')
  await eventually(async () => (await engine.shell.call('host.get', {})).theme).toBe('system')
}

async function changeAKey() {
  await press('Control+k')
  await type('change shortcuts')
  await press('Enter')
  await board.by('keys-page').waitFor()
  await tabTo((place) => place.id === 'key-search')
  await type('snooze')
  await press('ArrowDown', 'Enter')
  await eventually(async () => (await at())?.id).toBe('key-box')
  await press('q', 'Enter')
  await eventually(async () => (await engine.shell.call('host.get', {})).keys.custom).toEqual({ h: 'q' })
  await tabTo((place) => place.id === 'keys-reset-all', 'Shift+Tab')
  await press('Enter')
  await eventually(async () => (await engine.shell.call('host.get', {})).keys.custom).toEqual({})
}

test('the morning sweep needs no mouse, and no key loses the focus', async () => {
  await eventually(async () => (await engine.engine.call('sync.status', {})).lastCompleteAt).not.toBeNull()
  board = await stage.open(connected.host, { permissions: ['clipboard-read', 'clipboard-write'] })
  await throughTodaysTile()
  await filterAndWalk()
  await lookInside()
  await copyCells()
  await snooze()
  await changeRefs()
  await setDayByHand()
  // There may be no changes yet. A list without rows gives focus to its message.
  await press('g', 'a')
  await grid('Changes')
  await press('g', 'c')
  await grid('Containers')
  await eventually(inRow).toBe('0')
  await changeTheView()
  await arrangeColumns()
  await addNumber()
  // There may be no documents yet either.
  await press('g', 'd')
  await board.page.getByRole('heading', { name: 'Documents' }).first().waitFor()
  await changeTheTheme()
  await changeAKey()
  await press('g', 'l', '?')
  await board.by('cheat-sheet').waitFor()
  await press('Escape')
  await eventually(inRow).toBe('0')
})
