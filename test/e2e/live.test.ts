// Fifty changes a second for half a minute: no row moves under the cursor, changed cells are marked, and the count of
// new changes is exact, by three independent counts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangeRow } from '#contract/changes.ts'
import { startService } from '#support/programs.ts'
import { type MovingRelay, startMovingRelay } from '#support/moving-relay.ts'
import { eventually } from './board.ts'
import { type Host, type HostClient, startHost } from './host.ts'
import { setStage } from './stage.ts'

const CONTAINERS = 400
const PER_SECOND = 80
/** The number of changes in half a minute on an idle computer, where the engine reads fifty new values a second. */
const CHANGES = 1_500
/**
 * A sweep takes 15 s of engine time. This rate makes sweeps so frequent that every value is read before the next one.
 */
const RATE = 20
/** The world itself hardly changes, so that all changes come from the relay. */
const SPEED = '0.001'

const stage = setStage()
let host: Host
let relay: MovingRelay
let page: HostClient

beforeAll(async () => {
  const service = await startService('--no-limit', '--seed', '1', '--containers', String(CONTAINERS), '--speed', SPEED)
  // Unknown values are shown as they are and have no meaning, so only the cells change.
  relay = await startMovingRelay(service.ready.url, CONTAINERS, RATE, (n) => ({ current_status: `Row ${n}` }))
  host = await startHost({ service: { url: relay.url, key: service.ready.key }, rate: RATE })
  page = await host.client()
})
afterAll(() => {
  page.close()
  relay.close()
})

/** Every line of history that the engine lists, window by window of one frozen order. */
async function history(): Promise<ChangeRow[]> {
  const rows: ChangeRow[] = []
  for (let listId: string | undefined; ;) {
    const answer = await page.engine.call('changes.list', {
      filter: { scope: 'all' },
      window: { offset: rows.length, limit: 500 },
      ...(listId === undefined ? {} : { listId }),
    })
    listId = answer.listId
    rows.push(...answer.rows)
    if (rows.length >= answer.total) return rows
  }
}

const newSinceLook = (lines: number) => new RegExp(`^${lines.toLocaleString('en')} changes since you last checked`)
const look = () => page.engine.call('changes.seenMark', {})

test('fifty changes a second move no row under the cursor, are marked, and are counted to the row', async () => {
  const board = await stage.open(host)
  await board.goTo('containers')
  await eventually(async () => (await page.engine.call('sync.status', {})).lastCompleteAt).not.toBeNull()
  await eventually(async () => (await board.count()).all).toBe(CONTAINERS)
  // Sorted by the column that changes: each change would place its row elsewhere.
  await board.sortBy('status')
  await page.engine.call('changes.markSeen', { throughId: (await look()).newestId })
  const before = await history()
  const rowsBefore = await board.rows()
  const cursor = board.row(5)
  await cursor.hover()

  relay.start(PER_SECOND)
  await eventually(async () => (await look()).unseen).toBeGreaterThan(0)
  const first = (await look()).unseen
  const orders = new Set<string>()
  let marked = 0
  let looks = 0
  await eventually(async () => {
    // The user is active, because an idle board sorts its rows by itself.
    await cursor.hover({ position: { x: 200 + (looks++ % 2), y: 10 } })
    orders.add((await board.ids()).join())
    marked = Math.max(marked, await board.page.locator('[data-row] .cell.changed[data-key=status]').count())
    return (await look()).unseen - first
  }).toBeGreaterThanOrEqual(CHANGES)
  relay.stop()

  expect([...orders], 'orders of rows that were seen').toEqual([rowsBefore.map(({ id }) => id).join()])
  expect(marked, 'cells marked as changed').toBeGreaterThan(0)
  expect(await board.by('resort-pill').count(), 'the pill that offers to move the rows').toBe(1)

  await eventually(() => relay.isAllServed()).toBe(true)
  await eventually(async () => (await look()).unseen).toBe(relay.served())
  const knownIds = new Set(before.map(({ id }) => id))
  const added = (await history()).filter(({ id }) => !knownIds.has(id))
  expect([added.length, added.every(({ isNew }) => isNew)]).toEqual([relay.served(), true])
  // The value in a row is the new value of its latest change.
  const newest = new Map(
    added.toReversed().map(({ objectId, after }) => [objectId, JSON.parse(after ?? 'null') as string]),
  )
  await eventually(async () =>
    (await board.rows()).filter(({ id, cells }) => newest.has(id) && cells['status'] !== newest.get(id)),
  ).toEqual([])

  await board.goTo('changes')

  await board.by('scope-each').click()
  await eventually(async () => (await board.count()).shown).toBe(added.length)
  await eventually(() => board.says('unread-bar')).toMatch(newSinceLook(added.length))
})

test('one key marks changes as seen and another one undoes it, and the changes are in the history of the container', async () => {
  const board = await stage.open(host)
  await board.goTo('changes')
  await board.by('scope-each').click()
  await board.row(0).locator('[data-key=number]').waitFor()
  const { unseen } = await look()
  await eventually(() => board.says('unread-bar')).toMatch(newSinceLook(unseen))
  await board.page.keyboard.press('e')
  await eventually(() => board.says('unread-bar')).toMatch(/^No changes since you last checked/)
  await eventually(() => board.says('empty-state')).toMatch(/^No new changes\./)
  expect((await look()).unseen).toBe(0)
  await board.page.keyboard.press('Control+z')
  await eventually(() => board.says('unread-bar')).toMatch(newSinceLook(unseen))
  await eventually(async () => (await board.count()).shown).toBe(unseen)

  await eventually(async () => (await board.rows()).length).toBeGreaterThan(3)
  const { number, values } = (await board.rows())[3]!.cells
  await board.openRow(3)
  expect(await board.says('panel-number')).toBe(number)
  expect((await board.by('changes').locator('li').first().innerText()).replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(`^Changed\\. Status first seen .* ${values!.replaceAll(/\s+/g, ' ')}$`),
  )
})
