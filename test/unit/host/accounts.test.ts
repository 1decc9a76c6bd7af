// How adding, switching, renaming and removing accounts changes keys, folders, settings and the engine.
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { HostSettings } from '#contract/shell.ts'
import { type StoredSettings, SERVICE_ADDRESS, openHost } from '#support/host.ts'

const secondAccount = {
  name: 'Second office',
  serviceUrl: 'https://other.example/v2',
  apiKey: 'k2',
  keep: 'file',
} as const

/** Two accounts: the first has the key k1, and the second has k2 and is the current one. */
async function openTwo() {
  const opened = openHost()
  await opened.host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k1', keep: 'file' })
  await opened.host.handlers['account.add'](secondAccount)
  const [, { id }] = opened.outside.settings.accounts as [unknown, { id: string }]
  return { ...opened, id, names: () => opened.outside.settings.accounts.map(({ name }) => name) }
}

describe('a settings file from a version with one account', () => {
  test('is used unchanged, and the hash of its key is stored at the first start', async () => {
    const account = { id: 'main', name: 'Mine', serviceUrl: SERVICE_ADDRESS }
    const old: StoredSettings = { theme: 'dark', account: 'main', accounts: [account] }
    const { host, keys, outside, runs, get } = openHost(old)
    keys.set('main', ['k1', 'file'])
    await host.start()
    expect(runs).toEqual([{ accountId: 'main', serviceUrl: SERVICE_ADDRESS, apiKey: 'k1' }])
    expect(outside.settings).toEqual(HostSettings.parse({ ...old, accounts: [{ ...account, keyHash: 'hash of k1' }] }))
    expect((await get()).accounts.map(({ id, kind, waiting }) => [id, kind, waiting])).toEqual([
      ['main', 'own', 0],
      ['sample', 'sample', 0],
    ])
  })

  test('that was reset is still reported after the hash of the key is stored', async () => {
    const { host, keys, outside, get } = openHost({
      accounts: [{ id: 'main', name: 'Mine', serviceUrl: SERVICE_ADDRESS }],
    })
    keys.set('main', ['k1', 'file'])
    outside.isReset = true
    await host.start()
    host.setWaitingCount('main', 2)
    expect((await get()).failures).toEqual([{ code: 'shell/settings-reset', details: {} }])
  })
})

describe('one more account', () => {
  test('has its own folder, key and name, and becomes the current one', async () => {
    const { runs, keys, get, id } = await openTwo()
    expect(runs.at(-1)).toEqual({ accountId: id, serviceUrl: secondAccount.serviceUrl, apiKey: 'k2' })
    expect([keys.get('main')?.[0], keys.get(id)?.[0]]).toEqual(['k1', 'k2'])
    expect((await get()).accounts.map(({ name }) => name)).toEqual(['My account', 'Second office', 'Sample'])
  })

  test('replaces an account that was never connected', async () => {
    const { host, runs, outside } = openHost()
    await host.handlers['account.switch']({ id: 'sample' })
    await host.handlers['account.add'](secondAccount)
    expect([runs.at(-1)?.accountId, outside.settings.accounts.map(({ id, name }) => [id, name])]).toEqual([
      'main',
      [
        ['main', 'Second office'],
        ['sample', 'Sample'],
      ],
    ])
  })

  test.each(['account.add', 'account.connect'] as const)(
    '%s refuses a key of another account, names that account and changes nothing',
    async (call) => {
      const { host, outside, runs, keys } = await openTwo()
      const stateBefore = [outside.settings, runs.length, [...keys]]
      await expect(host.handlers[call]({ ...secondAccount, apiKey: 'k1' })).rejects.toMatchObject({
        code: 'shell/key-in-other-account',
        details: { account: 'My account' },
      })
      expect([outside.settings, runs.length, [...keys]]).toEqual(stateBefore)
    },
  )

  test('accepts its own key again', async () => {
    const { host, runs, id } = await openTwo()
    await host.handlers['account.connect']({ serviceUrl: secondAccount.serviceUrl, apiKey: 'k2', keep: 'session' })
    expect(runs.at(-1)).toMatchObject({ accountId: id, apiKey: 'k2' })
  })
})

