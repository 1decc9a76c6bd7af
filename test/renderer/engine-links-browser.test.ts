// The page in a browser: how it opens, checks and restores its connections to the host.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startLinks } from '../../src/renderer/src/engine/engine.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  location.hash = ''
})

/** A link that gets no answers is lost within this time. */
const LOST_WITHIN_MS = 9_000

describe('in a browser', () => {
  type Socket = EventTarget & { url: string; sent: string[] }
  let sockets: Socket[] = []
  const postedBodies: unknown[] = []

  beforeEach(() => {
    // A link retries without end, so real timers would open sockets in later tests.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    sockets = []
    postedBodies.length = 0
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
      postedBodies.push(JSON.parse(body))
      return Promise.resolve({ ok: true, json: () => Promise.resolve({ secret: 's3cret' }) })
    })
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  const socketTo = (path: string) => sockets.find(({ url }) => url.endsWith(path))!
  const receive = (socket: Socket, data: string) => {
    socket.dispatchEvent(new MessageEvent('message', { data }))
  }
  /** The page asks the host for the account of the engine before it opens the link. */
  async function answerAccount() {
    const shell = socketTo('/ws/shell')
    await vi.waitFor(() => expect(shell.sent.some((text) => text.includes('host.get'))).toBe(true))
    const { id } = JSON.parse(shell.sent.find((text) => text.includes('host.get'))!) as { id: number }
    receive(shell, JSON.stringify({ type: 'result', id, value: { account: { id: 'main' } } }))
  }
  async function openLink() {
    sessionStorage.setItem('quaywatch.session', 'kept')
    const { engine, isHostGone } = startLinks()
    await waitForSockets()
    const socket = socketTo('/ws/engine')
    for (const each of sockets) {
      each.dispatchEvent(new Event('open'))
      receive(each, '{"ready":true}')
    }
    expect(engine.state.value).toBe('connecting')
    await answerAccount()
    await vi.waitFor(() => expect(engine.state.value).toBe('open'))
    socket.sent.length = 0
    return { engine, socket, isHostGone }
  }
  const waitForSockets = () => vi.waitFor(() => expect(sockets.length).toBeGreaterThanOrEqual(2))

  test('the token is exchanged once for a secret and removed from the address, and the secret opens both sockets', async () => {
    location.hash = '#t=one-time'
    startLinks()
    await waitForSockets()
    for (const socket of sockets) socket.dispatchEvent(new Event('open'))
    expect([
      postedBodies,
      location.hash,
      sockets.map(({ url }) => new URL(url).pathname),
      sockets.map(({ sent }) => sent),
    ]).toEqual([
      [{ token: 'one-time' }],
      '',
      ['/ws/shell', '/ws/engine'],
      [['{"secret":"s3cret"}'], ['{"secret":"s3cret"}']],
    ])
  })

  test('a new address in the open tab starts a new session before the router reads the token as a route', () => {
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

  test('a reload of the tab continues with its secret', async () => {
    sessionStorage.setItem('quaywatch.session', 'kept')
    startLinks()
    await waitForSockets()
    sockets[0]?.dispatchEvent(new Event('open'))
    expect([postedBodies, sockets[0]?.sent]).toEqual([[], ['{"secret":"kept"}']])
  })

  test('a slow socket is not doubled, because the second would end the calls of the first', async () => {
    sessionStorage.setItem('quaywatch.session', 'kept')
    startLinks()
    await waitForSockets()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sockets).toHaveLength(2)
    for (const socket of [...sockets]) socket.dispatchEvent(new CloseEvent('close'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sockets).toHaveLength(4)
  })

  test('the late end of an earlier socket does not open a second one', async () => {
    const { socket } = await openLink()
    // The page gave this socket up, and the browser has not closed it yet.
    await vi.advanceTimersByTimeAsync(LOST_WITHIN_MS)
    const count = sockets.length
    socket.dispatchEvent(new CloseEvent('close'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sockets).toHaveLength(count)
  })

  test('the link is open after the host reports that it is ready and names the account, and the session can end', async () => {
    const { engine, socket } = await openLink()
    socket.dispatchEvent(new CloseEvent('close', { code: 4401 }))
    expect(engine.state.value).toBe('over')
  })

  test('the link reconnects as soon as the host reports that the engine was replaced', async () => {
    const { socket } = await openLink()
    const engineSockets = () => sockets.filter(({ url }) => url.endsWith('/ws/engine'))
    let current = socket
    for (const changes of [1, 2, 3, 4, 5, 6]) {
      current.dispatchEvent(new CloseEvent('close', { code: 1000 }))
      receive(socketTo('/ws/shell'), '{"type":"event","name":"host.changed","payload":{}}')
      await vi.waitFor(() => expect(engineSockets()).toHaveLength(1 + changes))
      current = engineSockets().at(-1)!
    }
  })

  test('the program is gone only if it refuses a socket, not if it hangs', async () => {
    const { engine, isHostGone } = await openLink()
    await vi.advanceTimersByTimeAsync(LOST_WITHIN_MS)
    expect([engine.state.value, isHostGone.value]).toEqual(['lost', false])
    sockets.at(-1)!.dispatchEvent(new CloseEvent('close'))
    expect(isHostGone.value).toBe(true)
    await vi.advanceTimersByTimeAsync(30_000)
    sockets.at(-1)!.dispatchEvent(new Event('open'))
    expect(isHostGone.value).toBe(false)
  })

  test('the program is not reported as gone if the browser gives up waiting for it', async () => {
    const { isHostGone } = await openLink()
    await vi.advanceTimersByTimeAsync(LOST_WITHIN_MS)
    const waitingSocket = sockets.at(-1)!
    await vi.advanceTimersByTimeAsync(240_000)
    waitingSocket.dispatchEvent(new CloseEvent('close'))
    expect(isHostGone.value).toBe(false)
  })

  describe('an open link', () => {
    const countBeats = ({ sent }: Socket) => sent.filter((text) => text === '{"beat":true}').length

    test('without answers fails a call within four seconds', async () => {
      const { engine } = await openLink()
      const outcome = engine.call('settings.get', {}).catch((reason: unknown) => reason)
      await vi.advanceTimersByTimeAsync(4_000)
      expect([await outcome, engine.state.value]).toEqual([
        expect.objectContaining({ code: 'engine/disconnected' }),
        'lost',
      ])
    })

    test('without calls and without answers is closed within nine seconds', async () => {
      const { engine } = await openLink()
      await vi.advanceTimersByTimeAsync(LOST_WITHIN_MS)
      expect(engine.state.value).toBe('lost')
    })

    test('waits for a slow answer as long as heartbeats return', async () => {
      const { engine, socket } = await openLink()
      const outcome = engine.call('settings.get', {})
      for (let second = 0; second < 30; second++) {
        const countBefore = countBeats(socket)
        await vi.advanceTimersByTimeAsync(1_000)
        if (countBeats(socket) > countBefore) receive(socket, '{"beat":true}')
      }
      receive(socket, '{"type":"result","id":1,"value":{"governingRule":"earliest"}}')
      await expect(outcome).resolves.toEqual({ governingRule: 'earliest' })
      expect([engine.state.value, sockets.filter(({ url }) => url.endsWith('engine')).length]).toEqual(['open', 1])
    })

    test('checks the host when the computer is offline, and does not close', async () => {
      const { engine, socket } = await openLink()
      window.dispatchEvent(new Event('offline'))
      expect(countBeats(socket)).toBe(1)
      receive(socket, '{"beat":true}')
      await vi.advanceTimersByTimeAsync(4_000)
      expect(engine.state.value).toBe('open')
      window.dispatchEvent(new Event('offline'))
      await vi.advanceTimersByTimeAsync(3_000)
      expect(engine.state.value).toBe('lost')
    })

    test('ignores late messages of a closed socket', async () => {
      const { engine, socket } = await openLink()
      const onChanged = vi.fn()
      engine.on('changed', onChanged)
      await vi.advanceTimersByTimeAsync(LOST_WITHIN_MS)
      receive(socket, '{"type":"event","name":"changed","payload":{"topic":"clock","ids":null}}')
      expect(onChanged).not.toHaveBeenCalled()
    })
  })

  test('without a token or a secret no session starts', async () => {
    const { engine } = startLinks()
    await vi.waitFor(() => expect(engine.state.value).toBe('over'))
    expect(sockets).toEqual([])
  })
})
