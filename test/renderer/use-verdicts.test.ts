// The verdicts of a list while the engine is lost and restored, and while its records change.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp, nextTick, shallowRef } from 'vue'
import { inScope, connectLinks } from '#support/links.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { flushAll } from '#support/flush.ts'
import { linksKey } from '../../src/renderer/src/engine/engine.ts'
import { useVerdicts } from '../../src/renderer/src/features/batch/useVerdicts.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const flush = async () => {
  await flushAll()
  await vi.advanceTimersByTimeAsync(0)
}
const createNumbers = (count: number) => Array.from({ length: count }, (_, index) => `OBLN6${1_000_000 + index}`)

async function startVerdicts() {
  const engine = await startScreenEngine({ containers: 3 })
  const linked = connectLinks(engine)
  const texts = shallowRef<readonly string[]>([])
  const app = createApp({})
  app.provide(linksKey, linked.links)
  const { verdicts } = app.runWithContext(() => inScope(() => useVerdicts(() => texts.value))).value
  const listRequestedTexts = () =>
    engine.calls
      .filter(({ name }) => name === 'batches.assess')
      .map(({ input }) => (input as { texts: string[] }).texts)
  return { ...linked, texts, verdicts, listRequestedTexts }
}

describe('verdicts', () => {
  test('are requested after a lost engine is back', async () => {
    const { disconnect, reconnect, texts, verdicts } = await startVerdicts()
    await flush()
    disconnect()
    await flush()
    texts.value = createNumbers(2)
    await nextTick()
    await flush()
    expect(verdicts.value.size).toBe(0)
    reconnect()
    await flush()
    expect(verdicts.value.size).toBe(2)
  })

  test('are complete for a long list while records change faster than one pass takes', async () => {
    const { engine, verdicts, texts, listRequestedTexts } = await startVerdicts()
    engine.intercept('batches.assess', async (_, callEngine) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 1_500)
      })
      return callEngine()
    })
    await flush()
    const list = createNumbers(350)
    texts.value = list
    for (let second = 0; second < 14; second++) {
      engine.announce({ topic: 'shipments', ids: null })
      await vi.advanceTimersByTimeAsync(1_000)
      await flush()
    }
    expect(verdicts.value.size).toBe(350)
    // Each number was requested a second time before any was requested a third time.
    expect(listRequestedTexts().flat().slice(0, 700)).toEqual([...list, ...list])
  })
})
