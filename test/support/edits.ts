// Saves edits on a synced engine, and reads the edited records from the service.
import type { EditTarget } from '#contract/edits.ts'
import { type SyncedEngine, loadAllRows, startSyncedEngine } from './synced-engine.ts'

export const HEADERS = { authorization: 'Token test-key' }
export const startSmallEngine = () => startSyncedEngine({ containers: 12 })
const isPatch = ({ method }: { method: string }) => method === 'PATCH'
export const listPatchRequests = ({ network }: SyncedEngine) => network.sent.filter(isPatch)
export const findFirstContainer = async (engine: SyncedEngine) => {
  const [row] = await loadAllRows(engine)
  if (!row?.shipmentId) throw new Error('expected a container with a shipment')
  return { ...row, shipmentId: row.shipmentId, target: { type: 'container', id: row.id } as EditTarget }
}
export const readRefs = async (engine: SyncedEngine, id: string) =>
  (await loadAllRows(engine)).find((row) => row.id === id)?.refs
export const listEdits = async ({ client }: SyncedEngine, target: EditTarget | null = null) =>
  (await client.call('edits.list', { target })).rows
export const waitUntilEditsSent = (engine: SyncedEngine) =>
  engine.clock.advanceUntil(async () => (await listEdits(engine)).length === 0)
export const saveRefs = ({ client }: SyncedEngine, target: EditTarget, words: string[]) =>
  client.call('edits.saveLabels', { target, field: 'refs', words })

/** Reads the attributes of a record from the service, without the engine. */
export function readServiceAttributes(engine: SyncedEngine, path: string): Record<string, unknown> {
  const { bytes } = engine.service.handle({
    method: 'GET',
    url: `https://track.example/v2${path}`,
    headers: HEADERS,
    maxBytes: 1e9,
  })
  return (JSON.parse(new TextDecoder().decode(bytes)) as { data: { attributes: Record<string, unknown> } }).data
    .attributes
}
