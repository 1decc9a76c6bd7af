// The behaviour that both hosts share. Small fakes replace the parts that differ: files, processes and keys.
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { SAMPLE_ACCOUNT, createRunAccount } from '#host/accounts.ts'
import { checkLink } from '#host/links.ts'
import { HostSettings, type StoredAccount } from '#contract/shell.ts'
import { withRunAccount } from '#host/run-account.ts'
import { type StoredSettings, SERVICE_ADDRESS, openHost as open } from '#support/host.ts'

describe('a host', () => {
  test('the first start runs the engine without a key on an empty account', async () => {
    const { host, runs, get } = open()
    await host.start()
    expect(runs).toEqual([{ accountId: 'main', serviceUrl: '', apiKey: null }])
    expect(await get()).toMatchObject({
      host: 'browser',
      version: '1.2.3',
      hasKey: false,
      isSample: false,
      engineFailure: null,
      failures: [],
    })
  })

  test('the engine is reported as starting until it runs or has failed', async () => {
    const { host, outside, get } = open()
    const startingStates: boolean[] = []
    for (const error of [null, new AppError('db/in-use')]) {
      const ready = Promise.withResolvers<undefined>()
      Object.assign(outside, { engineReady: ready.promise, engineError: error })
      const starting = host.start()
      await vi.waitFor(async () => expect((await get()).isEngineStarting).toBe(true))
      startingStates.push((await get()).isEngineStarting)
      ready.resolve(undefined)
      await starting
      startingStates.push((await get()).isEngineStarting)
    }
    expect(startingStates).toEqual([true, false, true, false])
  })

  test('connecting stores the key and the address, and restarts the engine with them', async () => {
    const { host, runs, keys, outside, get } = open()
    await host.start()
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'file' })
    expect(runs.at(-1)).toEqual({ accountId: 'main', serviceUrl: SERVICE_ADDRESS, apiKey: 'k' })
    expect(keys.get('main')).toEqual(['k', 'file'])
    expect(outside.settings.accounts).toEqual([
      { id: 'main', name: 'My account', serviceUrl: SERVICE_ADDRESS, keyHash: 'hash of k', waiting: 0 },
    ])
    expect((await get()).hasKey).toBe(true)
  })

  test('a key that cannot be stored changes nothing', async () => {
    const { host, runs, outside } = open({
      accounts: [{ id: 'main', name: 'Mine', serviceUrl: 'https://old.example/v2' }],
    })
    await host.start()
    await expect(
      host.handlers['account.connect']({ serviceUrl: 'https://old.example/v2', apiKey: 'k', keep: 'keychain' }),
    ).rejects.toMatchObject({ code: 'shell/key-not-stored' })
    expect([runs.length, outside.settings.accounts[0]?.serviceUrl]).toEqual([1, 'https://old.example/v2'])
  })

  test('a new key whose address cannot be saved is never sent to the old address, which continues with the old key', async () => {
    const { host, runs, outside } = open()
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'file' })
    outside.saveError = new AppError('db/disk-full')
    await expect(
      host.handlers['account.connect']({
        serviceUrl: 'https://other.example/v2',
        apiKey: 'new',
        keep: 'file',
        found: { accountId: 'main', match: 'same' },
      }),
    ).rejects.toMatchObject({ code: 'db/disk-full' })
    expect(runs.at(-1)).toEqual({ accountId: 'main', serviceUrl: SERVICE_ADDRESS, apiKey: 'k' })
  })

  test('a new key whose address was not saved before the program ended is not sent to the old address', async () => {
    const { host, keys, runs, get } = open({
      accounts: [{ id: 'main', name: 'Mine', serviceUrl: SERVICE_ADDRESS, keyHash: 'hash of k' }],
    })
    keys.set('main', ['new', 'file'])
    await host.start()
    expect([runs, (await get()).hasKey]).toEqual([
      [{ accountId: 'main', serviceUrl: SERVICE_ADDRESS, apiKey: null }],
      false,
    ])
  })

  test('a null key does not change the stored key, and deleting the key does not change the address', async () => {
    const { host, runs } = open()
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'session' })
    await host.handlers['account.connect']({
      serviceUrl: 'HTTPS://Tracking.example/v2/',
      apiKey: null,
      keep: 'session',
    })
    await host.handlers['account.forgetKey']({})
    expect(runs.map(({ serviceUrl, apiKey }) => [serviceUrl, apiKey])).toEqual([
      [SERVICE_ADDRESS, 'k'],
      ['HTTPS://Tracking.example/v2/', 'k'],
      ['HTTPS://Tracking.example/v2/', null],
    ])
  })

  test.each([
    'https://other.example/v2',
    'https://tracking.example/other/v2',
    'http://tracking.example/v2',
    'https://tracking.example.evil/v2',
    'https://tracking.example:8443/v2',
  ])('the stored key is not sent to %s', async (otherUrl) => {
    const { host, runs, outside } = open()
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'session' })
    await expect(
      host.handlers['account.connect']({ serviceUrl: otherUrl, apiKey: null, keep: 'session' }),
    ).rejects.toMatchObject({ code: 'shell/key-for-other-address' })
    expect([runs.length, outside.settings.accounts[0]?.serviceUrl]).toEqual([1, SERVICE_ADDRESS])
  })

  test('sample data has its own account and service, and the user can return to the own account', async () => {
    const { host, runs, log, get } = open()
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'session' })
    log.length = 0
    await host.handlers['account.switch']({ id: 'sample' })
    expect(await get()).toMatchObject({ isSample: true, hasKey: true, account: { id: 'sample', name: 'Sample' } })
    await host.handlers['account.switch']({ id: null })
    expect(runs.map(({ accountId }) => accountId)).toEqual(['main', 'sample', 'main'])
    expect(runs.at(-1)?.apiKey).toBe('k')
    expect(log).toEqual([
      'sample on',
      'changed',
      'changed',
      'changed',
      'sample on',
      'changed',
      'changed',
      'changed',
      'changed',
      'sample off',
      'changed',
    ])
  })

  test('connecting from the sample opens the own account', async () => {
    const { host, runs } = open({ account: 'sample', accounts: [{ id: 'sample', name: 'Sample', serviceUrl: '' }] })
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'session' })
    expect(runs).toEqual([{ accountId: 'main', serviceUrl: SERVICE_ADDRESS, apiKey: 'k' }])
  })

  test('a sample service that does not start changes neither the account nor the engine', async () => {
    const { host, outside, runs } = open()
    await host.start()
    outside.sampleError = new AppError('shell/service-did-not-start')
    await expect(host.handlers['account.switch']({ id: 'sample' })).rejects.toMatchObject({
      code: 'shell/service-did-not-start',
    })
    expect([outside.settings.account, runs.length]).toEqual(['main', 1])
  })

  test('a start on sample data without its service shows the saved data and reports the failure', async () => {
    const { host, outside, runs, get } = open({
      account: 'sample',
      accounts: [{ id: 'sample', name: 'Sample', serviceUrl: '' }],
    })
    outside.sampleError = new AppError('shell/service-did-not-start')
    await host.start()
    expect(runs).toEqual([{ accountId: 'sample', serviceUrl: '', apiKey: null }])
    expect((await get()).failures).toEqual([{ code: 'shell/service-did-not-start', details: {} }])
  })

  test('a failed start of the engine is reported with its code, a bug with its log id, and the engine can be restarted', async () => {
    const { host, outside, get } = open()
    outside.engineError = new AppError('db/in-use', { folder: '/f' })
    await host.start()
    expect((await get()).engineFailure).toEqual({ code: 'db/in-use', details: { folder: '/f' } })
    outside.engineError = new Error('odd')
    await host.handlers['engine.restart']({})
    expect((await get()).engineFailure).toEqual({ code: 'engine/failed', details: { logId: 'bug Error: odd' } })
    outside.engineError = null
    await host.handlers['engine.restart']({})
    expect((await get()).engineFailure).toBeNull()
  })

  test('an engine that does not stop is reported, and the host still stops the sample service', async () => {
    const { host, outside, log, runs, get } = open()
    outside.stopError = new Error('EIO')
    await host.start()
    expect((await get()).engineFailure).toEqual({ code: 'engine/failed', details: { logId: 'bug Error: EIO' } })
    expect(runs).toEqual([])
    log.splice(0)
    await expect(host.stop()).rejects.toThrow('EIO')
    expect(log).toEqual(['sample off'])
  })

  test('a key that cannot be read is reported as a failure of the engine and throws no error', async () => {
    const { host, outside, get } = open({ accounts: [{ id: 'main', name: 'Mine', serviceUrl: SERVICE_ADDRESS }] })
    outside.keyError = new Error('EACCES')
    await host.start()
    expect((await get()).engineFailure).toEqual({ code: 'engine/failed', details: { logId: 'bug Error: EACCES' } })
  })

  test('simultaneous switches of the account run one after the other', async () => {
    const { host, outside, runs } = open()
    await Promise.all([
      host.start(),
      host.handlers['account.switch']({ id: 'sample' }),
      host.handlers['account.switch']({ id: null }),
      host.handlers['engine.restart']({}),
    ])
    expect([runs.map(({ accountId }) => accountId), outside.running]).toEqual([['main', 'sample', 'main', 'main'], 1])
  })

  test('reset settings are reported until the next change', async () => {
    const { host, outside, get } = open()
    outside.isReset = true
    expect((await get()).failures).toEqual([{ code: 'shell/settings-reset', details: {} }])
    await host.handlers['host.setTheme']({ theme: 'dark' })
    expect(await get()).toMatchObject({ theme: 'dark', failures: [] })
  })

  test('the display settings are stored, and an unknown value becomes the default', async () => {
    const { host, get } = open()
    await host.handlers['host.setAppearance']({ dateStyle: 'iso', contrast: 'more' })
    expect((await get()).appearance).toEqual({ dateStyle: 'iso', contrast: 'more' })
    expect(HostSettings.parse({ looks: { dateStyle: 'roman' } }).looks).toEqual({
      dateStyle: 'words',
      contrast: 'system',
    })
  })
})

