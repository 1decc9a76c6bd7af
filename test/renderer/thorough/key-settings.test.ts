// Key settings: recording a new key, solving a conflict, switching off single characters, and the places that show
// the current keys.
import { describe, expect, test, vi } from 'vitest'
import { createFakeShell } from '#support/fake-shell.ts'
import { all, byTestId, click, copied, isShown, open, press, setScreens, text, type } from '#support/screens.ts'

setScreens()

const findActionRow = (action: string) => all(`[data-action="${action}"]`)[0]!
const readKey = (action: string) => findActionRow(action).querySelector('kbd')?.textContent
const openKeys = (shell = createFakeShell()) => open({ path: '/settings/keys', rows: 7, shell })

async function recordKeys(action: string, ...keys: [string, KeyboardEventInit?][]) {
  await click(findActionRow(action))
  for (const [key, modifiers] of keys) await press(key, modifiers)
}

describe('the list of keys', () => {
  test('is one Tab stop, and arrows move in it', async () => {
    await openKeys()
    findActionRow('j').focus()
    await press('ArrowDown')
    expect([
      (document.activeElement as HTMLElement).dataset['action'],
      all('[data-action][tabindex="0"]').length,
    ]).toEqual(['k', 1])
  })

  test('is searched by action or by key', async () => {
    await openKeys()
    await type('key-search', 'snoo')
    expect(all('[data-action]').map(({ dataset }) => dataset['action'])).toEqual(['h'])
    await type('key-search', 'g t')
    expect(all('[data-action]').map(({ dataset }) => dataset['action'])).toEqual(['g t'])
    await type('key-search', 'zebra')
    expect(text('key-nothing')).toBe('No action or shortcut matches “zebra”.')
  })
})

describe('a key', () => {
  test('is replaced by a pressed key after Enter, and works at once', async () => {
    const { shell, router } = await openKeys()
    await recordKeys('g c', ['q'])
    expect(text('key-take')).toBe('Use Q')
    await press('Enter')
    expect([shell.state.keys, readKey('g c'), isShown('key-box')]).toEqual([
      { custom: { 'g c': 'q' }, hasSingleKeys: true },
      'Q',
      false,
    ])
    await press('q')
    expect(router.currentRoute.value.name).toBe('containers')
    expect(byTestId('rail-containers').title).toBe('Containers  Q')
    await press('k', { ctrlKey: true })
    expect(all('[data-verb="go containers"] kbd').map((kbd) => kbd.textContent)).toEqual(['Q'])
  })

  test('can be a sequence of two keys', async () => {
    const { shell } = await openKeys()
    await recordKeys('e', ['q'], ['w'], ['Enter'])
    expect(shell.state.keys.custom).toEqual({ e: 'q w' })
  })

  test('that moves focus or activates elements is refused with a reason', async () => {
    const { shell } = await openKeys()
    await recordKeys('e', ['ArrowDown'])
    expect([text('key-message'), byTestId('key-take').hasAttribute('disabled')]).toEqual([
      '↓ moves the focus in every list and field. Choose another key.',
      true,
    ])
    await press('Enter')
    expect([text('key-message'), shell.state.keys.custom]).toEqual([
      'Enter activates the focused element. Choose another key.',
      {},
    ])
  })

  test('of another action can be swapped, or removed from that action', async () => {
    const { shell } = await openKeys()
    await recordKeys('e', ['h'])
    expect(text('key-message')).toBe('“Snooze” already uses H.')
    await click('key-swap')
    expect(shell.state.keys.custom).toEqual({ e: 'h', h: 'e' })
    await recordKeys('m', ['r'])
    await click('key-clear-other')
    expect([shell.state.keys.custom, readKey('r')]).toEqual([{ e: 'h', h: 'e', m: 'r', r: '' }, 'None'])
  })

  test('that begins a sequence of another action cannot be swapped, only removed there', async () => {
    await openKeys()
    await recordKeys('e', ['g'])
    expect([
      text('key-message').startsWith('G begins like the shortcut for'),
      isShown('key-swap'),
      isShown('key-clear-other'),
    ]).toEqual([true, false, true])
  })

  test('can be removed and reset, and all keys can be reset at once', async () => {
    const { shell } = await openKeys()
    await recordKeys('e')
    await click('key-none')
    expect(shell.state.keys.custom).toEqual({ e: '' })
    await recordKeys('e')
    await click('key-reset')
    expect(shell.state.keys.custom).toEqual({})
    await recordKeys('e', ['q'], ['Enter'])
    await recordKeys('h', ['w'], ['Enter'])
    await click('keys-reset-all')
    expect([shell.state.keys.custom, isShown('keys-reset-all')]).toEqual([{}, false])
  })

  test('does not change if it could not be stored, and a message says so', async () => {
    const shell = createFakeShell()
    shell.handlers['host.setKeys'] = () => {
      throw new Error('The disk is full.')
    }
    await openKeys(shell)
    await recordKeys('e', ['q'], ['Enter'])
    expect([readKey('e'), document.querySelector('.n-message')?.textContent !== undefined]).toEqual(['E', true])
  })
})

