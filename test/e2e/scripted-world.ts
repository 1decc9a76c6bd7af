// A service whose containers have the values that a spec sets, at the time that the spec sets. The world behind it
// hardly changes, so that all changes come from the spec.
import { performance } from 'node:perf_hooks'
import { type Resource, startRelay } from '#support/relay.ts'
import { startService } from '#support/programs.ts'

type Attributes = Record<string, unknown>

export type PortContainer = { id: string; number: string; shipmentId: string }

export type ScriptedWorld = {
  /** The service to connect a host to. */
  service: { url: string; key: string }
  /** Containers that are picked up at the port, in the order of the service's list. */
  containers: PortContainer[]
  /** Sets attributes of a container or a shipment from the next answer on. Attributes set earlier remain. */
  report(id: string, attributes: Attributes): void
  /** Sets the time from the next answer on. Time then continues at the rate of the programs, or stops. */
  setNow(instant: string, pace: 'runs' | 'stopped'): void
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
  const reportedAttributes = new Map<string, Attributes>()
  let clock = { worldMs: Date.parse(day), processMs: performance.now(), rate }
  const relay = await startRelay(service.ready.url, {
    transform: ({ id, attributes }) => Object.assign(attributes, reportedAttributes.get(id)),
    nowMs: () => clock.worldMs + (performance.now() - clock.processMs) * clock.rate,
  })
  return {
    service: { url: relay.url, key: service.ready.key },
    containers: await loadPortContainers(service.ready),
    report: (id, attributes) => void reportedAttributes.set(id, { ...reportedAttributes.get(id), ...attributes }),
    setNow: (instant, pace) => {
      clock = { worldMs: Date.parse(instant), processMs: performance.now(), rate: pace === 'runs' ? rate : 0 }
    },
    close: relay.close,
  }
}

async function loadPortContainers({ url, key }: { url: string; key: string }): Promise<PortContainer[]> {
  const answer = await fetch(`${url}/containers?page[size]=100`, { headers: { authorization: `Token ${key}` } })
  const { data } = (await answer.json()) as { data: Resource[] }
  const readRelatedId = ({ relationships }: Resource, name: string) =>
    (relationships?.[name]?.data as { id: string } | null | undefined)?.id ?? ''
  return data
    .filter(
      (container) =>
        readRelatedId(container, 'pod_terminal') !== '' &&
        readRelatedId(container, 'pod_terminal') === readRelatedId(container, 'pickup_facility'),
    )
    .map((container) => ({
      id: container.id,
      number: String(container.attributes['number']),
      shipmentId: readRelatedId(container, 'shipment'),
    }))
}

/** The attributes of a container at the terminal of the port, without further data. Dates are relative to `day`. */
export function createTerminalAttributes(day: string, zone: string | null): Attributes {
  const daysBefore = (dayCount: number) => new Date(Date.parse(day) - dayCount * 86_400_000).toISOString()
  const emptyAttributes = [
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
    ...Object.fromEntries(emptyAttributes.map((name) => [name, null])),
    current_status: 'grounded',
    availability_known: true,
    available_for_pickup: false,
    holds_at_pod_terminal: [],
    fees_at_pod_terminal: [],
    pod_timezone: zone,
    pod_arrived_at: daysBefore(2),
    pod_discharged_at: daysBefore(2),
    terminal_checked_at: new Date(Date.parse(day) - 3_600_000).toISOString(),
    import_deadlines: { pickup_lfd_terminal: null, pickup_lfd_rail: null, pickup_lfd_line: null },
  }
}

/** The attributes with the last free days that the terminal and the line report. */
export function createLastFreeDayAttributes(terminalDay: string | null, lineDay: string | null = null): Attributes {
  return { import_deadlines: { pickup_lfd_terminal: terminalDay, pickup_lfd_rail: null, pickup_lfd_line: lineDay } }
}
