// The cache of a past moment computes once while the user scrolls, and again after settings change or after a pause.
import { expect, test } from 'vitest'
import type { PastSort } from '#contract/containers.ts'
import { createPastCache } from '#engine/containers/answers.ts'
import { loadSettings, saveManualDate, saveSettings } from '#engine/settings/store.ts'
import { runAtOnce } from '#engine/db/slices.ts'
import { MIRROR_NOW, container, shipment, startMirror } from '#support/mirror.ts'

const LATER = '2027-01-01T00:00:00.000Z'

function start() {
  const mirror = startMirror()
  mirror.read(
    shipment('s'),
    container('c', 'ABCU1234567', 's', { import_deadlines: { pickup_lfd_terminal: '2026-11-21' } }),
  )
  const pauses: (() => void)[] = []
  let computations = 0
  const pastAt = createPastCache({
    db: mirror.db,
    inSlices: (steps) => {
      computations++
      return Promise.resolve(runAtOnce(steps))
    },
    sleep: () =>
      new Promise((resolve) => {
        pauses.push(resolve)
      }),
  })
  /** The number of computations for one query, and its result. */
  const query = async (scope: 'board' | 'open' = 'open', sort: PastSort = []) => {
    computations = 0
    const { order } = pastAt(LATER, { scope }, sort)
    const ids = await order()
    return { ids, computations }
  }
  const endPause = async () => {
    pauses.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const findManualDate = () => pastAt(LATER, { scope: 'open' }, []).past.manuals.get('c')?.date
  return { ...mirror, query, findManualDate, endPause }
}

test('a moment is computed once and each filter is sorted once, even if new records are read', async () => {
  const mirror = start()
  const { query } = mirror
  expect([await query(), await query()]).toEqual([
    { ids: ['c'], computations: 1 },
    { ids: ['c'], computations: 0 },
  ])
  expect((await query('board')).computations).toBe(1)
  expect((await query('board', [{ column: 'customer', direction: 'asc' }])).computations, 'another order').toBe(1)
  mirror.read(
    container('c', 'ABCU1234567', 's', {
      import_deadlines: { pickup_lfd_terminal: '2026-11-25' },
      location_at_pod_terminal: 'Row 9',
    }),
  )
  expect((await query()).computations, 'later reads do not change the past').toBe(0)
})

test('a manual date and a changed setting apply at once', async () => {
  const { query, findManualDate, write } = start()
  await query()
  expect(findManualDate()).toBeUndefined()
  write((db) => saveManualDate(db, 'c', { date: '2026-11-30', reason: 'phone', setAt: MIRROR_NOW, reportedThen: '' }))
  expect(findManualDate()).toBe('2026-11-30')
  write((db) => saveSettings(db, { ...loadSettings(db), bandDays: { tomorrow: 2, soon: 4, week: 8 } }))
  expect((await query()).computations).toBe(1)
})

test('the cache is empty after a minute without a query', async () => {
  const { query, endPause } = start()
  await query()
  await query()
  await endPause()
  expect((await query()).computations, 'a query renews the minute').toBe(0)
  await endPause()
  await endPause()
  expect((await query()).computations).toBe(1)
})
