// The sections of Settings: the list beside them, its search, and the palette, in the words that users know.
import { describe, expect, test } from 'vitest'
import { all, byTestId, click, flush, open, press, setScreens, text, type } from '#support/screens.ts'

setScreens()

const listLinks = () => all('[data-testid="settings-page"] nav a').map(({ textContent }) => textContent.trim())
const listLinkedIds = () =>
  all('[data-testid="settings-page"] nav a').map(({ dataset }) => dataset['testid']?.replace('settings-to-', ''))
const listShownSections = () =>
  all('.settings-section')
    .filter(({ style }) => style.display !== 'none')
    .map(({ dataset }) => dataset['section'])
const getFirstOption = () => all('[data-testid="palette"] [role=option] .label')[0]?.textContent

async function typeInSearch(typed: string) {
  const input = byTestId('settings-find').querySelector('input')!
  input.value = typed
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await flush()
}

async function typeInPalette(typed: string) {
  await press('k', { ctrlKey: true })
  await type('palette-input', typed)
}

describe('the list of sections', () => {
  test('names every section of the page, and leads to it', async () => {
    const { router } = await open({ path: '/settings', rows: 7 })
    expect(listLinks().length).toBeGreaterThan(10)
    expect(listLinkedIds()).toEqual(listShownSections())
    await click('settings-to-rates')
    expect([router.currentRoute.value.hash, document.activeElement?.getAttribute('data-section')]).toEqual([
      '#rates',
      'rates',
    ])
    expect(byTestId('settings-to-rates').getAttribute('aria-current')).toBe('true')
  })

  test.each([
    ['language', ['appearance']],
    ['quiet', ['notifications']],
    ['pause', ['sync']],
    ['Watched', ['folders']],
  ])('“%s” shows only the sections %j', async (typed, sections) => {
    await open({ path: '/settings', rows: 7 })
    await typeInSearch(typed)
    expect([listShownSections(), listLinkedIds(), text('settings-found')]).toEqual([
      sections,
      sections,
      '1 section matches.',
    ])
  })

  test.each([
    ['csv', 'rates'],
    ['csv', 'snapshots'],
    ['currency', 'rates'],
    ['weekend', 'terminals'],
    ['weekend', 'notifications'],
    ['folder', 'snapshots'],
    ['folder', 'folders'],
  ])('“%s” finds the section %s', async (typed, section) => {
    await open({ path: '/settings', rows: 7 })
    await typeInSearch(typed)
    expect(listLinkedIds()).toContain(section)
  })

  test('says that nothing matches, and shows everything again for a link to a hidden section', async () => {
    const { router } = await open({ path: '/settings', rows: 7 })
    const status = byTestId('settings-found')
    expect([status.getAttribute('role'), status.textContent]).toEqual(['status', ''])
    await typeInSearch('zzqx')
    expect([listShownSections(), status.isConnected, status.textContent]).toEqual([[], true, 'No setting matches.'])
    await router.push({ name: 'settings', hash: '#rates' })
    await flush()
    expect([listShownSections().length > 10, document.activeElement?.getAttribute('data-section')]).toEqual([
      true,
      'rates',
    ])
  })
})

test.each(['rename-account', 'band-soon'])(
  'the empty field %s has no hint in another program’s words',
  async (field) => {
    await open({ path: '/settings', rows: 7 })
    await type(field, '')
    expect([byTestId(field).querySelector('input')!.value, byTestId(field).textContent]).toEqual([
      '',
      expect.not.stringMatching(/please/i),
    ])
  },
)

describe('a section', () => {
  test('has its title as name, because focus moves to it', async () => {
    await open({ path: '/settings', rows: 7 })
    const names = all('.settings-section').map((group) => [
      group.getAttribute('role'),
      group.getAttribute('aria-label'),
    ])
    expect(names).toEqual(listLinks().map((label) => ['group', label]))
  })

  test('gets focus from its link again, although the address stays the same', async () => {
    await open({ path: '/settings#rates', rows: 7 })
    byTestId('settings-page').focus()
    await click('settings-to-rates')
    expect(document.activeElement?.getAttribute('data-section')).toBe('rates')
  })

  test('does not get focus if the navigation to another page is refused', async () => {
    const { router } = await open({ path: '/settings#rates', rows: 7 })
    byTestId('settings-page').focus()
    router.beforeEach(() => false)
    await router.push('/lfd')
    await flush()
    expect(document.activeElement).toBe(byTestId('settings-page'))
  })
})

describe('the palette', () => {
  test.each([
    ['language', 'Settings: Appearance'],
    ['folder', 'Settings: Watched folders'],
    ['snapshot', 'Settings: Snapshots'],
    ['backup', 'Settings: Own data'],
    ['notifications', 'Settings: Notifications'],
    ['quiet hours', 'Settings: Notifications'],
    ['rates', 'Settings: Rates'],
    ['density', 'Row height: Compact'],
    ['column', 'Columns'],
    ['csv', 'Export as CSV file'],
  ])('“%s” finds “%s” first on a list', async (typed, label) => {
    await open()
    await typeInPalette(typed)
    expect(getFirstOption()).toBe(label)
  })

  test('opens the section, also if it is already in the address', async () => {
    const { router } = await open()
    for (const focusedId of ['search', 'settings-page']) {
      byTestId(focusedId).focus()
      await typeInPalette('backup')
      await press('Enter')
      await flush()
      expect([router.currentRoute.value.fullPath, document.activeElement?.getAttribute('data-section')]).toEqual([
        '/settings#own-data',
        'own-data',
      ])
    }
  })

  test('opens the columns, and changes the row height', async () => {
    await open()
    await typeInPalette('column')
    await press('Enter')
    await flush()
    expect(byTestId('column-menu').getAttribute('aria-expanded')).toBe('true')
    await typeInPalette('compact')
    await press('Enter')
    expect(localStorage.getItem('quaywatch.lfd.density')).toBe('"compact"')
  })
})
