// Ports, child processes, navigation and the end, asked of Electron: the same on the stand-in and on the real one.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endPrograms } from '#support/programs.ts'
import { eventually } from './board.ts'
import { type Probe, endProbes, startProbe } from './probe.ts'

type Main = { probe: { folder: string; open(): void }; log: unknown[] }
type World = { heard: unknown[]; port?: MessagePort }

let probe: Probe
/** One for all tests of a group: each begins with an empty log and a page that was just loaded. */
function shareProbe(): void {
  beforeAll(async () => {
    probe = await startProbe()
  })
  beforeEach(async () => {
    await probe.app.evaluate(({ app, BrowserWindow }) => {
      (globalThis as unknown as Main).log = []
      app.removeAllListeners('child-process-gone')
      BrowserWindow.getAllWindows()[0]!.webContents.removeAllListeners('will-navigate')
    })
    await probe.page.reload()
  })
  afterAll(endProbes)
}
afterAll(endPrograms)

const log = () => probe.app.evaluate(() => (globalThis as unknown as Main).log)

/** The page keeps the port main sends it, and everything it hears on it. */
async function listenInPage(): Promise<void> {
  await probe.page.evaluate(() => {
    const world = window as unknown as World
    world.heard = []
    window.addEventListener('message', ({ data, ports }: MessageEvent<{ probe?: unknown } | null>) => {
      const [port] = ports
      if (!port || !data?.probe) return
      world.port = port
      world.heard.push(data.probe)
      port.addEventListener('message', (event) => world.heard.push(event.data))
      port.addEventListener('close', () => world.heard.push('closed'))
      port.start()
    })
  })
}

const heard = () => probe.page.evaluate(() => (window as unknown as World).heard)

describe('ports', () => {
  shareProbe()

  test('messages wait for start, keep their order and are copies, and both ends hear of the close', async () => {
    await probe.app.evaluate(({ MessageChannelMain }) => {
      const { log } = globalThis as unknown as Main
      const { port1, port2 } = new MessageChannelMain()
      const given = { n: 1 }
      port1.postMessage(given)
      given.n = 2
      port1.postMessage('second')
      log.push('posted')
      port2.on('message', ({ data }) => log.push(data))
      port1.on('close', () => log.push('one closed'))
      port2.on('close', () => log.push('other closed'))
      setTimeout(() => {
        log.push('started')
        port2.start()
        setTimeout(() => { port1.close() }, 50)
      }, 50)
    })
    await eventually(async () => (await log()).length).toBe(6)
    expect((await log()).slice(0, 4)).toEqual(['posted', 'started', { n: 1 }, 'second'])
    expect((await log()).slice(4).sort()).toEqual(['one closed', 'other closed'])
  })

  test('one goes to the page, carries what clones both ways, and its close is heard there', async () => {
    await listenInPage()
    await probe.app.evaluate(({ BrowserWindow, MessageChannelMain }) => {
      const { port1, port2 } = new MessageChannelMain()
      Object.assign(globalThis, { kept: port1 })
      port1.on('message', ({ data }: { data: unknown }) => { port1.postMessage({ echo: data, kind: Object.prototype.toString.call((data as { at?: unknown }).at) }) })
      port1.start()
      port1.postMessage('waits for the page')
      BrowserWindow.getAllWindows()[0]!.webContents.postMessage('port', 'take it', [port2])
    })
    await eventually(heard).toEqual(['take it', 'waits for the page'])
    await probe.page.evaluate(() => { (window as unknown as World).port?.postMessage({ at: new Date(0), list: [undefined, 7n] }) })
    await eventually(async () => (await heard()).length).toBe(3)
    expect((await heard())[2]).toMatchObject({ kind: '[object Date]', echo: { list: [undefined, 7n] } })
    await probe.app.evaluate(() => { (globalThis as unknown as { kept: { close(): void } }).kept.close() })
    await eventually(async () => (await heard()).at(-1)).toBe('closed')
  })

  test('a page that is loaded again has lost its port, and main hears so', async () => {
    await listenInPage()
    await probe.app.evaluate(({ BrowserWindow, MessageChannelMain }) => {
      const { port1, port2 } = new MessageChannelMain()
      port1.on('close', () => (globalThis as unknown as Main).log.push('closed'))
      port1.start()
      BrowserWindow.getAllWindows()[0]!.webContents.postMessage('port', 'take it', [port2])
    })
    await eventually(heard).toEqual(['take it'])
    await probe.page.reload()
    await eventually(log).toEqual(['closed'])
  })
})

