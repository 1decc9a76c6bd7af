// Under Electron the engine is a separate process. If it is killed while it reads, it restarts by itself and loses no
// data. If it ends repeatedly, it is not restarted until the user decides.
import { describe, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { createStage, startConnected } from './stage.ts'

const stage = createStage()
const CONTAINERS = 400
/** After this many crashes within a minute, main stops restarting. */
const CRASHES = 5

const readBanners = (board: Board) => board.banners()

describe('an engine process that is killed', () => {
  test('an engine that ends while reading is reported, restarts by itself and loses nothing', async () => {
    const { host } = await startConnected(['--containers', String(CONTAINERS)])
    const board = await stage.open(host)
    await board.goTo('containers')
    await eventually(async () => (await board.count()).all).toBeGreaterThan(0)
    await board.page.evaluate(() => {
      document.title = 'page not reloaded'
    })
    const countBefore = (await board.count()).all
    const firstPid = await host.findEnginePid()
    process.kill(firstPid, 'SIGKILL')
    await eventually(() => board.textOf('sync-chip')).toMatch(/^Not responding · data from \d\d:\d\d$/)
    expect((await board.rows()).length, 'rows that were read stay on the screen').toBeGreaterThan(0)

    await eventually(() => board.textOf('sync-chip')).toMatch(/^(Live|Checking)/)
    expect(await host.findEnginePid()).not.toBe(firstPid)
    expect((await board.count()).all).toBeGreaterThanOrEqual(countBefore)
    await eventually(async () => (await board.count()).all).toBe(CONTAINERS)
    expect(await board.page.title()).toBe('page not reloaded')
    expect(await readBanners(board)).toEqual([])
  })

  test('an engine that ends five times within a minute stays down and says so, until the user restarts it', async () => {
    const { host } = await startConnected(['--containers', '20'])
    const board = await stage.open(host)
    await board.waitForContainers(20)
    const idsBefore = await board.ids()
    let lastPid = 0
    for (let crash = 0; crash < CRASHES; crash++) {
      await eventually(() =>
        host.findEnginePid().then(
          (id) => id !== lastPid,
          () => false,
        ),
      ).toBe(true)
      lastPid = await host.findEnginePid()
      process.kill(lastPid, 'SIGKILL')
    }
    await eventually(() => readBanners(board)).toEqual([
      'The part of the app that holds your data did not start. Restart it. Saved data is not lost.',
    ])
    expect(await board.ids()).toEqual(idsBefore)
    await board.page.getByRole('button', { name: 'Restart' }).click()
    await eventually(() => readBanners(board)).toEqual([])
    await board.waitForContainers(20)
  })
})
