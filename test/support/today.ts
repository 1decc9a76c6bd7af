// Calls of the engine for tests of Today and of the risks of containers.
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import { type SyncedEngine, loadAllRows } from './synced-engine.ts'

export const listContainers = (
  { client }: SyncedEngine,
  filter: ContainerFilter,
  sort: Parameters<typeof client.call<'containers.list'>>[1]['sort'] = [],
) => client.call('containers.list', { filter, sort, window: { offset: 0, limit: 500 } })
export const markSeen = async ({ client }: SyncedEngine) =>
  client.call('changes.markSeen', { throughId: (await client.call('changes.seenMark', {})).newestId })
export const findRow = async (engine: SyncedEngine, id: string) =>
  (await loadAllRows(engine)).find((row) => row.id === id)!
export const listRiskReasons = (row: ContainerRow) => row.risks.map(({ reason }) => reason)
export const isClockRunning = ({ lastFreeDay }: ContainerRow) => lastFreeDay.clock === 'running'
export const createCustomsHold = (status = 'hold') => ({ name: 'customs', status, description: null })
