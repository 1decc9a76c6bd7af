// Starts an engine, with its service, network and clock, that has completed its first sweep.
import type { ContainerRow } from '#contract/containers.ts'
import { createFakeClock } from './fake-clock.ts'
import type { Network } from './network.ts'
import { type TestEngine, type TestEngineOptions, startTestEngine } from './test-engine.ts'
import { type TrackingService, type TrackingServiceOptions, startTrackingService } from './tracking-service.ts'

export type SyncedEngine = TestEngine & { service: TrackingService }

/**
 * `beforeStart` is called with the network before the first request. With it the first sweep may not complete, so the
 * function does not wait for one.
 */
type Options = TrackingServiceOptions &
  Pick<TestEngineOptions, 'threads'> & { beforeStart?: (network: Network) => void }

export async function startSyncedEngine({ beforeStart, threads, ...options }: Options = {}): Promise<SyncedEngine> {
  const clock = createFakeClock(Date.parse(options.start ?? '2026-11-20T17:00:00Z'))
  const service = startTrackingService(clock, options)
  const engine = await startTestEngine({
    clock,
    handle: service.handle,
    threads,
    ...(beforeStart ? { beforeStart } : {}),
  })
  if (!beforeStart) await waitForFirstSweep(engine)
  return Object.assign(engine, { service })
}

export async function waitForFirstSweep({ client, clock }: TestEngine): Promise<void> {
  await clock.advanceUntil(async () => !(await client.call('sync.status', {})).isFirstSweep)
}

/** Returns every container, sorted by number. */
export async function loadAllRows({ client }: TestEngine): Promise<ContainerRow[]> {
  const sort = [{ column: 'number' as const, direction: 'asc' as const }]
  const { rows } = await client.call('containers.list', {
    filter: { scope: 'all' },
    sort,
    window: { offset: 0, limit: 500 },
  })
  return rows
}

/** Returns the containers that need a decision, in the order of Today. */
export async function loadDecisionIds({ client }: TestEngine): Promise<string[]> {
  const { decisions } = await client.call('today.get', {})
  const window = { offset: 0, limit: 500 }
  const lists = decisions.map(({ filter, sort }) => client.call('containers.list', { filter, sort, window }))
  return (await Promise.all(lists)).flatMap(({ rows }) => rows.map(({ id }) => id))
}

/** Returns every container without the time of the last read, which each read changes. */
export async function listStableRows(engine: TestEngine): Promise<unknown[]> {
  return (await loadAllRows(engine)).map(({ ages, ...row }) => ({
    ...row,
    ages: { terminal: ages.terminal, line: ages.line },
  }))
}

/** Waits until two sweeps have ended. The second one began after this call. */
export async function waitForNewSweep({ client, clock }: TestEngine): Promise<void> {
  const readLastComplete = async () => (await client.call('sync.status', {})).lastCompleteAt
  const completeBefore = await readLastComplete()
  await clock.advanceUntil(async () => (await readLastComplete()) !== completeBefore)
  const afterFirst = await readLastComplete()
  await clock.advanceUntil(async () => (await readLastComplete()) !== afterFirst)
}
