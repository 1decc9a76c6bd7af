// Finding anything that was ever read, and the direct link of specification 4.4.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { findRecords } from '#engine/search/find.ts'
import { resolveNumber } from '#engine/search/resolve.ts'
import { indexWaiting, isAnyWaiting } from '#engine/mirror/search/store.ts'
import { markGone } from '#engine/mirror/records.ts'
import { projectContainers } from '#engine/mirror/containers/store.ts'
import { projectShipments } from '#engine/mirror/shipments.ts'
import { frozen } from '#support/network.ts'
import { type Mirror, MIRROR_NOW, container, shipment, startMirror } from '#support/mirror.ts'
import { allRows, nextSweep, startSyncedEngine } from '#support/synced-engine.ts'

const idsOf = ({ db }: Mirror, text: string, limit = 50) => findRecords(db, text, limit).hits.map(({ id }) => id)

describe('search', () => {
  test('finds every container by whatever its row shows', async () => {
    const engine = await startSyncedEngine({ containers: 40 })
    const find = async (text: string) => (await engine.client.call('search.find', { text, limit: 50 })).hits
    for (const row of (await allRows(engine)).slice(0, 15)) {
      const texts = [row.number, row.seal, row.masterBill, row.vessel, row.customer, row.pickupPlace, row.lineName, row.scac, row.portOfDischarge.name, row.portOfLading.locode, ...row.refs, ...row.tags]
      for (const text of texts) if (text !== null) expect([text, (await find(text)).map(({ id }) => id)]).toEqual([text, expect.arrayContaining([row.id])])
      const { number } = row
      for (const text of [number.toLowerCase(), `${number.slice(0, 4)} ${number.slice(4, 10)}-${number.slice(10)}`]) {
        expect((await find(text))[0]).toMatchObject({ kind: 'container', number, field: 'number', text: number, status: row.status, shipmentId: row.shipmentId })
      }
    }
  })

  test('says nothing was found, and takes no sign for a wildcard', async () => {
    const { client } = await startSyncedEngine({ containers: 5 })
    for (const text of ['', '   ', '%', '_', '*', '"', "'", '- -', 'no such thing', 'x"y', 'NEAR(', 'a AND', 'x'.repeat(200), 'ab '.repeat(66)]) {
      expect([text, await client.call('search.find', { text, limit: 20 })]).toEqual([text, { hits: [], hasMore: false }])
    }
  })

  test('follows the records: a name that changes is found anew and no longer as it was', () => {
    const mirror = startMirror()
    mirror.read(shipment('s1', { customer_name: 'Acme Foods' }), container('c1', 'MSCU1111111', 's1'))
    expect(idsOf(mirror, 'acme').toSorted()).toEqual(['c1', 's1'])
    mirror.read(shipment('s1', { customer_name: 'Globex' }))
    expect([idsOf(mirror, 'acme'), idsOf(mirror, 'globex').toSorted()]).toEqual([[], ['c1', 's1']])
  })

  test('finds the same in the same order while entries still wait for the full text', () => {
    const records = [
      shipment('s1', { customer_name: 'Acme Foods', pod_vessel_name: 'Quiet Zephyr' }),
      container('c1', 'MSCU1111111', 's1', { current_status: 'empty_returned' }),
      container('c2', 'MSCU2222222', 's1', { ref_numbers: ['PO 77-1'] }),
      container('c3', 'TCLU3333333', null, { seal_number: 'ZEPHYR9' }),
    ]
    const mirror = startMirror()
    mirror.readUnindexed(...records)
    const answers = () => ['zephyr', 'acme', 'z', 'po771', '2222', 'quiet acme', 'nothing'].map((text) => [text, idsOf(mirror, text), idsOf(mirror, text, 1), resolveNumber(mirror.db, text)])
    const waiting = answers()
    mirror.write((w) => { indexWaiting(w, 2) })
    expect(answers()).toEqual(waiting)
    mirror.write((w) => { indexWaiting(w, 50) })
    expect([answers(), isAnyWaiting(mirror.db)]).toEqual([waiting, false])
    expect(waiting[0]?.[1]).toEqual(['s1', 'c2', 'c3', 'c1'])
  })

  test('forgets what an entry said when it changes before it was in the full text', () => {
    const mirror = startMirror()
    mirror.readUnindexed(shipment('s1', { customer_name: 'Acme Foods' }))
    mirror.readUnindexed(shipment('s1', { customer_name: 'Globex' }))
    mirror.write((w) => { indexWaiting(w, 50) })
    expect([idsOf(mirror, 'acme'), idsOf(mirror, 'globex')]).toEqual([[], ['s1']])
  })

  test('is filled between the pages, until nothing waits', async () => {
    const engine = await startSyncedEngine({ containers: 120 })
    await engine.clock.advance(60_000)
    await engine.stop()
    const db = new Database(join(engine.dir, 'mirror.db'), { readonly: true })
    const counts = db.prepare('SELECT (SELECT count(*) FROM search_due), (SELECT count(*) FROM search_open), count(*) FROM search_entry WHERE is_open = 1').raw().get() as number[]
    db.close()
    expect([counts[0], counts[1]]).toEqual([0, counts[2]])
  })

  test('writes nothing where nothing that is searched has moved', () => {
    const mirror = startMirror()
    mirror.read(shipment('s1'), container('c1', 'MSCU1111111', 's1', { weight_in_lbs: 1 }))
    const keys = () => mirror.db.all('SELECT key, id FROM search_entry ORDER BY id')
    const before = keys()
    mirror.read(container('c1', 'MSCU1111111', 's1', { weight_in_lbs: 2, current_status: 'grounded' }))
    expect(keys()).toEqual(before)
  })

  test('lists the exact number, then numbers that begin so, then the rest, and what was returned after what is open', () => {
    const mirror = startMirror()
    const returned = { current_status: 'empty_returned' }
    mirror.read(
      container('by-reference-returned', 'TCLU9999990', null, { ref_numbers: ['MSCU123'], ...returned }),
      container('by-reference', 'TCLU9999991', null, { ref_numbers: ['X MSCU123'] }),
      container('prefix-b', 'MSCU1239999', null),
      container('prefix-a-returned', 'MSCU1230000', null, returned),
      container('prefix-a', 'MSCU1231111', null),
      container('exact-returned', 'MSCU123', null, returned),
      container('exact', 'MSCU 123', null),
    )
    const order = ['exact', 'exact-returned', 'prefix-a', 'prefix-b', 'prefix-a-returned', 'by-reference', 'by-reference-returned']
    expect(idsOf(mirror, 'mscu-123')).toEqual(order)
    for (let limit = 1; limit <= 7; limit++) {
      expect(findRecords(mirror.db, 'mscu 123', limit)).toMatchObject({ hits: order.slice(0, limit).map((id) => ({ id })), hasMore: limit < 7 })
    }
  })

  test('is useful from the first letter on', () => {
    const mirror = startMirror()
    mirror.read(
      shipment('s1', { pod_vessel_name: 'Quiet Zephyr', bill_of_lading_number: 'BILL1' }),
      container('c1', 'MSCU1111111', 's1'),
      container('c2', 'ZIMU2222222', null),
    )
    expect(idsOf(mirror, 'z')).toEqual(['c2', 's1', 'c1'])
    expect(idsOf(mirror, 'ze')).toEqual(['s1', 'c1'])
    expect(idsOf(mirror, 'zep')).toEqual(['s1', 'c1'])
    expect(idsOf(mirror, 'q z')).toEqual(['s1', 'c1'])
    expect(idsOf(mirror, 'ep')).toEqual([])
  })

  test('minds neither accents nor case nor what letters have only in some languages', () => {
    const mirror = startMirror()
    mirror.read(shipment('s1', { customer_name: 'Müller & Søn', destination_name: 'Łódź', pod_vessel_name: 'Ål' }))
    for (const text of ['muller', 'MÜLLER', 'Mu\u0308ller', 'son', 'søn', 'lodz', 'ŁÓDŹ', 'al', 'müller lodz']) expect([text, idsOf(mirror, text)]).toEqual([text, ['s1']])
    expect(findRecords(mirror.db, 'lodz', 5).hits[0]).toMatchObject({ kind: 'shipment', number: 'BILLs1', field: 'place', text: 'Łódź', shipmentId: 's1', status: null })
  })

  test('wants every word, in whatever field', () => {
    const mirror = startMirror()
    mirror.read(
      shipment('s1', { customer_name: 'Acme Foods', pod_vessel_name: 'Ever Given' }),
      shipment('s2', { customer_name: 'Acme Foods', pod_vessel_name: 'Ever Glory' }),
      container('c1', 'MSCU1111111', 's1'),
    )
    expect(idsOf(mirror, 'given acme').toSorted()).toEqual(['c1', 's1'])
    expect(idsOf(mirror, 'given globex')).toEqual([])
  })

  test('does not take letters for found that stand in another order', () => {
    const mirror = startMirror()
    mirror.read(shipment('s1', { customer_name: 'abcd xbcde' }))
    expect([idsOf(mirror, 'abcde'), idsOf(mirror, 'bcde')]).toEqual([[], ['s1']])
  })

  test('finds the reason a date was set by hand, from the moment it is', async () => {
    const engine = await startSyncedEngine({ containers: 10 })
    engine.network.fault(frozen())
    const { id } = (await allRows(engine))[0]!
    const find = async () => (await engine.client.call('search.find', { text: 'extended by', limit: 5 })).hits
    await engine.client.call('containers.setManualLastFreeDay', { id, manual: { date: '2026-11-25', reason: 'Terminal extended by phone' } })
    expect(await find()).toMatchObject([{ id, field: 'note', text: 'Terminal extended by phone' }])
    await engine.restart()
    expect(await find()).toHaveLength(1)
    await engine.client.call('containers.setManualLastFreeDay', { id, manual: null })
    expect(await find()).toEqual([])
  })

  test('reads by indexes and sorts nothing, however common a letter is', () => {
    const mirror = startMirror()
    const plans = mirror.plansOf((db) => {
      for (const text of ['m', 'ms', 'maersk', 'ever given', 'MSCU 123']) findRecords(db, text, 20)
    })
    expect(plans.filter((step) => /SCAN (?!waiting$|f VIRTUAL TABLE|w VIRTUAL TABLE|json_each)/.test(step))).toEqual([])
    expect(plans).toContain('SEARCH e USING INDEX search_entry_number (is_open=? AND number_word>? AND number_word<?)')
    // Only exact numbers are sorted, of which there are as many as one box made journeys.
    const sorted = plans.flatMap((step, i) => (step.includes('TEMP B-TREE') ? [plans.slice(0, i).findLast((before) => before.startsWith('SEARCH e'))] : []))
    expect(new Set(sorted)).toEqual(new Set(['SEARCH e USING INDEX search_entry_number (is_open=? AND number_word=?)']))
  })
})

