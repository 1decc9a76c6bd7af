// The values of a field, computed from its changes: the first value, observed changes and unobserved changes.
import { describe, expect, test } from 'vitest'
import { createEvidenceLines, listValues } from '#engine/disputes/lines.ts'
import { createStoredEvent, unreportedDeadlines } from '#support/container-reports.ts'
import type { StoredEvent } from '#engine/mirror/containers/event-store.ts'

const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T08:00:00.000Z`
const step = (before: string | null, after: string | null, n: number) => ({
  field: 'f',
  before,
  after,
  seenAt: day(n),
  sourceAt: null,
})
const readings = { firstAt: day(1), lastAt: day(20), isWhole: true }
const valueRows = (...args: Parameters<typeof listValues>) =>
  listValues(...args).map(({ value, seen, firstSeenAt, endedAt }) => [
    value,
    seen,
    firstSeenAt?.slice(8, 10) ?? null,
    endedAt?.slice(8, 10) ?? null,
  ])

describe('the values of a field', () => {
  test('that never had a value are an empty list', () => expect(listValues([], null, readings)).toEqual([]))

  test('that never changed are the value of the first reading, which may be older', () =>
    expect(valueRows([], 'a', readings)).toEqual([['a', 'first-reading', '01', null]]))

  test('end when the next value is first seen, also if a value returns', () =>
    expect(
      valueRows([step(null, 'a', 3), step('a', 'b', 5), step('b', 'a', 5), step('a', null, 9)], null, readings),
    ).toEqual([
      [null, 'first-reading', '01', '03'],
      ['a', 'changed', '03', '05'],
      ['b', 'changed', '05', '05'],
      ['a', 'changed', '05', '09'],
      [null, 'changed', '09', null],
    ]))

  // The record was lost on day 6 and read again on day 8 with the value c. The change from b to c was not seen.
  test('that changed while the record was lost are marked as unseen', () =>
    expect(valueRows([step('a', 'b', 5)], 'c', { ...readings, firstAt: day(8) })).toEqual([
      ['a', 'first-reading', null, '05'],
      ['b', 'changed', '05', '08'],
      ['c', 'unseen', '08', null],
    ]))

  test('between two changes that do not meet are marked as unseen, without a start', () =>
    expect(valueRows([step('a', 'b', 3), step('c', 'd', 6)], 'd', readings)).toEqual([
      ['a', 'first-reading', '01', '03'],
      ['b', 'changed', '03', '06'],
      ['c', 'unseen', null, '06'],
      ['d', 'changed', '06', null],
    ]))

  test('have no first day if older changes may have been deleted', () =>
    expect(valueRows([], 'a', { ...readings, isWhole: false })).toEqual([['a', 'first-reading', null, null]]))
})

describe('an earlier last free day that only an event names', () => {
  const FIELD = 'import_deadlines.pickup_lfd_terminal'
  const READ_AT = '2026-11-20T12:00:00.000Z'
  const changed = (value: string, at: string | null = null, firstSeenAt = READ_AT) =>
    createStoredEvent('pickup_lfd_terminal.changed', at, { value, firstSeenAt })
  const evidenceDays = (
    events: StoredEvent[],
    past: Pick<Parameters<typeof createEvidenceLines>[0], 'steps' | 'readings'>,
  ) =>
    createEvidenceLines({
      ...past,
      current: [{ field: FIELD, before: null, after: '"2026-11-24"' }],
      manual: [],
      events,
      reported: { ...unreportedDeadlines, terminal: '2026-11-24' },
      zones: { pod: null, destination: null, pickup: null, emptyReturn: null },
      reportedBy: {},
      sourceTimes: { terminal_checked_at: null, line_tracking_last_succeeded_at: null },
    }).flatMap(({ values }) => values.map(({ date, seen, firstSeenAt, endedAt }) => [date, seen, firstSeenAt, endedAt]))
  const terminalDays = (...events: StoredEvent[]) =>
    evidenceDays(events, { steps: [], readings: { firstAt: READ_AT, lastAt: READ_AT, isWhole: true } })

  test('has the time of its change, and ends at the next change', () =>
    expect(
      terminalDays(changed('2026-11-21', day(17)), changed('2026-11-19', day(15)), changed('2026-11-24', day(19))),
    ).toEqual([
      ['2026-11-19', 'event', day(15), day(17)],
      ['2026-11-21', 'event', day(17), day(19)],
      ['2026-11-24', 'dated-by-event', day(19), null],
    ]))
  test('ends at the first reading if no event names the day after it', () =>
    expect(terminalDays(changed('2026-11-21', day(17)))).toEqual([
      ['2026-11-21', 'event', day(17), READ_AT],
      ['2026-11-24', 'first-reading', READ_AT, null],
    ]))
  test('is listed each time it was reported again', () =>
    expect(
      terminalDays(
        ...[15, 17, 18, 19].map((at, index) => changed(index % 2 === 0 ? '2026-11-21' : '2026-11-24', day(at))),
        changed('2026-11-24', day(20)),
      ),
    ).toEqual([
      ['2026-11-21', 'event', day(15), day(17)],
      ['2026-11-24', 'event', day(17), day(18)],
      ['2026-11-21', 'event', day(18), day(19)],
      ['2026-11-24', 'dated-by-event', day(19), null],
    ]))
  test('is left out if the first reading lagged behind its event, and the next reading had it', () =>
    expect(
      evidenceDays([changed('2026-11-24', day(19))], {
        steps: [{ ...step('"2026-11-20"', '"2026-11-24"', 21), field: FIELD }],
        readings: { firstAt: READ_AT, lastAt: day(21), isWhole: true },
      }),
    ).toEqual([
      ['2026-11-20', 'first-reading', READ_AT, day(21)],
      ['2026-11-24', 'changed', day(21), null],
    ]))
  test('has no time if the event has the day itself in its place', () =>
    expect(terminalDays(changed('2026-11-21', '2026-11-21T00:00:00.000Z'))).toEqual([
      ['2026-11-21', 'event', null, READ_AT],
      ['2026-11-24', 'first-reading', READ_AT, null],
    ]))
  test('is left out if the value of the first reading had ended before the events were read', () =>
    expect(
      evidenceDays([changed('2026-11-21', day(12), day(24))], {
        steps: [{ ...step('"2026-11-20"', '"2026-11-24"', 23), field: FIELD }],
        readings: { firstAt: day(1), lastAt: day(24), isWhole: true },
      }).map(([date]) => date),
    ).toEqual(['2026-11-20', '2026-11-24']))
  test('ends when the events were read if the first reading is unknown', () =>
    expect(
      evidenceDays([changed('2026-11-21', day(12), day(13))], {
        steps: [],
        readings: { firstAt: day(1), lastAt: day(24), isWhole: false },
      }),
    ).toEqual([
      ['2026-11-21', 'event', day(12), day(13)],
      ['2026-11-24', 'first-reading', null, null],
    ]))
  test('is left out if the event came after the first reading', () =>
    expect(terminalDays(changed('2026-11-24'), changed('2026-11-23', null, '2026-11-21T12:00:00.000Z'))).toEqual([
      ['2026-11-24', 'first-reading', READ_AT, null],
    ]))
})
