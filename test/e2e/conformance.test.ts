// The behavior of Electron that our main process relies on. The same cases run on the stand-in and on the real one.
// Each difference found on the real one becomes a case here first.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endPrograms } from '#support/programs.ts'
import { eventually } from './board.ts'
import { electronProgram } from './places.ts'
import { type Probe, endProbes, startProbe, startSecond } from './probe.ts'

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
type World = { probe: Bridge; received?: unknown[]; port?: MessagePort }

let probe: Probe
beforeAll(async () => {
  probe = await startProbe()
})
afterAll(async () => {
  await endProbes()
  await endPrograms()
})

describe('the beginning', () => {
  test('the main module is evaluated completely, then `ready` is emitted, then the code that waits for it runs', () => {
    const order = probe.happened()
    expect(order.filter((what) => ['evaluated', 'ready', 'whenReady'].includes(what))).toEqual([
      'evaluated',
      'ready',
      'whenReady',
    ])
    expect(order.indexOf('microtask of the main module')).toBeLessThan(order.indexOf('ready'))
  })

  test('windows and processes before ready are refused', async () => {
    const early = await probe.app.evaluate(() => (globalThis as unknown as { probe: { early: object } }).probe.early)
    expect(early).toEqual({
      isReady: false,
      window: expect.stringMatching(/before app is ready/) as string,
      fork: 'utilityProcess cannot be created before app is ready.',
    })
  })

  test('what belongs before ready is refused after it', async () => {
    const problems = await probe.app.evaluate(({ app, protocol }) => {
      const problemOf = (work: () => void) => {
        try {
          work()
          return null
        } catch (error) {
          return (error as Error).message
        }
      }
      return [
        problemOf(() => app.enableSandbox()),
        problemOf(() =>
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
    const second = await startSecond(probe.profile, 'probe:something')
    expect(second.code).toBe(0)
    // The product must not rely on a `ready` after that.
    expect(
      second.happened.filter((what) => ['refused', 'before-quit', 'will-quit', 'quit', 'evaluated'].includes(what)),
    ).toEqual(['refused', 'before-quit', 'will-quit', 'quit', 'evaluated'])
    expect(second.happened).not.toContain('loaded')
    await eventually(probe.happened).toContain('second-instance probe:something')
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
    expect(await probe.page.evaluate(() => (window as unknown as World).probe.invoke('who'))).toEqual({
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

  test('an error becomes a sentence with its message, and its other properties are lost', async () => {
    await probe.app.evaluate(({ ipcMain }) =>
      ipcMain.handle('fails', () => {
        throw Object.assign(new Error('not today'), { code: 'area/what' })
      }),
    )
    const errors = await probe.page.evaluate(() =>
      Promise.all(
        ['fails', 'nobody'].map((channel) =>
          (window as unknown as World).probe.invoke(channel).then(
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
    const [kinds, back] = await probe.page.evaluate(async () => {
      const { invoke } = (window as unknown as World).probe
      const [there, again] = (await invoke('kinds', [
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
      return [there, again.map((element) => Object.prototype.toString.call(element))]
    })
    const expected = ['Date', 'Map', 'Set', 'Uint8Array', 'BigInt', 'Undefined', 'Number', 'Null', 'Object'].map(
      (kind) => `[object ${kind}]`,
    )
    expect([kinds, back]).toEqual([expected, expected])
    const refused = await probe.page.evaluate(() =>
      (window as unknown as World).probe.invoke('returns a function').then(
        () => null,
        (error: unknown) => (error as Error).message,
      ),
    )
    expect(refused).toMatch(/could not be cloned/)
  })

  test('a message from main that cannot be cloned is dropped without an error, and the next one arrives', async () => {
    await probe.page.evaluate(() => {
      const world = window as unknown as World
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
    await eventually(() => probe.page.evaluate(() => (window as unknown as World).received)).toEqual([
      [1, { two: [3] }],
      ['last'],
    ])
  })
})

describe('the bridge between the worlds', () => {
  test('a page has no Node, and exposed values cannot be changed', async () => {
    const seen = await probe.page.evaluate(() => {
      const world = window as unknown as World & { require?: unknown; process?: unknown }
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
      const { adder, later, refuses, throws } = (window as unknown as World).probe
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

  test('values are copies of their kind; a class loses its prototype', async () => {
    const seen = await probe.page.evaluate(() => {
      class Box {
        held = 1
        open() {
          return this.held
        }
      }
      const { echo, kindOf } = (window as unknown as World).probe
      const box = echo(new Box()) as Partial<Box>
      const given = { a: [1] }
      return [kindOf(new Date(0)), kindOf([1]), box.held, typeof box.open, echo(given) === given]
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

  test('a handler that throws is a request that failed, and a second one of the scheme is refused', async () => {
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
