// The network is lost and comes back: all saved data stays usable with correct ages, and reading resumes by itself.
// Programs run 20 times faster than the wall clock, so that minutes of waiting pass in seconds.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { STORY, type Connected, portOf, setStage, startConnected } from './stage.ts'

const stage = setStage()
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

const unplugged = () =>
  eventually(() => board.says('sync-chip')).toMatch(/^Offline since \d\d:\d\d: showing saved data$/)

test('story 5: without a network every screen, the search and the copy commands still work', STORY, async () => {
  await board.hasAll(60)
  await connected.service.stop()
  await unplugged()
  for (const screen of SCREENS) {
    await board.page.evaluate((hash) => {
      location.hash = hash
    }, `#/${screen}`)
    await board.page.locator('main :is(h1, h2, h3, [role=grid], [role=listbox])').first().waitFor()
    expect(await board.page.locator('main [role=alert]').allInnerTexts(), screen).toEqual([])
  }
  expect(await board.banners()).toEqual([])

  await board.goTo('containers')
  await board.hasRows(10)
  const [, second] = await board.column('number')
  await board.press('/')
  await board.by('search').fill(second!.toLowerCase())
  await eventually(() => board.by('search-results').locator('[role=option]').first().innerText()).toContain(second)
  await board.press('Enter')
  await eventually(() => board.says('panel-number')).toBe(second)
  for (const block of ['deadline-sources', 'timeline']) await board.by(block).waitFor()
  await board.press('Escape')
  await board.press('Control+a')
  await board.page.getByRole('button', { name: 'Copy with headers' }).click()
  await eventually(async () => (await connected.host.clipboard(board)).split('\n').length).toBe(
    (await board.count()).shown + 1,
  )
})

test('story 5: the three ages grow while nothing is read, and failed reads do not reset them', async () => {
  await unplugged()
  await board.hasRows(3)
  const saved = await board.rows()
  await board.openRow(0)
  const readMinutesAgo = async () =>
    Number(/Synced (?:(\d+) min|just now)/.exec(await board.says('three-ages'))?.[1] ?? 0)
  const others = async () => /Terminal checked .+ Line checked .+/.exec(await board.says('three-ages'))?.[0]
  expect(await others()).toBeDefined()
  await eventually(readMinutesAgo).toBeGreaterThanOrEqual(1)
  const before = await readMinutesAgo()
  await eventually(readMinutesAgo).toBeGreaterThan(before)
  await unplugged()
  await board.press('Escape')
  // The columns under the panel are drawn again one frame after it was closed.
  await eventually(async () => withoutAges(await board.rows())).toEqual(withoutAges(saved))
})

test('the board recovers by itself when the service is back', async () => {
  await unplugged()
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
    String(portOf(connected.service.ready.url)),
  )
  await eventually(() => board.says('sync-chip')).toMatch(/^Live · checked/)
  await board.hasAll(60)
  expect(await board.page.title()).toBe('never reloaded')
  expect(await board.banners()).toEqual([])
})

function withoutAges(rows: Awaited<ReturnType<Board['rows']>>): unknown {
  const aging = ['terminalChecked', 'lastChange', 'placeTime']
  return rows.map(({ id, cells }) => [id, Object.entries(cells).filter(([key]) => !aging.includes(key))])
}
