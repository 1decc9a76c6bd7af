// What of a past moment is worked out once while somebody scrolls through it, and when it is worked out anew.
import { expect, test } from 'vitest'
import { createPastCache } from '#engine/containers/answers.ts'
import { loadSettings, saveManual, saveSettings } from '#engine/settings/store.ts'
import { atOnce } from '#engine/db/slices.ts'
import { MIRROR_NOW, container, shipment, startMirror } from '#support/mirror.ts'

const LATER = '2027-01-01T00:00:00.000Z'

function start() {
  const mirror = startMirror()
  mirror.read(
    shipment('s'),
    container('c', 'ABCU1234567', 's', { import_deadlines: { pickup_lfd_terminal: '2026-11-21' } }),
  )
  const rests: (() => void)[] = []
  let workedOut = 0
  const pastAt = createPastCache({
    db: mirror.db,
    inSlices: (steps) => {
      workedOut++
      return Promise.resolve(atOnce(steps))
    },
    rest: () =>
      new Promise((resolve) => {
        rests.push(resolve)
      }),
  })
  /** How many pieces of work one look took, and what it showed. */
  const look = async (scope: 'board' | 'open' = 'open') => {
    workedOut = 0
    const { order } = pastAt(LATER, { scope })
    const ids = await order()
    return { ids, workedOut }
  }
  const restIsOver = async () => {
    rests.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const manualThen = () => pastAt(LATER, { scope: 'open' }).past.manuals.get('c')?.date
  return { ...mirror, look, manualThen, restIsOver }
}

test('a moment is worked out once, and each filter of it put in order once, whatever happens later', async () => {
  const mirror = start()
  const { look } = mirror
  expect([await look(), await look()]).toEqual([
    { ids: ['c'], workedOut: 1 },
    { ids: ['c'], workedOut: 0 },
  ])
  expect((await look('board')).workedOut).toBe(1)
  mirror.read(
    container('c', 'ABCU1234567', 's', {
      import_deadlines: { pickup_lfd_terminal: '2026-11-25' },
      location_at_pod_terminal: 'Row 9',
    }),
  )
  expect((await look()).workedOut, 'how it stood is not moved by what came later').toBe(0)
})

test('a date set by hand and a setting count at once', async () => {
  const { look, manualThen, db, write } = start()
  await look()
  expect(manualThen()).toBeUndefined()
  write((w) => {
    saveManual(w, 'c', { date: '2026-11-30', reason: 'phone', setAt: MIRROR_NOW, reportedThen: '' })
  })
  expect(manualThen()).toBe('2026-11-30')
  write((w) => {
    saveSettings(w, { ...loadSettings(db), bandDays: { tomorrow: 2, soon: 4, week: 8 } })
  })
  expect((await look()).workedOut).toBe(1)
})

test('nothing is cached after a minute in which nobody asked', async () => {
  const { look, restIsOver } = start()
  await look()
  await look()
  await restIsOver()
  expect((await look()).workedOut, 'asked meanwhile').toBe(0)
  await restIsOver()
  await restIsOver()
  expect((await look()).workedOut).toBe(1)
})