describe('child processes', () => {
  shareProbe()

  test('hear what was posted before they listened, and answer over a port of their own', async () => {
    await probe.app.evaluate(({ MessageChannelMain, utilityProcess }) => {
      const { log, probe: { folder } } = globalThis as unknown as Main
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      const { port1, port2 } = new MessageChannelMain()
      child.on('message', (said) => log.push(said))
      child.postMessage('early')
      child.postMessage('port', [port1])
      port2.on('message', ({ data }) => log.push(data))
      port2.start()
      port2.postMessage({ at: new Date(0) })
    })
    await eventually(async () => (await log()).length).toBe(2)
    expect(await log()).toEqual([{ heard: 'early', type: 'utility' }, { heard: { at: new Date(0) } }])
  })

  test('make their heap by the flags for V8 that stand in execArgv', async () => {
    await probe.app.evaluate(({ utilityProcess }) => {
      const { log, probe: { folder } } = globalThis as unknown as Main
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe', execArgv: ['--js-flags=--max-old-space-size=200'] })
      child.on('message', (said) => log.push(said))
      child.postMessage('room')
    })
    await eventually(async () => (await log()).length).toBe(1)
    const [bytes] = await log()
    expect(Number(bytes) / 2 ** 20).toBeLessThan(600)
  })

  test('that end by themselves are told with their code and lose their ports', async () => {
    await probe.app.evaluate(({ MessageChannelMain, app, utilityProcess }) => {
      const { log, probe: { folder } } = globalThis as unknown as Main
      app.on('child-process-gone', (_event, { type, name, reason }) => log.push(['gone', type, name, reason]))
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      const { port1, port2 } = new MessageChannelMain()
      port2.on('close', () => log.push('port closed'))
      port2.start()
      child.on('exit', (code) => log.push(['exit', code]))
      child.once('spawn', () => {
        child.postMessage('port', [port1])
        child.postMessage('exit')
      })
    })
    await eventually(async () => (await log()).length).toBe(3)
    expect(await log()).toEqual(expect.arrayContaining([['exit', 3], 'port closed', ['gone', 'Utility', 'probe child', 'abnormal-exit']]))
  })

  test('that others kill report a code other than 0, and that they were killed', async () => {
    await probe.app.evaluate(({ app, utilityProcess }) => {
      const { log, probe: { folder } } = globalThis as unknown as Main
      app.on('child-process-gone', (_event, { name, reason }) => log.push([name, reason]))
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      child.on('exit', (code) => log.push(['exit', code !== 0]))
      child.once('message', () => process.kill(child.pid!, 'SIGKILL'))
      child.postMessage('early')
    })
    await eventually(async () => (await log()).length).toBe(2)
    expect(await log()).toEqual(expect.arrayContaining([['exit', true], ['probe child', 'killed']]))
  })

  test('that main kills report 0; before they have a process, kill does nothing', async () => {
    await probe.app.evaluate(({ utilityProcess }) => {
      const { log, probe: { folder } } = globalThis as unknown as Main
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      log.push(['before spawn', child.pid, child.kill()])
      child.once('message', () => { log.push(['alive', typeof child.pid, child.kill()]) })
      child.on('exit', (code) => log.push(['exit', code, child.pid, child.kill()]))
      child.postMessage('early')
    })
    await eventually(async () => (await log()).length).toBe(3)
    expect(await log()).toEqual([['before spawn', undefined, false], ['alive', 'number', true], ['exit', 0, undefined, false]])
  })

  test('that crash may lose the end of what they wrote, never its beginning, and have no streams afterwards', async () => {
    await probe.app.evaluate(({ utilityProcess }) => {
      const { log, probe: { folder } } = globalThis as unknown as Main
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      let text = ''
      child.stderr?.on('data', (bytes: Buffer) => { text += bytes.toString() })
      child.on('exit', (code) => {
        const lines = text.split('\n').slice(0, -1).filter((line) => /^line \d+$/.test(line))
        setImmediate(() => { log.push(['exit', code !== 0, child.stderr, lines.every((line, place) => line === `line ${place}`), lines.length <= 300]) })
      })
      child.postMessage('abort')
    })
    await eventually(async () => (await log()).length).toBe(1)
    expect(await log()).toEqual([['exit', true, null, true, true]])
  })

  test('that are killed five times close the port of the page each time', async () => {
    for (let round = 0; round < 5; round++) {
      await probe.page.reload()
      await listenInPage()
      await probe.app.evaluate(({ BrowserWindow, MessageChannelMain, utilityProcess }) => {
        const { probe: { folder } } = globalThis as unknown as Main
        const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
        const { port1, port2 } = new MessageChannelMain()
        child.once('spawn', () => {
          child.postMessage('port', [port1])
          BrowserWindow.getAllWindows()[0]!.webContents.postMessage('port', child.pid, [port2])
        })
      })
      await eventually(async () => (await heard()).length).toBe(1)
      const [pid] = (await heard()) as [number]
      await probe.page.evaluate(() => { (window as unknown as World).port?.postMessage('question') })
      await eventually(async () => (await heard()).at(-1)).toEqual({ heard: 'question' })
      process.kill(pid, 'SIGKILL')
      await eventually(async () => (await heard()).at(-1)).toBe('closed')
    }
  })

  test('read and write SQLite with large values', async () => {
    await probe.app.evaluate(({ utilityProcess }) => {
      const { log, probe: { folder } } = globalThis as unknown as Main
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      child.on('message', (said) => log.push(said))
      child.postMessage('sqlite')
    })
    await eventually(async () => (await log()).length).toBe(1)
    expect(await log()).toEqual([{ bytes: 1_500_000, isSame: true }])
  })

  test('trust the certificates of the system beside their own', async () => {
    await probe.app.evaluate(({ utilityProcess }) => {
      const { log, probe: { folder } } = globalThis as unknown as Main
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      child.on('message', (said) => log.push(said))
      child.postMessage('certificates')
    })
    await eventually(async () => (await log()).length).toBe(1)
    expect(await log()).toEqual([{ problem: null, isTrusted: true }])
  })

  test('go through a proxy that their agent names', async () => {
    const asked: string[] = []
    // Node asks for a page over HTTP by its whole address; a tunnel is for HTTPS.
    const proxy = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.end('through')
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    try {
      const text = await probe.app.evaluate(({ utilityProcess }, port) => new Promise((resolve) => {
        const { folder } = (globalThis as unknown as { probe: { folder: string } }).probe
        const child = utilityProcess.fork(`${folder}/proxied.mjs`, [String(port)], { serviceName: 'probe proxied', stdio: 'pipe' })
        child.on('message', resolve)
      }), (proxy.address() as AddressInfo).port)
      expect(text).toBe('through')
      expect(asked).toEqual(['http://service.example/'])
    } finally {
      proxy.close()
    }
  })
})

