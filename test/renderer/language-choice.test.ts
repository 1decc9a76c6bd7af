// The choice of a language in Settings. A page in another language than the host wants is loaded again once.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFakeShell } from '#support/fake-shell.ts'
import { all, byTestId, click, flush, open, setScreens } from '#support/screens.ts'

setScreens()
afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
})

const findRadio = (choice: string) => byTestId(`language-${choice}`).querySelector<HTMLInputElement>('input')!

describe('the language', () => {
  test('is chosen from names, each in its own language', async () => {
    vi.spyOn(location, 'reload').mockReturnValue(undefined)
    const { shell } = await open({ path: '/settings', rows: 7 })
    const names = all('[data-testid^=language-]').map((button) => [button.getAttribute('lang'), button.textContent])
    expect(names).toEqual([
      [null, 'Same as system'],
      ['en', 'English'],
      ['de', 'Deutsch'],
      ['es', 'Español'],
      ['zh', '中文'],
    ])
    expect(findRadio('system').checked).toBe(true)
    await click(findRadio('de'))
    expect(shell.state.language).toBe('de')
  })

  test('that the host wants and the page does not have reloads the page once', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined)
    const { shell } = await open({ path: '/settings', rows: 7 })
    expect(reload).not.toHaveBeenCalled()
    await click(findRadio('es'))
    await flush()
    expect([reload.mock.calls.length, sessionStorage.getItem('quaywatch.language')]).toEqual([1, 'es'])
    // The page is still not in Spanish, because this host cannot provide it. It is not loaded a second time.
    shell.announceChange()
    await flush()
    expect(reload).toHaveBeenCalledTimes(1)
    await click(findRadio('en'))
    await flush()
    expect([reload.mock.calls.length, sessionStorage.getItem('quaywatch.language')]).toEqual([1, null])
  })

  test('of the computer comes from the desktop app, not from its browser engine', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined)
    await open({
      path: '/settings',
      rows: 7,
      shell: createFakeShell({ host: 'electron', systemLanguages: ['zh-CN', 'en-US'] }),
    })
    expect([reload.mock.calls.length, sessionStorage.getItem('quaywatch.language')]).toEqual([1, 'zh'])
  })
})
