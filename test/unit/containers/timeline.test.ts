// The journey as legs: actual events, estimated events and events that were not reported.
import { describe, expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import type { StoredEvent } from '#engine/mirror/containers/event-store.ts'
import type { ContainerRecords } from '#engine/mirror/containers/reported.ts'
import { buildTimeline } from '#engine/containers/timeline.ts'
import { createStoredEvent as event } from '#support/container-reports.ts'

const NOW = '2026-11-20T12:00:00.000Z'
const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T08:00:00.000Z`
const resource = (type: string, attributes: Record<string, unknown>): Resource => ({
  type,
  id: `${type}-1`,
  attributes,
  relationships: {},
})
const records = (container: Record<string, unknown>, shipment: Record<string, unknown> = {}): ContainerRecords => ({
  container: resource('container', container),
  shipment: resource('shipment', { port_of_lading_name: 'Busan', port_of_discharge_name: 'Charleston', ...shipment }),
  podTerminal: null,
  zones: { own: { pod: null, destination: null }, other: { pod: null, destination: null } },
  pickupFacility: null,
})
const marks = { actual: '●', estimated: '○', missing: '┄' }
/** One line per leg: `ocean Busan: ●vessel_loaded ●vessel_departed`. */
const legLines = (events: StoredEvent[], journey: ContainerRecords) =>
  buildTimeline(events, journey, NOW).map(
    ({ leg, ordinal, place, entries }) =>
      `${leg}${ordinal || ''} ${place ?? '?'}: ${entries.map(({ kind, event: name }) => marks[kind] + name.replace('transport.', '')).join(' ')}`,
  )

test('a port journey with two transshipments has its legs in the order of the events', () => {
  const [qingdao, shanghai, charleston] = [{ locode: 'CNTAO' }, { locode: 'CNSHG' }, { locode: 'USCHS' }]
  expect(
    legLines(
      [
        event('transport.full_out', day(19), charleston),
        event('transport.vessel_discharged', day(15), charleston),
        event('transport.vessel_berthed', day(14), { ...charleston, source: 'ais' }),
        event('transport.vessel_arrived', day(13), charleston),
        event('transport.transshipment_departed', day(10), shanghai),
        event('transport.transshipment_arrived', day(8), shanghai),
        event('transport.transshipment_departed', day(7), qingdao),
        event('transport.transshipment_discharged', day(6), qingdao),
        event('transport.vessel_departed', day(5), { place: 'Busan' }),
        event('transport.vessel_loaded', day(4), { place: 'Busan' }),
        event('transport.full_in', day(2)),
        event('transport.empty_out', day(1)),
      ],
      records({}),
    ),
  ).toEqual([
    'origin ?: ●empty_out ●full_in',
    'ocean Busan: ●vessel_loaded ●vessel_departed',
    'transshipment1 CNTAO: ●transshipment_discharged ●transshipment_departed',
    'transshipment2 CNSHG: ●transshipment_arrived ●transshipment_departed',
    'discharge USCHS: ●vessel_arrived ●vessel_berthed ●vessel_discharged ●full_out',
  ])
})

test('an inland journey ends at the rail ramp, not at the port', () => {
  const journey = records({
    pod_rail_loaded_at: day(10),
    ind_ata_at: day(14),
    ind_rail_unloaded_at: day(15),
    final_destination_full_out_at: day(16),
  })
  expect(
    legLines(
      [
        event('transport.vessel_discharged', day(9)),
        event('pickup_lfd_rail.changed', day(15), { value: '2026-11-18' }),
      ],
      journey,
    ),
  ).toEqual([
    'ocean Busan: ┄vessel_loaded ┄vessel_departed',
    'discharge Charleston: ┄vessel_arrived ●vessel_discharged',
    'rail ?: ●rail_loaded ●arrived_at_inland_destination ●rail_unloaded',
    'destination ?: ●pickup_lfd_rail.changed ●full_out',
  ])
})

test('the exit from the port belongs to the port, and the exit from the rail ramp to the destination', () => {
  const journey = records({ pod_full_out_at: day(11), ind_ata_at: day(14) }, { port_of_discharge_locode: 'USCHS' })
  const findExits = (events: StoredEvent[]) => legLines(events, journey).filter((leg) => leg.includes('full_out'))
  expect(findExits([])).toEqual(['discharge Charleston: ┄vessel_arrived ┄vessel_discharged ●full_out'])
  expect(findExits([event('transport.full_out', day(16), { locode: 'USATL' })])).toEqual([
    'discharge Charleston: ┄vessel_arrived ┄vessel_discharged ●full_out',
    'destination USATL: ●full_out',
  ])
  expect(findExits([event('transport.full_out', day(11), { locode: 'USCHS' })])).toHaveLength(1)
})

describe('an estimated event', () => {
  test('is the arrival until the vessel arrives', () => {
    const eta = { pod_eta_at: day(25) }
    expect(legLines([], records({}, eta))).toEqual(['discharge Charleston: ○vessel_arrived'])
    expect(legLines([event('transport.vessel_arrived', day(13))], records({}, eta))).toEqual([
      'ocean Busan: ┄vessel_loaded ┄vessel_departed',
      'discharge ?: ●vessel_arrived',
    ])
  })
  test('is an event that the service calls estimated', () =>
    expect(legLines([event('transport.estimated.arrived_at_inland_destination', day(25))], records({}))).toEqual([
      'rail ?: ○arrived_at_inland_destination',
    ]))
  test('that was reported repeatedly is listed once, with the date of the record and the source of its event', () => {
    const estimates = [24, 25, 26].map((n) =>
      event('transport.estimated.vessel_arrived', day(n), { id: String(n), firstSeenAt: day(n - 10) }),
    )
    const arrivals = (journey: ContainerRecords) =>
      buildTimeline(estimates, journey, NOW)
        .flatMap(({ entries }) => entries)
        .map(({ event: name, at, source }) => [name, at, source])
    expect(arrivals(records({}, { pod_eta_at: day(25) }))).toEqual([
      ['transport.vessel_arrived', day(25), 'shipping_line'],
    ])
    expect(arrivals(records({}, { pod_eta_at: day(28) }))).toEqual([['transport.vessel_arrived', day(28), null]])
    expect(arrivals(records({}))).toEqual([['transport.vessel_arrived', day(26), 'shipping_line']])
  })
  test('is a milestone of the record in the future', () =>
    expect(legLines([], records({ pod_discharged_at: day(22) }))).toEqual(['discharge Charleston: ○vessel_discharged']))
})

describe('the record', () => {
  test('adds milestones that no event reported, with its zone and without a source', () => {
    const [leg] = buildTimeline([], records({ pod_arrived_at: day(13), pod_timezone: 'America/New_York' }), NOW).slice(
      -1,
    )
    expect(leg?.entries.at(-1)).toEqual({
      kind: 'actual',
      event: 'transport.vessel_arrived',
      at: day(13),
      zone: 'America/New_York',
      place: 'Charleston',
      locode: null,
      vessel: null,
      voyage: null,
      source: null,
      firstSeenAt: null,
      value: null,
    })
  })
  test('does not repeat milestones that an event reported', () =>
    expect(legLines([event('transport.empty_in', day(18))], records({ empty_terminated_at: day(18) })).at(-1)).toBe(
      'empty-return ?: ●empty_in',
    ))
})

test('an event in the future is estimated, even if its name says that it happened', () =>
  expect(legLines([event('transport.vessel_arrived', day(25))], records({}))).toEqual(['discharge ?: ○vessel_arrived']))

describe('a changed last free day', () => {
  const changeTime = (at: string, value: string, zone: string | null = null) =>
    buildTimeline([event('pickup_lfd_terminal.changed', at, { value, zone })], records({}), NOW)
      .flatMap(({ entries }) => entries)
      .map(({ kind, at: shown }) => [kind, shown])

  test.each([
    ['another day', day(18), '2026-11-24'],
    ['the day itself', day(18), '2026-11-18'],
    ['a minute ahead of this computer', '2026-11-20T12:01:00.000Z', '2026-11-24'],
  ])('has the time of its change: %s', (_, at, value) => expect(changeTime(at, value)).toEqual([['actual', at]]))
  test.each<[string, string, string, string?]>([
    ['ahead', '2026-11-24T05:00:00.000Z', '2026-11-24'],
    ['in the past', '2026-11-18T00:00:00.000Z', '2026-11-18'],
    ['in the past, with an offset', '2026-11-17T16:00:00.000Z', '2026-11-18T00:00:00+08:00'],
    ['in the past, at midnight of the place', '2026-11-17T16:00:00.000Z', '2026-11-18', 'Asia/Shanghai'],
  ])('has no time if the service sends the day itself: %s', (_, at, value, zone) =>
    expect(changeTime(at, value, zone ?? null)).toEqual([['actual', null]]),
  )
})

describe('a change of the last free day that the service reports for itself and for a source', () => {
  const value = '2026-11-24'
  const list = (...events: StoredEvent[]) =>
    buildTimeline(events, records({}), NOW)
      .flatMap(({ entries }) => entries)
      .map(({ event: name, at }) => [name, at])

  test('is listed once, under the source, with the time that one of the two has', () => {
    const terminal = event('pickup_lfd_terminal.changed', `${value}T00:00:00.000Z`, { value })
    expect(list(event('pickup_lfd.changed', day(18), { value }), terminal)).toEqual([
      ['pickup_lfd_terminal.changed', day(18)],
    ])
    const line = event('pickup_lfd_line.changed', day(18), { value })
    expect(list(event('pickup_lfd.changed', day(18), { value }), line)).toEqual([['pickup_lfd_line.changed', day(18)]])
  })

  test('is listed for each source that reports the day', () => {
    const line = event('pickup_lfd_line.changed', day(18), { value })
    const terminal = event('pickup_lfd_terminal.changed', `${value}T00:00:00.000Z`, { value })
    expect(list(event('pickup_lfd.changed', day(18), { value }), line, terminal)).toEqual([
      ['pickup_lfd_line.changed', day(18)],
      ['pickup_lfd_terminal.changed', null],
    ])
  })

  test('stays if no source reports the day', () =>
    expect(list(event('pickup_lfd.changed', day(18), { value }))).toEqual([['pickup_lfd.changed', day(18)]]))
})

test('an unknown kind of event is listed in the current leg under its own name', () =>
  expect(legLines([event('transport.something_new', day(18))], records({}))).toEqual(['discharge ?: ●something_new']))

test('a journey without reports has no legs', () => expect(legLines([], records({}))).toEqual([]))

test('no event is marked as missing before the events were read', () => {
  const journey = records({ pod_arrived_at: day(13), pod_discharged_at: day(15) })
  const missing = (events: StoredEvent[] | null) =>
    buildTimeline(events, journey, NOW)
      .flatMap(({ entries }) => entries)
      .filter(({ kind }) => kind === 'missing').length
  expect([missing(null), missing([]) > 0]).toEqual([0, true])
})
