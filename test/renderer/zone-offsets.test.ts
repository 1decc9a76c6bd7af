// The page shows days by the engine's zone data, as if the browser had an older version of it. The page asks once for
// each zone, and other tests of this process share what it got, so each test has zones of its own.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { computed } from 'vue'
import { AppError } from '#contract/errors.ts'
import { useZoneOffsets } from '../../src/renderer/src/engine/useZoneOffsets.ts'
import { formatDayTime, formatIsoLocal } from '../../src/renderer/src/words/dates.ts'
import { waitForOffsets } from '../../src/renderer/src/words/zones.ts'
import { flushAll } from '#support/flush.ts'
import { connectLinks, inScope } from '#support/links.ts'
import { startScreenEngine } from '#support/screen-engine.ts'

const INSTANT = '2026-11-20T07:30:00Z'
const NOW = Date.parse('2026-11-20T17:32:00Z')
const HOUR_MS = 3_600_000

afterEach(() => vi.restoreAllMocks())

describe('the offsets of the engine', () => {
  test('replace those of the browser on screen and in copied text', async () => {
    const engine = await startScreenEngine({ containers: 1 })
    engine.intercept('settings.zoneOffsets', ({ zones }) =>
      Promise.resolve(zones.map(() => [{ fromMs: NOW - 100 * HOUR_MS, untilMs: NOW, minutes: -450 }])),
    )
    const { value: text } = inScope(() => {
      useZoneOffsets(connectLinks(engine).links.engine)
      return computed(() => [
        formatDayTime(INSTANT, 'Antarctica/Troll', NOW),
        formatIsoLocal(INSTANT, 'Antarctica/Troll'),
      ])
    })
    void text.value
    await flushAll()
    expect(text.value).toEqual(['Fri 20 Nov 00:00 GMT-7:30', '2026-11-20T00:00-07:30'])
  })

  test('leave the letters of a zone on which both agree', async () => {
    const engine = await startScreenEngine({ containers: 1 })
    const { value: text } = inScope(() => {
      useZoneOffsets(connectLinks(engine).links.engine)
      return computed(() => formatDayTime(INSTANT, 'America/Los_Angeles', NOW))
    })
    expect(text.value).toBe('Thu 19 Nov 23:30 PST')
    await flushAll()
    expect(text.value).toBe('Thu 19 Nov 23:30 PST')
  })

  test('are read for every zone on screen, a few per call', async () => {
    const engine = await startScreenEngine({ containers: 1 })
    const calls: string[][] = []
    engine.intercept('settings.zoneOffsets', ({ zones }, callEngine) => {
      calls.push(zones)
      return callEngine()
    })
    const zones = Array.from({ length: 12 }, (_, index) => `Test/${index}`)
    inScope(() => {
      useZoneOffsets(connectLinks(engine).links.engine)
      for (const zone of zones) formatDayTime(INSTANT, zone, NOW)
      return true
    })
    await flushAll()
    expect(calls.flat()).toEqual(expect.arrayContaining(zones))
    expect([calls.flat().length, Math.max(...calls.map(({ length }) => length))]).toEqual([
      new Set(calls.flat()).size,
      5,
    ])
  })

  test('are asked for again with the next zone after a call failed', async () => {
    const engine = await startScreenEngine({ containers: 1 })
    const calls: string[][] = []
    engine.intercept('settings.zoneOffsets', ({ zones }, callEngine) => {
      calls.push(zones)
      return calls.length === 1 ? Promise.reject(new AppError('internal', {})) : callEngine()
    })
    inScope(() => {
      useZoneOffsets(connectLinks(engine).links.engine)
      return true
    })
    formatDayTime(INSTANT, 'Test/First', NOW)
    await flushAll()
    expect(calls.length).toBe(1)
    formatDayTime(INSTANT, 'Test/Next', NOW)
    await flushAll()
    expect(calls.flat().filter((zone) => zone === 'Test/First').length).toBe(2)
  })

  test('show a zone that the browser does not know', async () => {
    const engine = await startScreenEngine({ containers: 1 })
    engine.intercept('settings.zoneOffsets', ({ zones }) =>
      Promise.resolve(zones.map(() => [{ fromMs: NOW - 100 * HOUR_MS, untilMs: NOW, minutes: -180 }])),
    )
    const { value: text } = inScope(() => {
      useZoneOffsets(connectLinks(engine).links.engine)
      return computed(() => formatDayTime(INSTANT, 'Test/Unknown', NOW))
    })
    expect(text.value).toBe('Fri 20 Nov 07:30 UTC')
    await flushAll()
    expect(text.value).toBe('Fri 20 Nov 04:30 GMT-3')
  })

  test('are waited for before a file is written', async () => {
    const engine = await startScreenEngine({ containers: 1 })
    inScope(() => {
      useZoneOffsets(connectLinks(engine).links.engine)
      return true
    })
    await flushAll()
    expect(await waitForOffsets()).toBe(false)
    formatDayTime(INSTANT, 'Test/Waited', NOW)
    const waiting = waitForOffsets()
    await flushAll()
    expect([await waiting, await waitForOffsets()]).toEqual([true, false])
  })

  test('are not waited for after a call failed', async () => {
    const engine = await startScreenEngine({ containers: 1 })
    engine.intercept('settings.zoneOffsets', () => Promise.reject(new AppError('internal', {})))
    inScope(() => {
      useZoneOffsets(connectLinks(engine).links.engine)
      return true
    })
    formatDayTime(INSTANT, 'Test/Failed', NOW)
    const waiting = waitForOffsets()
    await flushAll()
    expect(await waiting).toBe(true)
    const nextWaiting = waitForOffsets()
    await flushAll()
    expect(await nextWaiting).toBe(true)
  })
})