const nothing = { step: 'list', shipmentId: null, containerId: null }

test('a shipment whose bill is spelled like a box comes after the box', () => {
  const mirror = startMirror()
  mirror.read(shipment('s1', { bill_of_lading_number: 'MSCU1111111' }), container('c1', 'MSCU1111111', 's1', { current_status: 'empty_returned' }))
  expect(idsOf(mirror, 'mscu1111111')).toEqual(['c1', 's1'])
  expect(resolveNumber(mirror.db, 'mscu1111111')).toEqual({ step: 'container', shipmentId: 's1', containerId: 'c1' })
})

describe('a direct link', () => {
  const setUp = () => {
    const mirror = startMirror()
    mirror.read(
      shipment('s1', { bill_of_lading_number: 'MEDU7788', normalized_number: '7788', ref_numbers: ['PO-100', 'Grün-7'] }),
      shipment('s2', { bill_of_lading_number: 'HLCU4455', ref_numbers: ['SHARED', 'MSCU1234567'] }),
      shipment('s3', { bill_of_lading_number: 'SHARED', ref_numbers: ['PO-100'], created_at: '2026-01-01T00:00:00Z' }),
      container('c1', 'MSCU1234567', 's1', { ref_numbers: ['BOX 20 7'] }),
      container('c2', 'TCLU7654321', 's2'),
      container('c3', 'ZZZU0000001', null),
    )
    return mirror
  }
  const ask = (mirror: Mirror, q: string) => resolveNumber(mirror.db, q)

  test.each(['MSCU1234567', 'mscu1234567', 'MSCU 123456 7', ' mscu-123456-7 ', 'MSCU–1234567'])('1: %j is the container, though a reference of another shipment is spelled so', (q) => {
    expect(ask(setUp(), q)).toEqual({ step: 'container', shipmentId: 's1', containerId: 'c1' })
  })
  test('1: a container whose shipment was never read opens alone', () => {
    expect(ask(setUp(), 'ZZZU0000001')).toEqual({ step: 'container', shipmentId: null, containerId: 'c3' })
  })
  test.each([
    ['MEDU7788', 's1'],
    ['medu7788', 's1'],
    ['7788', 's1'],
    ['hlcu4455', 's2'],
    ['GRÜN-7', 's1'],
    ['gru\u0308n-7', 's1'],
  ])('2: %j is a shipment’s number or reference', (q, shipmentId) => {
    expect(ask(setUp(), q)).toEqual({ step: 'shipment', shipmentId, containerId: null })
  })
  test('2: a shipment’s own number goes before the same text as a reference', () => {
    expect(ask(setUp(), 'shared')).toMatchObject({ step: 'shipment', shipmentId: 's3' })
  })
  test('2: of several shipments with one reference the newest is first, every time', () => {
    const mirror = setUp()
    for (let i = 0; i < 3; i++) expect(ask(mirror, 'po-100')).toMatchObject({ step: 'shipment', shipmentId: 's3' })
    mirror.read(shipment('s1', { customer_name: 'moved' }))
    expect(ask(mirror, 'po-100')).toMatchObject({ shipmentId: 's3' })
  })
  test('2: spaces, dashes and accents count in numbers of shipments; without them the match is partial', () => {
    const mirror = setUp()
    for (const q of ['MEDU 7788', 'PO100', 'grun-7']) expect(ask(mirror, q)).toMatchObject({ step: 'partial-shipment' })
  })
  test.each([
    ['mscu12', 'c1'],
    ['34567', 'c1'],
    ['m', 'c1'],
    ['TCLU 765', 'c2'],
    ['box207', 'c1'],
    ['20-7', 'c1'],
  ])('3: %j is part of a container’s number or reference', (q, containerId) => {
    expect(ask(setUp(), q)).toMatchObject({ step: 'partial-container', containerId })
  })
  test.each([
    ['medu77', 's1'],
    ['hlcu', 's2'],
    ['445', 's2'],
  ])('4: %j is part of a shipment’s', (q, shipmentId) => {
    expect(ask(setUp(), q)).toEqual({ step: 'partial-shipment', shipmentId, containerId: null })
  })
  test.each(['', '   ', '-', '%', 'nobody', 'MSCU9', 'x'.repeat(200)])('5: %j matches nothing', (q) => {
    expect(ask(setUp(), q)).toEqual(nothing)
  })
  test('does not go by names, only by numbers', () => {
    const mirror = setUp()
    mirror.read(shipment('s4', { customer_name: 'Quorum', pod_vessel_name: 'Quest' }))
    expect(ask(mirror, 'qu')).toEqual(nothing)
  })

  test('of several journeys of one box takes the open one, else the newest, and of partial matches the one search lists first', () => {
    const mirror = startMirror()
    const journey = (id: string, year: number, status: string) => container(id, 'MSCU1234567', null, { created_at: `${year}-01-01T00:00:00Z`, current_status: status })
    mirror.read(journey('b', 2024, 'empty_returned'), journey('a', 2023, 'empty_returned'), journey('c', 2025, 'empty_returned'))
    expect(ask(mirror, 'MSCU1234567').containerId).toBe('c')
    mirror.read(journey('d', 2022, 'grounded'))
    expect(ask(mirror, 'MSCU1234567').containerId).toBe('d')
    expect(ask(mirror, 'mscu').containerId).toBe(idsOf(mirror, 'mscu')[0])
    expect(ask(mirror, '234567').containerId).toBe(idsOf(mirror, '234567')[0])
  })

  test('passes over records that are not tracked any more, at every step, until they come back', () => {
    const mirror = setUp()
    const gone = (type: 'container' | 'shipment', id: string) => {
      mirror.write((w) => {
        markGone(w, type, id, MIRROR_NOW)
        if (type === 'container') projectContainers(w, [id])
        else projectShipments(w, [id])
      })
    }
    gone('container', 'c1')
    expect(ask(mirror, 'MSCU1234567')).toEqual({ step: 'shipment', shipmentId: 's2', containerId: null })
    expect(ask(mirror, 'box207')).toEqual(nothing)
    expect(idsOf(mirror, 'box207')).toEqual(['c1'])
    gone('shipment', 's2')
    expect(ask(mirror, 'MSCU1234567')).toEqual(nothing)
    expect([ask(mirror, 'hlcu4455'), ask(mirror, 'hlcu')]).toEqual([nothing, nothing])
    mirror.read(container('c1', 'MSCU1234567', 's1'))
    expect(ask(mirror, 'MSCU1234567')).toMatchObject({ step: 'container', containerId: 'c1' })
  })

  test('is answered over the contract', async () => {
    const engine = await startSyncedEngine({ containers: 20 })
    await nextSweep(engine)
    const row = (await allRows(engine)).find(({ number, masterBill }) => masterBill !== null && masterBill !== number)!
    const resolve = (q: string) => engine.client.call('search.resolve', { q })
    expect(await resolve(row.number.toLowerCase())).toEqual({ step: 'container', shipmentId: row.shipmentId, containerId: row.id })
    expect(await resolve(row.masterBill!)).toEqual({ step: 'shipment', shipmentId: row.shipmentId, containerId: null })
    expect(await resolve('no such number')).toEqual(nothing)
  })
})

