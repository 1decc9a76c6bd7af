// The board has the right state while the list of containers changes, as after many numbers were added.
import { describe, expect, test } from 'vitest'
import { alterJson } from '#support/network.ts'
import { type SyncedEngine, startSyncedEngine } from '#support/synced-engine.ts'

const isList = (url: string) => /\/v2\/containers\?/.test(url)

describe('a list that grows while it is read', () => {
  const loadStatus = ({ client }: SyncedEngine) => client.call('sync.status', {})

  test('after many numbers were added is syncing, not incomplete, and live no longer than two periods', async () => {
    const engine = await startSyncedEngine({ containers: 500 })
    await engine.clock.advance(60_000)
    const numbers = Array.from({ length: 100 }, (_, index) => String(260_000_001 + index))
    const lines = numbers.map((number) => ({
      text: number,
      request: { number, type: 'bill_of_lading' as const, scac: 'MAEU', refs: [] },
      left: null,
    }))
    await engine.client.call('batches.create', { name: null, lines })
    const states = new Set<string>()
    for (let second = 0; second < 150; second++) {
      await engine.clock.advance(1_000)
      const { state, now, lastCompleteAt, pass } = await loadStatus(engine)
      states.add(state)
      const ageS = (Date.parse(now) - Date.parse(lastCompleteAt!)) / 1_000
      if (state === 'live') expect(ageS).toBeLessThanOrEqual(2 * Math.max(15, pass!.tookS))
    }
    expect(states).toEqual(new Set(['live', 'checking']))
    const { sweeps, errors, traffic } = await engine.client.call('status.get', {})
    expect(sweeps.length).toBeGreaterThan(0)
    expect([errors, traffic.failed]).toEqual([[], 0])
  })

  test('is incomplete if that takes longer than ten minutes', async () => {
    const engine = await startSyncedEngine({ containers: 250 })
    await engine.clock.advance(60_000)
    const grown = alterJson((body) => ({ ...body, meta: { ...(body['meta'] as object), total: 260 } }))
    engine.network.fault(({ url }) => (isList(url) && /page(\[|%5B)number(\]|%5D)=[23]/.test(url) ? grown : null))
    await engine.clock.advance(5 * 60_000)
    expect((await loadStatus(engine)).state).toBe('checking')
    await engine.clock.advance(6 * 60_000)
    expect(await loadStatus(engine)).toMatchObject({ state: 'incomplete', incomplete: { done: 250, total: 260 } })
  })
})

describe('a list with each record, but some of them twice', () => {
  /** The second page lists a record of the first one again, in place of its own first record. */
  const startWithRepeats = () => {
    let repeated: unknown
    const first = alterJson((body) => {
      repeated = (body['data'] as unknown[])[0]
      return body
    })
    const second = alterJson((body) => ({ ...body, data: [repeated, ...(body['data'] as unknown[]).slice(1)] }))
    const isPage = (url: string, page: number) =>
      isList(url) && decodeURIComponent(url).includes(`page[number]=${page}`)
    return startSyncedEngine({
      containers: 250,
      beforeStart: (network) =>
        network.fault(({ url }) => (isPage(url, 2) ? second : isList(url) && !isPage(url, 3) ? first : null)),
    })
  }

  test('was sorted while it was read: it is syncing, and incomplete after ten minutes', async () => {
    const engine = await startWithRepeats()
    await engine.clock.advance(9 * 60_000)
    expect((await engine.client.call('sync.status', {})).state).toBe('checking')
    const { unseen, newestId } = await engine.client.call('changes.seenMark', {})
    expect([newestId > 0, unseen], 'changes are new from the first complete sweep on').toEqual([true, 0])
    await engine.clock.advance(2 * 60_000)
    expect(await engine.client.call('sync.status', {})).toMatchObject({
      state: 'incomplete',
      incomplete: { done: 249, total: 250 },
    })
  })

  test('is live after the next sweep without repeats', async () => {
    const engine = await startWithRepeats()
    await engine.clock.advance(30_000)
    expect((await engine.client.call('sync.status', {})).state).toBe('checking')
    engine.network.fault(() => null)
    await engine.clock.advance(40_000)
    expect((await engine.client.call('sync.status', {})).state).toBe('live')
  })
})
