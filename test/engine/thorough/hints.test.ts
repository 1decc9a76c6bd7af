// A webhook notification in the list of the service names a record, which the engine then reads early.
import { describe, expect, test } from 'vitest'
import { createAccountClient } from '#support/account.ts'
import type { Fault } from '#support/network.ts'
import { type SyncedEngine, startSyncedEngine } from '#support/synced-engine.ts'

const HOUR_MS = 3_600_000
const countListReads = ({ network }: SyncedEngine) =>
  network.sent.filter(({ url }) => url.includes('/webhook_notifications')).length
const countReads = ({ network }: SyncedEngine, path: string) =>
  network.sent.filter(({ url }) => new URL(url).pathname === `/v2${path}`).length

type Notification = { id: string; at: string; reference?: { type: string; id: string }; included?: object }

/** Replaces the service’s list of notifications. The newest is first. */
function serveNotifications(engine: SyncedEngine, ...notifications: Notification[]): void {
  const data = notifications.map(({ id, at, reference }) => ({
    type: 'webhook_notification',
    id,
    attributes: { event: 'any', delivery_status: 'succeeded', created_at: at },
    relationships: { reference_object: { data: reference ?? null } },
  }))
  const bytes = new TextEncoder().encode(
    JSON.stringify({ data, included: notifications.flatMap(({ included }) => included ?? []) }),
  )
  engine.network.fault(({ url }): Fault | null =>
    url.includes('/webhook_notifications') ? { kind: 'alter', alter: (response) => ({ ...response, bytes }) } : null,
  )
}

const getServiceTime = (engine: SyncedEngine, ms: number) => new Date(engine.service.worldMs() + ms).toISOString()
const loadIds = async ({ client }: SyncedEngine) => {
  const { rows } = await client.call('containers.list', {
    filter: { scope: 'all' },
    sort: [],
    window: { offset: 0, limit: 1 },
  })
  return { container: rows[0]?.id ?? '', shipment: rows[0]?.shipmentId ?? '' }
}

async function startWithNotifications(): Promise<SyncedEngine> {
  const engine = await startSyncedEngine({ containers: 6, isLimited: false })
  serveNotifications(engine, { id: 'old', at: getServiceTime(engine, -1_000) })
  await engine.restart()
  await engine.clock.advanceUntil(() => countListReads(engine) > 1)
  return engine
}

describe('an account without notifications', () =>
  test('reads their list once an hour, and no more often if the service forbids it', async () => {
    const engine = await startSyncedEngine({ containers: 4 })
    await engine.clock.advance(HOUR_MS / 2)
    expect(countListReads(engine)).toBe(1)
    engine.network.fault(({ url }): Fault | null =>
      url.includes('/webhook_notifications') ? { kind: 'answer', status: 403 } : null,
    )
    await engine.restart()
    await engine.clock.advance(HOUR_MS / 2)
    // The second request is without the relation, because the service may have refused only that.
    expect([countListReads(engine) <= 3, (await engine.client.call('sync.status', {})).state]).toEqual([true, 'live'])
  }))

describe('a notification', () => {
  test('of a shipment that was not read since causes one read within 90 s', async () => {
    const engine = await startWithNotifications()
    const { shipment } = await loadIds(engine)
    // The time is in the future, because each container sweep reads the shipments too, every 15 s.
    serveNotifications(engine, {
      id: 'new',
      at: getServiceTime(engine, 120_000),
      reference: { type: 'estimated_event', id: 'e1' },
      included: {
        type: 'estimated_event',
        id: 'e1',
        attributes: {},
        relationships: { shipment: { data: { type: 'shipment', id: shipment } } },
      },
    })
    await engine.clock.advance(90_000)
    expect(countReads(engine, `/shipments/${shipment}`)).toBe(1)
    await engine.clock.advance(300_000)
    expect(countReads(engine, `/shipments/${shipment}`)).toBe(1)
  })

  test('of a container that a sweep has read since causes no read', async () => {
    const engine = await startWithNotifications()
    const { container } = await loadIds(engine)
    serveNotifications(engine, {
      id: 'new',
      at: getServiceTime(engine, 500),
      reference: { type: 'container', id: container },
    })
    await engine.clock.advance(120_000)
    expect(countReads(engine, `/containers/${container}`)).toBe(0)
  })

  test('of a tracking request causes an early read of the list of requests', async () => {
    const engine = await startWithNotifications()
    const countRequestReads = () => countReads(engine, '/tracking_requests')
    await engine.clock.advance(20_000)
    const readsBefore = countRequestReads()
    serveNotifications(engine, {
      id: 'new',
      at: getServiceTime(engine, 1_000),
      reference: { type: 'tracking_request', id: 'r1' },
    })
    await engine.clock.advance(70_000)
    expect(countRequestReads()).toBe(readsBefore + 1)
  })

  test('changes no record: its attributes are not stored', async () => {
    const engine = await startWithNotifications()
    const { shipment } = await loadIds(engine)
    serveNotifications(engine, {
      id: 'new',
      at: getServiceTime(engine, 1_000),
      reference: { type: 'shipment', id: shipment },
      included: { type: 'shipment', id: shipment, attributes: { bill_of_lading_number: 'INVENTED' } },
    })
    await engine.clock.advance(90_000)
    expect((await engine.client.call('shipments.get', { id: shipment })).row.masterBill).not.toBe('INVENTED')
  })

  test('that was sent while the program was closed causes no read', async () => {
    const engine = await startWithNotifications()
    const { shipment } = await loadIds(engine)
    await engine.stop()
    await engine.clock.advance(HOUR_MS)
    serveNotifications(engine, {
      id: 'missed',
      at: getServiceTime(engine, -60_000),
      reference: { type: 'shipment', id: shipment },
    })
    await engine.restart()
    await engine.clock.advance(90_000)
    expect(countReads(engine, `/shipments/${shipment}`)).toBe(0)
  })

  test('with an invalid form or an unknown record does not disturb the sync', async () => {
    const engine = await startWithNotifications()
    serveNotifications(
      engine,
      { id: 'a', at: 'yesterday', reference: { type: 'container', id: 'x' } },
      { id: 'b', at: getServiceTime(engine, 1_000) },
      { id: 'c', at: getServiceTime(engine, 2_000), reference: { type: 'transport_event', id: 'gone' } },
      { id: 'd', at: getServiceTime(engine, 3_000), reference: { type: 'shipment', id: 'no such' } },
    )
    await engine.clock.advance(180_000)
    expect([(await engine.client.call('sync.status', {})).state, countReads(engine, '/shipments/no%20such')]).toEqual([
      'live',
      1,
    ])
  })

  test('exists at the service after a webhook was created, and the list is then read each minute', async () => {
    const engine = await startSyncedEngine({ containers: 20, isLimited: false })
    createAccountClient(engine.service.act).send('POST', '/webhooks', {
      data: { type: 'webhook', attributes: { url: 'https://hook.example/in' } },
    })
    await engine.stop()
    await engine.clock.advance(24 * HOUR_MS)
    await engine.restart()
    const readsBefore = countListReads(engine)
    await engine.clock.advance(HOUR_MS / 2)
    expect(countListReads(engine) - readsBefore).toBeGreaterThan(25)
  })
})
