// Nine of ten stored containers were returned long ago. The first reading of the board must not scan them, and later
// readings must find rows by key.
import { expect, test } from 'vitest'
import { setMoment } from '#engine/mirror/containers/moment.ts'
import { orderContainers } from '#engine/mirror/board/list.ts'
import { lastChangeAt, loadBlockSteps } from '#engine/mirror/history/store.ts'
import { loadRows } from '#engine/mirror/containers/store.ts'
import { container, MIRROR_NOW, startMirror } from '#support/mirror.ts'

const containerSteps = (plans: string[]) => plans.filter((step) => / (container|container_row)( |$)/.test(step))
/** `last_read` is the alias of the containers of the last read mark in moment.ts. */
const readMarkSteps = (plans: string[]) => plans.filter((step) => / last_read( |$)/.test(step))
const BY_ID = 'SEARCH container USING INDEX sqlite_autoindex_container_row_1 (id=?)'
const READ_MARK_BY_KEY = 'SEARCH last_read USING PRIMARY KEY (look_id=? AND container_id=?) LEFT-JOIN'

async function queryPlans({ withNextDay }: { withNextDay: boolean }): Promise<string[]> {
  const mirror = startMirror()
  mirror.read(container('1', 'ABCU1234567', null, { import_deadlines: { pickup_lfd_line: '2026-11-24' } }))
  let reading = Promise.resolve()
  const plans = mirror.listQueryPlans((db) => {
    const board = mirror.openBoard({ db })
    reading = board.loadPart('first').then(() => {
      expect(orderContainers(board, { scope: 'board' }, [])).toEqual(['1'])
      if (!withNextDay) return
      mirror.write((db) => setMoment(db, Date.parse(MIRROR_NOW) + 86_400_000, { tomorrow: 1, soon: 3, week: 7 }))
      board.refresh()
    })
  })
  await reading
  return plans
}

test('the first board load finds open containers by an index, and reads rows and read marks by key', async () => {
  const plans = await queryPlans({ withNextDay: false })
  expect(new Set(containerSteps(plans))).toEqual(
    new Set(['SEARCH container_row USING INDEX container_row_open (is_open=?)', BY_ID]),
  )
  expect(new Set(readMarkSteps(plans))).toEqual(new Set([READ_MARK_BY_KEY]))
})

test('the rows of the next day are read by key', async () => {
  const plansOfFirstLoad = await queryPlans({ withNextDay: false })
  const plans = await queryPlans({ withNextDay: true })
  expect(plans.length).toBeGreaterThan(plansOfFirstLoad.length)
  expect(containerSteps(plans.slice(plansOfFirstLoad.length))).toEqual([BY_ID])
})

test('the rows of a window are read by key', () => {
  const mirror = startMirror()
  const plans = mirror.listQueryPlans((db) => loadRows(db, ['1']))
  expect([containerSteps(plans), readMarkSteps(plans)]).toEqual([[BY_ID], [READ_MARK_BY_KEY]])
})

test('a container’s row is projected without reading its whole history for the time of the last change', () => {
  const mirror = startMirror()
  mirror.read(container('1', 'ABCU1234567', null))
  const plans = mirror.listQueryPlans((db) => {
    lastChangeAt(db, 'container', '1')
    loadBlockSteps(db, ['1'])
  })
  expect(plans.slice(0, 2)).toEqual([
    'SEARCH change USING COVERING INDEX change_seen (type=? AND rid=?)',
    'SEARCH change USING COVERING INDEX change_record (type=? AND rid=?)',
  ])
})
