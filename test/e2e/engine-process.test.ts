// Under Electron the engine is a separate process. If it is killed while it reads, it restarts by itself and loses no
// data. If it ends repeatedly, it is not restarted until the user decides.
import { describe, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { setStage, startConnected } from './stage.ts'

const stage = setStage()
const CONTAINERS = 400
/** After this many crashes within a minute, main stops restarting. */
const CRASHES = 5

const banners = (board: Board) => board.banners()

describe('an engine process that is killed', () => {
  test('an engine that ends while reading is reported, restarts by itself and loses nothing', async () => {
    const { host } = await startConnected(['--containers', String(CONTAINERS)])
    const board = await stage.open(host)
    await board.goTo('containers')
    await eventually(async () => (await board.count()).all).toBeGreaterThan(0)
    await board.page.evaluate(() => {
      document.title = 'page not reloaded'
    })
    const readBefore = (await board.count()).all
    const first = await host.engineProcess()
    process.kill(first, 'SIGKILL')
    await eventually(() => board.says('sync-chip')).toBe('Not responding')
    expect((await board.rows()).length, 'what was read stays on the screen').toBeGreaterThan(0)

    await eventually(() => board.says('sync-chip')).toMatch(/^(Live|Checking)/)
    expect(await host.engineProcess()).not.toBe(first)
    expect((await board.count()).all).toBeGreaterThanOrEqual(readBefore)
    await eventually(async () => (await board.count()).all).toBe(CONTAINERS)
    expect(await board.page.title()).toBe('page not reloaded')
    expect(await banners(board)).toEqual([])
  })

  test('an engine that ends five times within a minute stays down and says so, until the user restarts it', async () => {
    const { host } = await startConnected(['--containers', '20'])
    const board = await stage.open(host)
    await board.hasAll(20)
    const shown = await board.ids()
    let last = 0
    for (let crash = 0; crash < CRASHES; crash++) {
      await eventually(() =>
        host.engineProcess().then(
          (id) => id !== last,
          () => false,
        ),
      ).toBe(true)
      last = await host.engineProcess()
      process.kill(last, 'SIGKILL')
    }
    await eventually(() => banners(board)).toEqual([
      'The part of the app that holds your data did not start. Restart it. Saved data is not lost.',
    ])
    expect(await board.ids()).toEqual(shown)
    await board.page.getByRole('button', { name: 'Restart' }).click()
    await eventually(() => banners(board)).toEqual([])
    await board.hasAll(20)
  })
})
