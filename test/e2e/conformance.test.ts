// The behaviour of Electron that our main process relies on. The same cases run on the stand-in and on the real one.
// Each difference found on the real one becomes a case here first.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endPrograms } from '#support/programs.ts'
import { eventually } from './board.ts'
import { electronProgram } from './target.ts'
import { type Probe, endProbes, startProbe, startSecondProcess } from './probe.ts'

type Bridge = {
  invoke: (channel: string, ...args: unknown[]) => Promise<unknown>
  send: (channel: string, ...args: unknown[]) => void
  echo: (value: unknown) => unknown
  kindOf: (value: unknown) => string
  later: (value: unknown) => Promise<unknown>
  refuses: () => Promise<never>
  throws: () => never
  adder: (first: number) => (second: number) => number
  nested: { word: string; list: unknown[] }
  onSent: (listener: (...args: unknown[]) => void) => () => void
}
type ProbeWindow = { probe: Bridge; received?: unknown[]; port?: MessagePort }

let probe: Probe
beforeAll(async () => {
  probe = await startProbe()
})
afterAll(async () => {
  await endProbes()
  await endPrograms()
})

describe('the start of the program', () => {
  test('the main module is evaluated completely, then `ready` is emitted, then the code that waits for it runs', () => {
    const order = probe.readEvents()
    expect(order.filter((eventName) => ['evaluated', 'ready', 'whenReady'].includes(eventName))).toEqual([
      'evaluated',
      'ready',
      'whenReady',
    ])
    expect(order.indexOf('microtask of the main module')).toBeLessThan(order.indexOf('ready'))
  })

  test('windows and processes before ready are refused', async () => {
    const earlyCalls = await probe.app.evaluate(
      () => (globalThis as unknown as { probe: { early: object } }).probe.early,
    )
    expect(earlyCalls).toEqual({
      isReady: false,
      window: expect.stringMatching(/before app is ready/) as string,
      fork: 'utilityProcess cannot be created before app is ready.',
    })
  })

  test('calls that are allowed only before ready are refused after it', async () => {
    const problems = await probe.app.evaluate(({ app, protocol }) => {
      const findProblem = (work: () => void) => {
        try {
          work()
          return null
        } catch (error) {
          return (error as Error).message
        }
      }
      return [
        findProblem(() => app.enableSandbox()),
        findProblem(() =>
          protocol.registerSchemesAsPrivileged([{ scheme: 'late', privileges: { standard: true, secure: true } }]),
        ),
      ]
    })
    expect(problems).toEqual([
      expect.stringMatching(/before app is ready/),
      expect.stringMatching(/before app is ready/),
    ])
  })

  test('a second instance that quits before ready ends with 0 after its module was evaluated, and the first one gets its command line', async () => {
    const second = await startSecondProcess(probe.profile, 'probe:something')
    expect(second.code).toBe(0)
    // The product must not rely on a `ready` event in such a process.
    expect(
      second.events.filter((eventName) =>
        ['refused', 'before-quit', 'will-quit', 'quit', 'evaluated'].includes(eventName),
      ),
    ).toEqual(['refused', 'before-quit', 'will-quit', 'quit', 'evaluated'])
    expect(second.events).not.toContain('loaded')
    await eventually(probe.readEvents).toContain('second-instance probe:something')
  })
})

// Before 'ready' Linux prints the error; Windows and macOS show a dialog that must be closed (message_box_*).
test.each(process.platform === 'linux' ? ['linux'] : [])(
  'a main module that throws leaves the process running on %s',
  async () => {
    const child = spawn(
      electronProgram(),
      [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        fileURLToPath(new URL('../conformance/throws', import.meta.url)),
      ],
      { stdio: 'ignore' },
    )
    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code).toBe(5)
  },
)

