// A number of a direct link is resolved in a fixed order. A shipment is also found by the number under which it was
// booked.
import { describe, expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { findRecords } from '#engine/search/find.ts'
import { resolveNumber } from '#engine/search/resolve.ts'
import { markGone } from '#engine/mirror/records.ts'
import { projectContainers } from '#engine/mirror/containers/store.ts'
import { projectShipments } from '#engine/mirror/shipments.ts'
import { type Mirror, MIRROR_NOW, container, shipment, startMirror, findIds } from '#support/mirror.ts'
import { loadAllRows, waitForNewSweep, startSyncedEngine } from '#support/synced-engine.ts'

const NO_MATCH = { step: 'list', shipmentId: null, containerId: null }

describe('a direct link', () => {
  const setUp = () => {
    const mirror = startMirror()
    mirror.read(
      shipment('s1', {
        bill_of_lading_number: 'MEDU7788',
        normalized_number: '7788',
        ref_numbers: ['PO-100', 'Grün-7'],
      }),
      shipment('s2', { bill_of_lading_number: 'HLCU4455', ref_numbers: ['SHARED', 'MSCU1234567'] }),
      shipment('s3', { bill_of_lading_number: 'SHARED', ref_numbers: ['PO-100'], created_at: '2026-01-01T00:00:00Z' }),
      container('c1', 'MSCU1234567', 's1', { ref_numbers: ['UNIT 20 7'] }),
      container('c2', 'TCLU7654321', 's2'),
      container('c3', 'ZZZU0000001', null),
    )
    return mirror
  }
  const resolveIn = (mirror: Mirror, text: string) => resolveNumber(mirror.db, text)

  test.each(['MSCU1234567', 'mscu1234567', 'MSCU 123456 7', ' mscu-123456-7 ', 'MSCU–1234567'])(
    '1: %j is the container, although another shipment has it as a reference',
    (text) => expect(resolveIn(setUp(), text)).toEqual({ step: 'container', shipmentId: 's1', containerId: 'c1' }),
  )
  test('1: a container whose shipment was never read opens alone', () =>
    expect(resolveIn(setUp(), 'ZZZU0000001')).toEqual({ step: 'container', shipmentId: null, containerId: 'c3' }))
  test.each([
    ['MEDU7788', 's1'],
    ['medu7788', 's1'],
    ['7788', 's1'],
    ['hlcu4455', 's2'],
    ['GRÜN-7', 's1'],
    ['gru\u0308n-7', 's1'],
  ])('2: %j is a shipment’s number or reference', (text, shipmentId) =>
    expect(resolveIn(setUp(), text)).toEqual({ step: 'shipment', shipmentId, containerId: null }),
  )
  test('2: a shipment’s own number has priority over the same text as a reference', () =>
    expect(resolveIn(setUp(), 'shared')).toMatchObject({ step: 'shipment', shipmentId: 's3' }))
  test('2: of several shipments with one reference the newest is first, every time', () => {
    const mirror = setUp()
    for (let i = 0; i < 3; i++)
      expect(resolveIn(mirror, 'po-100')).toMatchObject({ step: 'shipment', shipmentId: 's3' })
    mirror.read(shipment('s1', { customer_name: 'moved' }))
    expect(resolveIn(mirror, 'po-100')).toMatchObject({ shipmentId: 's3' })
  })
  test('2: spaces, dashes and accents count in numbers of shipments; without them the match is partial', () => {
    const mirror = setUp()
    for (const text of ['MEDU 7788', 'PO100', 'grun-7'])
      expect(resolveIn(mirror, text)).toMatchObject({ step: 'partial-shipment' })
  })
  test.each([
    ['mscu12', 'c1'],
    ['34567', 'c1'],
    ['m', 'c1'],
    ['TCLU 765', 'c2'],
    ['unit207', 'c1'],
    ['20-7', 'c1'],
  ])('3: %j is part of a container’s number or reference', (text, containerId) =>
    expect(resolveIn(setUp(), text)).toMatchObject({ step: 'partial-container', containerId }),
  )
  test.each([
    ['medu77', 's1'],
    ['hlcu', 's2'],
    ['445', 's2'],
  ])('4: %j is part of a shipment’s number', (text, shipmentId) =>
    expect(resolveIn(setUp(), text)).toEqual({ step: 'partial-shipment', shipmentId, containerId: null }),
  )
  test.each(['', '   ', '-', '%', 'unknown', 'MSCU9', 'x'.repeat(200)])('5: %j matches nothing', (text) =>
    expect(resolveIn(setUp(), text)).toEqual(NO_MATCH),
  )
  test('matches numbers only, and no names', () => {
    const mirror = setUp()
    mirror.read(shipment('s4', { customer_name: 'Quorum', pod_vessel_name: 'Quest' }))
    expect(resolveIn(mirror, 'qu')).toEqual(NO_MATCH)
  })

  test('selects the open journey of a container, else the newest, and of partial matches the first search result', () => {
    const mirror = startMirror()
    const journey = (id: string, year: number, status: string) =>
      container(id, 'MSCU1234567', null, { created_at: `${year}-01-01T00:00:00Z`, current_status: status })
    mirror.read(
      journey('b', 2024, 'empty_returned'),
      journey('a', 2023, 'empty_returned'),
      journey('c', 2025, 'empty_returned'),
    )
    expect(resolveIn(mirror, 'MSCU1234567').containerId).toBe('c')
    mirror.read(journey('d', 2022, 'grounded'))
    expect(resolveIn(mirror, 'MSCU1234567').containerId).toBe('d')
    expect(resolveIn(mirror, 'mscu').containerId).toBe(findIds(mirror, 'mscu')[0])
    expect(resolveIn(mirror, '234567').containerId).toBe(findIds(mirror, '234567')[0])
  })

  test('skips untracked records at every step until they are tracked again', () => {
    const mirror = setUp()
    const markAsGone = (type: 'container' | 'shipment', id: string) =>
      mirror.write((db) => {
        markGone(db, type, id, MIRROR_NOW)
        if (type === 'container') projectContainers(db, [id])
        else projectShipments(db, [id])
      })
    markAsGone('container', 'c1')
    expect(resolveIn(mirror, 'MSCU1234567')).toEqual({ step: 'shipment', shipmentId: 's2', containerId: null })
    expect(resolveIn(mirror, 'unit207')).toEqual(NO_MATCH)
    expect(findIds(mirror, 'unit207')).toEqual(['c1'])
    markAsGone('shipment', 's2')
    expect(resolveIn(mirror, 'MSCU1234567')).toEqual(NO_MATCH)
    expect([resolveIn(mirror, 'hlcu4455'), resolveIn(mirror, 'hlcu')]).toEqual([NO_MATCH, NO_MATCH])
    mirror.read(container('c1', 'MSCU1234567', 's1'))
    expect(resolveIn(mirror, 'MSCU1234567')).toMatchObject({ step: 'container', containerId: 'c1' })
  })

  test('is resolved by a call of the contract', async () => {
    const engine = await startSyncedEngine({ containers: 20 })
    await waitForNewSweep(engine)
    const row = (await loadAllRows(engine)).find(
      ({ number, masterBill }) => masterBill !== null && masterBill !== number,
    )!
    const resolve = (text: string) => engine.client.call('search.resolve', { q: text })
    expect(await resolve(row.number.toLowerCase())).toEqual({
      step: 'container',
      shipmentId: row.shipmentId,
      containerId: row.id,
    })
    expect(await resolve(row.masterBill!)).toEqual({ step: 'shipment', shipmentId: row.shipmentId, containerId: null })
    expect(await resolve('no such number')).toEqual(NO_MATCH)
  })
})

describe('the number under which a shipment was booked', () => {
  const createBooking = (id: string, number: string, shipmentId: string | null, type = 'booking_number'): Resource => ({
    type: 'tracking_request',
    id,
    attributes: { request_number: number, request_type: type, status: shipmentId === null ? 'pending' : 'created' },
    relationships: { tracked_object: shipmentId === null ? null : { type: 'shipment', id: shipmentId } },
  })
  const journey = [shipment('s1', { bill_of_lading_number: 'MAEU5550001' }), container('c1', 'MSCU1111111', 's1')]
  const spellings = ['EBKG 77-1203', 'ebkg771203', 'EBKG-77 1203', ' ebkg77']
  const findHits = ({ db }: Mirror, text: string) =>
    findRecords(db, text, 50)
      .hits.map(({ id, field, text: matched }) => ({ id, field, text: matched }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const bothHits = [
    { id: 'c1', field: 'booking', text: 'EBKG 77-1203' },
    { id: 's1', field: 'booking', text: 'EBKG 77-1203' },
  ]

  test.each([
    ['first', [createBooking('r1', 'EBKG 77-1203', 's1')], journey],
    ['with it', [...journey, createBooking('r1', 'EBKG 77-1203', 's1')], []],
    ['later', [...journey, createBooking('r1', 'EBKG 77-1203', null)], [createBooking('r1', 'EBKG 77-1203', 's1')]],
  ])('leads to the shipment and its containers in any spelling; the link came %s', (_, first, second) => {
    const mirror = startMirror()
    mirror.read(...first)
    mirror.read(...second)
    for (const text of spellings) expect([text, findHits(mirror, text)]).toEqual([text, bothHits])
  })

  test('no longer leads to a shipment after the request or its number changed', () => {
    const mirror = startMirror()
    mirror.read(...journey, shipment('s2'), createBooking('r1', 'EBKG 77-1203', 's1'))
    mirror.read(createBooking('r1', 'EBKG 77-1203', 's2'))
    expect(findIds(mirror, 'ebkg771203')).toEqual(['s2'])
    mirror.read(createBooking('r1', 'EBKG 990', 's2'))
    expect([findIds(mirror, 'ebkg771203'), findIds(mirror, 'ebkg990')]).toEqual([[], ['s2']])
  })

  test('is empty for requests of another type, and is shown as the bill where both are the same', () => {
    const mirror = startMirror()
    mirror.read(
      ...journey,
      createBooking('r1', 'EBKG 77-1203', 's1', 'bill_of_lading'),
      createBooking('r2', 'MAEU 5550001', 's1'),
    )
    expect([findIds(mirror, 'ebkg771203'), findHits(mirror, 'maeu5550001')]).toEqual([
      [],
      [
        { id: 'c1', field: 'master-bill', text: 'MAEU5550001' },
        { id: 's1', field: 'master-bill', text: 'MAEU5550001' },
      ],
    ])
  })

  test('causes no new index entry while only other values of the request change', () => {
    const mirror = startMirror()
    const loadKeys = () => mirror.db.all('SELECT key, id FROM search_entry ORDER BY id')
    mirror.read(...journey, createBooking('r1', 'EBKG 77-1203', 's1'))
    const keysBefore = loadKeys()
    const request = createBooking('r1', 'EBKG 77-1203', 's1')
    mirror.read({ ...request, attributes: { ...request.attributes, status: 'awaiting_manifest' } })
    expect(loadKeys()).toEqual(keysBefore)
  })

  test('opens the shipment by a direct link: as a full number after a bill and before a reference, as a part after containers', () => {
    const mirror = startMirror()
    mirror.read(
      ...journey,
      shipment('s2', { ref_numbers: ['EBKG 77-1203'], created_at: '2026-11-01T00:00:00Z' }),
      shipment('s3', { bill_of_lading_number: 'EBKG 88' }),
      createBooking('r1', 'EBKG 77-1203', 's1'),
      createBooking('r2', 'EBKG 88', 's1'),
    )
    const shipmentS1 = { step: 'shipment', shipmentId: 's1', containerId: null }
    expect([resolveNumber(mirror.db, 'ebkg 77-1203'), resolveNumber(mirror.db, 'ebkg 88')]).toEqual([
      shipmentS1,
      { ...shipmentS1, shipmentId: 's3' },
    ])
    expect(resolveNumber(mirror.db, 'KG771203')).toMatchObject({ step: 'partial-shipment' })
    mirror.read(container('c2', 'KG7712030000', 's2'))
    expect(resolveNumber(mirror.db, 'KG771203')).toMatchObject({ step: 'partial-container', containerId: 'c2' })
  })
})
