// The link templates of the user are stored, ordered and validated on a real engine, and are filled from records.
import { describe, expect, test } from 'vitest'
import type { LinkTemplate } from '#contract/templates.ts'
import { loadContainerValues, loadShipmentValues } from '#engine/templates/handlers.ts'
import { startMirror } from '#support/mirror.ts'
import { loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'

const createTemplate = (id: string, rest: Partial<LinkTemplate> = {}): LinkTemplate => ({
  id,
  name: id,
  address: `https://tms.example/${id}?ref={ref}`,
  openedBy: null,
  ...rest,
})

describe('link templates', () => {
  test('keep the user’s order over a restart, and can be changed and removed', async () => {
    const engine = await startTestEngine({ apiKey: null })
    const listNames = async () => (await engine.client.call('templates.list', {})).map(({ name }) => name)
    for (const id of ['a', 'b', 'c']) await engine.client.call('templates.save', createTemplate(id))
    await engine.client.call('templates.arrange', { ids: ['c', 'gone', 'a'] })
    await engine.restart()
    expect(await listNames()).toEqual(['c', 'a', 'b'])
    await engine.client.call('templates.save', createTemplate('a', { name: 'CargoWise', openedBy: 'tms' }))
    await engine.client.call('templates.remove', { id: 'c' })
    expect(await engine.client.call('templates.list', {})).toEqual([
      createTemplate('a', { name: 'CargoWise', openedBy: 'tms' }),
      createTemplate('b'),
    ])
  })

  test('are not stored if the scheme is refused, if a placeholder is unknown, or if there are already 30', async () => {
    const { client } = await startTestEngine({ apiKey: null })
    await expect(
      client.call('templates.save', createTemplate('a', { address: 'javascript:{ref}' })),
    ).rejects.toMatchObject({ code: 'links/scheme-refused', details: { scheme: 'javascript' } })
    await expect(
      client.call('templates.save', createTemplate('a', { address: 'https://tms.example/{po}' })),
    ).rejects.toMatchObject({ code: 'links/unknown-place' })
    for (let n = 0; n < 30; n++) await client.call('templates.save', createTemplate(String(n)))
    await expect(client.call('templates.save', createTemplate('30'))).rejects.toMatchObject({ code: 'links/too-many' })
    await client.call('templates.save', createTemplate('7', { name: 'again' }))
    expect((await client.call('templates.list', {})).length).toBe(30)
  })

  test('are filled with values of a container or of a shipment, which has no container number', async () => {
    const engine = await startSyncedEngine({ containers: 60 })
    const container = (await loadAllRows(engine)).find(
      ({ refs, customer, shipmentId }) => refs.length > 0 && customer !== null && shipmentId !== null,
    )!
    const values = await engine.client.call('templates.values', { record: { type: 'container', id: container.id } })
    expect(values).toMatchObject({
      number: container.number,
      masterBill: container.masterBill,
      ref: container.refs[0],
      customer: container.customer,
      scac: container.scac,
      id: container.id,
      shipmentId: container.shipmentId,
    })
    const shipmentLink = await engine.client.call('templates.values', {
      record: { type: 'shipment', id: container.shipmentId! },
    })
    expect(shipmentLink).toMatchObject({
      number: null,
      id: null,
      shipmentId: container.shipmentId,
      masterBill: container.masterBill,
      customer: container.customer,
    })
    await expect(
      engine.client.call('templates.values', { record: { type: 'container', id: 'unknown' } }),
    ).rejects.toMatchObject({ code: 'containers/unknown' })
    await expect(
      engine.client.call('templates.values', { record: { type: 'shipment', id: 'unknown' } }),
    ).rejects.toMatchObject({ code: 'shipments/unknown' })
  })

  test('use the booking number of the tracking request, and the shipment’s reference for a container without one', () => {
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
    expect(loadContainerValues(mirror.db, 'c1')).toEqual({
      number: 'MSCU1111111',
      id: 'c1',
      shipmentId: 's1',
      masterBill: 'MAEU5550001',
      booking: 'EBKG 77',
      ref: 'PO-1',
      customer: null,
      scac: null,
    })
    expect(loadShipmentValues(mirror.db, 's1')).toEqual({
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

  test('have an inverse: `search.resolve` finds a record for a container number, master bill or reference', async () => {
    const engine = await startSyncedEngine({ containers: 60 })
    const rows = await loadAllRows(engine)
    const resolve = (text: string) => engine.client.call('search.resolve', { q: text })
    const container = rows.find(
      ({ masterBill, shipmentId, refs }) => masterBill !== null && shipmentId !== null && refs.length > 0,
    )!
    expect(await resolve(`${container.number.slice(0, 4)} ${container.number.slice(4)}`)).toMatchObject({
      containerId: container.id,
    })
    expect(await resolve(container.masterBill!)).toMatchObject({ shipmentId: container.shipmentId })
    expect((await resolve(container.refs[0]!)).step).not.toBe('list')
  })
})
