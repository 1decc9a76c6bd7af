// How an expected arrival moved, out of the history of changes.
import { describe, expect, test } from 'vitest'
import { loadArrivals } from '#engine/shipments/handlers.ts'
import { MIRROR_NOW, shipment, startMirror } from '#support/mirror.ts'

const eta = (day: number, more: Record<string, unknown> = {}) =>
  shipment('s1', {
    pod_eta_at: day === 0 ? null : `2026-11-${String(day).padStart(2, '0')}T08:00:00Z`,
    pod_timezone: 'America/Los_Angeles',
    pod_original_eta_at: '2026-11-09T08:00:00Z',
    ...more,
  })
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`

describe('the history of an arrival', () => {
  test.each([
    ['never moved', [12], [12]],
    ['moved twice', [12, 15, 14], [12, 15, 14]],
    ['began when it was first told', [0, 12, 13], [12, 13]],
    ['was taken back', [12, 0], [12, null]],
    ['went there and back at once', [12, 15, 12], [12]],
    ['was never told', [0], []],
  ])('%s', (_name, days, steps) => {
    const mirror = startMirror()
    for (const day of days) mirror.read(eta(day))
    expect(loadArrivals(mirror.db, 's1')).toEqual({
      zone: 'America/Los_Angeles',
      originalEtaAt: at(9),
      ataAt: null,
      steps: steps.map((day) => ({ etaAt: day === null ? null : at(day), seenAt: MIRROR_NOW })),
    })
  })

  test('is unknown of what was never read, and is found by its record', () => {
    const mirror = startMirror()
    mirror.read(eta(12))
    mirror.read(eta(14, { pod_ata_at: '2026-11-14T10:00:00Z' }))
    expect(loadArrivals(mirror.db, 's1')?.ataAt).toBe('2026-11-14T10:00:00.000Z')
    expect(loadArrivals(mirror.db, 'other')).toBeNull()
    const plans = mirror.plansOf((db) => {
      loadArrivals(db, 's1')
    })
    expect(plans.filter((step) => step.includes(' change'))).toEqual([
      'SEARCH change USING COVERING INDEX change_record (type=? AND rid=?)',
    ])
  })
})
