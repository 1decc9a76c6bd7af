// What the desktop app asks the page to show: Quaywatch links, and screens from menus.
import { describe, expect, test } from 'vitest'
import type { DesktopState } from '#contract/desktop.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { byTestId, flush, isShown, open, setScreens, text } from '#support/screens.ts'

setScreens()

const desktop: DesktopState = {
  platform: 'windows',
  startsAtLogin: false,
  hasTray: false,
  closing: 'quit',
  keychainProblem: null,
  releasesUrl: null,
}
const openDesktop = (path = '/lfd') => open({ path, rows: 7, host: { host: 'electron', desktop } })

describe('a Quaywatch link that was opened in another program', () => {
  test('opens the container that it names', async () => {
    const { router, shell, engine } = await openDesktop()
    const container = (await engine.rows()).find(({ shipmentId }) => shipmentId !== null)!
    shell.openLink({ query: container.number, isRefused: false })
    await flush()
    expect(router.currentRoute.value).toMatchObject({ name: 'shipments', query: { container: container.id } })
  })

  test('is also fetched at the start, because it may have started the program', async () => {
    const shell = createFakeShell({ host: 'electron', desktop })
    shell.openLink({ query: 'nothing like it', isRefused: false })
    const { router } = await open({ rows: 7, shell })
    expect(router.currentRoute.value.name).toBe('shipments')
  })

  test('that is refused shows a message and does nothing else', async () => {
    const { router, shell, engine } = await openDesktop()
    const callCount = engine.calls.length
    shell.openLink({ query: null, isRefused: true })
    await flush()
    expect([
      document.querySelector('.n-message')?.textContent,
      router.currentRoute.value.name,
      engine.calls.length,
    ]).toEqual([
      'Quaywatch does not support this link, so it did nothing. A supported link looks up one number.',
      'lfd',
      callCount,
    ])
  })

  test('cannot add markup to the page', async () => {
    const { shell } = await openDesktop()
    shell.openLink({ query: '<img src=x onerror=alert(1)>', isRefused: false })
    await flush()
    expect(document.querySelector('img[src="x"]')).toBeNull()
  })
})

describe('a menu', () =>
  test.each(['alerts', 'settings'] as const)('leads to %s', async (screen) => {
    const { router, shell } = await openDesktop()
    shell.emitMenuCommand(screen)
    await flush()
    expect(router.currentRoute.value.name).toBe(screen)
  }))

describe('a page that replaces a failed one', () => {
  async function openAfterFailure() {
    const shell = createFakeShell({ host: 'electron', desktop })
    let takeCount = 0
    shell.handlers['pageRestart.take'] = () => ({ wasRestarted: ++takeCount === 1 })
    await open({ path: '/lfd', rows: 7, shell })
    return { shell, takeCount: () => takeCount }
  }

  test('says so until the user dismisses it', async () => {
    const { shell, takeCount } = await openAfterFailure()
    expect(text('restarted')).toMatch(/^This window stopped working and was reopened\. Saved data is safe/)
    shell.announceChange()
    await flush()
    expect(takeCount()).toBe(1)
    byTestId('restarted').querySelector('button')?.click()
    await flush()
    expect(isShown('restarted')).toBe(false)
  })

  test('is not announced after a normal start', async () => {
    await openDesktop()
    expect(isShown('restarted')).toBe(false)
  })
})
