// How a change names its field and its values.
import { describe, expect, test } from 'vitest'
import { NOW } from '#support/row-factories.ts'
import { formatChangedValue, formatFieldName, formatSteps } from '../../src/renderer/src/features/changes/changes.ts'
import { formatChangeSeverity } from '../../src/renderer/src/features/containers/risks.ts'

const nowMs = Date.parse(NOW)

describe('a change', () => {
  const zone = 'America/Los_Angeles'

  test.each([
    ['import_deadlines.pickup_lfd_terminal', 'LFD, terminal'],
    ['holds_at_pod_terminal/customs', 'Customs hold'],
    ['holds_at_pod_terminal/customs#2', 'Customs hold'],
    ['fees_at_pod_terminal/demurrage', 'Demurrage'],
    ['pod_something_new_at', 'pod something new at'],
    // A name that every object has.
    ['toString', 'toString'],
    ['pod_eta_at', 'ETA'],
    ['line_tracking_stopped_reason', 'Why tracking stopped'],
    // `→`: a relation of the record.
    ['→tracked_object', 'Tracked as'],
    ['→pickup_facility', 'Pickup location'],
    ['→something_new', 'something new'],
    ['extraction', 'Document reading'],
    ['→shipments/3f2c1c52-7e0a-4a5e-9d0a-0c7a1b2d3e4f', 'Linked to shipment'],
  ])('of %s is called %s', (field, word) => expect(formatFieldName(field)).toBe(word))

  test.each([
    ['seal_number', null, 'none'],
    ['seal_number', '"SL 1"', 'SL 1'],
    ['available_for_pickup', 'true', 'yes'],
    ['current_status', '"on_ship"', 'On vessel'],
    ['pod_discharged_at', '"2026-11-20T07:30:00Z"', 'Thu 19 Nov 23:30 PST'],
    ['ind_facility_lfd_on', '"2026-11-20"', 'Fri 20 Nov'],
    ['holds_at_pod_terminal/customs', '{"name":"customs","status":"hold"}', 'Hold'],
    ['fees_at_pod_terminal/demurrage', '{"type":"demurrage","amount":850,"currency_code":"USD"}', '$850'],
    ['fees_at_pod_terminal/exam', '{"type":"exam","amount":0,"currency_code":"USD"}', 'Pending'],
    ['ref_numbers', '["PO-1","PO-2"]', 'PO-1, PO-2'],
    ['weight_in_lbs', '14242', '14242'],
    ['something', 'not JSON', 'not JSON'],
    ['line_tracking_stopped_reason', '"all_containers_terminated"', 'all containers returned'],
    ['line_tracking_stopped_reason', '"lost_at_sea"', 'lost at sea'],
    ['current_status', '"gone_fishing"', 'gone fishing'],
    ['status', '"created"', 'Tracked'],
    ['status', '"half_done"', 'half done'],
    ['failed_reason', '"not_found"', 'The line cannot find this number.'],
    ['equipment_type', '"open_top"', 'open top'],
    ['location_at_pod_terminal', '"Row_7 B"', 'Row_7 B'],
    ['location_at_pod_terminal', '"Row 33<br><br/>YARD"', 'Row 33, YARD'],
    ['→pickup_facility', '"APM LA"', 'APM LA'],
    ['extraction', '"processing"', 'Reading'],
    ['extraction', '"failed"', 'Failed'],
    ['extraction', '"something_new"', 'something_new'],
    ['→shipments/s1', '"MAEU1"', 'MAEU1'],
    ['→pickup_facility', '"3f2c1c52-7e0a-4a5e-9d0a-0c7a1b2d3e4f"', 'one not synced yet'],
  ])('of %s to %s reads %s', (field, json, text) => expect(formatChangedValue(field, json, zone, nowMs)).toBe(text))

  test('of a last free day is a day without a time, and without a zone the day as sent', () => {
    expect(formatChangedValue('import_deadlines.pickup_lfd_terminal', '"2026-11-20T08:00:00Z"', zone, nowMs)).toBe(
      'Fri 20 Nov',
    )
    expect(formatChangedValue('pickup_lfd', '"2026-11-20T00:00:00Z"', null, nowMs)).toBe('Fri 20 Nov')
  })

  test('of a long value is cut to 80 characters', () =>
    expect(formatChangedValue('note', JSON.stringify('x'.repeat(300)), zone, nowMs)).toHaveLength(80))
})

test('the severity of a change says what it means for the plan: the highest costs days or money', () => {
  expect(([1, 2, 3, 4] as const).map(formatChangeSeverity)).toEqual([
    'Costs days or money',
    'Act now',
    'Check plan',
    'Information',
  ])
})

test('successive changes of a field are one step; a change that was taken back is two', () => {
  const createStep = (before: string, after: string, field = 'seal_number') => ({
    field,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    zone: null,
    isReverted: false,
  })
  const other = createStep('V1', 'V2', 'pod_vessel_name')
  expect(formatSteps([createStep('B', 'C'), other, createStep('A', 'B')], 0, nowMs)).toBe(
    'Seal: A → C · Vessel: V1 → V2',
  )
  expect(formatSteps([createStep('B', 'A'), createStep('A', 'B')], 0, nowMs)).toBe('Seal: B → A · Seal: A → B')
  expect(formatSteps([createStep('B', 'A'), createStep('A', 'B'), createStep('Z', 'A')], 0, nowMs)).toBe(
    'Seal: B → A · Seal: Z → B',
  )
})