/** The program and the processes it started, as a terminal signals them. Browsers of the stand-in are no part of Electron. */
async function familyOf(pid: number): Promise<number[]> {
  const children = await probe.app.evaluate((electron) => electron.app.getAppMetrics().filter(({ type }) => type === 'Utility').map((metric) => metric.pid))
  return [...children, pid]
}

describe('where a page may go', () => {
  shareProbe()

  test('is asked of main, which may refuse; the page stays', async () => {
    await probe.app.evaluate(({ BrowserWindow }) => {
      const { log } = globalThis as unknown as Main
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
    await probe.page.evaluate(() => { setTimeout(() => { location.href = '/elsewhere' }, 0) })
    await eventually(log).toEqual([['will-navigate', 'app://bundle/elsewhere']])
    expect(await probe.page.evaluate(() => window.open('/window') === null)).toBe(true)
    await eventually(log).toEqual([['will-navigate', 'app://bundle/elsewhere'], ['open', 'app://bundle/window']])
    expect(await probe.page.evaluate(() => document.title)).toBe('probe')
    expect(probe.app.windows()).toHaveLength(1)
  })

  test('is not asked when the program itself sends it there, and the fragment is nobody’s business', async () => {
    await probe.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]!.webContents.on('will-navigate', ({ url }) => (globalThis as unknown as Main).log.push(url))
    })
    await probe.page.evaluate(() => { location.hash = '#/there' })
    await probe.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.loadURL('app://bundle/'))
    expect(await log()).toEqual([])
    expect(await probe.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.getURL())).toBe('app://bundle/')
  })
})

