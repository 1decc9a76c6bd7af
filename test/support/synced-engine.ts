// An engine that has completed one sweep of a small world, with its service, network and clock.
import type { ContainerRow } from '#contract/containers.ts'
import { createFakeClock } from './fake-clock.ts'
import type { Network } from './network.ts'
import { type TestEngine, type TestEngineOptions, startTestEngine } from './test-engine.ts'
import { type TrackingService, type TrackingServiceOptions, startTrackingService } from './tracking-service.ts'

export type SyncedEngine = TestEngine & { service: TrackingService }

/**
 * `before`: called with the network before the first request. With it the first sweep may not complete, so the function
 * does not wait for one.
 */
type Options = TrackingServiceOptions & Pick<TestEngineOptions, 'threads'> & { before?: (network: Network) => void }

export async function startSyncedEngine({ before, threads, ...options }: Options = {}): Promise<SyncedEngine> {
  const clock = createFakeClock(Date.parse(options.start ?? '2026-11-20T17:00:00Z'))
  const service = startTrackingService(clock, options)
  const engine = await startTestEngine({ clock, handle: service.handle, threads, ...(before ? { before } : {}) })
  if (!before) await waitForFirstSweep(engine)
  return Object.assign(engine, { service })
}

export async function waitForFirstSweep({ client, clock }: TestEngine): Promise<void> {
  await clock.advanceUntil(async () => !(await client.call('sync.status', {})).isFirstSweep)
}

/** Every container, by number. */
export async function allRows({ client }: TestEngine): Promise<ContainerRow[]> {
  const sort = [{ column: 'number' as const, direction: 'asc' as const }]
  const { rows } = await client.call('containers.list', {
    filter: { scope: 'all' },
    sort,
    window: { offset: 0, limit: 500 },
  })
  return rows
}

/** Rows without the member that every read may change: the time of reading. */
export async function stableRows(engine: TestEngine): Promise<unknown[]> {
  return (await allRows(engine)).map(({ ages, ...row }) => ({
    ...row,
    ages: { terminal: ages.terminal, line: ages.line },
  }))
}

/** Waits until a sweep that began after this call has ended: the second one to end. */
export async function waitForNewSweep({ client, clock }: TestEngine): Promise<void> {
  const complete = async () => (await client.call('sync.status', {})).lastCompleteAt
  const before = await complete()
  await clock.advanceUntil(async () => (await complete()) !== before)
  const between = await complete()
  await clock.advanceUntil(async () => (await complete()) !== between)
}