describe('an account named on the command line', () => {
  function openWithRunAccount(account: StoredAccount, stored: StoredSettings = {}) {
    const file = { settings: HostSettings.parse(stored) }
    const settings = withRunAccount(
      {
        read: () => file.settings,
        save: (next) => {
          file.settings = next
        },
        saveInternal: (next) => {
          file.settings = next
        },
        isReset: () => false,
      },
      account,
    )
    return { file, ...open({}, settings) }
  }
  const run = createRunAccount('http://127.0.0.1:8080/v2', '0123456789ab')

  test('has its own folder and does not change the stored accounts', async () => {
    const stored = { accounts: [{ id: 'main', name: 'Mine', serviceUrl: SERVICE_ADDRESS }] }
    const { host, file, runs, get } = openWithRunAccount(run, stored)
    await host.start()
    await host.handlers['host.setTheme']({ theme: 'dark' })
    expect(runs).toEqual([{ accountId: 'run-0123456789ab', serviceUrl: 'http://127.0.0.1:8080/v2', apiKey: null }])
    expect(await get()).toMatchObject({ theme: 'dark', account: { name: '127.0.0.1:8080' } })
    expect(file.settings).toEqual(HostSettings.parse({ ...stored, theme: 'dark' }))
  })

  test.each(['http://127.0.0.1:8080/v2', 'HTTP://127.0.0.1:8080/v2/'])(
    'another key for %s is used with the same folder and is not stored',
    async (sameUrl) => {
      const { host, file, runs, keys } = openWithRunAccount(run)
      await host.start()
      await host.handlers['account.connect']({ serviceUrl: sameUrl, apiKey: 'right', keep: 'session' })
      expect(runs.at(-1)).toEqual({ accountId: run.id, serviceUrl: run.serviceUrl, apiKey: 'right' })
      expect([keys.has('main'), file.settings]).toEqual([false, HostSettings.parse({})])
    },
  )

  test('is opened again when the user leaves the sample or another address', async () => {
    const { host, file, runs } = openWithRunAccount(run)
    await host.start()
    await host.handlers['account.switch']({ id: 'sample' })
    await host.handlers['account.switch']({ id: null })
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'session' })
    await host.handlers['account.connect']({ serviceUrl: run.serviceUrl, apiKey: 'right', keep: 'session' })
    expect(runs.map(({ accountId }) => accountId)).toEqual([run.id, 'sample', run.id, 'main', run.id])
    expect([file.settings.account, file.settings.accounts.map(({ id }) => id)]).toEqual(['main', ['main', 'sample']])
  })

  test('does not replace the user’s own account at the same address', async () => {
    const { host, runs } = openWithRunAccount(SAMPLE_ACCOUNT, {
      accounts: [{ id: 'main', name: 'Mine', serviceUrl: run.serviceUrl }, run],
    })
    await host.start()
    await host.handlers['account.switch']({ id: null })
    await host.handlers['account.connect']({ serviceUrl: run.serviceUrl, apiKey: 'k', keep: 'session' })
    expect(runs.map(({ accountId }) => accountId)).toEqual(['sample', 'main', 'main'])
  })

  test('is left when the user enters a key for another address, which is stored in the own account', async () => {
    const { host, file, runs, keys } = openWithRunAccount(run)
    await host.start()
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'file' })
    expect([runs.at(-1)?.accountId, keys.get('main')?.[0], file.settings.account]).toEqual(['main', 'k', 'main'])
  })

  test('is listed before added accounts, also after the user opens another one', async () => {
    const { host, get } = openWithRunAccount(run)
    const ids = async () => (await get()).accounts.map(({ id }) => id)
    await host.handlers['account.add']({ name: 'Office', serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'session' })
    const idsAfterAdding = await ids()
    await host.handlers['account.switch']({ id: run.id })
    expect([idsAfterAdding, await ids()]).toEqual([
      [run.id, 'main', 'sample'],
      [run.id, 'main', 'sample'],
    ])
  })

  test('is opened when the user deletes the last own account, and the stored settings still name an existing account', async () => {
    const { host, file, runs, get } = openWithRunAccount(run)
    await host.start()
    await host.handlers['account.add']({ name: 'Office', serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'session' })
    await host.handlers['account.remove']({ id: (await get()).account.id, deletesData: true })
    expect([runs.at(-1)?.accountId, (await get()).account.id, (await get()).accounts.map(({ id }) => id)]).toEqual([
      run.id,
      run.id,
      [run.id, 'main', 'sample'],
    ])
    expect(file.settings.accounts.map(({ id }) => id)).toContain(file.settings.account)
  })

  test('can be the sample, and the user can leave it', async () => {
    const { host, file, runs } = openWithRunAccount(SAMPLE_ACCOUNT)
    await host.start()
    await host.handlers['account.switch']({ id: null })
    expect([runs.map(({ accountId }) => accountId), file.settings.account]).toEqual([['sample', 'main'], 'main'])
  })
})

