// Ports, navigation and quitting under Electron. The same cases run on the stand-in and on the real one.
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endPrograms } from '#support/programs.ts'
import { eventually } from './board.ts'
import { type Probe, endProbes, startProbe } from './probe.ts'
import {
  shareProbe,
  probe,
  type ProbeMain,
  readLog,
  listenInPage,
  type ProbeWindow,
  readReceivedMessages,
} from './shared-probe.ts'

afterAll(endPrograms)

describe('ports', () => {
  shareProbe()

  test('messages wait for start, arrive in order and as copies, and both ends get the close event', async () => {
    await probe.app.evaluate(({ MessageChannelMain }) => {
      const { log } = globalThis as unknown as ProbeMain
      const { port1, port2 } = new MessageChannelMain()
      const message = { n: 1 }
      port1.postMessage(message)
      message.n = 2
      port1.postMessage('second')
      log.push('posted')
      port2.on('message', ({ data }) => log.push(data))
      port1.on('close', () => log.push('one closed'))
      port2.on('close', () => log.push('other closed'))
      setTimeout(() => {
        log.push('started')
        port2.start()
        setTimeout(() => port1.close(), 50)
      }, 50)
    })
    await eventually(async () => (await readLog()).length).toBe(6)
    expect((await readLog()).slice(0, 4)).toEqual(['posted', 'started', { n: 1 }, 'second'])
    expect((await readLog()).slice(4).sort()).toEqual(['one closed', 'other closed'])
  })

  test('a port sent to the page carries clonable values both ways, and the page gets its close event', async () => {
    await listenInPage()
    await probe.app.evaluate(({ BrowserWindow, MessageChannelMain }) => {
      const { port1, port2 } = new MessageChannelMain()
      Object.assign(globalThis, { hostPort: port1 })
      port1.on('message', ({ data }: { data: unknown }) =>
        port1.postMessage({ echo: data, kind: Object.prototype.toString.call((data as { at?: unknown }).at) }),
      )
      port1.start()
      port1.postMessage('waits for the page')
      BrowserWindow.getAllWindows()[0]!.webContents.postMessage('port', 'take it', [port2])
    })
    await eventually(readReceivedMessages).toEqual(['take it', 'waits for the page'])
    await probe.page.evaluate(() => {
      ;(window as unknown as ProbeWindow).port?.postMessage({ at: new Date(0), list: [undefined, 7n] })
    })
    await eventually(async () => (await readReceivedMessages()).length).toBe(3)
    expect((await readReceivedMessages())[2]).toMatchObject({ kind: '[object Date]', echo: { list: [undefined, 7n] } })
    await probe.app.evaluate(() => {
      ;(globalThis as unknown as { hostPort: { close(): void } }).hostPort.close()
    })
    await eventually(async () => (await readReceivedMessages()).at(-1)).toBe('closed')
  })

  test('a page that is reloaded loses its port, and main gets the close event', async () => {
    await listenInPage()
    await probe.app.evaluate(({ BrowserWindow, MessageChannelMain }) => {
      const { port1, port2 } = new MessageChannelMain()
      port1.on('close', () => (globalThis as unknown as ProbeMain).log.push('closed'))
      port1.start()
      BrowserWindow.getAllWindows()[0]!.webContents.postMessage('port', 'take it', [port2])
    })
    await eventually(readReceivedMessages).toEqual(['take it'])
    await probe.page.reload()
    await eventually(readLog).toEqual(['closed'])
  })
})

/**
 * Lists the ids of the program and of the processes that it started. A terminal signals them together. Browsers of the
 * stand-in are not part of Electron.
 */
async function listProcessIds({ app, child }: Probe): Promise<number[]> {
  const children = await app.evaluate((electron) =>
    electron.app
      .getAppMetrics()
      .filter(({ type }) => type === 'Utility')
      .map((metric) => metric.pid),
  )
  return [...children, child.pid!]
}

