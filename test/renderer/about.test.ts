import { describe, expect, test, vi } from 'vitest'
import { all, byTestId, flush, isShown, open, setScreens, text } from '#support/screens.ts'

setScreens()

describe('the page about the program', () => {
  test('is reached from settings and says which version runs', async () => {
    const { router } = await open({ path: '/settings', host: { version: '9.8.7' } })
    expect(byTestId('settings-about').getAttribute('href')).toBe('#/about')
    await router.push('/about')
    await flush()
    expect(text('about-version')).toBe('Quaywatch 9.8.7')
  })

  test('says which data is sent, and that the makers get none', async () => {
    await open({ path: '/about' })
    expect(text('privacy')).toContain('Nothing goes to the makers of Quaywatch')
    expect(text('privacy')).toContain('Quaywatch talks to the tracking service you entered')
  })

  test('lists the included packages, each with its licence', async () => {
    await open({ path: '/about' })
    expect(text('licences')).toContain('2 packages')
    expect(all('[data-testid=licences] details').map((details) => details.textContent.replaceAll(/\s+/g, ' '))).toEqual(
      ['vue 3.5.45 MITThe MIT License', 'SQLite Public domainMay you do good'],
    )
  })

  test('says that the list of packages is missing if the app was not built', async () => {
    const { files, router } = await open()
    files.licences = null
    await router.push('/about')
    await flush()
    expect([isShown('licences'), isShown('licences-missing')]).toEqual([false, true])
  })

  test('reports a host that does not answer', async () => {
    const { router } = await open()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
    await router.push('/about')
    await flush()
    expect([isShown('licences'), text('about-page')]).toEqual([false, expect.stringContaining('not responding')])
  })
})
