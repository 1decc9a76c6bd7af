// Which changes are recorded and not listed: flags of the service, and the first values of what was just tracked.
import { expect, test } from 'vitest'
import { isQuiet } from '#engine/mirror/history/quiet.ts'

const SEEN_AT = '2026-11-20T17:30:00Z'
const JUST_TRACKED = '2026-11-20T17:00:00Z'
const LONG_TRACKED = '2026-11-20T16:30:00Z'

test.each([
  ['a retry of the service', 'tracking_request', 'retry_count', '6', LONG_TRACKED, true],
  ['the end of its retries', 'tracking_request', 'is_retrying', 'true', LONG_TRACKED, true],
  ['that a terminal reports availability', 'container', 'availability_known', 'false', LONG_TRACKED, true],
  ['the zone of a place', 'container', 'final_destination_timezone', null, LONG_TRACKED, true],
  ['availability itself', 'container', 'available_for_pickup', 'false', JUST_TRACKED, false],
  ['the first value of a container just tracked', 'container', 'pod_rail_carrier_scac', null, JUST_TRACKED, true],
  ['the first status of a container just tracked', 'container', 'current_status', '"new"', JUST_TRACKED, true],
  ['the next status of a container just tracked', 'container', 'current_status', '"on_ship"', JUST_TRACKED, false],
  ['the first hold of a container just tracked', 'container', 'holds_at_pod_terminal/tmf', null, JUST_TRACKED, true],
  ['the first ETA of a shipment just tracked', 'shipment', 'pod_eta_at', null, JUST_TRACKED, true],
  ['what a request just sent tracks', 'tracking_request', '→tracked_object', null, JUST_TRACKED, true],
  ['the end of a request just sent', 'tracking_request', 'status', '"pending"', JUST_TRACKED, false],
  ['a second value of a container just tracked', 'container', 'pickup_lfd', '"2026-11-23"', JUST_TRACKED, false],
  ['a hold an hour after tracking began', 'container', 'holds_at_pod_terminal/tmf', null, LONG_TRACKED, false],
  ['a hold of a container of unknown age', 'container', 'holds_at_pod_terminal/tmf', null, null, false],
  ['the shipment of a new document', 'document', '→shipments/s1', null, JUST_TRACKED, false],
])('%s', (_, type, field, before, createdAt, isNoNews) =>
  expect(isQuiet({ field, before, after: '1' }, { type, createdAt, seenAt: SEEN_AT })).toBe(isNoNews),
)
