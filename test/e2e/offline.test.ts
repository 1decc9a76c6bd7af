// The network is lost and comes back. All saved data stays usable with correct ages, and syncing resumes by itself.
// Programs run 20 times faster than the wall clock, so that minutes of waiting pass in seconds.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { STORY, type Connected, readPort, createStage, startConnected } from './stage.ts'

const stage = createStage()
const RATE = 20
const SCREENS = [
  'today',
  'lfd',
  'lfd/board',
  'lfd/calendar',
  'empties',
  'containers',
  'ready',
  'past',
  'shipments',
  'charges',
  'changes',
  'alerts',
  'map',
  'documents',
  'emails',
  'requests',
  'requests/add',
  'edits',
  'status',
  'settings',
  'about',
]

let connected: Connected
let board: Board
beforeAll(async () => {
  connected = await startConnected(['--containers', '60', '--seed', '1'], RATE)
})
beforeEach(async () => {
  board = await stage.open(connected.host, { permissions: ['clipboard-read', 'clipboard-write'] })
})

const waitUntilOffline = () =>
  eventually(() => board.textOf('sync-chip')).toMatch(/^Offline since \d\d:\d\d: showing saved data$/)

test('story 5: without a network every screen, the search and the copy commands still work', STORY, async () => {
  await board.waitForContainers(60)
  await connected.service.stop()
  await waitUntilOffline()
  for (const screen of SCREENS) {
    await board.openPath(screen)
    await board.page.locator('main :is(h1, h2, h3, [role=grid], [role=listbox])').first().waitFor()
    expect(await board.page.locator('main [role=alert]').allInnerTexts(), screen).toEqual([])
  }
  expect(await board.banners()).toEqual([])

  await board.goTo('containers')
  await board.waitForRows(10)
  const [, secondNumber] = await board.column('number')
  await board.press('/')
  await board.by('search').fill(secondNumber!.toLowerCase())
  await eventually(() => board.by('search-results').locator('[role=option]').first().innerText()).toContain(
    secondNumber,
  )
  await board.press('Enter')
  await eventually(() => board.textOf('panel-number')).toBe(secondNumber)
  for (const block of ['deadline-sources', 'timeline']) await board.by(block).waitFor()
  await board.press('Escape')
  await board.press('Control+a')
  await board.page.getByRole('button', { name: 'Copy with headers' }).click()
  await eventually(async () => (await connected.host.readClipboard(board)).split('\n').length).toBe(
    (await board.count()).shown + 1,
  )
})

test('story 5: the three ages grow while nothing is read, and failed reads do not reset them', async () => {
  await waitUntilOffline()
  await board.waitForRows(3)
  const rowsBefore = await board.rows()
  await board.openRow(0)
  const readSyncAgeMinutes = async () =>
    Number(/Synced (?:(\d+) min|just now)/.exec(await board.textOf('three-ages'))?.[1] ?? 0)
  const readOtherAges = async () => /Terminal checked .+ Line checked .+/.exec(await board.textOf('three-ages'))?.[0]
  expect(await readOtherAges()).toBeDefined()
  await eventually(readSyncAgeMinutes).toBeGreaterThanOrEqual(1)
  const ageBefore = await readSyncAgeMinutes()
  await eventually(readSyncAgeMinutes).toBeGreaterThan(ageBefore)
  await waitUntilOffline()
  await board.press('Escape')
  // The columns under the panel are drawn again one frame after it was closed.
  await eventually(async () => removeAges(await board.rows())).toEqual(removeAges(rowsBefore))
})

test('the board recovers by itself when the service is back', async () => {
  await waitUntilOffline()
  await board.page.evaluate(() => {
    document.title = 'never reloaded'
  })
  await startService(
    '--no-limit',
    '--clock-rate',
    String(RATE),
    '--containers',
    '60',
    '--seed',
    '1',
    '--port',
    String(readPort(connected.service.ready.url)),
  )
  await eventually(() => board.textOf('sync-chip')).toMatch(/^Live · checked/)
  await board.waitForContainers(60)
  expect(await board.page.title()).toBe('never reloaded')
  expect(await board.banners()).toEqual([])
})

function removeAges(rows: Awaited<ReturnType<Board['rows']>>): unknown {
  const ageColumns = ['terminalChecked', 'lastChange', 'placeTime']
  return rows.map(({ id, cells }) => [id, Object.entries(cells).filter(([key]) => !ageColumns.includes(key))])
}
