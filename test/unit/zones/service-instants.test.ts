// The service parses the instants that clients send. Runs once for each zone of the computer (vitest.config.ts); the
// results must be the same.
import { expect, test } from 'vitest'
import { parseInstant } from '#service/jsonapi/instants.ts'

test.each([
  ['2026-11-20', Date.UTC(2026, 10, 20)],
  ['2026-11-20T17:00', Date.UTC(2026, 10, 20, 17)],
  ['2026-11-20T17:00:30.5', Date.UTC(2026, 10, 20, 17, 0, 30, 500)],
  ['2026-11-20T17:00:30Z', Date.UTC(2026, 10, 20, 17, 0, 30)],
  ['2026-11-20T17:00:30.123456789Z', Date.UTC(2026, 10, 20, 17, 0, 30, 123)],
  ['2026-11-20T17:00:00-08:00', Date.UTC(2026, 10, 21, 1)],
  // This hour does not exist in California.
  ['2026-03-08T02:30:00', Date.UTC(2026, 2, 8, 2, 30)],
  ['2028-02-29', Date.UTC(2028, 1, 29)],
])('%s is an instant', (text, instantMs) => expect(parseInstant(text)).toBe(instantMs))

test.each([
  '',
  'soon',
  '2026',
  '2026-11',
  '20 Nov 2026',
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '2027-02-29',
  '2026-13-01',
  '2026-11-20T24:00:00Z',
  '2026-11-20T17:60',
  '2026-11-20T17:00:60Z',
  '2026-11-20T17',
  '2026-11-20T17:00:00+25:00',
  '2026-11-20Z',
  ' 2026-11-20',
  '2026-11-20T17:00:00 UTC',
])('%j is not an instant', (text) => expect(parseInstant(text)).toBeNull())
