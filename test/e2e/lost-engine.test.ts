// A page whose engine sends no answers.
import { describe, expect, test } from 'vitest'
import { eventually } from './board.ts'
import { createStage, startConnected } from './stage.ts'

const stage = createStage()

describe('a page without its engine', () =>
  test('a page that is connected but gets no answers says so on a screen without data, and fills the screen after the answers come', async () => {
    const { host } = await startConnected(['--containers', '20'])
    const board = await stage.open(host)
    await board.waitForContainers(20)
    const idsBefore = await board.ids()
    const enginePid = await host.findEnginePid()
    process.kill(enginePid, 'SIGSTOP')
    try {
      await eventually(() => board.textOf('sync-chip')).toMatch(/^Not responding · data from \d\d:\d\d$/)
      expect(await board.ids()).toEqual(idsBefore)
      await board.goTo('shipments')
      await eventually(() => board.textOf('empty-state')).toBe(
        'The part of the app that holds your data is not responding. If that part is still running, the window reconnects automatically. If not, start the app again.',
      )
    } finally {
      process.kill(enginePid, 'SIGCONT')
    }
    await board.waitForRows(1)
    await eventually(() => board.banners()).toEqual([])
  }))
