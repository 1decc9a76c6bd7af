// What is asked before every request must not grow with the mirror: one question that did took most of a large first
// sync.
import { expect, test } from 'vitest'
import { hasEventsDue } from '#engine/mirror/containers/event-store.ts'
import { isFirstSweep, lastSweep, nextMissing } from '#engine/mirror/records.ts'
import { MIRROR_NOW, startMirror } from '#support/mirror.ts'

test('what is due is found by indexes that hold nothing else', () => {
  // The first that is due is enough, so `d` is not read through.
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