describe('the end', () => {
  beforeEach(async () => {
    probe = await startProbe()
  })
  afterEach(endProbes)

  const ends = ['before-quit', 'close', 'closed', 'will-quit', 'quit', 'window-all-closed']
  const endings = () => probe.happened().filter((what) => ends.includes(what))
  const gone = () => new Promise<void>((resolve) => probe.app.once('close', () => { resolve() }))

  test('begins with before-quit, which can put it off; then windows close, and it was not their closing that ended it', async () => {
    await probe.app.evaluate(({ app }) => {
      app.once('before-quit', (event) => { event.preventDefault() })
      app.quit()
    })
    expect(endings()).toEqual(['before-quit'])
    const ended = gone()
    await probe.app.evaluate(({ app }) => { setTimeout(() => { app.quit() }, 10) })
    await ended
    expect(endings()).toEqual(['before-quit', 'before-quit', 'close', 'closed', 'will-quit', 'quit'])
  })

  test('is called off by a window that does not close', async () => {
    await probe.app.evaluate(({ app, BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]!.once('close', (event) => { event.preventDefault() })
      app.quit()
    })
    expect(endings()).toEqual(['before-quit', 'close'])
    expect(await probe.page.evaluate(() => document.title)).toBe('probe')
  })

  test('does not follow the last window where somebody listens for its closing', async () => {
    await probe.app.evaluate(({ BrowserWindow }) => { BrowserWindow.getAllWindows()[0]!.close() })
    await eventually(endings).toEqual(['close', 'closed', 'window-all-closed'])
    expect(await probe.app.evaluate(({ app }) => app.isReady())).toBe(true)
  })

  test.each(process.platform === 'win32' ? [] : ['SIGINT', 'SIGTERM'] as const)('by %s of its whole process group is an ordinary one', async (signal) => {
    await probe.app.evaluate(({ utilityProcess }) => {
      const { probe: { folder } } = globalThis as unknown as Main
      utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
    })
    const ended = gone()
    for (const pid of await familyOf(probe.child.pid!)) process.kill(pid, signal)
    await ended
    expect(endings().filter((what) => !['close', 'closed', 'window-all-closed'].includes(what))).toEqual(['before-quit', 'will-quit', 'quit'])
  })

  test('by exit asks nobody', async () => {
    const ended = gone()
    await probe.app.evaluate(({ app }) => { setTimeout(() => { app.exit(4) }, 10) })
    await ended
    expect(probe.child.exitCode).toBe(4)
    expect(endings().filter((what) => what !== 'closed')).toEqual(['quit'])
  })
})
