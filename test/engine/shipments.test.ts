// The rows of shipments as the list and the panel show them.
import { expect, test } from 'vitest'
import type { ShipmentRow } from '#contract/shipments.ts'
import { startStillEngine, type StillEngine } from '#support/still-engine.ts'

async function loadShipments({ client }: StillEngine): Promise<ShipmentRow[]> {
  const { rows } = await client.call('shipments.list', {
    filter: { scope: 'all' },
    sort: [{ column: 'eta', direction: 'asc' }],
    window: { offset: 0, limit: 200 },
  })
  return rows
}

test('a shipment without the zone of its port has the zone that another shipment reports for the port', async () => {
  const engine = await startStillEngine({ containers: 60 })
  const before = await loadShipments(engine)
  const byPort = Map.groupBy(before, ({ portOfDischarge }) => portOfDischarge.locode)
  const [one, other] = [...byPort.values()].find((rows) => rows.length === 2)!
  const zone = other!.portOfDischarge.zone
  expect(zone).not.toBeNull()
  const getZones = async () => {
    const rows = await loadShipments(engine)
    const { zone: arrivalZone } = await engine.client.call('shipments.arrivals', { id: one!.id })
    return [rows.find(({ id }) => id === one!.id)?.portOfDischarge.zone, arrivalZone]
  }
  await engine.patch({ [one!.id]: { pod_timezone: null } })
  expect(await getZones()).toEqual([zone, zone])
  await engine.patch({ [other!.id]: { pod_timezone: null } })
  expect(await getZones()).toEqual([null, null])
})
