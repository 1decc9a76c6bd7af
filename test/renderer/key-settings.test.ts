// Settings, the keys: another one by pressing it, a conflict solved, single characters switched off, and every place
// that names a key naming the one there is now.
import { describe, expect, it } from 'vitest'
import { createFakeShell } from '#support/fake-shell.ts'
import { all, byTestId, click, copied, isShown, open, press, setScreens, text, type } from '#support/screens.ts'

setScreens()

const line = (action: string) => all(`[data-action="${action}"]`)[0]!
const shownKey = (action: string) => line(action).querySelector('kbd')?.textContent
const openKeys = (shell = createFakeShell()) => open({ path: '/settings/keys', rows: 7, shell })

async function record(action: string, ...keys: [string, KeyboardEventInit?][]) {
  await click(line(action))
  for (const [key, held] of keys) await press(key, held)
}

describe('the list of keys', () => {
  it('is one Tab stop, and arrows move in it', async () => {
    await openKeys()
    line('j').focus()
    await press('ArrowDown')
    expect([
      (document.activeElement as HTMLElement).dataset['action'],
      all('[data-action][tabindex="0"]').length,
    ]).toEqual(['k', 1])
  })

  it('is searched by what a key does, or by the key', async () => {
    await openKeys()
    await type('key-search', 'snoo')
    expect(all('[data-action]').map(({ dataset }) => dataset['action'])).toEqual(['h'])
    await type('key-search', 'g t')
    expect(all('[data-action]').map(({ dataset }) => dataset['action'])).toEqual(['g t'])
    await type('key-search', 'zebra')
    expect(text('key-nothing')).toBe('No action and no key is called “zebra”.')
  })
})

describe('a key', () => {
  it('is another one once it was pressed and taken, and works at once', async () => {
    const { shell, router } = await openKeys()
    await record('g c', ['q'])
    expect(text('key-take')).toBe('Take Q')
    await press('Enter')
    expect([shell.state.keys, shownKey('g c'), isShown('key-box')]).toEqual([
      { custom: { 'g c': 'q' }, hasSingleKeys: true },
      'Q',
      false,
    ])
    await press('q')
    expect(router.currentRoute.value.name).toBe('containers')
    expect(byTestId('rail-containers').title).toBe('Containers  Q')
    await press('k', { ctrlKey: true })
    expect(all('[data-verb="go containers"] kbd').map((each) => each.textContent)).toEqual(['Q'])
  })

  it('may be a pair of two', async () => {
    const { shell } = await openKeys()
    await record('e', ['q'], ['w'], ['Enter'])
    expect(shell.state.keys.custom).toEqual({ e: 'q w' })
  })

  it('that moves about everywhere, or belongs to fields, is refused in words', async () => {
    const { shell } = await openKeys()
    await record('e', ['ArrowDown'])
    expect([text('key-said'), byTestId('key-take').hasAttribute('disabled')]).toEqual([
      '↓ moves the focus in every list and field. Choose another key.',
      true,
    ])
    await press('Enter')
    expect([text('key-said'), shell.state.keys.custom]).toEqual([
      'Enter activates the focused element. Choose another key.',
      {},
    ])
  })

  it('of another action is swapped with it, or taken away', async () => {
    const { shell } = await openKeys()
    await record('e', ['h'])
    expect(text('key-said')).toBe('H is taken by “Snooze”.')
    await click('key-swap')
    expect(shell.state.keys.custom).toEqual({ e: 'h', h: 'e' })
    await record('m', ['r'])
    await click('key-clear-other')
    expect([shell.state.keys.custom, shownKey('r')]).toEqual([{ e: 'h', h: 'e', m: 'r', r: '' }, 'No key'])
  })

  it('that begins a pair of another action cannot be swapped, only taken', async () => {
    await openKeys()
    await record('e', ['g'])
    expect([
      text('key-said').startsWith('G begins like the key of'),
      isShown('key-swap'),
      isShown('key-clear-other'),
    ]).toEqual([true, false, true])
  })

  it('can be none, and its own again; all of them at once too', async () => {
    const { shell } = await openKeys()
    await record('e')
    await click('key-none')
    expect(shell.state.keys.custom).toEqual({ e: '' })
    await record('e')
    await click('key-reset')
    expect(shell.state.keys.custom).toEqual({})
    await record('e', ['q'], ['Enter'])
    await record('h', ['w'], ['Enter'])
    await click('keys-reset-all')
    expect([shell.state.keys.custom, isShown('keys-reset-all')]).toEqual([{}, false])
  })

  it('does not change if it could not be stored, and a message says so', async () => {
    const shell = createFakeShell()
    shell.handlers['host.setKeys'] = () => {
      throw new Error('No room is left.')
    }
    await openKeys(shell)
    await record('e', ['q'], ['Enter'])
    expect([shownKey('e'), document.querySelector('.n-message')?.textContent !== undefined]).toEqual(['E', true])
  })
})

describe('with other keys', () => {
  const withKeys = (custom: Record<string, string>, hasSingleKeys = true) =>
    open({ path: '/lfd', host: { keys: { custom, hasSingleKeys } } })

  it('a list is walked, peeked into and copied from by them, and by the old ones no more', async () => {
    await withKeys({ j: 'w', space: 'v', c: 'y' })
    const at = () => (document.activeElement as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row']
    await press('w')
    expect(at()).toBe('1')
    await press('j')
    expect(at()).toBe('1')
    await press('y')
    expect(copied.length).toBe(1)
    await press('v')
    expect(isShown('detail-panel')).toBe(true)
  })

  it('the cheat sheet names them', async () => {
    await withKeys({ 'g t': 'q', j: 'n' })
    await press('?')
    const keys = all('[data-testid="cheat-sheet"] kbd').map((each) => each.textContent)
    expect([keys.includes('Q'), keys.includes('N'), keys.includes('J'), keys.includes('G T')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('single characters switched off do nothing, are shown nowhere, and combinations still work', async () => {
    const { router } = await withKeys({}, false)
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
        .map((each) => each.textContent)
        .filter((keys) => keys.length === 1 || keys.startsWith('G ')),
    ).toEqual([])
  })

  it('a pair begun and missed does not do what its second key does alone', async () => {
    const { engine } = await withKeys({})
    await press('g')
    await press('m')
    expect(engine.calls.some(({ name }) => name === 'alerts.mute')).toBe(false)
  })

  it('letters of a Cyrillic keyboard are those printed beside them', async () => {
    const { router } = await withKeys({})
    await press('п', { code: 'KeyG' })
    await press('е', { code: 'KeyT' })
    expect(router.currentRoute.value.name).toBe('today')
  })
})

it('settings switch single characters off, and lead to all keys', async () => {
  const { shell, router } = await open({ path: '/settings', rows: 7 })
  await click('single-keys')
  expect(shell.state.keys.hasSingleKeys).toBe(false)
  await click('settings-keys')
  expect(router.currentRoute.value.name).toBe('keys')
})