describe('a key of another account', () => {
  const connection = { serviceUrl: SERVICE_ADDRESS, apiKey: 'k9', keep: 'file' } as const

  test.each<[string, string, object]>([
    ['another address', 'https://elsewhere.example/v2', { isOtherAddress: true }],
    ['another key at the same address', SERVICE_ADDRESS, { isOtherAddress: false }],
  ])('or %s needs a confirmation, and nothing is changed before it', async (_what, serviceUrl, details) => {
    const { host, outside, runs, keys } = openHost()
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k1', keep: 'file' })
    host.setWaitingCount('main', 2)
    const stateBefore = [outside.settings, runs.length, [...keys]]
    const match = { accountId: 'main', match: 'other' } as const
    for (const extra of [
      {},
      { found: match },
      { found: { ...match, match: 'unknown' as const } },
      { found: { ...match, accountId: 'sample', match: 'same' as const } },
    ]) {
      await expect(host.handlers['account.connect']({ ...connection, serviceUrl, ...extra })).rejects.toMatchObject({
        code: 'shell/other-account',
        details: { account: 'My account', accountId: 'main', waiting: 2, canReplace: true, ...details },
      })
    }
    expect([outside.settings, runs.length, [...keys]]).toEqual(stateBefore)
  })

  test('replaces the old key if the engine found the same account, and the folder remains', async () => {
    const { host, outside, runs, keys } = openHost()
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k1', keep: 'file' })
    await host.handlers['account.connect']({ ...connection, found: { accountId: 'main', match: 'same' } })
    expect([runs.at(-1), keys.get('main')?.[0], outside.settings.accounts.length]).toEqual([
      { accountId: 'main', serviceUrl: SERVICE_ADDRESS, apiKey: 'k9' },
      'k9',
      1,
    ])
  })

  test('replaces the first account on request, and the old key restores that account’s data', async () => {
    const { host, outside, runs, keys, deleted, get } = openHost()
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k1', keep: 'file' })
    await host.handlers['account.connect']({
      ...connection,
      found: { accountId: 'main', match: 'other' },
      replaces: true,
    })
    const { id } = outside.settings.accounts[0]!
    expect([runs.at(-1), [...keys], deleted]).toEqual([
      { accountId: id, serviceUrl: SERVICE_ADDRESS, apiKey: 'k9' },
      [[id, ['k9', 'file']]],
      [],
    ])
    expect([
      id === 'main',
      (await get()).accounts.map(({ name }) => name),
      (await get()).removedAccounts.map(({ id }) => id),
    ]).toEqual([false, ['My account', 'Sample'], ['main']])
    expect(
      await host.handlers['account.add']({ name: 'Again', serviceUrl: SERVICE_ADDRESS, apiKey: 'k1', keep: 'file' }),
    ).toEqual({ isBack: true })
    expect(runs.at(-1)).toMatchObject({ accountId: 'main', apiKey: 'k1' })
  })

  test('does not restore a removed account of another address', async () => {
    const { host, runs, outside } = openHost()
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k1', keep: 'file' })
    await host.handlers['account.remove']({ id: 'main', deletesData: false })
    expect(
      await host.handlers['account.add']({
        name: 'Other',
        serviceUrl: 'https://elsewhere.example/v2',
        apiKey: 'k1',
        keep: 'file',
      }),
    ).toEqual({ isBack: false })
    expect([runs.at(-1)?.accountId === 'main', outside.settings.kept.map(({ id }) => id)]).toEqual([false, ['main']])
  })
})

