// A page that speaks another language than the host wants is loaded again, once; and the choice of one in Settings.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeShell } from '#support/fake-shell.ts'
import { all, byTestId, click, open, setScreens, settled } from '#support/screens.ts'

setScreens()
afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
})

const radio = (choice: string) => byTestId(`language-${choice}`).querySelector<HTMLInputElement>('input')!

describe('the language', () => {
  it('is chosen among names each of whose speakers can read his own', async () => {
    vi.spyOn(location, 'reload').mockReturnValue(undefined)
    const { shell } = await open({ path: '/settings', rows: 7 })
    const names = all('[data-testid^=language-]').map((button) => [button.getAttribute('lang'), button.textContent])
    expect(names).toEqual([
      [null, 'As the system'],
      ['en', 'English'],
      ['de', 'Deutsch'],
      ['es', 'Español'],
      ['zh', '中文'],
    ])
    expect(radio('system').checked).toBe(true)
    await click(radio('de'))
    expect(shell.state.language).toBe('de')
  })

  it('that the host wants and the page does not speak loads the page again, and not for ever', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined)
    const { shell } = await open({ path: '/settings', rows: 7 })
    expect(reload).not.toHaveBeenCalled()
    await click(radio('es'))
    await settled()
    expect([reload.mock.calls.length, sessionStorage.getItem('quaywatch.language')]).toEqual([1, 'es'])
    // The same page again: a host that cannot hand it out in Spanish is not asked a second time.
    shell.changed()
    await settled()
    expect(reload).toHaveBeenCalledTimes(1)
    await click(radio('en'))
    await settled()
    expect([reload.mock.calls.length, sessionStorage.getItem('quaywatch.language')]).toEqual([1, null])
  })

  it('of the computer is what the desktop says, not the browser inside it', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined)
    await open({
      path: '/settings',
      rows: 7,
      shell: createFakeShell({ host: 'electron', systemLanguages: ['zh-CN', 'en-US'] }),
    })
    expect([reload.mock.calls.length, sessionStorage.getItem('quaywatch.language')]).toEqual([1, 'zh'])
  })
})
