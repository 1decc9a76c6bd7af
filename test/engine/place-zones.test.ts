// A container without a time zone counts its days in the zone that other containers report for its terminal or port, in
// whichever order the records arrive.
import { describe, expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { applyRecords } from '#engine/mirror/apply.ts'
import { deletePlaceZones, loadContainersWithoutZone } from '#engine/mirror/containers/place-zones.ts'
import { loadRows, projectContainers } from '#engine/mirror/containers/store.ts'
import { MIRROR_NOW, container, shipment, startMirror } from '#support/mirror.ts'

const [LA, NY, CHICAGO] = ['America/Los_Angeles', 'America/New_York', 'America/Chicago']
const newark = { port_of_discharge_locode: 'USEWR' }
const withTerminal = (resource: Resource, terminalId: string): Resource => ({
  ...resource,
  relationships: { ...resource.relationships, pod_terminal: { type: 'terminal', id: terminalId } },
})
const withoutZone = (id: string, shipmentId: string | null, attributes = {}) =>
  container(id, `ZONE${id}`, shipmentId, { pod_timezone: null, pickup_lfd: '2026-11-20', ...attributes })
const withZone = (id: string, shipmentId: string | null, zone: string) =>
  container(id, `ZONE${id}`, shipmentId, { pod_timezone: zone })

/** The zones of "today" after each order in which the records can arrive, one at a time. */
function findZones(records: Resource[], id: string): Set<string | null> {
  const zones = new Set<string | null>()
  for (const order of listOrders(records)) {
    const mirror = startMirror()
    for (const record of order) mirror.read(record)
    zones.add(loadRows(mirror.db, [id])[0]?.lastFreeDay.zone ?? null)
  }
  return zones
}

function listOrders<Item>(items: Item[]): Item[][] {
  if (items.length <= 1) return [items]
  return items.flatMap((item, index) => listOrders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}

describe('a container without a time zone', () => {
  test('counts in the zone of another container at its terminal', () =>
    expect(
      findZones([withTerminal(withoutZone('1', null), 'maher'), withTerminal(withZone('2', null, NY), 'maher')], '1'),
    ).toEqual(new Set([NY])))

  test('counts in the zone of another container at its port', () =>
    expect(
      findZones(
        [shipment('a', newark), shipment('b', newark), withoutZone('1', 'a'), withZone('2', 'b', 'US/Eastern')],
        '1',
      ),
    ).toEqual(new Set([NY])))

  test('prefers the zone of the terminal to that of the port', () =>
    expect(
      findZones(
        [
          shipment('a', newark),
          withTerminal(withoutZone('1', 'a'), 'maher'),
          withZone('2', 'a', CHICAGO),
          withTerminal(withZone('3', null, NY), 'maher'),
        ],
        '1',
      ),
    ).toEqual(new Set([NY])))

  test('counts in the zone of the inland destination if it goes on by rail', () =>
    expect(
      findZones(
        [
          shipment('a', { destination_locode: 'USCHI' }),
          shipment('b', { destination_locode: 'USCHI', destination_timezone: CHICAGO }),
          withoutZone('1', 'a', { current_status: 'on_rail' }),
          withoutZone('2', 'b', { current_status: 'on_rail' }),
        ],
        '1',
      ),
    ).toEqual(new Set([CHICAGO])))

  test('uses no zone of a terminal for which containers report different ones', () => {
    const home = Intl.DateTimeFormat().resolvedOptions().timeZone
    const records = [withoutZone('1', null), withZone('2', null, NY), withZone('3', null, LA), withZone('4', null, NY)]
    const atMaher = records.map((record) => withTerminal(record, 'maher'))
    expect(findZones(atMaher, '1')).toEqual(new Set([home]))
  })

  test('follows a terminal whose only zone is corrected, and one that reports agree about after a rebuild', () => {
    const mirror = startMirror()
    const read = (id: string, zone: string | null) =>
      mirror.read(withTerminal(zone === null ? withoutZone(id, null) : withZone(id, null, zone), 'maher'))
    const getZone = () => loadRows(mirror.db, ['1'])[0]?.lastFreeDay.zone
    read('1', null)
    read('2', LA)
    expect(getZone()).toBe(LA)
    read('2', NY)
    expect(getZone()).toBe(NY)
    read('3', LA)
    read('3', NY)
    expect(getZone()).not.toBe(NY)
    mirror.write((db) => {
      deletePlaceZones(db)
      projectContainers(db, ['1', '2', '3'])
    })
    expect(getZone()).toBe(NY)
  })

  test('finds the containers without a zone by indexes', () => {
    const mirror = startMirror()
    const plans = mirror.listQueryPlans((db) => loadContainersWithoutZone(db, ['maher']))
    expect(plans.filter((plan) => plan.includes('container_row'))).toHaveLength(4)
    expect(plans.filter((plan) => plan.startsWith('SCAN container_row'))).toEqual([])
  })

  test('has its date, its flag and its appointment as reported', () => {
    const mirror = startMirror()
    mirror.read(
      withTerminal(withZone('2', null, NY), 'maher'),
      withTerminal(
        withoutZone('1', null, { pickup_lfd: '2026-11-21T00:00:00Z', pickup_appointment_at: '2026-11-21T02:00:00Z' }),
        'maher',
      ),
    )
    expect(MIRROR_NOW).toBe('2026-11-20T17:00:00.000Z')
    expect(loadRows(mirror.db, ['1'])[0]).toMatchObject({
      lastFreeDay: { date: '2026-11-21', daysLeft: 1, zone: NY, flags: ['zone-unknown', 'today-from-place-zone'] },
      appointmentAt: '2026-11-21T02:00:00.000Z',
      pickupZone: null,
    })
    expect(mirror.db.value('SELECT appointment_date FROM container_row WHERE id = ?', '1')).toBe('2026-11-21')
  })
})

test('a container whose day changes because of another one is announced', () => {
  const mirror = startMirror()
  mirror.read(withTerminal(withoutZone('1', null), 'maher'))
  const announced: unknown[] = []
  const reading = { requestSeq: 99, readAt: MIRROR_NOW, sweepId: null }
  const read = (...data: Resource[]) =>
    mirror.write((db) => applyRecords(db, (topic, id) => announced.push([topic, id]), { data, included: [] }, reading))
  read(withTerminal(withZone('2', null, NY), 'maher'))
  expect(announced).toContainEqual(['containers', '1'])
})
