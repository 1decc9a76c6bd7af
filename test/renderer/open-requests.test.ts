// What the desktop asks the page to show: links of ours, screens out of menus.
import { describe, expect, it } from 'vitest'
import type { DesktopState } from '#contract/desktop.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { byTestId, isShown, open, setScreens, settled, text } from '#support/screens.ts'

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

describe('a link of ours that was opened elsewhere', () => {
  it('leads to what it looks for', async () => {
    const { router, shell, engine } = await openDesktop()
    const box = (await engine.rows()).find(({ shipmentId }) => shipmentId !== null)!
    shell.openLink({ query: box.number, isRefused: false })
    await settled()
    expect(router.currentRoute.value).toMatchObject({ name: 'shipments', query: { container: box.id } })
  })

  it('is fetched at the beginning as well: it may have started the program', async () => {
    const shell = createFakeShell({ host: 'electron', desktop })
    shell.openLink({ query: 'nothing like it', isRefused: false })
    const { router } = await open({ rows: 7, shell })
    expect(router.currentRoute.value.name).toBe('shipments')
  })

  it('that is refused does nothing but a message', async () => {
    const { router, shell, engine } = await openDesktop()
    const calls = engine.calls.length
    shell.openLink({ query: null, isRefused: true })
    await settled()
    expect([
      document.querySelector('.n-message')?.textContent,
      router.currentRoute.value.name,
      engine.calls.length,
    ]).toEqual([
      'Quaywatch does not support the link that was opened. Nothing was done. A supported link looks up one number.',
      'lfd',
      calls,
    ])
  })

  it('cannot bring markup onto the screen', async () => {
    const { shell } = await openDesktop()
    shell.openLink({ query: '<img src=x onerror=alert(1)>', isRefused: false })
    await settled()
    expect(document.querySelector('img')).toBeNull()
  })
})

describe('a menu', () => {
  it.each(['alerts', 'settings'] as const)('leads to %s', async (screen) => {
    const { router, shell } = await openDesktop()
    shell.ask(screen)
    await settled()
    expect(router.currentRoute.value.name).toBe(screen)
  })
})

describe('a page in place of one that failed', () => {
  async function openAfterFailure() {
    const shell = createFakeShell({ host: 'electron', desktop })
    let asked = 0
    shell.handlers['pageRestart.take'] = () => ({ wasRestarted: ++asked === 1 })
    await open({ path: '/lfd', rows: 7, shell })
    return { shell, asked: () => asked }
  }

  it('says so, plainly, until it was read', async () => {
    const { shell, asked } = await openAfterFailure()
    expect(text('restarted')).toMatch(/^This window stopped working and was opened again\. Saved data is not lost/)
    shell.changed()
    await settled()
    expect(asked()).toBe(1)
    byTestId('restarted').querySelector('button')?.click()
    await settled()
    expect(isShown('restarted')).toBe(false)
  })

  it('is not any other page', async () => {
    await openDesktop()
    expect(isShown('restarted')).toBe(false)
  })
})
