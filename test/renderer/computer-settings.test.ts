// Settings, the part on this computer: there in the desktop app only, and only what the system can do.
import { describe, expect, it } from 'vitest'
import type { DesktopState } from '#contract/desktop.ts'
import { AppError } from '#contract/errors.ts'
import { createFakeShell } from '#support/fake-engine-shell.ts'
import { all, byTestId, click, isShown, open, setScreens, settled, text } from '#support/screens.ts'

setScreens()

const desktop: DesktopState = { platform: 'windows', startsAtLogin: false, hasTray: false, closing: 'quit', keychainProblem: null, releasesUrl: null }
const openSettings = (part: Partial<DesktopState> = {}, shell = createFakeShell({ host: 'electron', desktop: { ...desktop, ...part } })) => open({ path: '/settings', rows: 7, shell })
const radio = (id: string) => byTestId(id).querySelector<HTMLInputElement>('input')!

describe('this computer', () => {
  it('is not there in a browser', async () => {
    await open({ path: '/settings', rows: 7 })
    expect(isShown('this-computer')).toBe(false)
  })

  it('starts the app at sign-in and shows its icon, and says that it was saved', async () => {
    const { shell } = await openSettings()
    await click('starts-at-login')
    await click('has-tray')
    expect(shell.state.desktop).toMatchObject({ startsAtLogin: true, hasTray: true })
    expect(document.querySelector('.n-message')?.textContent).toBe('Saved')
  })

  it('left running when its window is closed has an icon that leads back', async () => {
    const { shell } = await openSettings()
    expect(text('this-computer')).toContain('shows its icon as well')
    await click(radio('closing-tray'))
    expect(shell.state.desktop).toMatchObject({ closing: 'tray', hasTray: true })
  })

  it('asks nothing a Mac decides by itself, and nothing this build cannot do', async () => {
    await openSettings({ platform: 'mac', startsAtLogin: null })
    expect([isShown('closing-quit'), isShown('starts-at-login'), text('this-computer').includes('menu bar')]).toEqual([false, false, true])
  })

  it('says so where the system did not take it', async () => {
    const shell = createFakeShell({ host: 'electron', desktop })
    shell.handlers['desktop.set'] = () => { throw new AppError('shell/login-refused') }
    await openSettings({}, shell)
    await click('starts-at-login')
    await settled()
    expect(document.querySelector('.n-message')?.textContent).toContain('did not take the change to what starts when you sign in')
  })

  it('opens the log folder, and says where new versions are', async () => {
    const shell = createFakeShell({ host: 'electron', desktop: { ...desktop, releasesUrl: 'https://quaywatch.example/releases' } })
    const asked: unknown[] = []
    shell.handlers['logs.open'] = () => { asked.push('logs') }
    shell.handlers['link.open'] = ({ url }) => { asked.push(url) }
    await openSettings({}, shell)
    await click('open-logs')
    await click('show-releases')
    expect(asked).toEqual(['logs', 'https://quaywatch.example/releases'])
    expect(text('updates')).toBe('Quaywatch 0.1.0. This build does not update itself; new versions are announced on the project’s page.')
  })

  it('leads nowhere where no page is known', async () => {
    await openSettings()
    expect([isShown('show-releases'), text('updates').includes('from where you got this one')]).toEqual([false, true])
  })
})

describe('a keychain that is locked', () => {
  const openLocked = (keychainProblem: DesktopState['keychainProblem']) => openSettings({ keychainProblem })

  it('is told plainly, and asked again on a press', async () => {
    const { shell } = await openLocked('locked')
    expect(text('keychain-problem')).toMatch(/^This computer’s keychain is locked.*Unlock it and try again\./)
    await click('retry-keychain')
    expect(document.querySelector('.n-message')?.textContent).toMatch(/^The keychain still cannot be used\./)
    shell.handlers['keychain.retry'] = () => {
      Object.assign(shell.state, { desktop: { ...desktop, keychainProblem: null } })
      shell.changed()
      return { isThere: true }
    }
    await click('retry-keychain')
    expect([isShown('keychain-problem'), all('.n-message').map(({ textContent }) => textContent)]).toEqual([false, expect.arrayContaining(['The keychain is open'])])
  })

  it('that is missing altogether is not asked again: there is nothing to unlock', async () => {
    await openLocked('missing')
    expect([isShown('keychain-problem'), isShown('retry-keychain')]).toEqual([true, false])
  })
})

describe('a computer without a keychain', () => {
  it.each([['missing', 'No keychain was found'], ['unanswered', 'it may be locked']] as const)('(%s) says why the key is kept in memory only', async (keychainProblem, words) => {
    await open({ path: '/settings', rows: 7, host: { host: 'electron', keyStorages: ['session'], desktop: { ...desktop, keychainProblem } } })
    expect(text('keychain-problem')).toContain(words)
  })

  it('says so at the first start', async () => {
    await open({ rows: 7, host: { host: 'electron', hasKey: false, account: { id: 'main', name: 'Mine', serviceUrl: '' }, keyStorages: ['session'], desktop: { ...desktop, keychainProblem: 'missing' } } })
    expect(text('keychain-problem')).toContain('GNOME Keyring or KWallet')
  })

  it('that has one says nothing', async () => {
    await openSettings()
    expect(isShown('keychain-problem')).toBe(false)
  })
})
