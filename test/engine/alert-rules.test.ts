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

test('5,000 containers are snoozed in one call, and the ones that were quiet before are known for Undo', async () => {
  const { client } = await startStillEngine({ containers: 2 })
  const containerIds = Array.from({ length: 5_000 }, (_, index) => `container-${index}`)
  const until = '2026-12-01T08:00:00.000Z'
  await client.call('alerts.mute', { containerIds: ['container-7', 'elsewhere'], isMuted: true })
  const loadQuieted = () => client.call('alerts.quietedOf', { containerIds })
  expect(await loadQuieted()).toEqual([{ id: 'container-7', isMuted: true, snoozedUntil: null }])
  await client.call('alerts.snooze', { containerIds, until })
  const quieted = await loadQuieted()
  expect(quieted.filter(({ snoozedUntil }) => snoozedUntil === until)).toHaveLength(5_000)
  expect(quieted.filter(({ isMuted }) => isMuted).map(({ id }) => id)).toEqual(['container-7'])
})
