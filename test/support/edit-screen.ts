// Opens the panel of a container or shipment, and edits its references and tags.
import type { ContainerRow } from '#contract/containers.ts'
import type { Edit } from '#contract/edits.ts'
import type { HttpRequest } from '#engine/outside/http.ts'
import type { Fault } from './network.ts'
import { type ScreenEngine, startScreenEngine } from './screen-engine.ts'
import { byTestId, click, flush, open, type } from './screens.ts'

/** Opens the panel of a container and then disconnects the network, so that edits wait in the outbox. */
export const openContainer = async (
  existingEngine?: ScreenEngine,
  matches: (row: ContainerRow) => boolean = () => true,
) => {
  const engine = existingEngine ?? (await startScreenEngine({ containers: 7 }))
  const row = (await engine.rows()).find((row) => row.shipmentId !== null && matches(row))
  if (!row?.shipmentId) throw new Error('expected a container with a shipment')
  const opened = await open({ path: `/containers?container=${row.id}`, engine })
  engine.network.unplug()
  return { ...opened, row: { ...row, shipmentId: row.shipmentId } }
}
export const listEdits = async (engine: ScreenEngine) => (await engine.ask('edits.list', { target: null })).rows
export const isPatch = ({ method }: HttpRequest) => method === 'PATCH'
/** Reconnects the network until the first edit has this state. `fault` is the fault of each edit's request. */
export const reconnectUntil = async (engine: ScreenEngine, state: Edit['state'], fault: Fault | null = null) => {
  engine.network.fault((request) => (isPatch(request) ? fault : null))
  engine.network.plug()
  await engine.clock.advanceUntil(
    async () => (await engine.client.call('edits.list', { target: null })).rows[0]?.state === state,
  )
  await flush()
}
export const openShipment = async (...options: Parameters<typeof openContainer>) => {
  const opened = await openContainer(...options)
  await opened.router.push({ name: 'shipments', query: { shipment: opened.row.shipmentId } })
  await flush()
  return opened
}
export const addLabel = async (field: string, label: string) => {
  await click(`change-${field}`)
  await type(`add-${field}`, label)
  byTestId(`save-${field}`).closest('form')?.requestSubmit()
  await flush()
}
export const lastSavedLabels = (engine: ScreenEngine) => engine.lastInput('edits.saveLabels')
