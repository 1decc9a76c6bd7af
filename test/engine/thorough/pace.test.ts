// On battery and on a metered connection, lists are read less often, but in time for each deadline. The user sees the
// pace.
import { describe, expect, test } from 'vitest'
import type { Pace } from '#contract/engine-process.ts'
import { type SyncedEngine, loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'

const USUAL: Pace = { isOnBattery: false, isLocked: false, metered: 'no' }
const MINUTES = 60_000

const isList = ({ url }: { url: string }) => /\/containers\?/.test(url)
const getSingleId = ({ url }: { url: string }) => /\/containers\/([^/?]+)\?include=shipment/.exec(url)?.[1]

/** Runs `first`, advances the clock by `ms`, and returns the requests of that time. */
async function listRequestsDuring(
  engine: SyncedEngine,
  ms: number,
  first: () => Promise<unknown> = () => Promise.resolve(),
) {
  const from = engine.network.sent.length
  await first()
  await engine.clock.advance(ms)
  const sent = engine.network.sent.slice(from)
  return {
    lists: sent.filter(isList).length,
    singles: sent.map(getSingleId).filter((id) => id !== undefined),
    all: sent,
  }
}

/** Starts an engine and waits until its first reads are complete, so that only the pace causes requests. */
async function startSettled(containers: number): Promise<SyncedEngine> {
  const engine = await startSyncedEngine({ containers })
  await engine.clock.advance(10 * MINUTES)
  return engine
}

const listUrgentIds = async (engine: SyncedEngine) => {
  const rows = await loadAllRows(engine)
  return rows
    .filter(
      ({ lastFreeDay, fullOutAt, goneSince, emptyReturnedAt }) =>
        (lastFreeDay.daysLeft ?? 9) <= 1 &&
        (lastFreeDay.daysLeft ?? 9) >= -3 &&
        fullOutAt === null &&
        goneSince === null &&
        emptyReturnedAt === null,
    )
    .map(({ id }) => id)
}
const loadPace = async ({ client }: SyncedEngine) => (await client.call('sync.status', {})).pace

describe('the pace', () => {
  test('on battery is one sweep a minute instead of four, and the status has it', async () => {
    const engine = await startSettled(12)
    expect(await loadPace(engine)).toEqual({ word: 'usual', everyS: 15 })
    expect((await listRequestsDuring(engine, 10 * MINUTES)).lists).toBeGreaterThanOrEqual(38)
    engine.setPace({ ...USUAL, isOnBattery: true })
    expect(await loadPace(engine)).toEqual({ word: 'battery', everyS: 60 })
    const { lists, singles } = await listRequestsDuring(engine, 10 * MINUTES)
    expect([lists, singles]).toEqual([expect.toSatisfy((n: number) => n >= 9 && n <= 10), []])
  })

  test('with a locked screen is one sweep a minute, as without a window', async () => {
    const engine = await startSettled(12)
    engine.setPace({ ...USUAL, isLocked: true })
    expect(await loadPace(engine)).toEqual({ word: 'usual', everyS: 60 })
  })

  test('on a metered connection is a sweep every five minutes, and each urgent container is read every minute', async () => {
    const engine = await startSettled(40)
    const urgent = await listUrgentIds(engine)
    expect(urgent.length).toSatisfy((n: number) => n > 0 && n <= 20)
    engine.setPace({ ...USUAL, metered: 'seldom' })
    expect(await loadPace(engine)).toEqual({ word: 'metered', everyS: 300 })
    const { lists, singles } = await listRequestsDuring(engine, 30 * MINUTES)
    expect(lists).toSatisfy((n: number) => n >= 5 && n <= 7)
    expect(new Set(singles)).toEqual(new Set(urgent))
    for (const id of urgent) expect(singles.filter((single) => single === id).length, id).toBeGreaterThanOrEqual(29)
  })

  test('with many urgent containers reads whole pages every minute, and no single container', async () => {
    const engine = await startSettled(400)
    const notPickedUp = (await loadAllRows(engine)).filter(
      ({ fullOutAt, goneSince, emptyReturnedAt }) =>
        fullOutAt === null && goneSince === null && emptyReturnedAt === null,
    )
    for (const { id } of notPickedUp.slice(0, 50))
      await engine.client.call('containers.setManualLastFreeDay', {
        id,
        manual: { date: '2026-11-21', reason: 'by phone' },
      })
    expect((await listUrgentIds(engine)).length).toBeGreaterThan(40)
    engine.setPace({ ...USUAL, metered: 'seldom' })
    expect(await loadPace(engine)).toEqual({ word: 'metered', everyS: 60 })
    const { lists, singles } = await listRequestsDuring(engine, 10 * MINUTES)
    expect([singles, lists]).toEqual([[], expect.toSatisfy((pages: number) => pages >= 36 && pages <= 44)])
  })

  test('paused reads only urgent containers, but a refresh reads lists and edits are sent', async () => {
    const engine = await startSettled(40)
    const urgent = await listUrgentIds(engine)
    engine.setPace({ ...USUAL, metered: 'pause' })
    expect(await loadPace(engine)).toEqual({ word: 'paused', everyS: null })
    // Requests that were sent before the pause end.
    await engine.clock.advance(5_000)
    const quiet = await listRequestsDuring(engine, 60 * MINUTES)
    expect([
      quiet.lists,
      quiet.all.filter((request) => getSingleId(request) === undefined),
      new Set(quiet.singles),
    ]).toEqual([0, [], new Set(urgent)])
    const [{ id } = { id: '' }] = await loadAllRows(engine)
    await engine.client.call('edits.saveLabels', { target: { type: 'container', id }, field: 'refs', words: ['PO-1'] })
    const busy = await listRequestsDuring(engine, MINUTES, () => engine.client.call('sync.refresh', {}))
    expect([busy.lists, busy.all.filter(({ method }) => method === 'PATCH').length]).toEqual([1, 1])
    expect((await listRequestsDuring(engine, 30 * MINUTES)).lists).toBe(0)
  })

  test('is normal again as soon as the reason has ended', async () => {
    const engine = await startSettled(12)
    engine.setPace({ ...USUAL, metered: 'pause' })
    await engine.clock.advance(20 * MINUTES)
    engine.setPace(USUAL)
    expect((await listRequestsDuring(engine, 2_000)).lists).toBe(1)
  })

  test('is announced under the topic of the sync', async () => {
    const engine = await startSettled(12)
    let announcements = 0
    engine.client.on('changed', ({ topic }) => {
      if (topic === 'sync') announcements++
    })
    const announcementsBefore = announcements
    engine.setPace({ ...USUAL, isOnBattery: true })
    await engine.clock.advance(300)
    expect(announcements).toBeGreaterThan(announcementsBefore)
  })
})

describe('the share of the key', () =>
  test('applies from the next request on, and the status screen shows it', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    await engine.client.call('settings.set', { ...(await engine.client.call('settings.get', {})), budgetShare: 20 })
    await engine.clock.advance(2 * MINUTES)
    const { all } = await listRequestsDuring(engine, 10 * MINUTES)
    const most = Math.max(
      ...all.map(({ mono }) => all.filter((other) => other.mono >= mono && other.mono < mono + MINUTES).length),
    )
    expect(most).toBeLessThanOrEqual(19)
    expect((await engine.client.call('status.get', {})).requests.buckets[0]?.allowed).toBe(19)
  }))

describe('the number of waiting edits', () =>
  test('is reported to the host at the start and after each change', async () => {
    const engine = await startSettled(12)
    expect(engine.waitingCounts).toEqual([0])
    engine.network.unplug()
    const [one, other] = await loadAllRows(engine)
    for (const row of [one, other])
      await engine.client.call('edits.saveLabels', {
        target: { type: 'container', id: row!.id },
        field: 'refs',
        words: ['PO-1'],
      })
    await engine.restart()
    expect(engine.waitingCounts.at(-1)).toBe(2)
    engine.network.plug()
    await engine.clock.advanceUntil(() => engine.waitingCounts.at(-1) === 0)
  }))
