// One container at the port whose alerts all come from the test: a constant world in which only it changes.
import type { ContainerRow } from '#contract/containers.ts'
import { type StillEngine, startStillEngine } from './still-engine.ts'
import { allRows } from './synced-engine.ts'

const MINUTE_MS = 60_000

const withoutEvents = {
  fees_at_pod_terminal: [],
  holds_at_pod_terminal: [],
  available_for_pickup: false,
  availability_known: true,
}
const atPort = {
  ...withoutEvents,
  pod_timezone: 'America/Los_Angeles',
  current_status: 'grounded',
  pod_full_out_at: null,
  pod_discharged_at: '2026-11-15T12:00:00Z',
  pod_arrived_at: '2026-11-14T12:00:00Z',
  pickup_lfd: null,
}
export const dueOn = (date: string) => ({ import_deadlines: { pickup_lfd_terminal: date } })

/** A container that was discharged at the port and is not out. It has no other events. */
export async function startOneContainer(
  attributes: Record<string, unknown> = {},
): Promise<{ engine: StillEngine; row: ContainerRow }> {
  const engine = await startStillEngine({ containers: 12 })
  const row = (await allRows(engine)).find(
    ({ isInland, lastFreeDay, shipmentId }) => !isInland && shipmentId !== null && lastFreeDay.clock !== 'stopped',
  )!
  await engine.client.call('settings.set', {
    ...(await engine.client.call('settings.get', {})),
    homeZone: 'America/Los_Angeles',
  })
  await engine.patch({ [row.id]: { ...atPort, ...attributes } })
  // Two more reads end all alerts about former values: a missing value needs two reads.
  await engine.clock.advance(11 * MINUTE_MS)
  return { engine, row }
}

/** Lets time pass as sleep, so that the engine does not read the service for each minute. */
export async function sleepUntil(engine: StillEngine, instant: string): Promise<void> {
  engine.clock.sleepMachine(Date.parse(instant) - engine.clock.wall())
  await engine.clock.advance(2 * MINUTE_MS)
}
