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
const STOP_REASONS = ['all_containers_terminated', 'no_updates_at_line', 'cancelled_by_user']

test('a year reaches every current_status, fee type and event, and the reasons tracking stops for', () => {
  const world = createWorld({ seed: '1', containers: 60, writtenRequests: () => [] })
  const shown = {
    statuses: new Set<unknown>(),
    stopReasons: new Set<unknown>(),
    fees: new Set<unknown>(),
    events: new Set<string>(),
  }
  for (let at = NOON; at < NOON + 365 * DAY; at += 11 * HOUR) {
    const records = world.getRecords(at)
    for (const { attributes = {} } of listAllResources(records.list('container'))) {
      shown.statuses.add(attributes['current_status'])
      for (const { type } of attributes['fees_at_pod_terminal'] as { type: string }[]) shown.fees.add(type)
    }
    for (const { attributes = {} } of listAllResources(records.list('shipment')))
      shown.stopReasons.add(attributes['line_tracking_stopped_reason'])
  }
  for (let at = NOON; at < NOON + 365 * DAY; at += 10 * DAY)
    for (const { event } of world.listEvents({ fromMs: at, toMs: at + 10 * DAY })) shown.events.add(event)
  expect([...STATUSES].filter((status) => !shown.statuses.has(status))).toEqual([])
  expect([...STOP_REASONS].filter((reason) => !shown.stopReasons.has(reason))).toEqual([])
  expect(
    ['demurrage', 'exam', 'extended_dwell_time', 'other', 'total'].filter((type) => !shown.fees.has(type)),
  ).toEqual([])
  // Only clients create documents.
  expect(EVENT_NAMES.filter((name) => !name.startsWith('document.') && !shown.events.has(name))).toEqual([])
})
