// The alert settings of the user: one change at a time, applied to stored alerts.
import { expect, test } from 'vitest'
import { presetRules } from '#engine/alerts/rules.ts'
import { startStillEngine } from '#support/still-engine.ts'

async function setUp() {
  const { client } = await startStillEngine({ containers: 2 })
  return { client, held: () => client.call('alerts.getRules', {}) }
}

test('two windows that know nothing of each other keep both choices', async () => {
  const { client, held } = await setUp()
  await Promise.all([
    client.call('alerts.changeRules', { channels: { 'arrival-moved': 'popup' } }),
    client.call('alerts.changeRules', { quiet: { to: '07:15' } }),
    client.call('alerts.changeRules', { channels: { ready: 'off' }, hasSound: true }),
    client.call('alerts.changeRules', { quiet: { isOn: false } }),
  ])
  const standard = presetRules('standard')
  expect(await held()).toEqual({
    ...standard,
    preset: 'own',
    channels: { ...standard.channels, 'arrival-moved': 'popup', ready: 'off' },
    quiet: { ...standard.quiet, to: '07:15', isOn: false },
    hasSound: true,
  })
})

test('a preset brings its channels and days, and leaves the hours', async () => {
  const { client, held } = await setUp()
  await client.call('alerts.changeRules', {
    dayStart: '06:00',
    leadDays: 7,
    channels: { ready: 'off' },
    quiet: { from: '20:00' },
    hidesDetails: true,
  })
  await client.call('alerts.changeRules', { preset: 'everything' })
  const { channels, leadDays } = presetRules('everything')
  expect(await held()).toMatchObject({
    preset: 'everything',
    channels,
    leadDays,
    dayStart: '06:00',
    quiet: { from: '20:00' },
    hidesDetails: true,
  })
  await client.call('alerts.changeRules', { preset: 'calm', leadDays: 5, channels: { ready: 'popup' } })
  expect(await held()).toMatchObject({
    preset: 'own',
    leadDays: 5,
    channels: { ...presetRules('calm').channels, ready: 'popup' },
  })
})

test('channels chosen by hand that are a preset’s are that preset', async () => {
  const { client, held } = await setUp()
  await client.call('alerts.changeRules', { channels: { ready: 'off' } })
  expect((await held()).preset).toBe('own')
  await client.call('alerts.changeRules', { channels: { ready: presetRules('standard').channels.ready } })
  expect((await held()).preset).toBe('standard')
})

test('a part that is there but undefined says nothing', async () => {
  const { client, held } = await setUp()
  const before = await held()
  await client.call('alerts.changeRules', { dayStart: undefined, leadDays: undefined, quiet: { from: undefined } })
  expect(await held()).toEqual(before)
})

test.each([
  ['a preset there is not', { preset: 'own' }],
  ['a channel there is not', { channels: { ready: 'loud' } }],
  ['a kind there is not', { channels: { weather: 'popup' } }],
  ['too many days', { leadDays: 8 }],
  ['an hour there is not', { quiet: { from: '24:00' } }],
  ['a part of quiet hours there is not', { quiet: { until: '07:00' } }],
  ['a rule there is not', { volume: 3 }],
] as const)('%s is refused, and nothing changes', async (_, change) => {
  const { client, held } = await setUp()
  const before = await held()
  await expect(client.call('alerts.changeRules', { hasSound: true, ...change } as never)).rejects.toMatchObject({
    code: 'contract/invalid-input',
  })
  expect(await held()).toEqual(before)
})
