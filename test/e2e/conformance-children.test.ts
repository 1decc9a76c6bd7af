// Child processes under Electron. The same cases run on the stand-in and on the real one.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { endPrograms } from '#support/programs.ts'
import { eventually } from './board.ts'
import {
  shareProbe,
  reloadProbe,
  probe,
  type ProbeMain,
  readLog,
  listenInPage,
  type ProbeWindow,
  readReceivedMessages,
} from './shared-probe.ts'

afterAll(endPrograms)

describe('child processes', () => {
  shareProbe()

  test('receive messages posted before they listened, and answer over their own port', async () => {
    await probe.app.evaluate(({ MessageChannelMain, utilityProcess }) => {
      const {
        log,
        probe: { folder },
      } = globalThis as unknown as ProbeMain
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      const { port1, port2 } = new MessageChannelMain()
      child.on('message', (answer) => log.push(answer))
      child.postMessage('early')
      child.postMessage('port', [port1])
      port2.on('message', ({ data }) => log.push(data))
      port2.start()
      port2.postMessage({ at: new Date(0) })
    })
    await eventually(async () => (await readLog()).length).toBe(2)
    expect(await readLog()).toEqual([{ received: 'early', type: 'utility' }, { received: { at: new Date(0) } }])
  })

  test('use the V8 flags in execArgv for their heap', async () => {
    await probe.app.evaluate(({ utilityProcess }) => {
      const {
        log,
        probe: { folder },
      } = globalThis as unknown as ProbeMain
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], {
        serviceName: 'probe child',
        stdio: 'pipe',
        execArgv: ['--js-flags=--max-old-space-size=200'],
      })
      child.on('message', (answer) => log.push(answer))
      child.postMessage('heapLimit')
    })
    await eventually(async () => (await readLog()).length).toBe(1)
    const [bytes] = await readLog()
    expect(Number(bytes) / 2 ** 20).toBeLessThan(600)
  })

  test('that end report their exit code and close their ports', async () => {
    await probe.app.evaluate(({ MessageChannelMain, app, utilityProcess }) => {
      const {
        log,
        probe: { folder },
      } = globalThis as unknown as ProbeMain
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
    await eventually(async () => (await readLog()).length).toBe(3)
    expect(await readLog()).toEqual(
      expect.arrayContaining([['exit', 3], 'port closed', ['gone', 'Utility', 'probe child', 'abnormal-exit']]),
    )
  })

  test('that are killed by another process report an exit code other than 0 and the reason “killed”', async () => {
    await probe.app.evaluate(({ app, utilityProcess }) => {
      const {
        log,
        probe: { folder },
      } = globalThis as unknown as ProbeMain
      app.on('child-process-gone', (_event, { name, reason }) => log.push([name, reason]))
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      child.on('exit', (code) => log.push(['exit', code !== 0]))
      child.once('message', () => process.kill(child.pid!, 'SIGKILL'))
      child.postMessage('early')
    })
    await eventually(async () => (await readLog()).length).toBe(2)
    expect(await readLog()).toEqual(
      expect.arrayContaining([
        ['exit', true],
        ['probe child', 'killed'],
      ]),
    )
  })

  test('that are killed by main report 0, and kill does nothing while they have no process', async () => {
    await probe.app.evaluate(({ utilityProcess }) => {
      const {
        log,
        probe: { folder },
      } = globalThis as unknown as ProbeMain
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      log.push(['before spawn', child.pid, child.kill()])
      child.once('message', () => {
        log.push(['alive', typeof child.pid, child.kill()])
      })
      child.on('exit', (code) => log.push(['exit', code, child.pid, child.kill()]))
      child.postMessage('early')
    })
    await eventually(async () => (await readLog()).length).toBe(3)
    expect(await readLog()).toEqual([
      ['before spawn', undefined, false],
      ['alive', 'number', true],
      ['exit', 0, undefined, false],
    ])
  })

  test('that crash may lose the end of their output, never its beginning, and have no streams afterwards', async () => {
    await probe.app.evaluate(({ utilityProcess }) => {
      const {
        log,
        probe: { folder },
      } = globalThis as unknown as ProbeMain
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      let text = ''
      child.stderr?.on('data', (bytes: Buffer) => {
        text += bytes.toString()
      })
      child.on('exit', (code) => {
        const lines = text
          .split('\n')
          .slice(0, -1)
          .filter((line) => /^line \d+$/.test(line))
        setImmediate(() => {
          log.push([
            'exit',
            code !== 0,
            child.stderr,
            lines.every((line, index) => line === `line ${index}`),
            lines.length <= 300,
          ])
        })
      })
      child.postMessage('abort')
    })
    await eventually(async () => (await readLog()).length).toBe(1)
    expect(await readLog()).toEqual([['exit', true, null, true, true]])
  })

  test('that are killed five times close the port of the page each time', async () => {
    for (let round = 0; round < 5; round++) {
      await reloadProbe()
      await listenInPage()
      await probe.app.evaluate(({ BrowserWindow, MessageChannelMain, utilityProcess }) => {
        const {
          probe: { folder },
        } = globalThis as unknown as ProbeMain
        const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
        const { port1, port2 } = new MessageChannelMain()
        child.once('spawn', () => {
          child.postMessage('port', [port1])
          BrowserWindow.getAllWindows()[0]!.webContents.postMessage('port', child.pid, [port2])
        })
      })
      await eventually(async () => (await readReceivedMessages()).length).toBe(1)
      const [pid] = (await readReceivedMessages()) as [number]
      await probe.page.evaluate(() => {
        ;(window as unknown as ProbeWindow).port?.postMessage('question')
      })
      await eventually(async () => (await readReceivedMessages()).at(-1)).toEqual({ received: 'question' })
      process.kill(pid, 'SIGKILL')
      await eventually(async () => (await readReceivedMessages()).at(-1)).toBe('closed')
    }
  })

  test('read and write SQLite with large values', async () => {
    await probe.app.evaluate(({ utilityProcess }) => {
      const {
        log,
        probe: { folder },
      } = globalThis as unknown as ProbeMain
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      child.on('message', (answer) => log.push(answer))
      child.postMessage('sqlite')
    })
    await eventually(async () => (await readLog()).length).toBe(1)
    expect(await readLog()).toEqual([{ bytes: 1_500_000, isSame: true }])
  })

  test('trust the certificates of the system and their own', async () => {
    await probe.app.evaluate(({ utilityProcess }) => {
      const {
        log,
        probe: { folder },
      } = globalThis as unknown as ProbeMain
      const child = utilityProcess.fork(`${folder}/child.mjs`, [], { serviceName: 'probe child', stdio: 'pipe' })
      child.on('message', (answer) => log.push(answer))
      child.postMessage('certificates')
    })
    await eventually(async () => (await readLog()).length).toBe(1)
    expect(await readLog()).toEqual([{ problem: null, isTrusted: true }])
  })

  test('use the proxy of their agent', async () => {
    const requestedUrls: string[] = []
    // Over HTTP, Node requests the whole address from the proxy. It opens a tunnel only for HTTPS.
    const proxy = createServer(({ url = '' }, response) => {
      requestedUrls.push(url)
      response.end('through')
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    try {
      const text = await probe.app.evaluate(
        ({ utilityProcess }, port) =>
          new Promise((resolve) => {
            const { folder } = (globalThis as unknown as { probe: { folder: string } }).probe
            const child = utilityProcess.fork(`${folder}/proxied.mjs`, [String(port)], {
              serviceName: 'probe proxied',
              stdio: 'pipe',
            })
            child.on('message', resolve)
          }),
        (proxy.address() as AddressInfo).port,
      )
      expect(text).toBe('through')
      expect(requestedUrls).toEqual(['http://service.example/'])
    } finally {
      proxy.close()
    }
  })
})
