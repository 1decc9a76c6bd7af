// How a host stores the membership of an account in an office, and starts the engine with it.
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { SAMPLE_ACCOUNT } from '#host/accounts.ts'
import { SERVICE_ADDRESS, openHost as open } from '#support/host.ts'

test('a membership in an office is stored where it outlives the program, and the engine starts with it', async () => {
  const { host, runs, memberships } = open()
  await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'session' })
  await host.handlers['account.setOffice']({ membership: 'secret' })
  expect(memberships.get('main')).toEqual(['secret', 'file'])
  expect(runs.at(-1)).toEqual({ accountId: 'main', serviceUrl: SERVICE_ADDRESS, apiKey: 'k', membership: 'secret' })
  await host.handlers['account.setOffice']({ membership: null })
  expect(memberships.size).toBe(0)
  expect(runs.at(-1)).toEqual({ accountId: 'main', serviceUrl: SERVICE_ADDRESS, apiKey: 'k' })
})

test('without a safe place, a membership is refused and nothing changes', async () => {
  const { host, runs, memberships, outside } = open()
  outside.storages = ['session']
  await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'session' })
  const account = { name: 'Office', serviceUrl: SERVICE_ADDRESS, apiKey: 'other', keep: 'session' as const }
  for (const refused of [
    host.handlers['account.setOffice']({ membership: 'secret' }),
    host.handlers['account.add']({ ...account, membership: 'secret' }),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'shell/membership-not-stored' })
  expect([memberships.size, runs.length, outside.settings.accounts.length]).toEqual([0, 1, 1])
})

test('the sample joins no office', async () => {
  const { host, memberships } = open({}, undefined)
  await host.handlers['account.switch']({ id: SAMPLE_ACCOUNT.id })
  await expect(host.handlers['account.setOffice']({ membership: 'secret' })).rejects.toMatchObject({
    code: 'shell/account-unknown',
  })
  expect(memberships.size).toBe(0)
})

test('an account that is added with a membership starts with it, and its removal forgets it', async () => {
  const { host, runs, memberships, outside } = open()
  await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'session' })
  const account = { name: 'Office', serviceUrl: SERVICE_ADDRESS, apiKey: 'other', keep: 'file' as const }
  outside.saveError = new AppError('db/disk-full')
  await expect(host.handlers['account.add']({ ...account, membership: 'secret' })).rejects.toMatchObject({
    code: 'db/disk-full',
  })
  expect(memberships.size).toBe(0)
  outside.saveError = null
  await host.handlers['account.add']({ ...account, membership: 'secret' })
  const id = outside.settings.account
  expect(runs.at(-1)).toEqual({ accountId: id, serviceUrl: SERVICE_ADDRESS, apiKey: 'other', membership: 'secret' })
  await host.handlers['account.remove']({ id, deletesData: false })
  expect(memberships.size).toBe(0)
})
