import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
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

  /** `isThere` false: it is still being made ready, and answers nothing until it `comes`. */
  async function open({ isThere = true } = {}) {
    const engine = await startScreenEngine({ containers: 3 })
    const given: NodePort[] = []
    // A link never stops trying, and every link in this window hears of every port.
    const isOver = { now: false }
    onTestFinished(() => { isOver.now = true })
    const waiting: (() => void)[] = []
    let isHung = false
    const held: (() => void)[] = []
    const host = { isEngineStarting: !isThere, account: { id: 'main' } }
    const comes = () => {
      isThere = true
      for (const attach of waiting.splice(0)) attach()
    }
    let announce: Parameters<ShellBridge['onEvent']>[0] = () => undefined
    const bridge: ShellBridge = {
      call: (name, input) =>
        Promise.resolve(name === 'host.get' ? { value: { asked: input, ...host } } : { error: { code: 'shell/link-refused', details: { url: 'file:' } } }),
      onEvent: (listener) => {
        announce = listener
        return () => undefined
      },
      // As main does it: a channel, one end to the engine, the other to the page in a window message.
      connectEngine: () => {
        if (isOver.now) return
        const { port1, port2 } = new MessageChannel()
        ports.push(port1, port2)
        given.push(port2)
        const attach = () => { engine.attach(portOf(port1)) }
        if (isThere) attach()
        else waiting.push(attach)
        const event = new MessageEvent('message', { data: { quaywatch: 'engine-port' }, source: window as never })
        Object.defineProperty(event, 'ports', { value: [port2] })
        window.dispatchEvent(event)
      },
    }
    vi.stubGlobal('shell', bridge)
    /** As one that waits for a disk, or loops: its ports stay open, and what came is read when it goes on. */
    const hang = (hangs: boolean) => {
      isHung = hangs
      for (const hear of isHung ? [] : held.splice(0)) hear()
    }
    const portOf = (port: NodePort): Port => ({
      post: (message) => { port.postMessage(message) },
      onMessage: (listener) => {
        port.on('message', (message: unknown) => {
          const hear = () => {
            if (isBeat(message)) port.postMessage(message)
            else listener(message)
          }
          if (isHung) held.push(hear)
          else hear()
        })
      },
      onClose: (listener) => { port.on('close', listener) },
      close: () => { port.close() },
    })
    return { links: startLinks(), announce: (name: string) => { announce(name, {}) }, given, host, hang, comes }
  }

  /** Node's ports carry on their messages in real time, so it is let pass between the steps of the fake one. */
  async function pass(ms: number) {
    for (let past = 0; past < ms; past += 250) {
      await vi.advanceTimersByTimeAsync(250)
      await new Promise<void>((resolve) => { setImmediate(resolve) })
    }
  }
  const timed = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => { vi.useRealTimers() })
  }

  it('an engine that hangs without ending is noticed, by a call within four seconds and without one within nine', async () => {
    timed()
    const { links: { engine }, hang } = await open()
    await pass(500)
    hang(true)
    const outcome = engine.call('settings.get', {}).catch((reason: unknown) => reason)
    await pass(4_000)
    expect([await outcome, engine.state.value]).toEqual([expect.objectContaining({ code: 'engine/disconnected' }), 'lost'])
    // A new port proves nothing: main hands it out all the same.
    await pass(20_000)
    expect(engine.state.value).toBe('lost')
    hang(false)
    await pass(11_000)
    expect(engine.state.value).toBe('open')
    hang(true)
    await pass(9_000)
    expect(engine.state.value).toBe('lost')
  })

  it('a computer that slept, and finds its timers due before the messages, loses nothing', async () => {
    timed()
    const { links: { engine }, given, hang } = await open()
    await pass(500)
    const lost = vi.fn()
    given.at(-1)?.on('close', lost)
    for (let night = 0; night < 5; night++) {
      // All that is due is due at once; the engine's process is awake only some seconds later.
      await vi.advanceTimersToNextTimerAsync()
      hang(true)
      await pass(2_500)
      hang(false)
      await pass(1_000)
    }
    expect([engine.state.value, lost.mock.calls.length, given.length]).toEqual(['open', 0, 1])
  })

  it('an engine that is being made ready for minutes is waited for as that, and only one that is not is told as lost', async () => {
    timed()
    const { links: { engine }, host, comes } = await open({ isThere: false })
    await pass(120_000)
    expect(engine.state.value).toBe('starting')
    host.isEngineStarting = false
    await pass(11_000)
    expect(engine.state.value).toBe('lost')
    host.isEngineStarting = true
    comes()
    await pass(500)
    expect(engine.state.value).toBe('open')
    await expect(engine.call('settings.get', {})).resolves.toMatchObject({ governingRule: 'earliest' })
  })

  it('the engine answers over the port that came in a window message', async () => {
    const { links } = await open()
    await vi.waitFor(() => { expect(links.engine.state.value).toBe('open') })
    await expect(links.engine.call('settings.get', {})).resolves.toMatchObject({ governingRule: 'earliest' })
  })

  it('a shell failure that came as a value is an error with its code again', async () => {
    const { links } = await open()
    await expect(links.shell.call('link.open', { url: 'file:///etc' })).rejects.toMatchObject({ code: 'shell/link-refused', details: { url: 'file:' } })
    await expect(links.shell.call('host.get', {})).resolves.toMatchObject({ asked: {} })
  })

  it('only the event that was asked for is heard', async () => {
    const { links, announce } = await open()
    const heard = vi.fn()
    links.shell.on('host.changed', heard)
    announce('something.else')
    announce('host.changed')
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('in a browser', () => {
  type Socket = EventTarget & { url: string; sent: string[] }
  let sockets: Socket[] = []
  const posted: unknown[] = []

  beforeEach(() => {
    // A link never stops trying: real timers would open sockets in the tests that follow.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    sockets = []
    posted.length = 0
    vi.stubGlobal(
      'WebSocket',
      class extends EventTarget {
        readonly OPEN = 1
        readyState = 1
        sent: string[] = []
        url: string
        constructor(url: string) {
          super()
          this.url = url
          sockets.push(this)
        }
        send(text: string) {
          this.sent.push(text)
        }
        close() {
          this.dispatchEvent(new CloseEvent('close'))
        }
      },
    )
    vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
      posted.push(JSON.parse(body))
      return Promise.resolve({ ok: true, json: () => Promise.resolve({ secret: 's3cret' }) })
    })
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  const socketTo = (path: string) => sockets.find(({ url }) => url.endsWith(path))!
  const say = (socket: Socket, data: string) => { socket.dispatchEvent(new MessageEvent('message', { data })) }
  /** Before it asks the engine anything, the page asks whose it is. */
  async function answerWhose() {
    const shell = socketTo('/ws/shell')
    await vi.waitFor(() => { expect(shell.sent.some((text) => text.includes('host.get'))).toBe(true) })
    const { id } = JSON.parse(shell.sent.find((text) => text.includes('host.get'))!) as { id: number }
    say(shell, JSON.stringify({ type: 'result', id, value: { account: { id: 'main' } } }))
  }
  async function stand() {
    sessionStorage.setItem('quaywatch.session', 'kept')
    const { engine } = startLinks()
    await settled()
    const socket = socketTo('/ws/engine')
    for (const each of sockets) {
      each.dispatchEvent(new Event('open'))
      say(each, '{"ready":true}')
    }
    expect(engine.state.value).toBe('connecting')
    await answerWhose()
    await vi.waitFor(() => { expect(engine.state.value).toBe('open') })
    socket.sent.length = 0
    return { engine, socket }
  }
  const settled = () => vi.waitFor(() => { expect(sockets.length).toBeGreaterThanOrEqual(2) })

  it('the token buys a secret once, leaves the address, and the secret opens both sockets', async () => {
    location.hash = '#t=one-time'
    startLinks()
    await settled()
    for (const socket of sockets) socket.dispatchEvent(new Event('open'))
    expect([posted, location.hash, sockets.map(({ url }) => new URL(url).pathname), sockets.map(({ sent }) => sent)]).toEqual([
      [{ token: 'one-time' }],
      '',
      ['/ws/shell', '/ws/engine'],
      [['{"secret":"s3cret"}'], ['{"secret":"s3cret"}']],
    ])
  })

  it('a fresh address put into the open tab begins anew, before the router takes its token for a route', () => {
    startLinks()
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    const router = vi.fn()
    window.addEventListener('popstate', router)
    history.replaceState(null, '', '#t=fresh')
    window.dispatchEvent(new PopStateEvent('popstate'))
    expect([reload.mock.calls.length > 0, router.mock.calls.length]).toEqual([true, 0])
    history.replaceState(null, '', '#/lfd')
    window.dispatchEvent(new PopStateEvent('popstate'))
    expect(router).toHaveBeenCalledTimes(1)
    window.removeEventListener('popstate', router)
    reload.mockRestore()
  })

  it('a reload of the tab goes on with the secret it has', async () => {
    sessionStorage.setItem('quaywatch.session', 'kept')
    startLinks()
    await settled()
    sockets[0]?.dispatchEvent(new Event('open'))
    expect([posted, sockets[0]?.sent]).toEqual([[], ['{"secret":"kept"}']])
  })

  it('the pipe stands once the host says it is ready and whose engine it is, and the session can end', async () => {
    const { engine, socket } = await stand()
    socket.dispatchEvent(new CloseEvent('close', { code: 4401 }))
    expect(engine.state.value).toBe('over')
  })

  it('an engine that gave way to another is asked for as soon as the host tells of it, however often that happens', async () => {
    const { socket } = await stand()
    const engineSockets = () => sockets.filter(({ url }) => url.endsWith('/ws/engine'))
    let current = socket
    for (const changes of [1, 2, 3, 4, 5, 6]) {
      current.dispatchEvent(new CloseEvent('close', { code: 1000 }))
      say(socketTo('/ws/shell'), '{"type":"event","name":"host.changed","payload":{}}')
      await vi.waitFor(() => { expect(engineSockets()).toHaveLength(1 + changes) })
      current = engineSockets().at(-1)!
    }
  })

  describe('once it stands', () => {
    const beats = ({ sent }: Socket) => sent.filter((text) => text === '{"beat":true}').length

    it('and nobody answers on it any more, a call learns so within four seconds', async () => {
      const { engine } = await stand()
      const outcome = engine.call('settings.get', {}).catch((reason: unknown) => reason)
      await vi.advanceTimersByTimeAsync(4_000)
      expect([await outcome, engine.state.value]).toEqual([expect.objectContaining({ code: 'engine/disconnected' }), 'lost'])
    })

    it('and nothing is asked, its silence is noticed all the same', async () => {
      const { engine } = await stand()
      await vi.advanceTimersByTimeAsync(9_000)
      expect(engine.state.value).toBe('lost')
    })

    it('an answer that takes long is waited for as long as beats come back', async () => {
      const { engine, socket } = await stand()
      const outcome = engine.call('settings.get', {})
      for (let second = 0; second < 30; second++) {
        const before = beats(socket)
        await vi.advanceTimersByTimeAsync(1_000)
        if (beats(socket) > before) say(socket, '{"beat":true}')
      }
      say(socket, '{"type":"result","id":1,"value":{"governingRule":"earliest"}}')
      await expect(outcome).resolves.toEqual({ governingRule: 'earliest' })
      expect([engine.state.value, sockets.filter(({ url }) => url.endsWith('engine')).length]).toEqual(['open', 1])
    })

    it('a computer that is offline is a reason to ask the host, and none to give it up', async () => {
      const { engine, socket } = await stand()
      window.dispatchEvent(new Event('offline'))
      expect(beats(socket)).toBe(1)
      say(socket, '{"beat":true}')
      await vi.advanceTimersByTimeAsync(4_000)
      expect(engine.state.value).toBe('open')
      window.dispatchEvent(new Event('offline'))
      await vi.advanceTimersByTimeAsync(3_000)
      expect(engine.state.value).toBe('lost')
    })

    it('what comes late on a socket that was given up is not heard', async () => {
      const { engine, socket } = await stand()
      const heard = vi.fn()
      engine.on('changed', heard)
      await vi.advanceTimersByTimeAsync(9_000)
      say(socket, '{"type":"event","name":"changed","payload":{"topic":"clock","ids":null}}')
      expect(heard).not.toHaveBeenCalled()
    })
  })

  it('without a token or a secret there is no session to be had', async () => {
    const { engine } = startLinks()
    await vi.waitFor(() => { expect(engine.state.value).toBe('over') })
    expect(sockets).toEqual([])
  })
})
