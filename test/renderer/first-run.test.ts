// The first run and the settings of the connection.
import { describe, expect, test, vi } from 'vitest'
import type { HostState } from '#contract/shell.ts'
import { byTestId, click, flush, isShown, open, setScreens, text, type } from '#support/screens.ts'
import { SERVICE_KEY } from '#support/tracking-service.ts'

setScreens()

describe('the first run', () => {
  const withoutKey: Partial<HostState> = {
    hasKey: false,
    account: { id: 'main', name: 'My account', serviceUrl: '' },
    keyStorages: ['keychain', 'session'],
  }

  const choose = (service: string) => click(byTestId(service).querySelector('input') ?? byTestId(service))

  /** `address` null: the public service. */
  async function submitForm(address: string | null, key: string) {
    await choose(address === null ? 'public-service' : 'other-service')
    if (address !== null) await type('service-url', address)
    await type('api-key', key)
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await flush()
  }

  test('asks for a key of the public service, shows what the app does, and says where the key is stored', async () => {
    const { router } = await open({ host: withoutKey })
    expect(router.currentRoute.value.name).toBe('welcome')
    await vi.dynamicImportSettled()
    await flush()
    expect([isShown('service-url'), isShown('api-key'), isShown('welcome-picture')]).toEqual([false, true, true])
    expect(text('welcome-picture'), 'a hold is named as in the lists').toContain('Customs hold')
    expect(document.body.textContent).toContain('The key stays in this computer’s keychain.')
  })

  test('stores no connection whose check failed, and shows the reason', async () => {
    const { engine, shell } = await open({ host: withoutKey })
    await submitForm('https://tracking.example/v2', 'wrong')
    expect([text('connect-failure'), shell.state.hasKey]).toEqual([
      expect.stringContaining('The service refuses this key.'),
      false,
    ])
    await submitForm('https://tracking.example/v2', '')
    expect([
      text('key-missing'),
      isShown('address-missing'),
      engine.calls.filter(({ name }) => name === 'sync.checkConnection').length,
    ]).toEqual(['Enter a key.', false, 1])
  })

  test('needs only a key for the public service', async () => {
    const { engine } = await open({ host: withoutKey })
    await submitForm(null, '')
    expect(text('key-missing')).toBe('Enter a key.')
    await submitForm(null, SERVICE_KEY)
    const checks = engine.calls.filter(({ name }) => name === 'sync.checkConnection')
    expect(checks).toMatchObject([{ input: { serviceUrl: 'https://api.terminal49.com/v2', apiKey: SERVICE_KEY } }])
  })

  test('marks each empty field, says below it what to enter, and moves focus to the first', async () => {
    await open({ host: withoutKey })
    const input = (field: string) => byTestId(field).querySelector('input')
    await submitForm('', '')
    expect([text('address-missing'), text('key-missing'), document.activeElement]).toEqual([
      'Enter an address.',
      'Enter a key.',
      input('service-url'),
    ])
    expect(input('api-key')?.getAttribute('aria-invalid')).toBe('true')
    await type('api-key', 'k')
    expect([isShown('key-missing'), input('api-key')?.getAttribute('aria-invalid')]).toEqual([false, 'false'])
    await submitForm(null, '')
    expect(document.activeElement).toBe(input('api-key'))
  })

  test('fills in the address that the program was started with', async () => {
    await open({
      host: { ...withoutKey, account: { ...withoutKey.account!, serviceUrl: 'https://tracking.example/v2' } },
      path: '/settings',
    })
    expect(byTestId('service-url').querySelector('input')?.value).toBe('https://tracking.example/v2')
  })

  test('opens Today after the connection works', async () => {
    const { router, shell } = await open({ host: withoutKey })
    await submitForm('https://tracking.example/v2', SERVICE_KEY)
    expect([router.currentRoute.value.name, shell.state.account.serviceUrl]).toEqual([
      'today',
      'https://tracking.example/v2',
    ])
  })

  test('checks a key that was entered without a connection to the engine as soon as it connects', async () => {
    const { engine, router, disconnect, reconnect } = await open({ host: withoutKey })
    const checks = () => engine.calls.filter(({ name }) => name === 'sync.checkConnection').length
    disconnect()
    await submitForm('https://tracking.example/v2', SERVICE_KEY)
    expect([isShown('connect-failure'), checks(), router.currentRoute.value.name]).toEqual([false, 0, 'welcome'])
    reconnect()
    await flush()
    expect([isShown('connect-failure'), checks(), router.currentRoute.value.name]).toEqual([false, 1, 'today'])
  })

  test('works without a key on sample data', async () => {
    const { router } = await open({ host: withoutKey })
    await click('try-sample')
    expect([router.currentRoute.value.name, text('sample-mark')]).toEqual(['today', 'Sample'])
  })
})

describe('settings', () => {
  test('keep the stored key when only the address changes', async () => {
    const { engine, shell } = await open({ path: '/settings' })
    await type('service-url', 'https://other.example/v2')
    byTestId('service-url')
      .closest('form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }))
    await flush()
    expect([shell.state.account.serviceUrl, engine.calls.some(({ name }) => name === 'sync.checkConnection')]).toEqual([
      'https://other.example/v2',
      false,
    ])
  })

  test.each(['not a url', 'ftp://other.example', 'other.example/v2'])(
    'refuse the address %s with a sentence, also without a new key',
    async (address) => {
      const { shell } = await open({ path: '/settings' })
      const urlBefore = shell.state.account.serviceUrl
      await type('service-url', address)
      byTestId('service-url')
        .closest('form')
        ?.dispatchEvent(new Event('submit', { cancelable: true }))
      await flush()
      expect(text('connect-failure')).toContain('Quaywatch cannot use this address.')
      expect(shell.state.account.serviceUrl).toBe(urlBefore)
    },
  )

  test('switch the theme for the whole page', async () => {
    await open({ path: '/settings' })
    await click(byTestId('theme-dark').querySelector('input') ?? byTestId('theme-dark'))
    expect([
      document.documentElement.dataset.theme,
      document.documentElement.style.getPropertyValue('--surface'),
    ]).toEqual(['dark', '#161c24'])
  })

  test('save the governing rule as it is chosen', async () => {
    const { engine } = await open({ path: '/settings' })
    await click(byTestId('rule-terminal-first').querySelector('input') ?? byTestId('rule-terminal-first'))
    expect((await engine.ask('settings.get', {})).governingRule).toBe('terminal-first')
  })

  test('save two choices made in quick succession', async () => {
    const { engine } = await open({ path: '/settings' })
    const choices = [
      click(byTestId('rule-terminal-first').querySelector('input') ?? byTestId('rule-terminal-first')),
      click([...byTestId('band-soon').querySelectorAll('button')].at(-1)!),
    ]
    await Promise.all(choices)
    const { governingRule, bandDays } = await engine.ask('settings.get', {})
    expect([governingRule, bandDays.soon]).toEqual(['terminal-first', 4])
  })
})
