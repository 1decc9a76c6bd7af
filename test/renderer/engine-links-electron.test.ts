// The page under Electron: how it connects to the engine, also to one that hangs, starts slowly or was replaced.
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { MessageChannel, type MessagePort as NodePort } from 'node:worker_threads'
import { isBeat } from '#contract/rules/beat.ts'
import type { Port } from '#contract/rpc.ts'
import type { ShellBridge } from '#contract/shell.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { startLinks } from '../../src/renderer/src/engine/engine.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  location.hash = ''
})

describe('under Electron', () => {
  const ports: NodePort[] = []
  afterEach(() => {
    for (const port of ports.splice(0)) port.close()
  })

  /** If `isReady` is false, the engine is still starting and answers nothing until `start` is called. */
  async function open({ isReady = true } = {}) {
    const engine = await startScreenEngine({ containers: 3 })
    const givenPorts: NodePort[] = []
    // A link retries without end, and every link in this window receives every port.
    const isTestOver = { now: false }
    onTestFinished(() => {
      isTestOver.now = true
    })
    const pendingAttaches: (() => void)[] = []
    let isHung = false
    const heldDeliveries: (() => void)[] = []
    const host = { isEngineStarting: !isReady, account: { id: 'main' } }
    const start = () => {
      isReady = true
      for (const attach of pendingAttaches.splice(0)) attach()
    }
    let announce: Parameters<ShellBridge['onEvent']>[0] = () => undefined
    const bridge: ShellBridge = {
      call: (name, input) =>
        Promise.resolve(
          name === 'host.get'
            ? { value: { asked: input, ...host } }
            : { error: { code: 'shell/link-refused', details: { url: 'file:' } } },
        ),
      onEvent: (listener) => {
        announce = listener
        return () => undefined
      },
      // As in the main process: one end of a channel goes to the engine, the other to the page in a window message.
      connectEngine: () => {
        if (isTestOver.now) return
        const { port1, port2 } = new MessageChannel()
        ports.push(port1, port2)
        givenPorts.push(port2)
        const attach = () => engine.attach(portOf(port1))
        if (isReady) attach()
        else pendingAttaches.push(attach)
        const event = new MessageEvent('message', { data: { quaywatch: 'engine-port' }, source: window as never })
        Object.defineProperty(event, 'ports', { value: [port2] })
        window.dispatchEvent(event)
      },
    }
    vi.stubGlobal('shell', bridge)
    /** Like an engine that waits for a disk, or loops: its ports stay open, and it reads the messages afterwards. */
    const setHung = (isNowHung: boolean) => {
      isHung = isNowHung
      for (const deliver of isHung ? [] : heldDeliveries.splice(0)) deliver()
    }
    const portOf = (port: NodePort): Port => ({
      post: (message) => port.postMessage(message),
      onMessage: (listener) => {
        port.on('message', (message: unknown) => {
          const deliver = () => {
            if (isBeat(message)) port.postMessage(message)
            else listener(message)
          }
          if (isHung) heldDeliveries.push(deliver)
          else deliver()
        })
      },
      onClose: (listener) => {
        port.on('close', listener)
      },
      close: () => port.close(),
    })
    return { links: startLinks(), announce: (name: string) => announce(name, {}), givenPorts, host, setHung, start }
  }

  /** Node's ports deliver messages in real time, so real time passes between the steps of the fake clock. */
  async function passTime(ms: number) {
    for (let passedMs = 0; passedMs < ms; passedMs += 250) {
      await vi.advanceTimersByTimeAsync(250)
      await new Promise<void>((resolve) => {
        setImmediate(resolve)
      })
    }
  }
  const useFakeClock = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
  }

  test('an engine that hangs is detected within four seconds by a call, and within nine without one', async () => {
    useFakeClock()
    const {
      links: { engine },
      setHung,
    } = await open()
    await passTime(500)
    setHung(true)
    const outcome = engine.call('settings.get', {}).catch((reason: unknown) => reason)
    await passTime(4_000)
    expect([await outcome, engine.state.value]).toEqual([
      expect.objectContaining({ code: 'engine/disconnected' }),
      'lost',
    ])
    // A new port proves nothing, because the main process sends it in any case.
    await passTime(20_000)
    expect(engine.state.value).toBe('lost')
    setHung(false)
    await passTime(11_000)
    expect(engine.state.value).toBe('open')
    setHung(true)
    await passTime(9_000)
    expect(engine.state.value).toBe('lost')
  })

  test('no connection is lost if timers run before messages after the computer slept', async () => {
    useFakeClock()
    const {
      links: { engine },
      givenPorts,
      setHung,
    } = await open()
    await passTime(500)
    const onClose = vi.fn()
    givenPorts.at(-1)?.on('close', onClose)
    for (let night = 0; night < 5; night++) {
      // All timers are due at once. The engine's process resumes some seconds later.
      await vi.advanceTimersToNextTimerAsync()
      setHung(true)
      await passTime(2_500)
      setHung(false)
      await passTime(1_000)
    }
    expect([engine.state.value, onClose.mock.calls.length, givenPorts.length]).toEqual(['open', 0, 1])
  })

  test('an engine that starts for minutes is shown as starting, and only a missing one as lost', async () => {
    useFakeClock()
    const {
      links: { engine },
      host,
      start,
    } = await open({ isReady: false })
    await passTime(120_000)
    expect(engine.state.value).toBe('starting')
    host.isEngineStarting = false
    await passTime(11_000)
    expect(engine.state.value).toBe('lost')
    host.isEngineStarting = true
    start()
    await passTime(500)
    expect(engine.state.value).toBe('open')
    await expect(engine.call('settings.get', {})).resolves.toMatchObject({ governingRule: 'earliest' })
  })

  test('the engine answers over the port that came in a window message', async () => {
    const { links } = await open()
    await vi.waitFor(() => expect(links.engine.state.value).toBe('open'))
    await expect(links.engine.call('settings.get', {})).resolves.toMatchObject({ governingRule: 'earliest' })
  })

  test('a shell failure that came as a value is an error with its code again', async () => {
    const { links } = await open()
    await expect(links.shell.call('link.open', { url: 'file:///etc' })).rejects.toMatchObject({
      code: 'shell/link-refused',
      details: { url: 'file:' },
    })
    await expect(links.shell.call('host.get', {})).resolves.toMatchObject({ asked: {} })
  })

  test('only the subscribed event arrives', async () => {
    const { links, announce } = await open()
    const onHostChanged = vi.fn()
    links.shell.on('host.changed', onHostChanged)
    announce('something.else')
    announce('host.changed')
    expect(onHostChanged).toHaveBeenCalledTimes(1)
  })
})