describe('navigation', () => {
  shareProbe()

  test('asks main, which may refuse, and then the page stays', async () => {
    await probe.app.evaluate(({ BrowserWindow }) => {
      const { log } = globalThis as unknown as ProbeMain
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      contents.on('will-navigate', (details) => {
        log.push(['will-navigate', details.url])
        details.preventDefault()
      })
      contents.setWindowOpenHandler(({ url }) => {
        log.push(['open', url])
        return { action: 'deny' }
      })
    })
    await probe.page.evaluate(() => {
      setTimeout(() => {
        location.href = '/elsewhere'
      }, 0)
    })
    await eventually(readLog).toEqual([['will-navigate', 'app://bundle/elsewhere']])
    expect(await probe.page.evaluate(() => window.open('/window') === null)).toBe(true)
    await eventually(readLog).toEqual([
      ['will-navigate', 'app://bundle/elsewhere'],
      ['open', 'app://bundle/window'],
    ])
    expect(await probe.page.evaluate(() => document.title)).toBe('probe')
    expect(probe.app.windows()).toHaveLength(1)
  })

  test('does not ask main for loads by the program and for fragments', async () => {
    await probe.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]!.webContents.on('will-navigate', ({ url }) =>
        (globalThis as unknown as ProbeMain).log.push(url),
      )
    })
    await probe.page.evaluate(() => {
      location.hash = '#/there'
    })
    await probe.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.loadURL('app://bundle/'))
    expect(await readLog()).toEqual([])
    expect(
      await probe.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.getURL()),
    ).toBe('app://bundle/')
  })
})

describe('the end of the program', () => {
  let probe: Probe
  beforeEach(async () => {
    probe = await startProbe()
  })
  afterEach(endProbes)

  const END_EVENTS = ['before-quit', 'close', 'closed', 'will-quit', 'quit', 'window-all-closed']
  const listEndEvents = () => probe.readEvents().filter((eventName) => END_EVENTS.includes(eventName))
  const waitForExit = () => new Promise<void>((resolve) => probe.app.once('close', () => resolve()))

  test('begins with before-quit, which can delay it; then windows close before the program quits', async () => {
    await probe.app.evaluate(({ app }) => {
      app.once('before-quit', (event) => event.preventDefault())
      app.quit()
    })
    expect(listEndEvents()).toEqual(['before-quit'])
    const ended = waitForExit()
    await probe.app.evaluate(({ app }) => {
      setTimeout(() => app.quit(), 10)
    })
    await ended
    expect(listEndEvents()).toEqual(['before-quit', 'before-quit', 'close', 'closed', 'will-quit', 'quit'])
  })

  test('is cancelled by a window that does not close', async () => {
    await probe.app.evaluate(({ app, BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]!.once('close', (event) => event.preventDefault())
      app.quit()
    })
    expect(listEndEvents()).toEqual(['before-quit', 'close'])
    expect(await probe.page.evaluate(() => document.title)).toBe('probe')
  })

  test('does not follow the last window if window-all-closed has a listener', async () => {
    await probe.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close())
    await eventually(listEndEvents).toEqual(['close', 'closed', 'window-all-closed'])
    expect(await probe.app.evaluate(({ app }) => app.isReady())).toBe(true)
  })

  test.each(process.platform === 'win32' ? [] : (['SIGINT', 'SIGTERM'] as const))(
    'by %s of the whole process group is an ordinary quit',
    async (signal) => {
      await probe.app.evaluate(({ utilityProcess }) => {
        const {
          probe: { folder },
        } = globalThis as unknown as ProbeMain
        utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      })
      const ended = waitForExit()
      for (const pid of await listProcessIds(probe)) process.kill(pid, signal)
      await ended
      expect(
        listEndEvents().filter((eventName) => !['close', 'closed', 'window-all-closed'].includes(eventName)),
      ).toEqual(['before-quit', 'will-quit', 'quit'])
    },
  )

  test('by exit sends no before-quit', async () => {
    const ended = waitForExit()
    await probe.app.evaluate(({ app }) => {
      setTimeout(() => app.exit(4), 10)
    })
    await ended
    expect(probe.child.exitCode).toBe(4)
    expect(listEndEvents().filter((eventName) => eventName !== 'closed')).toEqual(['quit'])
  })
})
