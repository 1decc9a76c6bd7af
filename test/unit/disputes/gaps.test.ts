// The gaps of a history: one statement for each kind of missing data.
import { describe, expect, test } from 'vitest'
import type { EvidenceLine } from '#contract/disputes.ts'
import { type GapInput, listGaps } from '#engine/disputes/gaps.ts'

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 10, day, hour)).toISOString()
const FIELDS = [
  'import_deadlines.pickup_lfd_line',
  'import_deadlines.pickup_lfd_terminal',
  'available_for_pickup',
  'pickup_appointment_at',
  'pod_discharged_at',
]
const line = (field: string, seen: EvidenceLine['values'][number]['seen'] = 'changed'): EvidenceLine => ({
  topic: 'milestone',
  field,
  source: 'line',
  zone: null,
  values: [
    {
      value: '"x"',
      date: null,
      reason: null,
      seen,
      firstSeenAt: at(2),
      sourceAt: null,
      endedAt: null,
      confirmedAt: null,
    },
  ],
})
const complete: GapInput = {
  lines: FIELDS.map((field) => line(field)),
  steps: [],
  firstReadAt: at(1),
  recordFirstAt: at(1),
  readTimes: { since: at(1), lastAt: at(20), unread: [] },
  isInland: false,
  publishedFields: { holds: true, fees: null },
  stopped: null,
  goneSince: null,
  deletedAfterMonths: null,
  now: at(20),
}
const gaps = (patch: Partial<GapInput>) => listGaps({ ...complete, ...patch }).slice(1)

describe('the gaps of a history', () => {
  test('always include the time before the first reading', () =>
    expect(listGaps(complete)).toEqual([{ kind: 'before-first', until: at(1) }]))

  test('include the times without readings since the first reading of the container, also a current one', () => {
    const unread = [
      { from: at(1, -9), until: at(1, -2) },
      { from: at(1, -1), until: at(1, 4) },
      { from: at(5), until: at(6) },
    ]
    expect(gaps({ readTimes: { since: at(1, -20), lastAt: at(20, -2), unread } })).toEqual([
      { kind: 'not-read', from: at(1), until: at(1, 4) },
      { kind: 'not-read', from: at(5), until: at(6) },
      { kind: 'not-read', from: at(20, -2), until: null },
    ])
  })

  test('include times for which no readings were recorded', () => {
    expect(gaps({ readTimes: null })).toEqual([{ kind: 'readings-unknown', from: at(1), until: at(20) }])
    expect(gaps({ readTimes: { since: at(9), lastAt: at(20), unread: [] } })).toEqual([
      { kind: 'readings-unknown', from: at(1), until: at(9) },
    ])
  })

  test('include lost data, and values whose start was not seen', () => {
    const steps = [
      { field: 'f', before: null, after: '1', seenAt: at(3), sourceAt: null },
      { field: 'f', before: '1', after: '2', seenAt: at(12), sourceAt: null },
    ]
    expect(gaps({ steps, recordFirstAt: at(10), lines: [...complete.lines, line('pickup_lfd', 'unseen')] })).toEqual([
      { kind: 'record-lost', from: at(3), until: at(10) },
      { kind: 'unseen', field: 'pickup_lfd' },
    ])
  })

  test('include fields that were never reported, those of rail only for inland moves', () => {
    const lines = complete.lines.slice(1)
    expect(gaps({ lines })).toEqual([{ kind: 'never-reported', fields: ['import_deadlines.pickup_lfd_line'] }])
    expect(gaps({ lines, isInland: true })).toEqual([
      { kind: 'never-reported', fields: ['import_deadlines.pickup_lfd_line', 'import_deadlines.pickup_lfd_rail'] },
    ])
  })

  test('include unpublished holds and fees, stopped tracking, gone records and deleted history', () =>
    expect(
      gaps({
        publishedFields: { holds: false, fees: false },
        stopped: { at: at(4), reason: 'x' },
        goneSince: at(8),
        deletedAfterMonths: 6,
      }),
    ).toEqual([
      { kind: 'history-deleted', months: 6 },
      { kind: 'not-published', what: 'holds' },
      { kind: 'not-published', what: 'fees' },
      { kind: 'tracking-stopped', from: at(4), reason: 'x' },
      { kind: 'gone', from: at(8) },
    ]))
})
