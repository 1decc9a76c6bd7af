// The limits of the stand-in. It throws at everything that it does not model. Where Electron would hang, it ends with a
// message.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { endPrograms } from '#support/programs.ts'
import { electronProgram } from './target.ts'
import { endProbes, startProbe } from './probe.ts'

afterAll(async () => {
  await endProbes()
  await endPrograms()
})

describe('the stand-in', () => {
  test('ends a main module that waits for ready at top level, and says why', async () => {
    const folder = fileURLToPath(new URL('../conformance/awaits', import.meta.url))
    const result = await promisify(execFile)(electronProgram(), [folder]).catch(
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    )
    expect(result).toMatchObject({
      code: 70,
      stdout: '',
      stderr: expect.stringContaining('await app.whenReady() at top level') as string,
    })
  })

  test('throws at everything that it does not model', async () => {
    const { app } = await startProbe()
    const problems = await app.evaluate((electron) => {
      const findProblem = (work: () => unknown) => {
        try {
          work()
          return null
        } catch (error) {
          return (error as Error).message
        }
      }
      return [
        findProblem(() => electron.app.getLocale()),
        findProblem(() => electron.BrowserWindow.getAllWindows()[0]!.getOpacity()),
        findProblem(() => electron.BrowserWindow.getAllWindows()[0]!.webContents.getTitle()),
        findProblem(() => electron.powerMonitor.getSystemIdleTime()),
        findProblem(() => electron.session.defaultSession.getUserAgent()),
        findProblem(() => electron.screen.getCursorScreenPoint()),
      ]
    })
    expect(problems).toEqual(
      [
        'app.getLocale',
        'BrowserWindow.getOpacity',
        'webContents.getTitle',
        'powerMonitor.getSystemIdleTime',
        'session.defaultSession.getUserAgent',
        'screen.getCursorScreenPoint',
      ].map((name) => `not modelled: ${name}`),
    )
  })

  test('leaves no browser behind when it is killed', async () => {
    const { app, child } = await startProbe()
    const listBrowsers = () =>
      promisify(execFile)('ps', ['-eo', 'pid,args']).then(({ stdout }) =>
        stdout.split('\n').filter((line) => line.includes('--remote-debugging-pipe') && line.includes(`${profile}/`)),
      )
    const profile = await app.evaluate((electron) => electron.app.getPath('userData'))
    expect((await listBrowsers()).length).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await expect.poll(listBrowsers).toEqual([])
  })
})
