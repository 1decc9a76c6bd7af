// Journeys refer to customers, ports, vessels and lines. Lists include these records, and unknown ones are read by id.
import { describe, expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { markUnknown, nextDue } from '#engine/mirror/due.ts'
import { MIRROR_NOW, container, shipment, startMirror } from '#support/mirror.ts'
import { type SyncedEngine, loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'

const countRequests = ({ network }: SyncedEngine, part: RegExp) =>
  network.sent.filter(({ url }) => part.test(new URL(url).pathname)).length

describe('after the first reading', () => {
  test('customers and lines are listed once, after the containers and shipments', async () => {
    const engine = await startSyncedEngine({ containers: 30 })
    await engine.clock.advance(120_000)
    expect([countRequests(engine, /\/parties$/), countRequests(engine, /\/shipping_lines$/)]).toEqual([1, 1])
    const findFirst = (part: string) => engine.network.sent.findIndex(({ url }) => url.includes(part))
    expect(findFirst('/containers?')).toBe(0)
    expect(
      Math.min(findFirst('/parties'), findFirst('/custom_field'), findFirst('/webhook_notifications')),
    ).toBeGreaterThan(findFirst('/shipments?'))
    expect((await engine.client.call('status.get', {})).sweeps.map(({ kind }) => kind)).toEqual([
      'containers',
      'shipments',
      'tracking_requests',
      'custom_field_definitions',
      'documents',
      'email_submissions',
      'parties',
      'shipping_lines',
    ])
  })

  test('ports that the answers include are not requested by id', async () => {
    const engine = await startSyncedEngine({ containers: 30 })
    await engine.clock.advance(600_000)
    expect(countRequests(engine, /\/(ports|metro_areas|vessels|terminals)\//)).toBeLessThan(10)
  })
})

const PORT: Resource = { type: 'port', id: 'p1', attributes: { name: 'Los Angeles' }, relationships: {} }
const createTerminal = (id: string, portId: string): Resource => ({
  type: 'terminal',
  id,
  attributes: { name: id },
  relationships: { port: { type: 'port', id: portId } },
})

describe('a record that another record refers to', () => {
  test('is due once if it is unknown, and not if it is known', () => {
    const mirror = startMirror()
    const { db } = mirror
    mirror.read(PORT)
    mirror.read(createTerminal('t1', 'p1'), createTerminal('t2', 'p2'), createTerminal('t3', 'p2'))
    expect([nextDue(db, 4, MIRROR_NOW), db.all('SELECT type, id FROM record_due')]).toEqual([
      { type: 'port', id: 'p2' },
      [{ type: 'port', id: 'p2' }],
    ])
  })

  test('that is due later is not due earlier because of another reference', () => {
    const mirror = startMirror()
    const { db, write } = mirror
    mirror.read(createTerminal('t1', 'p1'))
    write((db) => {
      db.run(`UPDATE record_due SET not_before_at = '2030-01-01T00:00:00.000Z'`)
      markUnknown(db, [{ type: 'port', id: 'p1' }])
    })
    expect(nextDue(db, 4, MIRROR_NOW)).toBeNull()
  })
})

describe('the customer of a request', () => {
  const createParty = (name: string): Resource => ({
    type: 'party',
    id: 'c1',
    attributes: { company_name: name },
    relationships: {},
  })
  const request: Resource = {
    type: 'tracking_request',
    id: 'r1',
    attributes: { request_number: 'BILLs1', status: 'created' },
    relationships: { customer: { type: 'party', id: 'c1' }, tracked_object: { type: 'shipment', id: 's1' } },
  }
  const loadCustomers = (db: ReturnType<typeof startMirror>['db']) => [
    db.get<{ customer: string | null }>('SELECT customer FROM shipment_row')?.customer,
    db.get<{ customer: string | null }>('SELECT customer FROM container_row')?.customer,
  ]

  test.each([
    ['after the journey', [shipment('s1'), container('b1', 'MSCU1', 's1')], [request], [createParty('Acme')]],
    ['before the journey', [createParty('Acme')], [request], [shipment('s1'), container('b1', 'MSCU1', 's1')]],
    ['between its parts', [request], [shipment('s1'), container('b1', 'MSCU1', 's1')], [createParty('Acme')]],
  ])('that is read %s is shown for its shipment and containers if they have none', (_name, ...answers) => {
    const mirror = startMirror()
    const { db } = mirror
    for (const answer of answers) mirror.read(...answer)
    expect(loadCustomers(db)).toEqual(['Acme', 'Acme'])
    mirror.read(createParty('Acme Trading'))
    expect(loadCustomers(db)).toEqual(['Acme Trading', 'Acme Trading'])
  })

  test('does not replace the customer of the shipment', () => {
    const mirror = startMirror()
    const { db } = mirror
    mirror.read(createParty('Acme'), request, shipment('s1', { customer_name: 'Bolt' }), container('b1', 'MSCU1', 's1'))
    expect(loadCustomers(db)).toEqual(['Bolt', 'Bolt'])
  })
})

test('a list that fails at the service does not stop the board', async () => {
  const engine = await startSyncedEngine({ containers: 6 })
  engine.network.fault(({ url }) =>
    /parties|custom_field|shipping_lines/.test(url) ? { kind: 'answer', status: 500 } : null,
  )
  await engine.restart()
  await engine.clock.advance(60_000)
  expect([(await engine.client.call('sync.status', {})).state, (await loadAllRows(engine)).length]).toEqual(['live', 6])
})
