// Alerts of each kind, raised by the real engine, for tests of screens. Their causes are changes at the service.
import type { Alert, AlertFilter, AlertKind } from '#contract/alerts.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { HttpRequest } from '#engine/outside/http.ts'
import { createRefusal } from './network.ts'
import { pdfLines } from './pdf.ts'
import { type ScreenEngine, type ScreenEngineOptions, startScreenEngine } from './screen-engine.ts'
import { hasProcessed, wakeUploader, spool, untilDocuments } from './spooled.ts'

/** Starts an engine with twenty containers, which has alerts about last free days and fees. */
export const startEngineWithAlerts = (options: ScreenEngineOptions = {}) =>
  startScreenEngine({ containers: 20, ...options })

export const listAlerts = async (engine: ScreenEngine, scope: AlertFilter['scope'] = 'all') =>
  (await engine.ask('alerts.list', { filter: { scope }, window: { offset: 0, limit: 500 } })).rows
export const findAlert = async (engine: ScreenEngine, isWanted: (alert: Alert) => boolean): Promise<Alert> => {
  const alert = (await listAlerts(engine)).find(isWanted)
  if (!alert) throw new Error('There is no such alert.')
  return alert
}

/** The world already has an alert of this kind. */
const existsInWorld = () => Promise.resolve()
/** After this time the engine treats an absent value as removed. */
const CONFIRMED_MS = 12 * 60_000

/** Functions that cause an alert of each kind. */
const causes: Record<AlertKind, (engine: ScreenEngine) => Promise<unknown>> = {
  'lfd-past': existsInWorld,
  'lfd-today': existsInWorld,
  'lfd-soon': existsInWorld,
  'lfd-earlier': (engine) => changeDate(engine, '2026-11-25T08:00:00Z'),
  'lfd-later': (engine) => changeDate(engine, '2027-02-25T08:00:00Z'),
  'lfd-withdrawn': async (engine) => {
    await changeDate(engine, null)
    await engine.clock.advance(CONFIRMED_MS)
  },
  'hold-placed': (engine) => placeHold(engine, 'hold'),
  'hold-expected': (engine) => placeHold(engine, 'pending'),
  'hold-cleared': async (engine) => {
    const { id } = await placeHold(engine, 'hold')
    await engine.patch({ [id]: { holds_at_pod_terminal: [] } })
    await engine.clock.advance(CONFIRMED_MS)
  },
  ready: async (engine) => {
    const container = await findContainer(engine, ({ verdict }) => verdict === 'not-released')
    const isAvailable = { availability_known: true, available_for_pickup: true, holds_at_pod_terminal: [] }
    await engine.patch({ [container.id]: isAvailable })
  },
  'fee-posted': existsInWorld,
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
  'document-read': async (engine) => {
    const { number } = await findContainer(engine, () => true)
    await upload(engine, 'COMMERCIAL INVOICE', 'Invoice No: K-118', `Container: ${number}`)
  },
  'document-unlinked': (engine) => upload(engine, 'COMMERCIAL INVOICE', 'Invoice No: K-118'),
  'document-failed': async (engine) => {
    const isCreated = ({ method, url }: HttpRequest) => method === 'POST' && url.endsWith('/v2/documents')
    engine.network.fault((request) => (isCreated(request) ? createRefusal('Not taken.') : null))
    spool(engine, new TextEncoder().encode('x'), { name: 'manifest.xyz', contentType: 'application/octet-stream' })
    await wakeUploader(engine)
    await untilDocuments(engine, ([row]) => row?.state === 'failed')
  },
  'not-updating': async (engine) => {
    engine.network.unplug()
    await engine.clock.advance(61 * 60_000)
  },
  // A Friday, less than four hours before the quiet hours.
  'look-ahead': (engine) => {
    engine.clock.sleepMachine(7 * 3_600_000)
    return Promise.resolve()
  },
}

async function changeDate(engine: ScreenEngine, day: string | null) {
  const container = await findContainer(engine, ({ lastFreeDay }) => lastFreeDay.band === 'later')
  const deadlines = { pickup_lfd_terminal: day, pickup_lfd_line: null, pickup_lfd_rail: null }
  await engine.patch({ [container.id]: { import_deadlines: deadlines, pickup_lfd: day } })
}

async function placeHold(engine: ScreenEngine, status: 'hold' | 'pending') {
  const container = await findContainer(engine, ({ verdict }) => verdict === 'ready')
  await engine.patch({ [container.id]: { holds_at_pod_terminal: [{ name: 'customs', status }] } })
  return container
}

async function upload(engine: ScreenEngine, ...lines: string[]) {
  spool(engine, pdfLines(...lines))
  await wakeUploader(engine)
  await untilDocuments(engine, hasProcessed(1))
}

const findContainer = async (engine: ScreenEngine, isWanted: (row: ContainerRow) => boolean) =>
  (await engine.rows()).find((row) => isWanted(row))!

export async function startWithAlert(kind: AlertKind) {
  const engine = await startEngineWithAlerts()
  await causes[kind](engine)
  const query = { filter: { scope: 'open' as const, kinds: [kind] }, window: { offset: 0, limit: 1 } }
  const newestAlert = async () => (await engine.client.call('alerts.list', query)).rows[0]
  await engine.clock.advanceUntil(async () => (await newestAlert()) !== undefined)
  return { engine, alert: (await newestAlert())! }
}
