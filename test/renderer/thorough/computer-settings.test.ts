// Settings of this computer: only in the desktop app, and only settings that the system supports.
import { describe, expect, test } from 'vitest'
import type { DesktopState } from '#contract/desktop.ts'
import { AppError } from '#contract/errors.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { all, byTestId, click, flush, isShown, open, setScreens, text } from '#support/screens.ts'

setScreens()

const desktop: DesktopState = {
  platform: 'windows',
  startsAtLogin: false,
  hasTray: false,
  closing: 'quit',
  keychainProblem: null,
  releasesUrl: null,
}
const openSettings = (
  patch: Partial<DesktopState> = {},
  shell = createFakeShell({ host: 'electron', desktop: { ...desktop, ...patch } }),
) => open({ path: '/settings', rows: 7, shell })
const findRadio = (id: string) => byTestId(id).querySelector<HTMLInputElement>('input')!

describe('this computer', () => {
  test('is not shown in a browser', async () => {
    await open({ path: '/settings', rows: 7 })
    expect(isShown('this-computer')).toBe(false)
  })

  test('starts the app at sign-in and shows its icon, and says that it was saved', async () => {
    const { shell } = await openSettings()
    await click('starts-at-login')
    await click('has-tray')
    expect(shell.state.desktop).toMatchObject({ startsAtLogin: true, hasTray: true })
    expect(document.querySelector('.n-message')?.textContent).toBe('Saved')
  })

  test('shows the tray icon if the app continues to run after its window closes', async () => {
    const { shell } = await openSettings()
    expect(text('this-computer')).toContain('its icon is shown too')
    await click(findRadio('closing-tray'))
    expect(shell.state.desktop).toMatchObject({ closing: 'tray', hasTray: true })
  })

  test('has no choice that macOS makes itself, and no setting that the build does not support', async () => {
    await openSettings({ platform: 'mac', startsAtLogin: null })
    expect([isShown('closing-quit'), isShown('starts-at-login'), text('this-computer').includes('menu bar')]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('reports a setting that the system refused', async () => {
    const shell = createFakeShell({ host: 'electron', desktop })
    shell.handlers['desktop.set'] = () => {
      throw new AppError('shell/login-refused')
    }
    await openSettings({}, shell)
    await click('starts-at-login')
    await flush()
    expect(document.querySelector('.n-message')?.textContent).toContain(
      'did not let Quaywatch change which programs start at sign-in',
    )
  })

  test('opens the log folder, and says where new versions are', async () => {
    const shell = createFakeShell({
      host: 'electron',
      desktop: { ...desktop, releasesUrl: 'https://quaywatch.example/releases' },
    })
    const openedTargets: unknown[] = []
    shell.handlers['logs.open'] = () => {
      openedTargets.push('logs')
    }
    shell.handlers['link.open'] = ({ url }) => {
      openedTargets.push(url)
    }
    await openSettings({}, shell)
    await click('open-logs')
    await click('show-releases')
    expect(openedTargets).toEqual(['logs', 'https://quaywatch.example/releases'])
    expect(text('updates')).toBe(
      'Quaywatch 0.1.0. This build does not update itself; the project’s page announces new versions.',
    )
  })

  test('has no link to new versions if no page is known', async () => {
    await openSettings()
    expect([isShown('show-releases'), text('updates').includes('where you got this one')]).toEqual([false, true])
  })
})

describe('a keychain that the app cannot use', () => {
  test.each([
    [
      'missing',
      /^Quaywatch cannot use a keychain on this computer\..*keeps the key in memory.*then restart Quaywatch\.$/,
    ],
    [
      'locked',
      /^This computer’s keychain was locked, or refused,.*Quaywatch asks once per start: unlock it, then restart Quaywatch\./,
    ],
    [
      'unanswered',
      /^This computer’s keychain has not responded yet\..*uses it automatically; if that question was closed, restart Quaywatch\.$/,
    ],
  ] as const)('(%s) is explained, and a restart is offered', async (keychainProblem, text) => {
    let restartCount = 0
    const shell = createFakeShell({
      host: 'electron',
      keyStorages: ['session'],
      desktop: { ...desktop, keychainProblem },
    })
    shell.handlers['app.restart'] = () => {
      restartCount++
    }
    await openSettings({}, shell)
    expect(byTestId('keychain-problem').querySelector('p')?.textContent).toMatch(text)
    await click('restart-app')
    expect(restartCount).toBe(1)
  })

  test('shows why the app cannot be restarted', async () => {
    const shell = createFakeShell({ host: 'electron', desktop: { ...desktop, keychainProblem: 'locked' } })
    shell.handlers['app.restart'] = () => {
      throw new AppError('shell/desktop-only')
    }
    await openSettings({}, shell)
    await click('restart-app')
    expect(document.querySelector('.n-message')?.textContent).toContain('desktop app')
  })

  test('offers no restart if only the stored key is unreadable: the user enters the key again', async () => {
    await openSettings({ keychainProblem: 'unreadable' })
    expect([text('keychain-problem'), isShown('restart-app')]).toEqual([
      expect.stringMatching(/^Quaywatch cannot read the stored key: .*Enter the key again; all saved data stays\.$/),
      false,
    ])
  })

  test.each([
    ['unreadable', null],
    ['locked', 'Quaywatch cannot use a keychain'],
  ] as const)(
    '(%s) shows for a new account no problem with the stored key of the open account',
    async (keychainProblem, text) => {
      await openSettings({ keychainProblem })
      await click('add-account-button')
      const problem = byTestId('add-account').querySelector('[data-testid=keychain-problem]')?.textContent ?? null
      expect(problem === null ? null : problem.slice(0, text?.length)).toBe(text)
    },
  )
})

describe('a stored key that cannot be read', () => {
  const openWithoutKey = (keychainProblem: DesktopState['keychainProblem']) => {
    const shell = createFakeShell({ host: 'electron', hasKey: false, desktop: { ...desktop, keychainProblem } })
    return open({ path: '/today', rows: 7, shell, apiKey: null })
  }

  test('is reported as a locked keychain, and the banner restarts the app', async () => {
    const { shell } = await openWithoutKey('locked')
    let restartCount = 0
    shell.handlers['app.restart'] = () => {
      restartCount++
    }
    const [banner] = all('.banner')
    expect([all('.banner').length, banner?.textContent, text('sync-chip')]).toEqual([
      1,
      expect.stringMatching(
        /^This computer’s keychain did not return the stored key, so nothing syncs\. Unlock it, then restart Quaywatch\./,
      ),
      expect.stringMatching(/^Cannot read key · data from/),
    ])
    await click(banner!.querySelector('button')!)
    expect(restartCount).toBe(1)
  })

  test.each([
    ['unanswered', /^This computer’s keychain has not responded yet, so nothing syncs\./, 'Open settings'],
    ['unreadable', /^Quaywatch can no longer read the stored key, so nothing syncs\. Enter it again\./, 'Enter a key'],
    ['missing', /^No key: nothing syncs\./, 'Enter a key'],
    [null, /^No key: nothing syncs\./, 'Enter a key'],
  ] as const)('(%s) has its own banner, which leads to the settings', async (keychainProblem, words, action) => {
    const { router } = await openWithoutKey(keychainProblem)
    const [banner] = all('.banner')
    expect([all('.banner').length, banner?.textContent, banner?.querySelector('button')?.textContent.trim()]).toEqual([
      1,
      expect.stringMatching(words),
      action,
    ])
    expect(text('sync-chip').split(' · ')).toEqual([
      keychainProblem === 'missing' || keychainProblem === null ? 'No key' : 'Cannot read key',
      expect.stringMatching(/^data from .*\d\d:\d\d$/),
    ])
    await click(banner!.querySelector('button')!)
    expect(router.currentRoute.value.name).toBe('settings')
  })
})

describe('a computer without a keychain', () => {
  test('shows a message at the first start', async () => {
    await open({
      rows: 7,
      host: {
        host: 'electron',
        hasKey: false,
        account: { id: 'main', name: 'Mine', serviceUrl: '' },
        keyStorages: ['session'],
        desktop: { ...desktop, keychainProblem: 'missing' },
      },
    })
    expect(text('keychain-problem')).toContain('GNOME Keyring or KWallet')
  })

  test('with a usable keychain shows no message', async () => {
    await openSettings()
    expect(isShown('keychain-problem')).toBe(false)
  })
})
