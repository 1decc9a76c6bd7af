// Today, the handover and the last free days before their data is complete.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApp, nextTick } from 'vue'
import TodaySkeleton from '../../src/renderer/src/features/today/TodaySkeleton.vue'
import { startScreenEngine } from '#support/screen-engine.ts'
import { click, copied, flush, isShown, open, setScreens, text } from '#support/screens.ts'

setScreens()

describe('Today', () => {
  test('marks the figures of the first sync as partial, with the number of containers read', async () => {
    const engine = await startScreenEngine({ containers: 3 })
    let isFirstSweep = true
    engine.intercept('sync.status', async (_, callEngine) => ({
      ...(await callEngine()),
      ...(isFirstSweep ? { isFirstSweep, progress: { done: 1200, total: 5000 } } : {}),
    }))
    engine.intercept('today.get', async (_, callEngine) => {
      const answer = await callEngine()
      const money = { ...answer.money, due: [], dueCount: 0 }
      return { ...answer, money, notAssessed: { ...answer.notAssessed, total: 0 } }
    })
    await open({ path: '/today', engine })
    expect(text('not-assessed')).toMatch(/^Every container synced so far with free time running has an LFD/)
    expect(text('today-filling')).toBe(
      'First sync: 1,200 of 5,000 containers read so far. The figures below count only these.',
    )
    expect(text('money-due')).toMatch(/^Due now, reported by terminals, so farNothing due so far/)
    expect(text('today-past')).toMatch(/so far$/)
    isFirstSweep = false
    engine.announce({ topic: 'sync', ids: null })
    await flush()
    expect(isShown('today-filling')).toBe(false)
    expect(text('today')).not.toContain('so far')
  })

  test('keeps the number of containers read while a second pass reads those that the first one missed', async () => {
    const engine = await startScreenEngine({ containers: 3 })
    engine.intercept('sync.status', async (_, callEngine) => ({
      ...(await callEngine()),
      isFirstSweep: true,
      progress: { done: 100, total: 5000 },
      incomplete: { done: 4995, total: 5000 },
    }))
    await open({ path: '/today', engine })
    expect(text('today-filling')).toMatch(/^First sync: 4,995 of 5,000 containers read so far\./)
  })

  test('shows that it loads only after a short delay', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const app = createApp(TodaySkeleton)
    app.mount(document.body.appendChild(document.createElement('div')))
    onTestFinished(() => app.unmount())
    vi.advanceTimersByTime(150)
    await nextTick()
    expect(isShown('today-loading')).toBe(false)
    vi.advanceTimersByTime(100)
    await nextTick()
    expect(isShown('today-loading')).toBe(true)
  })

  test('shows that it loads until the first answer', async () => {
    const engine = await startScreenEngine({ containers: 3 })
    const answer = Promise.withResolvers<undefined>()
    engine.intercept('today.get', async (_, callEngine) => {
      await answer.promise
      return callEngine()
    })
    const opened = open({ path: '/today', engine })
    await vi.waitFor(() => expect(text('today-loading')).toBe('Loading Today…'))
    answer.resolve(undefined)
    await opened
    await flush()
    expect([isShown('today-loading'), isShown('today-money')]).toEqual([false, true])
  })
})

describe('the first sync', () => {
  const PARTIAL_TEXT = 'First sync: 1,200 of 5,000 containers read so far. The figures below count only these.'

  /** The first sync runs until `finish` is called. */
  async function startFirstSync() {
    const engine = await startScreenEngine({ containers: 3 })
    let isFirstSweep = true
    engine.intercept('sync.status', async (_, callEngine) => ({
      ...(await callEngine()),
      isFirstSweep,
      progress: { done: 1200, total: 5000 },
    }))
    const finish = async () => {
      isFirstSweep = false
      engine.announce({ topic: 'sync', ids: null })
      await flush()
    }
    return { engine, finish }
  }

  test('is named above the figures of the handover, and in the copied text', async () => {
    const { engine, finish } = await startFirstSync()
    await open({ path: '/handover', engine })
    await vi.waitFor(() => expect(text('handover-filling')).toBe(PARTIAL_TEXT))
    await click('handover-copy')
    expect(copied.at(-1)?.split('\n\n')[1]).toBe(PARTIAL_TEXT)
    await finish()
    expect(isShown('handover-filling')).toBe(false)
    await click('handover-copy')
    expect(copied.at(-1)).not.toContain('First sync')
  })

  test.each(['lfd', 'lfd/board', 'lfd/calendar', 'lfd/cost'])('is named above the figures of /%s', async (path) => {
    const { engine, finish } = await startFirstSync()
    await open({ path: `/${path}`, engine })
    await vi.waitFor(() => expect(text('lfd-filling')).toBe(PARTIAL_TEXT))
    await finish()
    expect(isShown('lfd-filling')).toBe(false)
  })
})
