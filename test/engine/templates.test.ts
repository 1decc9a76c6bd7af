// The user’s addresses of other programs on a real engine: stored, ordered, refused, exported, and filled from records.
import { describe, expect, test } from 'vitest'
import type { LinkTemplate } from '#contract/templates.ts'
import { containerValues, shipmentValues } from '#engine/templates/handlers.ts'
import { startMirror } from '#support/mirror.ts'
import { allRows, startSyncedEngine } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'

const template = (id: string, rest: Partial<LinkTemplate> = {}): LinkTemplate => ({
  id,
  name: id,
  address: `https://tms.example/${id}?ref={ref}`,
  openedBy: null,
  ...rest,
})

describe('addresses of other programs', () => {
  test('are kept over a restart in the user’s order, changed in their place, and removed', async () => {
    const engine = await startTestEngine({ apiKey: null })
    const list = async () => (await engine.client.call('templates.list', {})).map(({ name }) => name)
    for (const id of ['a', 'b', 'c']) await engine.client.call('templates.save', template(id))
    await engine.client.call('templates.arrange', { ids: ['c', 'gone', 'a'] })
    await engine.restart()
    expect(await list()).toEqual(['c', 'a', 'b'])
    await engine.client.call('templates.save', template('a', { name: 'CargoWise', openedBy: 'tms' }))
    await engine.client.call('templates.remove', { id: 'c' })
    expect(await engine.client.call('templates.list', {})).toEqual([
      template('a', { name: 'CargoWise', openedBy: 'tms' }),
      template('b'),
    ])
  })

  test('that must not be opened are not kept', async () => {
    const { client } = await startTestEngine({ apiKey: null })
    await expect(client.call('templates.save', template('a', { address: 'javascript:{ref}' }))).rejects.toMatchObject({
      code: 'links/scheme-refused',
      details: { scheme: 'javascript' },
    })
    await expect(
      client.call('templates.save', template('a', { address: 'https://tms.example/{po}' })),
    ).rejects.toMatchObject({ code: 'links/unknown-place' })
    for (let n = 0; n < 30; n++) await client.call('templates.save', template(String(n)))
    await expect(client.call('templates.save', template('30'))).rejects.toMatchObject({ code: 'links/too-many' })
    await client.call('templates.save', template('7', { name: 'again' }))
    expect((await client.call('templates.list', {})).length).toBe(30)
  })

  test('are filled with what a container or a shipment goes by, and a shipment has no container’s number', async () => {
    const engine = await startSyncedEngine({ containers: 60 })
    const box = (await allRows(engine)).find(
      ({ refs, customer, shipmentId }) => refs.length > 0 && customer !== null && shipmentId !== null,
    )!
    const values = await engine.client.call('templates.values', { record: { type: 'container', id: box.id } })
    expect(values).toMatchObject({
      number: box.number,
      masterBill: box.masterBill,
      ref: box.refs[0],
      customer: box.customer,
      scac: box.scac,
      id: box.id,
      shipmentId: box.shipmentId,
    })
    const whole = await engine.client.call('templates.values', { record: { type: 'shipment', id: box.shipmentId! } })
    expect(whole).toMatchObject({
      number: null,
      id: null,
      shipmentId: box.shipmentId,
      masterBill: box.masterBill,
      customer: box.customer,
    })
    await expect(
      engine.client.call('templates.values', { record: { type: 'container', id: 'nobody' } }),
    ).rejects.toMatchObject({ code: 'containers/unknown' })
    await expect(
      engine.client.call('templates.values', { record: { type: 'shipment', id: 'nobody' } }),
    ).rejects.toMatchObject({ code: 'shipments/unknown' })
  })

  test('have the booking number a shipment was tracked under, for it and for its boxes, and the shipment’s reference where a box has none', () => {
    const mirror = startMirror()
    mirror.read(
      {
        type: 'shipment',
        id: 's1',
        attributes: { bill_of_lading_number: 'MAEU5550001', ref_numbers: ['PO-1', 'PO-2'] },
        relationships: {},
      },
      {
        type: 'container',
        id: 'c1',
        attributes: { number: 'MSCU1111111' },
        relationships: { shipment: { type: 'shipment', id: 's1' } },
      },
      {
        type: 'tracking_request',
        id: 'r1',
        attributes: { request_number: 'EBKG 77', request_type: 'booking_number', status: 'created' },
        relationships: { tracked_object: { type: 'shipment', id: 's1' } },
      },
    )
    expect(containerValues(mirror.db, 'c1')).toEqual({
      number: 'MSCU1111111',
      id: 'c1',
      shipmentId: 's1',
      masterBill: 'MAEU5550001',
      booking: 'EBKG 77',
      ref: 'PO-1',
      customer: null,
      scac: null,
    })
    expect(shipmentValues(mirror.db, 's1')).toEqual({
      number: null,
      id: null,
      shipmentId: 's1',
      masterBill: 'MAEU5550001',
      booking: 'EBKG 77',
      ref: 'PO-1',
      customer: null,
      scac: null,
    })
  })

  test('come back from a link by container number, master bill and reference', async () => {
    const engine = await startSyncedEngine({ containers: 60 })
    const rows = await allRows(engine)
    const of = (q: string) => engine.client.call('search.resolve', { q })
    const box = rows.find(
      ({ masterBill, shipmentId, refs }) => masterBill !== null && shipmentId !== null && refs.length > 0,
    )!
    expect(await of(`${box.number.slice(0, 4)} ${box.number.slice(4)}`)).toMatchObject({ containerId: box.id })
    expect(await of(box.masterBill!)).toMatchObject({ shipmentId: box.shipmentId })
    expect((await of(box.refs[0]!)).step).not.toBe('list')
  })
})
