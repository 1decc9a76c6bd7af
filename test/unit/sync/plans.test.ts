// The planner runs these queries before each request, so their time must not grow with the number of records. In a
// large first sync, one of them once took most of the time.
import { expect, test } from 'vitest'
import { hasEventsDue } from '#engine/mirror/containers/event-store.ts'
import { isFirstSweep, lastSweep, nextMissing } from '#engine/mirror/records.ts'
import { MIRROR_NOW, startMirror } from '#support/mirror.ts'

test('the queries before each request do not scan the tables of records', () => {
  const plans = startMirror().listQueryPlans((db) => {
    nextMissing(db)
    hasEventsDue(db, MIRROR_NOW, new Set(['c1']))
    lastSweep(db, 'containers')
    isFirstSweep(db, 'containers')
  })
  expect(plans).toContain('SEARCH seen USING INDEX seen_missing (missing_count>?)')
  // `d` is `event_due`, whose scan stops at the first due row; `json_each` has the excluded ids.
  expect(plans.filter((step) => step.startsWith('SCAN') && !/^SCAN (d|json_each)\b/.test(step))).toEqual([])
  // `res` is read only by the key that `seen` gave.
  expect(plans.filter((step) => step.startsWith('SEARCH res') && !step.includes('INTEGER PRIMARY KEY'))).toEqual([])
})