describe('the number a shipment was booked under', () => {
  const booked = (id: string, number: string, shipmentId: string | null, type = 'booking_number'): Resource => ({
    type: 'tracking_request',
    id,
    attributes: { request_number: number, request_type: type, status: shipmentId === null ? 'pending' : 'created' },
    relationships: { tracked_object: shipmentId === null ? null : { type: 'shipment', id: shipmentId } },
  })
  const journey = [shipment('s1', { bill_of_lading_number: 'MAEU5550001' }), container('c1', 'MSCU1111111', 's1')]
  const spellings = ['EBKG 77-1203', 'ebkg771203', 'EBKG-77 1203', ' ebkg77']
  const hits = ({ db }: Mirror, text: string) => findRecords(db, text, 50).hits.map(({ id, field, text: said }) => ({ id, field, text: said })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const both = [{ id: 'c1', field: 'booking', text: 'EBKG 77-1203' }, { id: 's1', field: 'booking', text: 'EBKG 77-1203' }]

  test.each([
    ['first', [booked('r1', 'EBKG 77-1203', 's1')], journey],
    ['with it', [...journey, booked('r1', 'EBKG 77-1203', 's1')], []],
    ['later', [...journey, booked('r1', 'EBKG 77-1203', null)], [booked('r1', 'EBKG 77-1203', 's1')]],
  ])('leads to it and to its boxes, however it is spelled; the link came %s', (_, once, then) => {
    const mirror = startMirror()
    mirror.read(...once)
    mirror.read(...then)
    for (const text of spellings) expect([text, hits(mirror, text)]).toEqual([text, both])
  })

  test('no longer leads to a shipment the request has left, nor by a number it no longer has', () => {
    const mirror = startMirror()
    mirror.read(...journey, shipment('s2'), booked('r1', 'EBKG 77-1203', 's1'))
    mirror.read(booked('r1', 'EBKG 77-1203', 's2'))
    expect(idsOf(mirror, 'ebkg771203')).toEqual(['s2'])
    mirror.read(booked('r1', 'EBKG 990', 's2'))
    expect([idsOf(mirror, 'ebkg771203'), idsOf(mirror, 'ebkg990')]).toEqual([[], ['s2']])
  })

  test('is none where the request is for another kind of number, and is told as the bill where it is the same', () => {
    const mirror = startMirror()
    mirror.read(...journey, booked('r1', 'EBKG 77-1203', 's1', 'bill_of_lading'), booked('r2', 'MAEU 5550001', 's1'))
    expect([idsOf(mirror, 'ebkg771203'), hits(mirror, 'maeu5550001')]).toEqual([[], [{ id: 'c1', field: 'master-bill', text: 'MAEU5550001' }, { id: 's1', field: 'master-bill', text: 'MAEU5550001' }]])
  })

  test('is written into no entry anew while the request only moves otherwise', () => {
    const mirror = startMirror()
    const keys = () => mirror.db.all('SELECT key, id FROM search_entry ORDER BY id')
    mirror.read(...journey, booked('r1', 'EBKG 77-1203', 's1'))
    const before = keys()
    const request = booked('r1', 'EBKG 77-1203', 's1')
    mirror.read({ ...request, attributes: { ...request.attributes, status: 'awaiting_manifest' } })
    expect(keys()).toEqual(before)
  })

  test('opens the shipment by a direct link: whole after its bill and before a reference, in part after every box', () => {
    const mirror = startMirror()
    mirror.read(
      ...journey,
      shipment('s2', { ref_numbers: ['EBKG 77-1203'], created_at: '2026-11-01T00:00:00Z' }),
      shipment('s3', { bill_of_lading_number: 'EBKG 88' }),
      booked('r1', 'EBKG 77-1203', 's1'),
      booked('r2', 'EBKG 88', 's1'),
    )
    const whole = { step: 'shipment', shipmentId: 's1', containerId: null }
    expect([resolveNumber(mirror.db, 'ebkg 77-1203'), resolveNumber(mirror.db, 'ebkg 88')]).toEqual([whole, { ...whole, shipmentId: 's3' }])
    expect(resolveNumber(mirror.db, 'KG771203')).toMatchObject({ step: 'partial-shipment' })
    mirror.read(container('c2', 'KG7712030000', 's2'))
    expect(resolveNumber(mirror.db, 'KG771203')).toMatchObject({ step: 'partial-container', containerId: 'c2' })
  })
})
