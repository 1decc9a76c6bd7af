// A service whose containers say what a story needs them to say, at the hour the story is about. The world behind it
// all but stands still, so that whatever changes is what the spec told.
import { performance } from 'node:perf_hooks'
import { type Resource, startRelay } from '#support/relay.ts'
import { startService } from '#support/programs.ts'

type Told = Record<string, unknown>

export type Box = { id: string; number: string; shipmentId: string }

export type ScriptedWorld = {
  /** What a host is connected to. */
  service: { url: string; key: string }
  /** Containers that are picked up at the port, in the order of the service's list. */
  boxes: Box[]
  /** Of a container or a shipment, from the next answer on; what was told before stays beside it. */
  tell(id: string, attributes: Told): void
  /** From the next answer on; time runs on from there as fast as the programs do, or not at all. */
  setNow(instant: string, pace: 'runs' | 'stands'): void
  close: () => void
}

export type WorldOptions = { containers: number; day: string; rate: number }

export async function startScriptedWorld({ containers, day, rate }: WorldOptions): Promise<ScriptedWorld> {
  const service = await startService(
    '--no-limit',
    '--seed',
    '1',
    '--start',
    day,
    '--containers',
    String(containers),
    '--speed',
    '0.001',
  )
  const told = new Map<string, Told>()
  let hour = { worldMs: Date.parse(day), processMs: performance.now(), rate }
  const relay = await startRelay(service.ready.url, {
    shape: ({ id, attributes }) => Object.assign(attributes, told.get(id)),
    nowMs: () => hour.worldMs + (performance.now() - hour.processMs) * hour.rate,
  })
  return {
    service: { url: relay.url, key: service.ready.key },
    boxes: await portBoxes(service.ready),
    tell: (id, attributes) => void told.set(id, { ...told.get(id), ...attributes }),
    setNow: (instant, pace) => {
      hour = { worldMs: Date.parse(instant), processMs: performance.now(), rate: pace === 'runs' ? rate : 0 }
    },
    close: relay.close,
  }
}

async function portBoxes({ url, key }: { url: string; key: string }): Promise<Box[]> {
  const answer = await fetch(`${url}/containers?page[size]=100`, { headers: { authorization: `Token ${key}` } })
  const { data } = (await answer.json()) as { data: Resource[] }
  const idOf = ({ relationships }: Resource, name: string) =>
    (relationships?.[name]?.data as { id: string } | null | undefined)?.id ?? ''
  return data
    .filter((box) => idOf(box, 'pod_terminal') !== '' && idOf(box, 'pod_terminal') === idOf(box, 'pickup_facility'))
    .map((box) => ({ id: box.id, number: String(box.attributes['number']), shipmentId: idOf(box, 'shipment') }))
}

/** A container that stands at the terminal of the port, of which nothing further is known. Dates are of `day`. */
export function atTerminal(day: string, zone: string | null): Told {
  const days = (n: number) => new Date(Date.parse(day) - n * 86_400_000).toISOString()
  const nothing = [
    'pod_full_out_at',
    'final_destination_full_out_at',
    'empty_terminated_at',
    'pod_rail_loaded_at',
    'pod_rail_departed_at',
    'pod_rail_carrier_scac',
    'ind_rail_carrier_scac',
    'ind_eta_at',
    'ind_ata_at',
    'ind_rail_unloaded_at',
    'pickup_lfd',
    'ind_facility_lfd_on',
    'pickup_appointment_at',
    'final_destination_timezone',
  ]
  return {
    ...Object.fromEntries(nothing.map((name) => [name, null])),
    current_status: 'grounded',
    availability_known: true,
    available_for_pickup: false,
    holds_at_pod_terminal: [],
    fees_at_pod_terminal: [],
    pod_timezone: zone,
    pod_arrived_at: days(2),
    pod_discharged_at: days(2),
    terminal_checked_at: new Date(Date.parse(day) - 3_600_000).toISOString(),
    import_deadlines: { pickup_lfd_terminal: null, pickup_lfd_rail: null, pickup_lfd_line: null },
  }
}

/** The last free day as the terminal tells it. */
export function terminalDate(date: string | null, line: string | null = null): Told {
  return { import_deadlines: { pickup_lfd_terminal: date, pickup_lfd_rail: null, pickup_lfd_line: line } }
}