describe('calls from the page', () => {
  test('the sender is the page, in its main frame, at its own address', async () => {
    await probe.app.evaluate(({ ipcMain, BrowserWindow }) =>
      ipcMain.handle('who', ({ sender, senderFrame }) => ({
        isWindow: sender.id === BrowserWindow.getAllWindows()[0]?.webContents.id,
        url: senderFrame?.url,
        parent: senderFrame?.parent ?? null,
      })),
    )
    expect(await probe.page.evaluate(() => (window as unknown as ProbeWindow).probe.invoke('who'))).toEqual({
      isWindow: true,
      url: 'app://bundle/',
      parent: null,
    })
  })

  test('a second handler of one channel is refused', async () => {
    const problem = await probe.app.evaluate(({ ipcMain }) => {
      ipcMain.handle('twice', () => 1)
      try {
        ipcMain.handle('twice', () => 2)
        return null
      } catch (error) {
        return (error as Error).message
      }
    })
    expect(problem).toBe("Attempted to register a second handler for 'twice'")
  })

  test('an error of a handler arrives as a text with its message, and its other properties are lost', async () => {
    await probe.app.evaluate(({ ipcMain }) =>
      ipcMain.handle('fails', () => {
        throw Object.assign(new Error('not today'), { code: 'area/what' })
      }),
    )
    const errors = await probe.page.evaluate(() =>
      Promise.all(
        ['fails', 'nobody'].map((channel) =>
          (window as unknown as ProbeWindow).probe.invoke(channel).then(
            () => null,
            (error: unknown) => [(error as Error).message, (error as { code?: string }).code],
          ),
        ),
      ),
    )
    expect(errors).toEqual([
      ["Error invoking remote method 'fails': Error: not today", undefined],
      ["Error invoking remote method 'nobody': Error: No handler registered for 'nobody'", undefined],
    ])
  })

  test('structured clone decides which values can be sent, both ways', async () => {
    await probe.app.evaluate(({ ipcMain }) => {
      ipcMain.handle('kinds', (_event, value: unknown[]) => [
        value.map((element) => Object.prototype.toString.call(element)),
        value,
      ])
      ipcMain.handle('returns a function', () => ({ run: () => 1 }))
    })
    const [kinds, returnedKinds] = await probe.page.evaluate(async () => {
      const { invoke } = (window as unknown as ProbeWindow).probe
      const [sentKinds, returnedValues] = (await invoke('kinds', [
        new Date(5),
        new Map([['a', 1]]),
        new Set([1]),
        new Uint8Array([1, 2]),
        5n,
        undefined,
        NaN,
        null,
        { deep: [undefined] },
      ])) as [string[], unknown[]]
      return [sentKinds, returnedValues.map((element) => Object.prototype.toString.call(element))]
    })
    const expected = ['Date', 'Map', 'Set', 'Uint8Array', 'BigInt', 'Undefined', 'Number', 'Null', 'Object'].map(
      (kind) => `[object ${kind}]`,
    )
    expect([kinds, returnedKinds]).toEqual([expected, expected])
    const problem = await probe.page.evaluate(() =>
      (window as unknown as ProbeWindow).probe.invoke('returns a function').then(
        () => null,
        (error: unknown) => (error as Error).message,
      ),
    )
    expect(problem).toMatch(/could not be cloned/)
  })

  test('a message from main that cannot be cloned is dropped without an error, and the next one arrives', async () => {
    await probe.page.evaluate(() => {
      const world = window as unknown as ProbeWindow
      world.received = []
      world.probe.onSent((...args) => world.received?.push(args))
    })
    const problem = await probe.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      try {
        contents.send('sent', 1, { two: [3] })
        contents.send('sent', () => 1)
        contents.send('sent', 'last')
        return null
      } catch (error) {
        return (error as Error).message
      }
    })
    expect(problem).toBeNull()
    await eventually(() => probe.page.evaluate(() => (window as unknown as ProbeWindow).received)).toEqual([
      [1, { two: [3] }],
      ['last'],
    ])
  })
})

describe('the bridge between the worlds', () => {
  test('a page has no Node, and exposed values cannot be changed', async () => {
    const seen = await probe.page.evaluate(() => {
      const world = window as unknown as ProbeWindow & { require?: unknown; process?: unknown }
      const attempt = (work: () => void) => {
        try {
          work()
        } catch {
          // This throws in strict code; elsewhere it is ignored.
        }
      }
      attempt(() => {
        Object.assign(world, { probe: null })
      })
      attempt(() => {
        world.probe.nested.word = 'changed'
      })
      return [
        typeof world.require,
        typeof world.process,
        world.probe.nested.word,
        Object.isFrozen(world.probe.nested.list),
      ]
    })
    expect(seen).toEqual(['undefined', 'undefined', 'kept', true])
  })

  test('functions, promises and errors go through, and an error keeps its message only', async () => {
    const seen = await probe.page.evaluate(async () => {
      const { adder, later, refuses, throws } = (window as unknown as ProbeWindow).probe
      const thrown = (() => {
        try {
          return throws()
        } catch (error) {
          return error as Error & { code?: string }
        }
      })()
      const refused = await refuses().catch((error: unknown) => error as Error & { code?: string })
      return [adder(1)(2), await later(['x']), thrown.message, thrown.code, refused.message, refused.code]
    })
    expect(seen).toEqual([3, ['x'], 'not today', undefined, 'not today', undefined])
  })

  test('values arrive as copies of the same kind, and instances of a class lose their prototype', async () => {
    const seen = await probe.page.evaluate(() => {
      class Example {
        value = 1
        open() {
          return this.value
        }
      }
      const { echo, kindOf } = (window as unknown as ProbeWindow).probe
      const copy = echo(new Example()) as Partial<Example>
      const original = { a: [1] }
      return [kindOf(new Date(0)), kindOf([1]), copy.value, typeof copy.open, echo(original) === original]
    })
    expect(seen).toEqual(['[object Date]', '[object Array]', 1, 'undefined', false])
  })
})

describe('the page’s own scheme', () => {
  test('method, headers and body reach the handler, and its answer the page', async () => {
    const seen = await probe.page.evaluate(async () => {
      const answer = await fetch('/echo', { method: 'PUT', headers: { 'x-word': 'w' }, body: 'content' })
      return [answer.status, answer.headers.get('x-answer'), await answer.text(), (await fetch('/nowhere')).status]
    })
    expect(seen).toEqual([201, 'yes', 'PUT w content', 404])
  })

  test('a request whose handler throws fails, and a second handler of the scheme is refused', async () => {
    expect(
      await probe.page.evaluate(() =>
        fetch('/throws').then(
          () => 'answered',
          () => 'failed',
        ),
      ),
    ).toBe('failed')
    const problem = await probe.app.evaluate(({ session }) => {
      try {
        session.defaultSession.protocol.handle('app', () => new Response())
        return null
      } catch (error) {
        return (error as Error).message
      }
    })
    expect(problem).toMatch(/register protocol: app/)
  })
})