describe('links', () => {
  test.each([
    'https://example.org/a?b=c#d',
    'mailto:office@example.org',
    'https://example.org/@place',
    'http://intranet:8080/find?q=1',
    'edient:Command=ShowEditForm',
  ])('%s is opened in a host that asks the user first', async (url) => {
    const { host, log } = open({}, undefined, 'electron')
    await host.handlers['link.open']({ url })
    expect(log).toEqual([url])
  })

  test('are opened only for pages and mails in a host that does not ask the user', async () => {
    const { host, log } = open()
    for (const url of ['https://example.org/a', 'mailto:office@example.org']) await host.handlers['link.open']({ url })
    for (const url of [
      'edient:Command=ShowEditForm',
      'my-tms://open/1',
      'http://intranet/',
      'file:///etc/passwd',
      'https://a@b.example',
    ])
      await expect(host.handlers['link.open']({ url })).rejects.toMatchObject({ code: 'shell/link-refused' })
    expect(log).toEqual(['https://example.org/a', 'mailto:office@example.org'])
  })

  test.each([
    'http://',
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    'ms-msdt:/id',
    'edient:"a"',
    'javascript:alert(1)',
    'https://a@b.example',
    'https://a:b@c/',
    'https://x\\@y',
    'https://x y',
    'https://x\u0000y',
    'https://x/\u202Emoc.elpmaxe',
    'https://x\u200By',
    'https://',
    ' https://x',
    '',
  ])('%j is refused', (url) => expect(() => checkLink(url)).toThrow('shell/link-refused'))
})