describe('with other keys', () => {
  const openWithKeys = (custom: Record<string, string>, hasSingleKeys = true) =>
    open({ path: '/lfd', host: { keys: { custom, hasSingleKeys } } })

  test('a list reacts to the new keys for move, preview and copy, and not to the old ones', async () => {
    await openWithKeys({ j: 'w', space: 'v', c: 'y' })
    const activeRow = () => (document.activeElement as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row']
    await press('w')
    expect(activeRow()).toBe('1')
    await press('j')
    expect(activeRow()).toBe('1')
    await press('y')
    expect(copied.length).toBe(1)
    await press('v')
    expect(isShown('detail-panel')).toBe(true)
  })

  test('the cheat sheet shows the new keys', async () => {
    await openWithKeys({ 'g t': 'q', j: 'n' })
    await press('?')
    await vi.dynamicImportSettled()
    const keys = all('[data-testid="cheat-sheet"] kbd').map((kbd) => kbd.textContent)
    expect([keys.includes('Q'), keys.includes('N'), keys.includes('J'), keys.includes('G T')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('single characters that are switched off do nothing and are not shown, and combinations still work', async () => {
    const { router } = await openWithKeys({}, false)
    for (const key of ['j', 'g', 't', '?', 'c']) await press(key)
    expect([
      router.currentRoute.value.name,
      isShown('cheat-sheet') && byTestId('cheat-sheet').hasAttribute('open'),
      copied,
      byTestId('rail-today').title,
    ]).toEqual(['lfd', false, [], 'Today'])
    await press('ArrowDown')
    await press(' ')
    expect(isShown('detail-panel')).toBe(true)
    await press('k', { ctrlKey: true })
    expect(isShown('palette-input')).toBe(true)
    expect(
      all('[data-testid="palette"] kbd')
        .map((kbd) => kbd.textContent)
        .filter((keys) => keys.length === 1 || keys.startsWith('G ')),
    ).toEqual([])
  })

  test('an unknown sequence does not run the action of its second key', async () => {
    const { engine } = await openWithKeys({})
    await press('g')
    await press('m')
    expect(engine.calls.some(({ name }) => name === 'alerts.mute')).toBe(false)
  })

  test('keys of a Cyrillic keyboard act as the Latin letters of the same keys', async () => {
    const { router } = await openWithKeys({})
    await press('п', { code: 'KeyG' })
    await press('е', { code: 'KeyT' })
    expect(router.currentRoute.value.name).toBe('today')
  })
})

test('settings can switch off single characters, and lead to all keys', async () => {
  const { shell, router } = await open({ path: '/settings', rows: 7 })
  await click('single-keys')
  expect(shell.state.keys.hasSingleKeys).toBe(false)
  await click('settings-keys')
  expect(router.currentRoute.value.name).toBe('keys')
})
