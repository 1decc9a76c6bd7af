// Starts an engine with a container at the port. Only the test changes it, so that all of its alerts come from the
// test.
import type { ContainerRow } from '#contract/containers.ts'
import { type StillEngine, startStillEngine } from './still-engine.ts'
import { loadAllRows } from './synced-engine.ts'

const MINUTE_MS = 60_000

const WITHOUT_EVENTS = {
  fees_at_pod_terminal: [],
  holds_at_pod_terminal: [],
  available_for_pickup: false,
  availability_known: true,
}
const AT_PORT = {
  ...WITHOUT_EVENTS,
  pod_timezone: 'America/Los_Angeles',
  current_status: 'grounded',
  pod_full_out_at: null,
  pod_discharged_at: '2026-11-15T12:00:00Z',
  pod_arrived_at: '2026-11-14T12:00:00Z',
  pickup_lfd: null,
}
export const createDeadline = (date: string) => ({ import_deadlines: { pickup_lfd_terminal: date } })

/** Starts an engine with a container that was discharged and not picked up. It has no holds, fees or last free day. */
export async function startOneContainer(
  attributes: Record<string, unknown> = {},
): Promise<{ engine: StillEngine; row: ContainerRow }> {
  const engine = await startStillEngine({ containers: 12 })
  const row = (await loadAllRows(engine)).find(
    ({ isInland, lastFreeDay, shipmentId }) => !isInland && shipmentId !== null && lastFreeDay.clock !== 'stopped',
  )!
  await engine.client.call('settings.set', {
    ...(await engine.client.call('settings.get', {})),
    homeZone: 'America/Los_Angeles',
  })
  await engine.patch({ [row.id]: { ...AT_PORT, ...attributes } })
  // Ends all alerts about earlier values. The engine confirms an absent value by a second read.
  await engine.clock.advance(11 * MINUTE_MS)
  return { engine, row }
}

/** Advances the clock to this instant as sleep, so that the engine does not read the service meanwhile. */
export async function sleepUntil(engine: StillEngine, instant: string): Promise<void> {
  engine.clock.sleepMachine(Date.parse(instant) - engine.clock.wall())
  await engine.clock.advance(2 * MINUTE_MS)
}
