// Creates snapshots and their plans, an engine that writes them, and files whose renames fail on request.
import type { Snapshot, SnapshotPlan } from '#contract/snapshots.ts'
import { type Files, createFiles } from '#engine/outside/files.ts'
import { createFakeClock } from './fake-clock.ts'
import { type SyncedEngine, waitForFirstSweep } from './synced-engine.ts'
import { type TestEngineOptions, startTestEngine } from './test-engine.ts'
import { startTrackingService } from './tracking-service.ts'

/** 12:00 in New York, the time zone of these engines. */
const START = '2026-11-20T17:00:00Z'

const createPlan = (overrides: Partial<SnapshotPlan> = {}): SnapshotPlan => ({
  screen: 'containers',
  view: 'Standard',
  kind: 'csv',
  filter: { scope: 'all' },
  sort: [{ column: 'number', direction: 'asc' }],
  title: 'Containers',
  columns: [
    { key: 'number', title: 'Container', width: 120, isNumber: false },
    { key: 'lastFreeDay', title: 'LFD', width: 100, isNumber: false },
    { key: 'daysLeft', title: 'Days', width: 50, isNumber: true },
    { key: 'verdict', title: 'Readiness', width: 200, isNumber: false },
  ],
  words: {
    'verdict ready': 'Ready!',
    'column asOf': 'Data as of',
    'day summary': 'LFD {number}',
    'day at': 'LFD {number}, {place}',
    'day asOf': 'As of {time}',
    'day held': 'Holds: {holds}',
  },
  times: { every: 'day', at: '13:00' },
  fileName: 'dated',
  base: 'quaywatch-all',
  ...overrides,
})
export const createSnapshot = (folder: string, overrides: Partial<SnapshotPlan> = {}): Snapshot => ({
  id: 's1',
  name: 'All containers',
  folder,
  plan: createPlan(overrides),
})

export async function startSyncedWith(containers: number, options: TestEngineOptions = {}): Promise<SyncedEngine> {
  const clock = createFakeClock(Date.parse(START))
  const service = startTrackingService(clock, { containers, start: START })
  const engine = await startTestEngine({ clock, handle: service.handle, ...options })
  await waitForFirstSweep(engine)
  const settings = await engine.client.call('settings.get', {})
  await engine.client.call('settings.set', { ...settings, homeZone: 'America/New_York' })
  return Object.assign(engine, { service })
}

export const readSnapshot = async ({ client }: Pick<SyncedEngine, 'client'>) =>
  (await client.call('snapshots.list', {}))[0]!
export const waitUntilIdle = (engine: SyncedEngine) =>
  engine.clock.advanceUntil(async () => (await readSnapshot(engine)).progress === null)

/** Creates files whose `replace` fails with the error of `setRenameError`. */
export function createFilesWithFailingRenames(): {
  files: Files
  setRenameError: (error: (Error & { code: string; syscall?: string }) | null) => void
  countRenames: () => number
} {
  const files = createFiles()
  let refusal: Error | null = null
  let tries = 0
  return {
    files: {
      ...files,
      replace: (path, part, content) => {
        tries++
        return refusal ? Promise.reject(refusal) : files.replace(path, part, content)
      },
    },
    setRenameError: (error) => {
      refusal = error
    },
    countRenames: () => tries,
  }
}

export const createIoError = (code: string, syscall = 'rename') => Object.assign(new Error(code), { code, syscall })
