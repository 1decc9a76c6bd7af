// In the desktop app the engine is a separate process: a hanging engine is reported, and can be restarted.
import { describe, expect, test } from 'vitest'
import { eventually } from './board.ts'
import { setStage, startConnected } from './stage.ts'

const stage = setStage()

describe('an engine process that hangs', () =>
  test('a hanging engine is reported until the user decides, and the board is complete again after a restart', async () => {
    const { host } = await startConnected(['--containers', '20'])
    const board = await stage.open(host)
    await board.hasAll(20)
    const shown = await board.ids()
    const hung = await host.engineProcess()
    process.kill(hung, 'SIGSTOP')
    await eventually(() => board.says('sync-chip')).toBe('Not responding')
    expect([await board.ids(), await host.engineProcess()]).toEqual([shown, hung])
    await board.page.getByRole('button', { name: 'Restart' }).click()
    await eventually(() => board.banners()).toEqual([])
    await board.hasAll(20)
    expect(await host.engineProcess()).not.toBe(hung)
  }))
