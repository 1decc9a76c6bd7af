// In the desktop app the engine is a separate process: a hanging engine is reported, and can be restarted.
import { describe, expect, test } from 'vitest'
import { eventually } from './board.ts'
import { createStage, startConnected } from './stage.ts'

const stage = createStage()

describe('an engine process that hangs', () =>
  test('a hanging engine is reported until the user decides, and the board is complete again after a restart', async () => {
    const { host } = await startConnected(['--containers', '20'])
    const board = await stage.open(host)
    await board.waitForContainers(20)
    const idsBefore = await board.ids()
    const hungPid = await host.findEnginePid()
    process.kill(hungPid, 'SIGSTOP')
    await eventually(() => board.textOf('sync-chip')).toMatch(/^Not responding · data from \d\d:\d\d$/)
    expect([await board.ids(), await host.findEnginePid()]).toEqual([idsBefore, hungPid])
    await board.page.getByRole('button', { name: 'Restart' }).click()
    await eventually(() => board.banners()).toEqual([])
    await board.waitForContainers(20)
    expect(await host.findEnginePid()).not.toBe(hungPid)
  }))