describe('a switch', () => {
  test('ends the old engine before the setting changes, then starts with the folder and key of the other account', async () => {
    const { host, outside, runs, get } = await openTwo()
    const accountsWhileStopping: string[] = []
    outside.isStopping = () => {
      accountsWhileStopping.push(outside.settings.account)
    }
    await host.handlers['account.switch']({ id: 'main' })
    expect([accountsWhileStopping, runs.at(-1), (await get()).account.name]).toEqual([
      [expect.stringMatching(/^account-/)],
      { accountId: 'main', serviceUrl: SERVICE_ADDRESS, apiKey: 'k1' },
      'My account',
    ])
  })

  test.each(['account.switch', 'account.remove'] as const)(
    'or %s reports that an engine is starting before the old one has ended',
    async (call) => {
      const { host, outside, get, id } = await openTwo()
      const startingStates: Promise<boolean>[] = []
      outside.isStopping = () => {
        startingStates.push(get().then(({ isEngineStarting }) => isEngineStarting))
      }
      await (call === 'account.switch'
        ? host.handlers[call]({ id: 'main' })
        : host.handlers[call]({ id, deletesData: true }))
      expect([await startingStates[0], (await get()).isEngineStarting]).toEqual([true, false])
    },
  )

  test('stores the last count of waiting changes from the engine that ends', async () => {
    const { host, outside, get, id } = await openTwo()
    outside.isStopping = () => host.setWaitingCount(id, 3)
    await host.handlers['account.switch']({ id: 'main' })
    expect((await get()).accounts.map(({ name, waiting }) => [name, waiting])).toEqual([
      ['My account', 0],
      ['Second office', 3],
      ['Sample', 0],
    ])
  })

  test('to an unknown account changes nothing', async () => {
    const { host, runs } = await openTwo()
    const runsBefore = runs.length
    await expect(host.handlers['account.switch']({ id: 'unknown' })).rejects.toMatchObject({
      code: 'shell/account-unknown',
    })
    expect(runs).toHaveLength(runsBefore)
  })

  test('returns from the sample to the account that was open before', async () => {
    const { host, runs, id } = await openTwo()
    await host.handlers['account.switch']({ id: 'sample' })
    await host.handlers['account.switch']({ id: null })
    expect(runs.at(-1)?.accountId).toBe(id)
  })

  test('whose settings cannot be saved fails, and the account remains', async () => {
    const { host, outside, runs, id } = await openTwo()
    outside.saveError = new AppError('db/disk-full')
    await expect(host.handlers['account.switch']({ id: 'main' })).rejects.toMatchObject({ code: 'db/disk-full' })
    expect([runs.at(-1)?.accountId, outside.running]).toEqual([id, 1])
  })
})

describe('a name', () => {
  test('can be changed for an own account without a restart of the engine, and not for the sample', async () => {
    const { host, runs, names } = await openTwo()
    const runsBefore = runs.length
    await host.handlers['account.rename']({ id: 'main', name: 'Harbour Row' })
    expect([names(), runs.length]).toEqual([['Harbour Row', 'Second office'], runsBefore])
    await expect(host.handlers['account.rename']({ id: 'sample', name: 'Mine' })).rejects.toMatchObject({
      code: 'shell/account-unknown',
    })
  })

  test('of one account is refused for another in any case of letters, and nothing is changed', async () => {
    const { host, outside, runs, keys, id } = await openTwo()
    const stateBefore = [outside.settings, runs.length, [...keys]]
    const nameTaken = { code: 'shell/name-in-other-account', details: { account: 'My account' } }
    await expect(host.handlers['account.rename']({ id, name: 'MY account' })).rejects.toMatchObject(nameTaken)
    await expect(
      host.handlers['account.add']({ ...secondAccount, apiKey: 'k3', name: 'My account' }),
    ).rejects.toMatchObject(nameTaken)
    expect([outside.settings, runs.length, [...keys]]).toEqual(stateBefore)
    await host.handlers['account.rename']({ id: 'main', name: 'my Account' })
  })
})

