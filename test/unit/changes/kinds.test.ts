// The kind of a field, the severity of a change, and the attribute that dates its source.
import { describe, expect, test } from 'vitest'
import type { ChangeKind } from '#contract/changes.ts'
import { kindOf, severityOf, sourceAttribute } from '#engine/mirror/history/kinds.ts'
import { FIELD_KINDS } from '#support/change-fields.ts'

test.each(FIELD_KINDS)('%s of a %s is about %s', (field, type, kind) => expect(kindOf(type, field)).toBe(kind))

test('the state and the links of a document are about documents', () =>
  expect([kindOf('document', 'extraction'), kindOf('document', '→shipments/s1')]).toEqual(['document', 'document']))

const hold = (status?: string) => JSON.stringify({ name: 'customs', status })
const fee = (amount: number) => JSON.stringify({ type: 'exam', amount })

test.each<[string, ChangeKind, number, string | null, string | null]>([
  ['a document that could not be read', 'document', 2, '"processing"', '"failed"'],
  ['a document that was read', 'document', 4, '"processing"', '"extracted"'],
  ['a document that was linked', 'document', 4, null, '"s1"'],
  ['an earlier last free day', 'last-free-day', 1, '"2026-11-23T08:00:00Z"', '"2026-11-20T08:00:00Z"'],
  ['an earlier hour of the last free day', 'last-free-day', 1, '"2026-11-23T08:00:00Z"', '"2026-11-23T05:00:00Z"'],
  ['a later last free day', 'last-free-day', 3, '"2026-11-20"', '"2026-11-23"'],
  ['the first last free day', 'last-free-day', 3, null, '"2026-11-23"'],
  ['a withdrawn last free day', 'last-free-day', 2, '"2026-11-23"', null],
  ['a hold placed', 'hold', 2, null, hold('hold')],
  ['a hold placed in capitals', 'hold', 2, null, hold('HOLD')],
  ['a hold without a status', 'hold', 2, null, hold()],
  ['a hold expected', 'hold', 3, null, hold('pending')],
  ['an expected hold placed', 'hold', 2, hold('pending'), hold('hold')],
  ['a hold lifted', 'hold', 3, hold('hold'), null],
  ['a fee posted', 'fee', 1, null, fee(120)],
  ['a fee posted without a price', 'fee', 1, null, fee(0)],
  ['a fee raised', 'fee', 1, fee(120), fee(240)],
  ['a fee lowered', 'fee', 3, fee(240), fee(120)],
  ['a fee paid', 'fee', 3, fee(240), null],
  ['available', 'availability', 3, 'false', 'true'],
  ['no longer available', 'availability', 2, 'true', 'false'],
  ['availability no longer reported', 'availability', 2, 'true', null],
  ['a new estimate of the arrival', 'arrival', 3, '"2026-11-20T08:00:00Z"', '"2026-11-21T08:00:00Z"'],
  ['an arrival that moved by minutes', 'arrival', 4, '"2026-11-20T08:00:00Z"', '"2026-11-20T08:30:00Z"'],
  ['an arrival no longer reported', 'arrival', 3, '"2026-11-20T08:00:00Z"', null],
  ['tracking', 'tracking', 4, null, '"x"'],
  ['a milestone', 'milestone', 4, null, '"2026-11-20T08:00:00Z"'],
  ['a status', 'status', 4, '"new"', '"grounded"'],
  ['anything else', 'other', 4, '"a"', '"b"'],
])('%s (%s) has severity %i', (_name, kind, severity, before, after) =>
  expect(severityOf(kind, { field: 'seal_number', before, after })).toBe(severity),
)

test('an appointment has a higher severity than other fields of its kind', () =>
  expect(severityOf('other', { field: 'pickup_appointment_at', before: null, after: '"2026-11-20T08:00:00Z"' })).toBe(
    3,
  ))

test.each([
  ['status', '"failed"', 2],
  ['status', '"tracking_stopped"', 2],
  ['status', '"created"', 4],
  ['failed_reason', '"not_found"', 2],
  ['failed_reason', null, 4],
  ['line_tracking_stopped_at', '"2026-11-20T08:00:00Z"', 2],
  ['line_tracking_stopped_reason', null, 4],
])('tracking whose %s becomes %s has severity %i', (field, after, severity) =>
  expect(severityOf('tracking', { field, before: '"pending"', after })).toBe(severity),
)

test('tracking that ends because all containers were returned is for information', () =>
  expect(
    severityOf(
      'tracking',
      { field: 'line_tracking_stopped_at', before: null, after: '"2026-11-20T08:00:00Z"' },
      { line_tracking_stopped_reason: 'all_containers_terminated' },
    ),
  ).toBe(4))

test('a container that is no longer available because it was picked up is for information', () =>
  expect(
    severityOf(
      'availability',
      { field: 'available_for_pickup', before: 'true', after: 'false' },
      { pod_full_out_at: '2026-11-20T08:00:00Z' },
    ),
  ).toBe(4))

describe('the source is dated by', () =>
  test.each<[string | null, ChangeKind[]]>([
    ['terminal_checked_at', ['last-free-day', 'hold', 'fee', 'availability']],
    ['line_tracking_last_succeeded_at', ['arrival', 'milestone']],
    [null, ['status', 'tracking', 'other']],
  ])('%s for %j', (attribute, kinds) => expect(kinds.map(sourceAttribute)).toEqual(kinds.map(() => attribute))))
