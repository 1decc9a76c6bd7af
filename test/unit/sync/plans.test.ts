// The time of the queries before each request must not grow with the mirror. One such query once took most of the time
// of a large first sync.
import { expect, test } from 'vitest'
import { hasEventsDue } from '#engine/mirror/containers/event-store.ts'
import { isFirstSweep, lastSweep, nextMissing } from '#engine/mirror/records.ts'
import { MIRROR_NOW, startMirror } from '#support/mirror.ts'

test('due records are found by indexes that contain only due records', () => {
  // The first due row is enough, so the scan of `d` stops early.
  const plans = startMirror().plansOf((db) => {
    nextMissing(db)
    hasEventsDue(db, MIRROR_NOW, new Set(['c1']))
    lastSweep(db, 'containers')
    isFirstSweep(db, 'containers')
  })
  expect(plans).toContain('SEARCH seen USING INDEX seen_missing (missing_count>?)')
  expect(
    plans.filter((step) => step.startsWith('SCAN') && !/^SCAN (m|d|sweep|CONSTANT ROW|json_each)/.test(step)),
  ).toEqual([])
  expect(plans.filter((step) => step.startsWith('SEARCH res') && !step.includes('INTEGER PRIMARY KEY'))).toEqual([])
})