describe('a removed account', () => {
  test('loses its key and its folder, and the next account is opened', async () => {
    const { host, keys, deleted, runs, outside, names, id } = await openTwo()
    await host.handlers['account.remove']({ id, deletesData: true })
    expect([keys.has(id), deleted, runs.at(-1)?.accountId, names(), outside.settings.kept]).toEqual([
      false,
      [id],
      'main',
      ['My account'],
      [],
    ])
  })

  test('is followed by a connected account, not by one that was never connected', async () => {
    const accounts = [
      ['main', ''],
      ['a', SERVICE_ADDRESS],
      ['b', secondAccount.serviceUrl],
    ] as const
    const { host, runs } = openHost({
      account: 'a',
      accounts: accounts.map(([id, serviceUrl]) => ({ id, name: id, serviceUrl })),
    })
    await host.handlers['account.remove']({ id: 'a', deletesData: true })
    expect(runs.at(-1)?.accountId).toBe('b')
  })

  test('returns with its data when the user enters its key again', async () => {
    const { host, deleted, runs, names, id } = await openTwo()
    await host.handlers['account.remove']({ id, deletesData: false })
    expect([deleted, names()]).toEqual([[], ['My account']])
    expect(await host.handlers['account.add']({ ...secondAccount, name: 'Again' })).toEqual({ isBack: true })
    expect([runs.at(-1), names()]).toEqual([
      { accountId: id, serviceUrl: secondAccount.serviceUrl, apiKey: 'k2' },
      ['My account', 'Again'],
    ])
  })

  test('that was the last one is followed by an unconnected account with its own folder', async () => {
    const { host, runs, outside } = openHost()
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k1', keep: 'file' })
    await host.handlers['account.remove']({ id: 'main', deletesData: false })
    expect(runs.at(-1)).toMatchObject({ serviceUrl: '', apiKey: null })
    expect(runs.at(-1)?.accountId).toMatch(/^account-/)
    await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k1', keep: 'file' })
    expect([runs.at(-1)?.accountId, outside.settings.accounts.map(({ id }) => id), outside.settings.kept]).toEqual([
      'main',
      ['main'],
      [],
    ])
  })

  test('whose data remains is listed until that data is deleted', async () => {
    const { host, outside, deleted, get, id } = await openTwo()
    await host.handlers['account.remove']({ id, deletesData: false })
    expect((await get()).removedAccounts.map((account) => account.id)).toEqual([id])
    outside.deleteError = new Error('EBUSY')
    await expect(host.handlers['account.deleteRemoved']({ id })).rejects.toMatchObject({
      code: 'shell/data-not-deleted',
    })
    expect((await get()).removedAccounts).toHaveLength(1)
    outside.deleteError = null
    await host.handlers['account.deleteRemoved']({ id })
    expect([(await get()).removedAccounts, deleted.at(-1)]).toEqual([[], id])
    await expect(host.handlers['account.deleteRemoved']({ id })).rejects.toMatchObject({
      code: 'shell/account-unknown',
    })
    await expect(host.handlers['account.deleteRemoved']({ id: 'main' })).rejects.toMatchObject({
      code: 'shell/account-unknown',
    })
  })

  test('whose folder cannot be deleted is still removed, and the error names the folder', async () => {
    const { host, outside, keys, names, id } = await openTwo()
    outside.deleteError = new Error('EBUSY')
    await expect(host.handlers['account.remove']({ id, deletesData: true })).rejects.toMatchObject({
      code: 'shell/data-not-deleted',
      details: { folder: `accounts/${id}` },
    })
    expect([keys.has(id), names(), outside.settings.kept.map((account) => account.id), outside.running]).toEqual([
      false,
      ['My account'],
      [id],
      1,
    ])
  })

  test('whose key cannot be deleted remains, and its engine continues to run', async () => {
    const { host, outside, runs, keys, names, id } = await openTwo()
    outside.forgetError = new Error('EACCES')
    await expect(host.handlers['account.remove']({ id, deletesData: true })).rejects.toThrow('EACCES')
    expect([runs.at(-1)?.accountId, outside.running, keys.has(id), names()]).toEqual([
      id,
      1,
      true,
      ['My account', 'Second office'],
    ])
  })

  test('whose folder another program uses is not removed', async () => {
    const { host, outside, keys, deleted, names, id } = await openTwo()
    outside.engineError = new AppError('db/in-use', { folder: '/f' })
    await host.handlers['engine.restart']({})
    await expect(host.handlers['account.remove']({ id, deletesData: true })).rejects.toMatchObject({
      code: 'db/in-use',
      details: { folder: '/f' },
    })
    expect([keys.has(id), deleted, names()]).toEqual([true, [], ['My account', 'Second office']])
  })

  test('cannot be the sample', async () => {
    const { host } = await openTwo()
    await expect(host.handlers['account.remove']({ id: 'sample', deletesData: true })).rejects.toMatchObject({
      code: 'shell/account-unknown',
    })
  })
})

describe('the reading pace', () =>
  test('follows the power source, the screen lock and the user’s settings', async () => {
    const { host, paces, get } = openHost()
    expect(paces).toEqual([{ isOnBattery: false, isLocked: false, metered: 'no' }])
    host.updatePower({ isOnBattery: true })
    host.updatePower({ isLocked: true })
    await host.handlers['host.setReading']({ metered: 'pause', sparesBattery: false })
    expect(paces.slice(1)).toEqual([
      { isOnBattery: true, isLocked: false, metered: 'no' },
      { isOnBattery: true, isLocked: true, metered: 'no' },
      { isOnBattery: false, isLocked: true, metered: 'pause' },
    ])
    expect(await get()).toMatchObject({ metered: 'pause', sparesBattery: false })
  }))
