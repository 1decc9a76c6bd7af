// Which differences between two reads are changes, and how they are stored.
import { describe, expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { diffResource } from '#engine/mirror/history/diff.ts'

const container = (attributes: Record<string, unknown>, relationships: Resource['relationships'] = {}): Resource => ({
  type: 'container',
  id: 'c1',
  attributes,
  relationships,
})
const diff = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  diffResource(container(before), container(after)).map(
    ({ field, before: from, after: to }) => `${field}: ${from ?? '–'} → ${to ?? '–'}`,
  )

describe('a change', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    [
      'is another value',
      { current_status: 'on_ship' },
      { current_status: 'grounded' },
      ['current_status: "on_ship" → "grounded"'],
    ],
    ['is a new value', {}, { pod_arrived_at: '2026-11-20T08:00:00Z' }, ['pod_arrived_at: – → "2026-11-20T08:00:00Z"']],
    ['is a removed value', { pickup_lfd: '2026-11-20' }, { pickup_lfd: null }, ['pickup_lfd: "2026-11-20" → –']],
    [
      'is false after no value',
      { available_for_pickup: null },
      { available_for_pickup: false },
      ['available_for_pickup: – → false'],
    ],
    [
      'names the member of the deadlines',
      { import_deadlines: { pickup_lfd_line: null, pickup_lfd_terminal: '2026-11-20' } },
      { import_deadlines: { pickup_lfd_line: '2026-11-19', pickup_lfd_terminal: '2026-11-20' } },
      ['import_deadlines.pickup_lfd_line: – → "2026-11-19"'],
    ],
  ])('%s', (_name, before, after, changes) => expect(diff(before, after)).toEqual(changes))

  test('names each hold by name and occurrence', () => {
    const customs = { name: 'customs', status: 'hold' }
    const freight = { name: 'freight', status: 'pending' }
    expect(
      diff(
        { holds_at_pod_terminal: [customs, freight] },
        {
          holds_at_pod_terminal: [
            { ...freight, status: 'hold' },
            { name: 'USDA', status: 'hold' },
            { name: 'USDA', status: 'pending' },
          ],
        },
      ),
    ).toEqual([
      'holds_at_pod_terminal/customs: {"name":"customs","status":"hold"} → –',
      'holds_at_pod_terminal/freight: {"name":"freight","status":"pending"} → {"name":"freight","status":"hold"}',
      'holds_at_pod_terminal/USDA: – → {"name":"USDA","status":"hold"}',
      'holds_at_pod_terminal/USDA#2: – → {"name":"USDA","status":"pending"}',
    ])
  })

  test('is another terminal', () => {
    const at = (id: string) => container({}, { pod_terminal: { type: 'terminal', id } })
    expect(diffResource(at('t1'), at('t2'))).toEqual([{ field: '→pod_terminal', before: '"t1"', after: '"t2"' }])
  })
})

describe('no change', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'is the time of a check',
      { terminal_checked_at: '1', pod_last_tracking_request_at: '1', updated_at: '1' },
      { terminal_checked_at: '2', pod_last_tracking_request_at: '2', updated_at: '2' },
    ],
    [
      'is another order of the same holds',
      { holds_at_pod_terminal: [{ name: 'a' }, { name: 'b' }] },
      { holds_at_pod_terminal: [{ name: 'b' }, { name: 'a' }] },
    ],
    [
      'is an empty list instead of null',
      { ref_numbers: [], seal_number: null },
      { ref_numbers: null, seal_number: null },
    ],
    ['is an attribute that was not sent', { current_status: 'available' }, {}],
  ])('%s', (_name, before, after) => expect(diff(before, after)).toEqual([]))
  test('is stored for ports', () => {
    const port = (name: string): Resource => ({ type: 'port', id: 'p1', attributes: { name }, relationships: {} })
    expect(diffResource(port('Oakland'), port('Port of Oakland'))).toEqual([])
  })
})
