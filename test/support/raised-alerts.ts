// Alerts of the real engine for tests of screens, by kind: caused at the service, or already present.
import type { Alert, AlertFilter, AlertKind } from '#contract/alerts.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { HttpRequest } from '#engine/outside/http.ts'
import { refusal } from './network.ts'
import { type ScreenEngine, type ScreenEngineOptions, startScreenEngine } from './screen-engine.ts'
import { wakeUploader, spool, untilDocuments } from './spooled.ts'

/** Twenty containers, with alerts of last free days and fees. */
export const startAlerted = (options: ScreenEngineOptions = {}) => startScreenEngine({ containers: 20, ...options })

export const alertsOf = async (engine: ScreenEngine, scope: AlertFilter['scope'] = 'all') =>
  (await engine.ask('alerts.list', { filter: { scope }, window: { offset: 0, limit: 500 } })).rows
export const findAlert = async (engine: ScreenEngine, isWanted: (alert: Alert) => boolean): Promise<Alert> => {
  const alert = (await alertsOf(engine)).find(isWanted)
  if (!alert) throw new Error('There is no such alert.')
  return alert
}

/** Causes an alert of this kind if the world did not. */
const causes: Partial<Record<AlertKind, (engine: ScreenEngine) => Promise<unknown>>> = {
  'lfd-earlier': async (engine) => {
    const container = await findContainer(engine, ({ lastFreeDay }) => lastFreeDay.band === 'later')
    const day = '2026-11-25T08:00:00Z'
    const deadlines = { pickup_lfd_terminal: day, pickup_lfd_line: null, pickup_lfd_rail: null }
    await engine.patch({ [container.id]: { import_deadlines: deadlines, pickup_lfd: day } })
  },
  'hold-placed': async (engine) => {
    const container = await findContainer(engine, ({ verdict }) => verdict === 'ready')
    await engine.patch({ [container.id]: { holds_at_pod_terminal: [{ name: 'customs', status: 'hold' }] } })
  },
  ready: async (engine) => {
    const container = await findContainer(engine, ({ verdict }) => verdict === 'not-released')
    const isAvailable = { availability_known: true, available_for_pickup: true, holds_at_pod_terminal: [] }
    await engine.patch({ [container.id]: isAvailable })
  },
  'arrival-moved': async (engine) => {
    const isAtSea = ({ lastFreeDay, shipmentId }: ContainerRow) =>
      lastFreeDay.clock === 'not-started' && shipmentId !== null
    const { shipmentId } = await findContainer(engine, isAtSea)
    await engine.patch({ [shipmentId!]: { pod_eta_at: '2026-12-10T08:00:00Z' } })
  },
  'request-failed': async (engine) => {
    // The service's test number for a request that fails.
    const number = { number: 'TEST-TR-FAILED', type: 'bill_of_lading', scac: 'TEST' } as const
    await engine.ask('tracking.create', { ...number, refs: [], replaces: null })
  },
  'document-failed': async (engine) => {
    const isCreated = ({ method, url }: HttpRequest) => method === 'POST' && url.endsWith('/v2/documents')
    engine.network.fault((request) => (isCreated(request) ? refusal('Not taken.') : null))
    spool(engine, new TextEncoder().encode('x'), { name: 'manifest.xyz', contentType: 'application/octet-stream' })
    await wakeUploader(engine)
    await untilDocuments(engine, ([row]) => row?.state === 'failed')
  },
  'not-updating': async (engine) => {
    engine.network.unplug()
    await engine.clock.advance(60_000)
    engine.clock.sleepMachine(2 * 3_600_000)
  },
}

const findContainer = async (engine: ScreenEngine, isWanted: (row: ContainerRow) => boolean) =>
  (await engine.rows()).find((row) => isWanted(row))!

export async function startWithAlert(kind: AlertKind) {
  const engine = await startAlerted()
  await causes[kind]?.(engine)
  const ofKind = { filter: { scope: 'open' as const, kinds: [kind] }, window: { offset: 0, limit: 1 } }
  const newestAlert = async () => (await engine.client.call('alerts.list', ofKind)).rows[0]
  await engine.clock.advanceUntil(async () => (await newestAlert()) !== undefined)
  return { engine, alert: (await newestAlert())! }
}
