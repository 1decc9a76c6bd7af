// A page whose engine sends no answers.
import { describe, expect, test } from 'vitest'
import { eventually } from './board.ts'
import { setStage, startConnected } from './stage.ts'

const stage = setStage()

describe('a page without its engine', () =>
  test('a page that is connected but gets no answers says so on a screen without data, and fills the screen after the answers come', async () => {
    const { host } = await startConnected(['--containers', '20'])
    const board = await stage.open(host)
    await board.hasAll(20)
    const shown = await board.ids()
    const engine = await host.engineProcess()
    process.kill(engine, 'SIGSTOP')
    try {
      await eventually(() => board.says('sync-chip')).toBe('Not responding')
      expect(await board.ids()).toEqual(shown)
      await board.goTo('shipments')
      await eventually(() => board.says('empty-state')).toBe(
        'The part of the app that holds your data is not responding. If that part is still running, the window reconnects automatically. If not, start the app again.',
      )
    } finally {
      process.kill(engine, 'SIGCONT')
    }
    await board.hasRows(1)
    await eventually(() => board.banners()).toEqual([])
  }))
