// Within a year, a default world shows every status, fee and event, and most reasons of a stop.
import { expect, test } from 'vitest'
import { createWorld } from '#service/world/world.ts'
import { listAllResources } from '#service/jsonapi/resource.ts'
import { EVENT_NAMES } from '#service/endpoints/webhook-events.ts'
import { DAY, HOUR, NOON } from '../client.ts'

const STATUSES = [
  'new',
  'on_ship',
  'available',
  'not_available',
  'grounded',
  'on_rail',
  'picked_up',
  'off_dock',
  'delivered',
  'dropped',
  'loaded',
  'empty_returned',
  'awaiting_inland_transfer',
]
/** The two reasons after 56 days are missing, because no journey of this world is listed for so long after arrival. */
const STOPS = ['all_containers_terminated', 'no_updates_at_line', 'cancelled_by_user']

test('a year reaches every current_status, fee type and event, and the reasons tracking stops for', () => {
  const world = createWorld({ seed: '1', containers: 60, writtenRequests: () => [] })
  const seen = {
    statuses: new Set<unknown>(),
    stops: new Set<unknown>(),
    fees: new Set<unknown>(),
    events: new Set<string>(),
  }
  for (let at = NOON; at < NOON + 365 * DAY; at += 11 * HOUR) {
    const records = world.getRecords(at)
    for (const { attributes = {} } of listAllResources(records.list('container'))) {
      seen.statuses.add(attributes['current_status'])
      for (const { type } of attributes['fees_at_pod_terminal'] as { type: string }[]) seen.fees.add(type)
    }
    for (const { attributes = {} } of listAllResources(records.list('shipment')))
      seen.stops.add(attributes['line_tracking_stopped_reason'])
  }
  for (let at = NOON; at < NOON + 365 * DAY; at += 10 * DAY)
    for (const { event } of world.listEvents({ fromMs: at, toMs: at + 10 * DAY })) seen.events.add(event)
  expect([...STATUSES].filter((status) => !seen.statuses.has(status))).toEqual([])
  expect([...STOPS].filter((reason) => !seen.stops.has(reason))).toEqual([])
  expect(['demurrage', 'exam', 'extended_dwell_time', 'other', 'total'].filter((type) => !seen.fees.has(type))).toEqual(
    [],
  )
  // Only clients create documents.
  expect(EVENT_NAMES.filter((name) => !name.startsWith('document.') && !seen.events.has(name))).toEqual([])
})
