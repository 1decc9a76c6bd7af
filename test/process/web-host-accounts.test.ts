// Accounts, keys and data folders of the browser host, with a real host and a real service as processes.
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { endPrograms, makeFolder, startHost, startService } from '#support/programs.ts'
import { openPage, openShell } from '#support/web-page.ts'
import { getHostState, pollUntil, countContainers, waitForNextAddress } from '#support/running-host.ts'

afterEach(endPrograms)

test('accounts are switched, and keys are stored and removed, without a restart of the host', async () => {
  const service = await startService('--containers', '5')
  const dataDir = makeFolder()
  const host = await startHost('--data-dir', dataDir)
  const firstPage = await openPage(host.ready.url)
  expect(await getHostState(firstPage)).toMatchObject({ hasKey: false, isSample: false, account: { serviceUrl: '' } })
  const { serviceUrl } = await firstPage.engine.call('sync.checkConnection', {
    serviceUrl: service.ready.url,
    apiKey: service.ready.key,
  })
  await firstPage.shell.call('account.connect', { serviceUrl, apiKey: service.ready.key, keep: 'file' })
  // The engine was restarted, and its old pipe was closed.
  await expect(countContainers(firstPage)).rejects.toMatchObject({ code: 'engine/disconnected' })
  firstPage.close()
  const page = await openPage(await waitForNextAddress(host))
  await pollUntil(
    () => countContainers(page),
    (count) => count === 5,
  )
  await page.shell.call('account.forgetKey', {})
  expect(await getHostState(page)).toMatchObject({ hasKey: false, account: { serviceUrl } })
  expect(readdirSync(join(dataDir, 'accounts', 'main'))).not.toContain('api-key')
})

test('a service address on the command line applies to one run, and the stored key is never sent to it', async () => {
  const [realService, trialService] = [
    await startService('--containers', '1', '--key', 'real-key'),
    await startService('--containers', '2', '--key', 'trial-key'),
  ]
  const dataDir = makeFolder()
  const ownHost = await startHost('--data-dir', dataDir)
  const firstPage = await openPage(ownHost.ready.url)
  await firstPage.shell.call('account.connect', { serviceUrl: realService.ready.url, apiKey: 'real-key', keep: 'file' })
  await ownHost.stop()
  const hostWithoutKey = await startHost('--data-dir', dataDir, '--service-url', trialService.ready.url)
  expect(await getHostState(await openPage(hostWithoutKey.ready.url))).toMatchObject({ hasKey: false })
  await hostWithoutKey.stop()
  const hostWithKey = await startHost(
    '--data-dir',
    dataDir,
    '--service-url',
    trialService.ready.url,
    '--api-key',
    'trial-key',
  )
  const page = await openPage(hostWithKey.ready.url)
  await pollUntil(
    () => countContainers(page),
    (count) => count === 2,
  )
  await hostWithKey.stop()
  const lastPage = await openPage((await startHost('--data-dir', dataDir)).ready.url)
  await pollUntil(
    () => countContainers(lastPage),
    (count) => count === 1,
  )
  const log = (await (await fetch(new URL('/_service/log', trialService.ready.url))).json()) as {
    requests: { status: number }[]
  }
  expect(log.requests.filter(({ status }) => status === 401)).toEqual([])
})

test('two accounts have their own folders and keys, survive a restart, and each key is in one account only', async () => {
  const [firstService, secondService] = [
    await startService('--containers', '3', '--seed', '1', '--key', 'key-one'),
    await startService('--containers', '4', '--seed', '2', '--key', 'key-two'),
  ]
  const dataDir = makeFolder()
  const host = await startHost('--data-dir', dataDir)
  const shell = await openShell(host.ready.url)
  await shell.call('account.connect', { serviceUrl: firstService.ready.url, apiKey: 'key-one', keep: 'file' })
  expect(
    await shell.call('account.add', {
      name: 'Second',
      serviceUrl: secondService.ready.url,
      apiKey: 'key-two',
      keep: 'file',
    }),
  ).toEqual({ isBack: false })
  await expect(
    shell.call('account.add', { name: 'Third', serviceUrl: secondService.ready.url, apiKey: 'key-one', keep: 'file' }),
  ).rejects.toMatchObject({ code: 'shell/key-in-other-account', details: { account: 'My account' } })
  expect(readdirSync(join(dataDir, 'accounts'))).toHaveLength(2)
  expect(readFileSync(join(dataDir, 'host.json'), 'utf8')).not.toContain('key-')
  await host.stop()
  const secondHost = await startHost('--data-dir', dataDir)
  const page = await openPage(secondHost.ready.url)
  await pollUntil(
    () => countContainers(page),
    (count) => count === 4,
  )
  expect((await getHostState(page)).accounts.map(({ name, kind }) => [name, kind])).toEqual([
    ['My account', 'own'],
    ['Second', 'own'],
    ['Sample', 'sample'],
  ])
  await page.shell.call('account.switch', { id: 'main' })
  const otherPage = await openPage(await waitForNextAddress(secondHost))
  await pollUntil(
    () => countContainers(otherPage),
    (count) => count === 3,
  )
})

test('a folder of the desktop app opens with its account and data, without the key from its keychain', async () => {
  const service = await startService('--containers', '3')
  const dataDir = makeFolder()
  const firstHost = await startHost('--data-dir', dataDir)
  await (
    await openShell(firstHost.ready.url)
  ).call('account.connect', { serviceUrl: service.ready.url, apiKey: service.ready.key, keep: 'session' })
  const filledPage = await openPage(await waitForNextAddress(firstHost))
  await pollUntil(
    () => countContainers(filledPage),
    (count) => count === 3,
  )
  await firstHost.stop()
  // Both hosts write settings with the same schema, under different file names.
  renameSync(join(dataDir, 'host.json'), join(dataDir, 'settings.json'))
  const page = await openPage((await startHost('--data-dir', dataDir)).ready.url)
  expect(await getHostState(page)).toMatchObject({
    hasKey: false,
    account: { id: 'main', serviceUrl: service.ready.url },
    failures: [],
    engineFailure: null,
  })
  expect(await countContainers(page)).toBe(3)
})

test('a folder from a version with one account is migrated with key and data', async () => {
  const service = await startService('--containers', '3', '--key', 'key-one')
  const dataDir = makeFolder()
  const firstHost = await startHost('--data-dir', dataDir)
  await (
    await openShell(firstHost.ready.url)
  ).call('account.connect', { serviceUrl: service.ready.url, apiKey: 'key-one', keep: 'file' })
  await firstHost.stop()
  writeFileSync(
    join(dataDir, 'host.json'),
    JSON.stringify({
      theme: 'dark',
      account: 'main',
      accounts: [{ id: 'main', name: 'My account', serviceUrl: service.ready.url }],
    }),
  )
  const page = await openPage((await startHost('--data-dir', dataDir)).ready.url)
  await pollUntil(
    () => countContainers(page),
    (count) => count === 3,
  )
  expect(await getHostState(page)).toMatchObject({
    theme: 'dark',
    hasKey: true,
    account: { id: 'main', name: 'My account' },
    failures: [],
  })
})
