// Questions to the engine about Today and the risks of containers.
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import { type SyncedEngine, allRows } from './synced-engine.ts'

export const listContainers = (
  { client }: SyncedEngine,
  filter: ContainerFilter,
  sort: Parameters<typeof client.call<'containers.list'>>[1]['sort'] = [],
) => client.call('containers.list', { filter, sort, window: { offset: 0, limit: 500 } })
export const markSeen = async ({ client }: SyncedEngine) =>
  client.call('changes.markSeen', { throughId: (await client.call('changes.seenMark', {})).newestId })
export const rowOf = async (engine: SyncedEngine, id: string) => (await allRows(engine)).find((row) => row.id === id)!
export const riskReasons = (row: ContainerRow) => row.risks.map(({ reason }) => reason)
export const isRunning = ({ lastFreeDay }: ContainerRow) => lastFreeDay.clock === 'running'
export const customsHold = (status = 'hold') => ({ name: 'customs', status, description: null })
