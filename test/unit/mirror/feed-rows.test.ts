// Rows of the office's feed come from other desktops, so they are checked before they are stored.
import { describe, expect, test } from 'vitest'
import { type RawRow, parseFeedRow } from '#engine/mirror/feed/rows.ts'

const AT = '2026-11-20T17:00:00.000Z'
const record: RawRow = {
  seq: 1,
  kind: 'record',
  type: 'container',
  id: 'c1',
  facts: { hash: 'h', reqSeq: 1, firstSeenAt: AT, readAt: AT, goneSince: null },
  body: '{"attributes":{},"relationships":{}}',
}
const change: RawRow = {
  ...record,
  kind: 'change',
  body: null,
  facts: {
    uid: 'm:1',
    field: 'pickup_lfd',
    before: null,
    after: '"x"',
    reqSeq: 1,
    changeKind: 'last-free-day',
    severity: 1,
    sourceAt: null,
    seenAt: AT,
    isHidden: 0,
    revertsUid: null,
  },
}
const checked: RawRow = { ...record, kind: 'checked', body: null, facts: { times: '{"updated_at":"x"}', hash: 'h' } }
const own = (type: string, value: unknown): RawRow => ({ ...record, type, body: JSON.stringify(value) })

test.each([
  ['record', record],
  ['change', change],
  ['checked', checked],
  ['events', own('transport_events', [{ id: 'e1', event: 'vessel_loaded', at: null }])],
  ['sweep', own('complete_sweep', { startedAt: AT, endedAt: AT, rows: 1, totalStart: 1, totalEnd: null, pageAt: AT })],
  ['read-times', own('read_times', { since: AT, lastAt: AT, unread: [{ from: AT, until: AT }] })],
  ['place-zone', own('place_zone', { zone: 'Asia/Tokyo' })],
  ['corrections', own('corrections', { invoice_number: 'K-119', lines: ['a'] })],
])('a row of the kind %s is read', (kind, row) => {
  expect(parseFeedRow(row)).toMatchObject({ kind, seq: 1, id: row.id })
})

describe('a row that cannot be used is left out:', () => {
  test.each<[string, RawRow]>([
    ['a body that is no JSON', { ...record, body: '{"attributes":{}' }],
    ['a body without attributes', { ...record, body: '{"relationships":{}}' }],
    ['a body whose relations are a list', { ...record, body: '{"attributes":{},"relationships":[]}' }],
    ['a time that is none', { ...record, facts: { ...(record.facts as object), readAt: 'yesterday' } }],
    ['a change with an unknown severity', { ...change, facts: { ...(change.facts as object), severity: 9 } }],
    ['a check whose times are no object', { ...checked, facts: { times: '[]', hash: 'h' } }],
    ['events without an id', own('transport_events', [{ event: 'vessel_loaded' }])],
    ['times without a beginning', own('read_times', { lastAt: AT, unread: [] })],
    ['a correction that is no value', own('corrections', { invoice_number: { value: 'K-119' } })],
    ['a zone that is no text', own('place_zone', { zone: 7 })],
    ['a sweep without an end', own('complete_sweep', { startedAt: AT })],
  ])('%s', (_name, row) => {
    expect(parseFeedRow(row)).toBeNull()
  })
})

test('a kind of change that a newer version added is listed with the others', () => {
  const row = { ...change, facts: { ...(change.facts as object), changeKind: 'emissions' } }
  expect(parseFeedRow(row)).toMatchObject({ changeKind: 'other' })
})
