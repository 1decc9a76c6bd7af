// The network goes and comes back: everything saved stays usable with honest ages, and reading goes on by itself.
// Programs run 20 times faster than the wall clock, so that minutes of waiting pass in seconds.
import { describe, expect, test } from 'vitest'
import { startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { portOf, setStage, startConnected } from './stage.ts'

const stage = setStage()
const RATE = 20

describe('offline and back', () => {
  test('saved data stays usable and ages openly, and the board recovers by itself when the service is back', async () => {
    const startedAt = Date.now()
    const { service, host } = await startConnected(['--containers', '60', '--seed', '1', '--start', new Date(startedAt).toISOString()], RATE)
    const board = await stage.open(host)
    await board.hasAll(60)
    await board.page.evaluate(() => { document.title = 'never reloaded' })
    await service.stop()
    await eventually(() => board.says('sync-chip'), 60_000).toMatch(/^Offline since \d\d:\d\d: showing saved data$/)

    const saved = await board.rows()
    await worksOnSavedData(board)
    await agesGrow(board)
    // The columns the panel stood over are drawn again a frame after it has gone.
    await eventually(async () => withoutAges(await board.rows())).toEqual(withoutAges(saved))

    // The world has gone on meanwhile, at its own pace.
    const now = new Date(startedAt + (Date.now() - startedAt) * RATE).toISOString()
    await startService('--no-limit', '--clock-rate', String(RATE), '--containers', '60', '--seed', '1', '--start', now, '--port', String(portOf(service.ready.url)))
    await eventually(() => board.says('sync-chip'), 60_000).toMatch(/^Live · checked/)
    expect((await board.count()).all).toBe(60)
    expect(await board.page.title()).toBe('never reloaded')
    expect(await board.banners()).toEqual([])
  })
})

/** Every screen, a filter and a detail. */
async function worksOnSavedData(board: Board): Promise<void> {
  await board.goTo('containers')
  await board.hasRows(10)
  const [, second] = await board.column('number')
  await board.filterText(second!)
  await eventually(() => board.column('number')).toEqual([second])
  await board.filterText('')
  await board.goTo('settings')
  await board.page.getByText('Which date governs').waitFor()
  await board.goTo('lfd')
  await board.hasRows(3)
  await board.openRow(0)
  await board.by('deadline-sources').waitFor()
  await board.by('timeline').waitFor()
}

/** With the panel open: what was read grows older by the minute, though nothing new is read. */
async function agesGrow(board: Board): Promise<void> {
  const readMinutesAgo = async () => Number(/Service read (?:(\d+) min|just now)/.exec(await board.says('three-ages'))?.[1] ?? 0)
  await eventually(readMinutesAgo, 60_000).toBeGreaterThanOrEqual(1)
  const before = await readMinutesAgo()
  await eventually(readMinutesAgo, 60_000).toBeGreaterThan(before)
  expect(await board.says('sync-chip')).toMatch(/^Offline since/)
  await board.page.keyboard.press('Escape')
}

function withoutAges(rows: Awaited<ReturnType<Board['rows']>>): unknown {
  const aging = ['terminalChecked', 'lastChange', 'placeTime']
  return rows.map(({ id, cells }) => [id, Object.entries(cells).filter(([key]) => !aging.includes(key))])
}
