import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Port } from '#contract/rpc.ts'
import { memoryPair } from '#support/memory-port.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { createEngineLink, type ShellLink } from '../../src/renderer/src/engine/engine.ts'
import { describeError } from '../../src/renderer/src/engine/errors.ts'
import { createLink, type Offer } from '../../src/renderer/src/engine/link.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A door that counts how often it was asked, and opens when the test says so. */
async function door() {
  const engine = await startScreenEngine({ containers: 3 })
  let offer: Offer | undefined
  let asked = 0
  const open = (): Port => {
    const [near, far] = memoryPair()
    engine.attach(far)
    offer?.adopt(near)
    return far
  }
  const link = createLink<EngineContract>((to) => {
    offer = to
    asked++
  })
  return { engine, link, open, asked: () => asked, fail: (reason: 'unreachable' | 'over') => offer?.fail(reason) }
}

describe('a link', () => {
  it('refuses calls at once while there is no pipe, and answers them once there is', async () => {
    const { link, open } = await door()
    await expect(link.call('settings.get', {})).rejects.toMatchObject({ code: 'engine/disconnected' })
    open()
    await expect(link.call('settings.get', {})).resolves.toMatchObject({ governingRule: 'earliest' })
  })

  it('carries subscriptions over to the next pipe and hears each event once', async () => {
    const { engine, link, open } = await door()
    const heard: string[] = []
    link.on('changed', ({ topic }) => heard.push(topic))
    open().close()
    await vi.advanceTimersByTimeAsync(0)
    open()
    engine.announce({ topic: 'containers', ids: null })
    await vi.advanceTimersByTimeAsync(0)
    expect(heard).toEqual(['containers'])
  })

  it('stops hearing when the subscriber goes', async () => {
    const { engine, link, open } = await door()
    const heard: string[] = []
    const off = link.on('changed', ({ topic }) => heard.push(topic))
    open()
    off()
    engine.announce({ topic: 'containers', ids: null })
    await vi.advanceTimersByTimeAsync(0)
    expect(heard).toEqual([])
  })

  it('reports each new pipe, also the first one', async () => {
    const { link, open } = await door()
    let count = 0
    link.onConnect(() => count++)
    open().close()
    await vi.advanceTimersByTimeAsync(0)
    open()
    expect([count, link.state.value]).toEqual([2, 'open'])
  })

  it('asks again by itself after a loss, less often the longer it fails', async () => {
    const { link, open, asked } = await door()
    open().close()
    await vi.advanceTimersByTimeAsync(0)
    expect(link.state.value).toBe('lost')
    const times: number[] = []
    for (let second = 0; second < 60; second++) {
      const before = asked()
      await vi.advanceTimersByTimeAsync(1_000)
      times.push(asked() - before)
    }
    expect(times[0]).toBe(1)
    expect(times.slice(0, 10).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(3)
    expect(times.slice(-30).reduce((sum, n) => sum + n, 0)).toBe(3)
  })

  it('says that it is lost when the first pipe does not come', async () => {
    const { link, open } = await door()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(link.state.value).toBe('connecting')
    await vi.advanceTimersByTimeAsync(4_000)
    expect(link.state.value).toBe('lost')
    open()
    expect(link.state.value).toBe('open')
  })

  it('shows why there is no answer, if the host knows it, until there is one', async () => {
    const engine = await startScreenEngine({ containers: 3 })
    let offer: Offer | undefined
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
    const { engine: link } = createEngineLink(shell, (to) => {
      offer = to
    })
    const words = () =>
      link.call('settings.get', {}).then(
        () => 'answered',
        (error: unknown) => (error instanceof AppError ? [error.code, describeError(error).next] : error),
      )
    expect(await words()).toEqual(['engine/disconnected', expect.stringContaining('reconnects automatically')])
    await vi.advanceTimersByTimeAsync(5_000)
    expect([link.state.value, await words()]).toEqual([
      'lost',
      ['engine/disconnected', 'Install the newer version again.'],
    ])
    const [near, far] = memoryPair()
    engine.attach(far)
    offer?.adopt(near)
    await vi.advanceTimersByTimeAsync(0)
    expect(await words()).toBe('answered')
    far.close()
    await vi.advanceTimersByTimeAsync(0)
    expect(await words()).toEqual(['engine/disconnected', expect.stringContaining('reconnects automatically')])
  })

  it('waits shortly again after a pipe that lasted', async () => {
    const { open, asked } = await door()
    await vi.advanceTimersByTimeAsync(60_000)
    const far = open()
    await vi.advanceTimersByTimeAsync(20_000)
    far.close()
    const before = asked()
    await vi.advanceTimersByTimeAsync(300)
    expect(asked() - before).toBe(1)
  })

  it('reconnects as soon as the host reports a new engine; an open pipe is not replaced', async () => {
    const { link, open, asked } = await door()
    await vi.advanceTimersByTimeAsync(60_000)
    const before = asked()
    link.hurry()
    expect(asked() - before).toBe(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(asked() - before, 'and soon again').toBe(2)
    open()
    link.hurry()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked() - before).toBe(2)
  })

  it('waits as at first for the one that takes the place of the one that ended', async () => {
    const engine = await startScreenEngine({ containers: 3 })
    const offers: Offer[] = []
    const host = { account: { id: 'main' }, isEngineStarting: false, engineFailure: null }
    const announced: (() => void)[] = []
    const shell = {
      state: shallowRef('open'),
      call: () => Promise.resolve({ ...host }),
      onConnect: () => () => false,
      on: (_: string, listener: () => void) => {
        announced.push(listener)
      },
    } as unknown as ShellLink
    const { engine: link } = createEngineLink(shell, (to) => {
      offers.push(to)
    })
    const attach = async () => {
      const [near, far] = memoryPair()
      engine.attach(far)
      offers.at(-1)?.adopt(near)
      await vi.advanceTimersByTimeAsync(0)
      return far
    }
    const announce = async (part: Partial<typeof host>) => {
      Object.assign(host, part)
      for (const listener of announced) listener()
      await vi.advanceTimersByTimeAsync(0)
    }
    const states: string[] = []
    const note = async (what: Promise<unknown>) => {
      await what
      states.push(link.state.value)
    }
    const end = async (port: { close(): void }) => {
      port.close()
      await vi.advanceTimersByTimeAsync(0)
    }
    const first = await attach()
    const announcing = announce({ isEngineStarting: true })
    await note(end(first))
    await announcing
    await announce({ account: { id: 'other' } })
    await note(attach())
    await announce({ isEngineStarting: false })
    await note(end(await attach()))
    await note(announce({ account: { id: 'main' }, isEngineStarting: true }))
    expect(states).toEqual(['connecting', 'open', 'lost', 'connecting'])
  })

  it('stops asking when the session is over', async () => {
    const { link, fail, asked } = await door()
    fail('over')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([link.state.value, asked()]).toEqual(['over', 1])
    await expect(link.call('settings.get', {})).rejects.toMatchObject({ code: 'engine/session-over' })
  })

  it('takes a pipe offered unasked in place of the one it has', async () => {
    const { link, open } = await door()
    open()
    const call = link.call('settings.get', {})
    open()
    await expect(call).rejects.toMatchObject({ code: 'engine/disconnected' })
    await expect(link.call('settings.get', {})).resolves.toBeDefined()
    expect(link.state.value).toBe('open')
  })
})
