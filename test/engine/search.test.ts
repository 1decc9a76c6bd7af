// The search finds records by any of their texts, and a direct link finds the record with a number.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { findRecords } from '#engine/search/find.ts'
import { resolveNumber } from '#engine/search/resolve.ts'
import { indexWaiting, hasWaiting } from '#engine/mirror/search/store.ts'
import { repeatFirstAnswers } from '#support/network.ts'
import { container, shipment, startMirror, findIds } from '#support/mirror.ts'
import { loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'

describe('search', () => {
  test('finds every container by each text of its row', async () => {
    const engine = await startSyncedEngine({ containers: 40 })
    const find = async (text: string) => (await engine.client.call('search.find', { text, limit: 50 })).hits
    for (const row of (await loadAllRows(engine)).slice(0, 15)) {
      const texts = [
        row.number,
        row.seal,
        row.masterBill,
        row.vessel,
        row.customer,
        row.pickupPlace,
        row.lineName,
        row.scac,
        row.portOfDischarge.name,
        row.portOfLading.locode,
        ...row.refs,
        ...row.tags,
      ]
      for (const text of texts)
        if (text !== null)
          expect([text, (await find(text)).map(({ id }) => id)]).toEqual([text, expect.arrayContaining([row.id])])
      const { number } = row
      for (const text of [number.toLowerCase(), `${number.slice(0, 4)} ${number.slice(4, 10)}-${number.slice(10)}`]) {
        expect((await find(text))[0]).toMatchObject({
          kind: 'container',
          number,
          field: 'number',
          text: number,
          status: row.status,
          shipmentId: row.shipmentId,
          customer: row.customer,
          lastFreeDay: row.fullOutAt === null ? row.lastFreeDay.date : null,
        })
      }
      const shipmentHits = (await find(row.masterBill ?? '')).filter(({ id }) => id === row.shipmentId)
      expect(shipmentHits.map(({ customer }) => customer)).toEqual(row.masterBill === null ? [] : [row.customer])
    }
  })

  test('finds nothing for empty or unknown text, and treats no character as a wildcard', async () => {
    const { client } = await startSyncedEngine({ containers: 5 })
    for (const text of [
      '',
      '   ',
      '%',
      '_',
      '*',
      '"',
      "'",
      '- -',
      'no such thing',
      'x"y',
      'NEAR(',
      'a AND',
      'x'.repeat(200),
      'ab '.repeat(66),
    ]) {
      expect([text, await client.call('search.find', { text, limit: 20 })]).toEqual([
        text,
        { hits: [], hasMore: false },
      ])
    }
  })

  test('follows the records: a changed name is found, and the old name is not', () => {
    const mirror = startMirror()
    mirror.read(shipment('s1', { customer_name: 'Acme Foods' }), container('c1', 'MSCU1111111', 's1'))
    expect(findIds(mirror, 'acme').toSorted()).toEqual(['c1', 's1'])
    mirror.read(shipment('s1', { customer_name: 'Globex' }))
    expect([findIds(mirror, 'acme'), findIds(mirror, 'globex').toSorted()]).toEqual([[], ['c1', 's1']])
  })

  test('finds the same results in the same order while entries wait for the full-text index', () => {
    const records = [
      shipment('s1', { customer_name: 'Acme Foods', pod_vessel_name: 'Quiet Zephyr' }),
      container('c1', 'MSCU1111111', 's1', { current_status: 'empty_returned' }),
      container('c2', 'MSCU2222222', 's1', { ref_numbers: ['PO 77-1'] }),
      container('c3', 'TCLU3333333', null, { seal_number: 'ZEPHYR9' }),
    ]
    const mirror = startMirror()
    mirror.readUnindexed(...records)
    const loadAnswers = () =>
      ['zephyr', 'acme', 'z', 'po771', '2222', 'quiet acme', 'nothing'].map((text) => [
        text,
        findIds(mirror, text),
        findIds(mirror, text, 1),
        resolveNumber(mirror.db, text),
      ])
    const waiting = loadAnswers()
    mirror.write((db) => indexWaiting(db, 2))
    expect(loadAnswers()).toEqual(waiting)
    mirror.write((db) => indexWaiting(db, 50))
    expect([loadAnswers(), hasWaiting(mirror.db)]).toEqual([waiting, false])
    expect(waiting[0]?.[1]).toEqual(['s1', 'c2', 'c3', 'c1'])
  })

  test('drops the old text of an entry that changes before it is indexed', () => {
    const mirror = startMirror()
    mirror.readUnindexed(shipment('s1', { customer_name: 'Acme Foods' }))
    mirror.readUnindexed(shipment('s1', { customer_name: 'Globex' }))
    mirror.write((db) => indexWaiting(db, 50))
    expect([findIds(mirror, 'acme'), findIds(mirror, 'globex')]).toEqual([[], ['s1']])
  })

  test('indexes waiting entries between the pages until none waits', async () => {
    const engine = await startSyncedEngine({ containers: 120 })
    await engine.clock.advance(60_000)
    await engine.stop()
    const db = new Database(join(engine.dir, 'mirror.db'), { readonly: true })
    const counts = db
      .prepare(
        'SELECT (SELECT count(*) FROM search_due), (SELECT count(*) FROM search_open), count(*) FROM search_entry WHERE is_open = 1',
      )
      .raw()
      .get() as number[]
    db.close()
    expect([counts[0], counts[1]]).toEqual([0, counts[2]])
  })

  test('writes nothing if no searchable text has changed', () => {
    const mirror = startMirror()
    mirror.read(shipment('s1'), container('c1', 'MSCU1111111', 's1', { weight_in_lbs: 1 }))
    const loadKeys = () => mirror.db.all('SELECT key, id FROM search_entry ORDER BY id')
    const keysBefore = loadKeys()
    mirror.read(container('c1', 'MSCU1111111', 's1', { weight_in_lbs: 2, current_status: 'grounded' }))
    expect(loadKeys()).toEqual(keysBefore)
  })

  test('lists the exact number, then prefixes, then the rest, and returned containers after open ones', () => {
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
    const order = [
      'exact',
      'exact-returned',
      'prefix-a',
      'prefix-b',
      'prefix-a-returned',
      'by-reference',
      'by-reference-returned',
    ]
    expect(findIds(mirror, 'mscu-123')).toEqual(order)
    for (let limit = 1; limit <= 7; limit++) {
      expect(findRecords(mirror.db, 'mscu 123', limit)).toMatchObject({
        hits: order.slice(0, limit).map((id) => ({ id })),
        hasMore: limit < 7,
      })
    }
  })

  test('lists containers of equal matches by last free day, before those without one and those picked up', () => {
    const mirror = startMirror()
    const createDue = (day: string) => ({ ref_numbers: ['PO 500'], pickup_lfd: `${day}T08:00:00Z` })
    mirror.read(
      container('no-date', 'TCLU1111111', null, { ref_numbers: ['PO 500'] }),
      container('out', 'TCLU2222222', null, { ...createDue('2026-11-18'), pod_full_out_at: '2026-11-17T20:00:00Z' }),
      shipment('s1', { ref_numbers: ['PO 500'] }),
      container('next-week', 'TCLU3333333', null, createDue('2026-11-27')),
      container('today', 'TCLU4444444', null, createDue('2026-11-20')),
      container('past', 'TCLU5555555', null, createDue('2026-11-19')),
    )
    expect(findIds(mirror, 'po 500')).toEqual(['s1', 'past', 'today', 'next-week', 'no-date', 'out'])
    expect(findIds(mirror, 'po 500', 2)).toEqual(['s1', 'past'])
    expect(findIds(mirror, 'TCLU')).toEqual(['past', 'today', 'next-week', 'no-date', 'out'])
  })

  test('finds results from the first letter on', () => {
    const mirror = startMirror()
    mirror.read(
      shipment('s1', { pod_vessel_name: 'Quiet Zephyr', bill_of_lading_number: 'BILL1' }),
      container('c1', 'MSCU1111111', 's1'),
      container('c2', 'ZIMU2222222', null),
    )
    expect(findIds(mirror, 'z')).toEqual(['c2', 's1', 'c1'])
    expect(findIds(mirror, 'ze')).toEqual(['s1', 'c1'])
    expect(findIds(mirror, 'zep')).toEqual(['s1', 'c1'])
    expect(findIds(mirror, 'q z')).toEqual(['s1', 'c1'])
    expect(findIds(mirror, 'ep')).toEqual([])
  })

  test('ignores accents and case, and finds letters such as ø and Ł as o and l', () => {
    const mirror = startMirror()
    mirror.read(shipment('s1', { customer_name: 'Müller & Søn', destination_name: 'Łódź', pod_vessel_name: 'Ål' }))
    for (const text of ['muller', 'MÜLLER', 'Mu\u0308ller', 'son', 'søn', 'lodz', 'ŁÓDŹ', 'al', 'müller lodz'])
      expect([text, findIds(mirror, text)]).toEqual([text, ['s1']])
    expect(findRecords(mirror.db, 'lodz', 5).hits[0]).toMatchObject({
      kind: 'shipment',
      number: 'BILLs1',
      field: 'place',
      text: 'Łódź',
      shipmentId: 's1',
      status: null,
      customer: 'Müller & Søn',
      lastFreeDay: null,
    })
  })

  test('requires every word, in any field', () => {
    const mirror = startMirror()
    mirror.read(
      shipment('s1', { customer_name: 'Acme Foods', pod_vessel_name: 'Ever Given' }),
      shipment('s2', { customer_name: 'Acme Foods', pod_vessel_name: 'Ever Glory' }),
      container('c1', 'MSCU1111111', 's1'),
    )
    expect(findIds(mirror, 'given acme').toSorted()).toEqual(['c1', 's1'])
    expect(findIds(mirror, 'given globex')).toEqual([])
  })

  test('does not match letters in another order', () => {
    const mirror = startMirror()
    mirror.read(shipment('s1', { customer_name: 'abcd xbcde' }))
    expect([findIds(mirror, 'abcde'), findIds(mirror, 'bcde')]).toEqual([[], ['s1']])
  })

  test('finds the reason of a manual date as soon as it is set', async () => {
    const engine = await startSyncedEngine({ containers: 10 })
    engine.network.fault(repeatFirstAnswers())
    const { id } = (await loadAllRows(engine))[0]!
    const find = async () => (await engine.client.call('search.find', { text: 'extended by', limit: 5 })).hits
    await engine.client.call('containers.setManualLastFreeDay', {
      id,
      manual: { date: '2026-11-25', reason: 'Terminal extended by phone' },
    })
    expect(await find()).toMatchObject([{ id, field: 'note', text: 'Terminal extended by phone' }])
    await engine.restart()
    expect(await find()).toHaveLength(1)
    await engine.client.call('containers.setManualLastFreeDay', { id, manual: null })
    expect(await find()).toEqual([])
  })

  test('uses indexes and sorts only exact numbers, also for a common letter', () => {
    const mirror = startMirror()
    const plans = mirror.listQueryPlans((db) => {
      for (const text of ['m', 'ms', 'maersk', 'ever given', 'MSCU 123']) findRecords(db, text, 20)
    })
    expect(plans.filter((step) => /SCAN (?!waiting$|f VIRTUAL TABLE|w VIRTUAL TABLE|json_each)/.test(step))).toEqual([])
    expect(plans).toContain('SEARCH e USING INDEX search_entry_number (is_open=? AND number_word>? AND number_word<?)')
    // Only exact numbers are sorted. There are as many as one container has journeys.
    const sorted = plans.flatMap((step, i) =>
      step.includes('TEMP B-TREE') ? [plans.slice(0, i).findLast((previous) => previous.startsWith('SEARCH e'))] : [],
    )
    expect(new Set(sorted)).toEqual(new Set(['SEARCH e USING INDEX search_entry_number (is_open=? AND number_word=?)']))
  })
})

test('a shipment whose bill is spelled like a container number comes after the container', () => {
  const mirror = startMirror()
  mirror.read(
    shipment('s1', { bill_of_lading_number: 'MSCU1111111' }),
    container('c1', 'MSCU1111111', 's1', { current_status: 'empty_returned' }),
  )
  expect(findIds(mirror, 'mscu1111111')).toEqual(['c1', 's1'])
  expect(resolveNumber(mirror.db, 'mscu1111111')).toEqual({ step: 'container', shipmentId: 's1', containerId: 'c1' })
})
