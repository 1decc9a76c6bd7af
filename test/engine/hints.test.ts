// Webhook notifications as hints: a notification that was sent to others names a record, which is then read early.
import { describe, expect, test } from 'vitest'
import { accountAt } from '#support/account.ts'
import type { Fault } from '#support/network.ts'
import { type SyncedEngine, startSyncedEngine } from '#support/synced-engine.ts'

const HOUR_MS = 3_600_000
const looks = ({ network }: SyncedEngine) =>
  network.sent.filter(({ url }) => url.includes('/webhook_notifications')).length
const readsOf = ({ network }: SyncedEngine, path: string) =>
  network.sent.filter(({ url }) => new URL(url).pathname === `/v2${path}`).length

type Told = { id: string; at: string; reference?: { type: string; id: string }; included?: object }

/** The list as the service would give it, newest first. */
function tell(engine: SyncedEngine, ...told: Told[]): void {
  const data = told.map(({ id, at, reference }) => ({
    type: 'webhook_notification',
    id,
    attributes: { event: 'any', delivery_status: 'succeeded', created_at: at },
    relationships: { reference_object: { data: reference ?? null } },
  }))
  const bytes = new TextEncoder().encode(
    JSON.stringify({ data, included: told.flatMap(({ included }) => included ?? []) }),
  )
  engine.network.fault(({ url }): Fault | null =>
    url.includes('/webhook_notifications') ? { kind: 'alter', alter: (response) => ({ ...response, bytes }) } : null,
  )
}

const later = (engine: SyncedEngine, ms: number) => new Date(engine.service.worldMs() + ms).toISOString()
const idsOf = async ({ client }: SyncedEngine) => {
  const { rows } = await client.call('containers.list', {
    filter: { scope: 'all' },
    sort: [],
    window: { offset: 0, limit: 1 },
  })
  return { box: rows[0]?.id ?? '', shipment: rows[0]?.shipmentId ?? '' }
}

async function listening(): Promise<SyncedEngine> {
  const engine = await startSyncedEngine({ containers: 6, isLimited: false })
  tell(engine, { id: 'old', at: later(engine, -1_000) })
  await engine.restart()
  await engine.clock.advanceUntil(() => looks(engine) > 1)
  return engine
}

describe('an account without notifications', () => {
  test('is asked for them once an hour, and no more often when it may not have them', async () => {
    const engine = await startSyncedEngine({ containers: 4 })
    await engine.clock.advance(HOUR_MS / 2)
    expect(looks(engine)).toBe(1)
    engine.network.fault(({ url }): Fault | null =>
      url.includes('/webhook_notifications') ? { kind: 'answer', status: 403 } : null,
    )
    await engine.restart()
    await engine.clock.advance(HOUR_MS / 2)
    // With the relation and, in case only that was not understood, once without.
    expect([looks(engine) <= 3, (await engine.client.call('sync.status', {})).state]).toEqual([true, 'live'])
  })
})

describe('a notification', () => {
  test('of a shipment that nothing has read since has it read within a minute or so, once', async () => {
    const engine = await listening()
    const { shipment } = await idsOf(engine)
    // By a clock ahead of ours: containers bring their shipments along every 15 s.
    tell(engine, {
      id: 'new',
      at: later(engine, 120_000),
      reference: { type: 'estimated_event', id: 'e1' },
      included: {
        type: 'estimated_event',
        id: 'e1',
        attributes: {},
        relationships: { shipment: { data: { type: 'shipment', id: shipment } } },
      },
    })
    await engine.clock.advance(90_000)
    expect(readsOf(engine, `/shipments/${shipment}`)).toBe(1)
    await engine.clock.advance(300_000)
    expect(readsOf(engine, `/shipments/${shipment}`)).toBe(1)
  })

  test('of a container that a sweep has read since costs nothing', async () => {
    const engine = await listening()
    const { box } = await idsOf(engine)
    tell(engine, { id: 'new', at: later(engine, 500), reference: { type: 'container', id: box } })
    await engine.clock.advance(120_000)
    expect(readsOf(engine, `/containers/${box}`)).toBe(0)
  })

  test('of a request brings its list forward', async () => {
    const engine = await listening()
    const requests = () => readsOf(engine, '/tracking_requests')
    await engine.clock.advance(20_000)
    const before = requests()
    tell(engine, { id: 'new', at: later(engine, 1_000), reference: { type: 'tracking_request', id: 'r1' } })
    await engine.clock.advance(70_000)
    expect(requests()).toBe(before + 1)
  })

  test('is believed in nothing else: what it says of a record is not written down', async () => {
    const engine = await listening()
    const { shipment } = await idsOf(engine)
    tell(engine, {
      id: 'new',
      at: later(engine, 1_000),
      reference: { type: 'shipment', id: shipment },
      included: { type: 'shipment', id: shipment, attributes: { bill_of_lading_number: 'INVENTED' } },
    })
    await engine.clock.advance(90_000)
    expect((await engine.client.call('shipments.get', { id: shipment })).row.masterBill).not.toBe('INVENTED')
  })

  test('told while nobody looked is not gone through', async () => {
    const engine = await listening()
    const { shipment } = await idsOf(engine)
    await engine.stop()
    await engine.clock.advance(HOUR_MS)
    tell(engine, { id: 'missed', at: later(engine, -60_000), reference: { type: 'shipment', id: shipment } })
    await engine.restart()
    await engine.clock.advance(90_000)
    expect(readsOf(engine, `/shipments/${shipment}`)).toBe(0)
  })

  test('that cannot be read, by its shape or its name, harms nobody', async () => {
    const engine = await listening()
    tell(
      engine,
      { id: 'a', at: 'yesterday', reference: { type: 'container', id: 'x' } },
      { id: 'b', at: later(engine, 1_000) },
      { id: 'c', at: later(engine, 2_000), reference: { type: 'transport_event', id: 'gone' } },
      { id: 'd', at: later(engine, 3_000), reference: { type: 'shipment', id: 'no such' } },
    )
    await engine.clock.advance(180_000)
    expect([(await engine.client.call('sync.status', {})).state, readsOf(engine, '/shipments/no%20such')]).toEqual([
      'live',
      1,
    ])
  })

  test('comes from the service itself, where a webhook is listening', async () => {
    const engine = await startSyncedEngine({ containers: 20, isLimited: false })
    accountAt(engine.service.act).send('POST', '/webhooks', {
      data: { type: 'webhook', attributes: { url: 'https://hook.example/in' } },
    })
    await engine.stop()
    await engine.clock.advance(24 * HOUR_MS)
    await engine.restart()
    const before = looks(engine)
    await engine.clock.advance(HOUR_MS / 2)
    expect(looks(engine) - before).toBeGreaterThan(25)
  })
})
