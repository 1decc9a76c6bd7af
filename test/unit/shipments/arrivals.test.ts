// The changes of an expected arrival, read from the history of changes.
import { describe, expect, test } from 'vitest'
import { loadArrivals } from '#engine/shipments/handlers.ts'
import { MIRROR_NOW, shipment, startMirror } from '#support/mirror.ts'

const createShipment = (day: number, more: Record<string, unknown> = {}) =>
  shipment('s1', {
    pod_eta_at: day === 0 ? null : `2026-11-${String(day).padStart(2, '0')}T08:00:00Z`,
    pod_timezone: 'America/Los_Angeles',
    pod_original_eta_at: '2026-11-09T08:00:00Z',
    ...more,
  })
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`

describe('the history of an arrival', () => {
  test.each([
    ['has one step without a change', [12], [12]],
    ['has a step for each change', [12, 15, 14], [12, 15, 14]],
    ['begins with the first known date', [0, 12, 13], [12, 13]],
    ['ends with null after a removal', [12, 0], [12, null]],
    ['has one step after a change and its reversal at the same time', [12, 15, 12], [12]],
    ['is empty without a date', [0], []],
  ])('%s', (_name, days, steps) => {
    const mirror = startMirror()
    for (const day of days) mirror.read(createShipment(day))
    expect(loadArrivals(mirror.db, 's1')).toEqual({
      zone: 'America/Los_Angeles',
      originalEtaAt: at(9),
      ataAt: null,
      steps: steps.map((day) => ({ etaAt: day === null ? null : at(day), seenAt: MIRROR_NOW })),
    })
  })

  test('is null for an unknown shipment, and is found by an index', () => {
    const mirror = startMirror()
    mirror.read(createShipment(12))
    mirror.read(createShipment(14, { pod_ata_at: '2026-11-14T10:00:00Z' }))
    expect(loadArrivals(mirror.db, 's1')?.ataAt).toBe('2026-11-14T10:00:00.000Z')
    expect(loadArrivals(mirror.db, 'other')).toBeNull()
    const plans = mirror.listQueryPlans((db) => {
      loadArrivals(db, 's1')
    })
    expect(plans.filter((step) => step.includes(' change'))).toEqual([
      'SEARCH change USING COVERING INDEX change_record (type=? AND rid=?)',
    ])
  })
})
