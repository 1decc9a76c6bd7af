// The link of the page to the engine: calls, subscriptions, states, and new connections after a loss.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { shallowRef } from 'vue'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Port } from '#contract/rpc.ts'
import { createPortPair } from '#support/memory-port.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { createEngineLink, type ShellLink } from '../../src/renderer/src/engine/engine.ts'
import { describeError } from '../../src/renderer/src/engine/errors.ts'
import { createLink, type PortOffer } from '../../src/renderer/src/engine/link.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A link whose connection attempts are counted. The test decides when one succeeds. */
async function startLink() {
  const engine = await startScreenEngine({ containers: 3 })
  let offer: PortOffer | undefined
  let attemptCount = 0
  const open = (): Port => {
    const [pagePort, enginePort] = createPortPair()
    engine.attach(enginePort)
    offer?.adopt(pagePort)
    return enginePort
  }
  const link = createLink<EngineContract>((newOffer) => {
    offer = newOffer
    attemptCount++
  })
  return {
    engine,
    link,
    open,
    countAttempts: () => attemptCount,
    fail: (reason: 'unreachable' | 'over') => offer?.fail(reason),
  }
}

describe('a link', () => {
  test('refuses calls at once while there is no connection, and answers them over a connection', async () => {
    const { link, open } = await startLink()
    await expect(link.call('settings.get', {})).rejects.toMatchObject({ code: 'engine/disconnected' })
    open()
    await expect(link.call('settings.get', {})).resolves.toMatchObject({ governingRule: 'earliest' })
  })

  test('keeps subscriptions for the next connection, and delivers each event once', async () => {
    const { engine, link, open } = await startLink()
    const topics: string[] = []
    link.on('changed', ({ topic }) => topics.push(topic))
    open().close()
    await vi.advanceTimersByTimeAsync(0)
    open()
    engine.announce({ topic: 'containers', ids: null })
    await vi.advanceTimersByTimeAsync(0)
    expect(topics).toEqual(['containers'])
  })

  test('delivers no event after the subscription ends', async () => {
    const { engine, link, open } = await startLink()
    const topics: string[] = []
    const unsubscribe = link.on('changed', ({ topic }) => topics.push(topic))
    open()
    unsubscribe()
    engine.announce({ topic: 'containers', ids: null })
    await vi.advanceTimersByTimeAsync(0)
    expect(topics).toEqual([])
  })

  test('reports each new connection, also the first one', async () => {
    const { link, open } = await startLink()
    let count = 0
    link.onConnect(() => count++)
    open().close()
    await vi.advanceTimersByTimeAsync(0)
    open()
    expect([count, link.state.value]).toEqual([2, 'open'])
  })

  test('retries automatically after a loss, with growing delays', async () => {
    const { link, open, countAttempts } = await startLink()
    open().close()
    await vi.advanceTimersByTimeAsync(0)
    expect(link.state.value).toBe('lost')
    const attemptsPerSecond: number[] = []
    for (let second = 0; second < 60; second++) {
      const attemptsBefore = countAttempts()
      await vi.advanceTimersByTimeAsync(1_000)
      attemptsPerSecond.push(countAttempts() - attemptsBefore)
    }
    expect(attemptsPerSecond[0]).toBe(1)
    expect(attemptsPerSecond.slice(0, 10).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(3)
    expect(attemptsPerSecond.slice(-30).reduce((sum, n) => sum + n, 0)).toBe(3)
  })

  test('is lost if the first connection does not come', async () => {
    const { link, open } = await startLink()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(link.state.value).toBe('connecting')
    await vi.advanceTimersByTimeAsync(4_000)
    expect(link.state.value).toBe('lost')
    open()
    expect(link.state.value).toBe('open')
  })

  test('reports the reason that the host knows until there is a connection', async () => {
    const engine = await startScreenEngine({ containers: 3 })
    let offer: PortOffer | undefined
    const host = {
      account: { id: 'main' },
      isEngineStarting: false,
      engineFailure: { code: 'db/from-the-future', details: {} },
    }
    const shell = {
      state: shallowRef('open'),
      call: () => Promise.resolve(host),
      onConnect: () => () => false,
      on: () => () => undefined,
    } as unknown as ShellLink
    const { engine: link } = createEngineLink(shell, (newOffer) => {
      offer = newOffer
    })
    const describeOutcome = () =>
      link.call('settings.get', {}).then(
        () => 'answered',
        (error: unknown) => (error instanceof AppError ? [error.code, describeError(error).next] : error),
      )
    expect(await describeOutcome()).toEqual([
      'engine/disconnected',
      expect.stringContaining('reconnects automatically'),
    ])
    await vi.advanceTimersByTimeAsync(5_000)
    expect([link.state.value, await describeOutcome()]).toEqual([
      'lost',
      ['engine/disconnected', 'Install the newer version again.'],
    ])
    const [pagePort, enginePort] = createPortPair()
    engine.attach(enginePort)
    offer?.adopt(pagePort)
    await vi.advanceTimersByTimeAsync(0)
    expect(await describeOutcome()).toBe('answered')
    enginePort.close()
    await vi.advanceTimersByTimeAsync(0)
    expect(await describeOutcome()).toEqual([
      'engine/disconnected',
      expect.stringContaining('reconnects automatically'),
    ])
  })

  test('retries after a short delay if the last connection was long', async () => {
    const { open, countAttempts } = await startLink()
    await vi.advanceTimersByTimeAsync(60_000)
    const enginePort = open()
    await vi.advanceTimersByTimeAsync(20_000)
    enginePort.close()
    const attemptsBefore = countAttempts()
    await vi.advanceTimersByTimeAsync(300)
    expect(countAttempts() - attemptsBefore).toBe(1)
  })

  test('reconnects as soon as the host reports a new engine, and does not replace an open connection', async () => {
    const { link, open, countAttempts } = await startLink()
    await vi.advanceTimersByTimeAsync(60_000)
    const attemptsBefore = countAttempts()
    link.reconnectNow()
    expect(countAttempts() - attemptsBefore).toBe(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(countAttempts() - attemptsBefore, 'and soon again').toBe(2)
    open()
    link.reconnectNow()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(countAttempts() - attemptsBefore).toBe(2)
  })

  test('is connecting, not lost, while the host starts a new engine in place of the last one', async () => {
    const engine = await startScreenEngine({ containers: 3 })
    const offers: PortOffer[] = []
    const host = { account: { id: 'main' }, isEngineStarting: false, engineFailure: null }
    const listeners: (() => void)[] = []
    const shell = {
      state: shallowRef('open'),
      call: () => Promise.resolve({ ...host }),
      onConnect: () => () => false,
      on: (_: string, listener: () => void) => {
        listeners.push(listener)
      },
    } as unknown as ShellLink
    const { engine: link } = createEngineLink(shell, (offer) => {
      offers.push(offer)
    })
    const attach = async () => {
      const [pagePort, enginePort] = createPortPair()
      engine.attach(enginePort)
      offers.at(-1)?.adopt(pagePort)
      await vi.advanceTimersByTimeAsync(0)
      return enginePort
    }
    const announce = async (part: Partial<typeof host>) => {
      Object.assign(host, part)
      for (const listener of listeners) listener()
      await vi.advanceTimersByTimeAsync(0)
    }
    const states: string[] = []
    const recordState = async (action: Promise<unknown>) => {
      await action
      states.push(link.state.value)
    }
    const closePort = async (port: { close(): void }) => {
      port.close()
      await vi.advanceTimersByTimeAsync(0)
    }
    const firstPort = await attach()
    const announcing = announce({ isEngineStarting: true })
    await recordState(closePort(firstPort))
    await announcing
    await announce({ account: { id: 'other' } })
    await recordState(attach())
    await announce({ isEngineStarting: false })
    await recordState(closePort(await attach()))
    await recordState(announce({ account: { id: 'main' }, isEngineStarting: true }))
    expect(states).toEqual(['connecting', 'open', 'lost', 'connecting'])
  })

  test('stops its retries when the session is over', async () => {
    const { link, fail, countAttempts } = await startLink()
    fail('over')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([link.state.value, countAttempts()]).toEqual(['over', 1])
    await expect(link.call('settings.get', {})).rejects.toMatchObject({ code: 'engine/session-over' })
  })

  test('replaces its connection by one that the host offers', async () => {
    const { link, open } = await startLink()
    open()
    const call = link.call('settings.get', {})
    open()
    await expect(call).rejects.toMatchObject({ code: 'engine/disconnected' })
    await expect(link.call('settings.get', {})).resolves.toBeDefined()
    expect(link.state.value).toBe('open')
  })
})
