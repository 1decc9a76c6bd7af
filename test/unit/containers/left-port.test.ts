// The port's last free day ends when the container leaves the port by rail.
import { expect, test } from 'vitest'
import { container, startMirror } from '#support/mirror.ts'

const PORT_DAY = { pickup_lfd_terminal: '2026-11-20T08:00:00Z', pickup_lfd_line: null, pickup_lfd_rail: null }

test.each<[string, Record<string, unknown>, string | null]>([
  ['waits for its train', { current_status: 'awaiting_inland_transfer' }, '2026-11-20'],
  ['is on rail', { current_status: 'on_rail' }, null],
  [
    'departed by rail before the newest check',
    { pod_rail_departed_at: '2026-11-19T08:00:00Z', shipment_last_tracking_request_at: '2026-11-20T08:00:00Z' },
    null,
  ],
  [
    'is expected to depart after the newest check',
    { pod_rail_departed_at: '2026-11-21T08:00:00Z', terminal_checked_at: '2026-11-20T08:00:00Z' },
    '2026-11-20',
  ],
  [
    'was unloaded at the ramp',
    { ind_rail_unloaded_at: '2026-11-18T08:00:00Z', terminal_checked_at: '2026-11-20T08:00:00Z' },
    null,
  ],
])('a container that %s', (_, attributes, day) => {
  const mirror = startMirror()
  mirror.read(
    container('c', 'MSCU1234566', null, {
      import_deadlines: PORT_DAY,
      pod_timezone: 'America/Los_Angeles',
      ...attributes,
    }),
  )
  expect(mirror.db.get('SELECT lfd_date AS day, json_array_length(lfd_sources) AS sources FROM container_row')).toEqual(
    { day, sources: 1 },
  )
})
