// The user's alert settings are changed one value at a time, also from several windows.
import { expect, test } from 'vitest'
import { createPresetRules } from '#engine/alerts/rules.ts'
import { startStillEngine } from '#support/still-engine.ts'

async function setUp() {
  const { client } = await startStillEngine({ containers: 2 })
  return { client, readRules: () => client.call('alerts.getRules', {}) }
}

test('changes from several windows at the same time are all stored', async () => {
  const { client, readRules } = await setUp()
  await Promise.all([
    client.call('alerts.changeRules', { channels: { 'arrival-moved': 'popup' } }),
    client.call('alerts.changeRules', { quiet: { to: '07:15' } }),
    client.call('alerts.changeRules', { channels: { ready: 'off' }, hasSound: true }),
    client.call('alerts.changeRules', { quiet: { isOn: false } }),
  ])
  const standard = createPresetRules('standard')
  expect(await readRules()).toEqual({
    ...standard,
    preset: 'own',
    channels: { ...standard.channels, 'arrival-moved': 'popup', ready: 'off' },
    quiet: { ...standard.quiet, to: '07:15', isOn: false },
    hasSound: true,
  })
})

test('a preset sets its channels and lead days, and does not change other settings', async () => {
  const { client, readRules } = await setUp()
  await client.call('alerts.changeRules', {
    dayStart: '06:00',
    leadDays: 7,
    channels: { ready: 'off' },
    quiet: { from: '20:00' },
    hidesDetails: true,
  })
  await client.call('alerts.changeRules', { preset: 'everything' })
  const { channels, leadDays } = createPresetRules('everything')
  expect(await readRules()).toMatchObject({
    preset: 'everything',
    channels,
    leadDays,
    dayStart: '06:00',
    quiet: { from: '20:00' },
    hidesDetails: true,
  })
  await client.call('alerts.changeRules', { preset: 'calm', leadDays: 5, channels: { ready: 'popup' } })
  expect(await readRules()).toMatchObject({
    preset: 'own',
    leadDays: 5,
    channels: { ...createPresetRules('calm').channels, ready: 'popup' },
  })
})

test('channels that equal those of a preset are shown as that preset', async () => {
  const { client, readRules } = await setUp()
  await client.call('alerts.changeRules', { channels: { ready: 'off' } })
  expect((await readRules()).preset).toBe('own')
  await client.call('alerts.changeRules', { channels: { ready: createPresetRules('standard').channels.ready } })
  expect((await readRules()).preset).toBe('standard')
})

test('an undefined value changes nothing', async () => {
  const { client, readRules } = await setUp()
  const rulesBefore = await readRules()
  await client.call('alerts.changeRules', { dayStart: undefined, leadDays: undefined, quiet: { from: undefined } })
  expect(await readRules()).toEqual(rulesBefore)
})

test.each([
  ['an unknown preset', { preset: 'own' }],
  ['an unknown channel', { channels: { ready: 'loud' } }],
  ['an unknown kind of alert', { channels: { weather: 'popup' } }],
  ['too many days', { leadDays: 8 }],
  ['an invalid hour', { quiet: { from: '24:00' } }],
  ['an unknown setting of the quiet hours', { quiet: { until: '07:00' } }],
  ['an unknown rule', { volume: 3 }],
] as const)('%s is refused, and nothing changes', async (_, change) => {
  const { client, readRules } = await setUp()
  const rulesBefore = await readRules()
  await expect(client.call('alerts.changeRules', { hasSound: true, ...change } as never)).rejects.toMatchObject({
    code: 'contract/invalid-input',
  })
  expect(await readRules()).toEqual(rulesBefore)
})
