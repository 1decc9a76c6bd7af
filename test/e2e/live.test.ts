// Fifty changes a second arrive for half a minute. No row moves under the cursor, changed cells are marked, and the
// count of new changes is exact, by three independent counts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangeRow } from '#contract/changes.ts'
import { startService } from '#support/programs.ts'
import { type MovingRelay, startMovingRelay } from '#support/moving-relay.ts'
import { eventually } from './board.ts'
import { type Host, type HostClient, startHost } from './host.ts'
import { createStage } from './stage.ts'

const CONTAINERS = 400
const CHANGES_PER_SECOND = 80
/** An idle computer reaches this number in half a minute, because there the engine reads fifty new values a second. */
const MIN_CHANGES = 1_500
/**
 * A sweep takes 15 s of engine time. This rate makes sweeps so frequent that every value is read before the next one.
 */
const RATE = 20
/** The world itself hardly changes, so that all changes come from the relay. */
const SPEED = '0.001'

const stage = createStage()
let host: Host
let relay: MovingRelay
let client: HostClient

beforeAll(async () => {
  const service = await startService('--no-limit', '--seed', '1', '--containers', String(CONTAINERS), '--speed', SPEED)
  // Unknown values are shown as they are. They have no meaning, so only the cells change.
  relay = await startMovingRelay(service.ready.url, CONTAINERS, RATE, (valueNumber) => ({
    current_status: `Row ${valueNumber}`,
  }))
  host = await startHost({ service: { url: relay.url, key: service.ready.key }, rate: RATE })
  client = await host.createClient()
})
afterAll(() => {
  client.close()
  relay.close()
})

/** Loads every change that the engine lists, window by window of one frozen order. */
async function loadAllChanges(): Promise<ChangeRow[]> {
  const rows: ChangeRow[] = []
  for (let listId: string | undefined; ;) {
    const answer = await client.engine.call('changes.list', {
      filter: { scope: 'all' },
      window: { offset: rows.length, limit: 500 },
      ...(listId === undefined ? {} : { listId }),
    })
    listId = answer.listId
    rows.push(...answer.rows)
    if (rows.length >= answer.total) return rows
  }
}

const newChangesPattern = (changeCount: number) =>
  new RegExp(`^${changeCount.toLocaleString('en')} changes since you last checked`)
const loadSeenMark = () => client.engine.call('changes.seenMark', {})

test('fifty changes a second move no row under the cursor, are marked, and are counted exactly', async () => {
  const board = await stage.open(host)
  await board.goTo('containers')
  await eventually(async () => (await client.engine.call('sync.status', {})).lastCompleteAt).not.toBeNull()
  await eventually(async () => (await board.count()).all).toBe(CONTAINERS)
  // The rows are sorted by the column that changes, so each change would move its row in a new sort.
  await board.sortBy('status')
  await client.engine.call('changes.markSeen', { throughId: (await loadSeenMark()).newestId })
  const changesBefore = await loadAllChanges()
  const rowsBefore = await board.rows()
  const hoveredRow = board.row(5)
  await hoveredRow.hover()

  relay.start(CHANGES_PER_SECOND)
  await eventually(async () => (await loadSeenMark()).unseen).toBeGreaterThan(0)
  const firstUnseen = (await loadSeenMark()).unseen
  const observedOrders = new Set<string>()
  let maxMarkedCells = 0
  let hoverCount = 0
  await eventually(async () => {
    // The user is active, because an idle board sorts its rows by itself.
    await hoveredRow.hover({ position: { x: 200 + (hoverCount++ % 2), y: 10 } })
    observedOrders.add((await board.ids()).join())
    maxMarkedCells = Math.max(
      maxMarkedCells,
      await board.page.locator('[data-row] .cell.changed[data-key=status]').count(),
    )
    return (await loadSeenMark()).unseen - firstUnseen
  }).toBeGreaterThanOrEqual(MIN_CHANGES)
  relay.stop()

  expect([...observedOrders], 'orders of the visible rows').toEqual([rowsBefore.map(({ id }) => id).join()])
  expect(maxMarkedCells, 'cells marked as changed').toBeGreaterThan(0)
  expect(await board.by('resort-pill').count(), 'the pill that offers to move the rows').toBe(1)

  await eventually(() => relay.isAllServed()).toBe(true)
  await eventually(async () => (await loadSeenMark()).unseen).toBe(relay.served())
  const knownIds = new Set(changesBefore.map(({ id }) => id))
  const newChanges = (await loadAllChanges()).filter(({ id }) => !knownIds.has(id))
  expect([newChanges.length, newChanges.every(({ isNew }) => isNew)]).toEqual([relay.served(), true])
  // The value in a row is the new value of its latest change.
  const newestValueById = new Map(
    newChanges.toReversed().map(({ objectId, after }) => [objectId, JSON.parse(after ?? 'null') as string]),
  )
  await eventually(async () =>
    (await board.rows()).filter(
      ({ id, cells }) => newestValueById.has(id) && cells['status'] !== newestValueById.get(id),
    ),
  ).toEqual([])

  await board.goTo('changes')

  await board.by('scope-each').click()
  await eventually(async () => (await board.count()).shown).toBe(newChanges.length)
  await eventually(() => board.textOf('unread-bar')).toMatch(newChangesPattern(newChanges.length))
})

test('one key marks changes as seen and another one undoes it, and the changes are in the history of the container', async () => {
  const board = await stage.open(host)
  await board.goTo('changes')
  await board.by('scope-each').click()
  await board.row(0).locator('[data-key=number]').waitFor()
  const { unseen } = await loadSeenMark()
  await eventually(() => board.textOf('unread-bar')).toMatch(newChangesPattern(unseen))
  await board.page.keyboard.press('e')
  await eventually(() => board.textOf('unread-bar')).toMatch(/^No changes since you last checked/)
  await eventually(() => board.textOf('empty-state')).toMatch(/^No new changes\./)
  expect((await loadSeenMark()).unseen).toBe(0)
  await board.page.keyboard.press('Control+z')
  await eventually(() => board.textOf('unread-bar')).toMatch(newChangesPattern(unseen))
  await eventually(async () => (await board.count()).shown).toBe(unseen)

  await eventually(async () => (await board.rows()).length).toBeGreaterThan(3)
  const { number, values } = (await board.rows())[3]!.cells
  await board.openRow(3)
  expect(await board.textOf('panel-number')).toBe(number)
  expect((await board.by('changes').locator('li').first().innerText()).replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(`^Changed\\. Status first seen .* ${values!.replaceAll(/\s+/g, ' ')}$`),
  )
})
