// The data that rows check. It is created once, when the first row needs it. Rows that write open a separate service.
import type { ServiceOptions } from '#service/service.ts'
import { openClient, HOUR, NOON, type Body, type Client, type CreateService, type Resource } from './client.ts'
import { createScenario, type Scenario } from './scenario.ts'
import { createSampleAccount, type SampleAccount } from './sample-account.ts'

/** Together, these instants show every status, event, fee, hold and null that 140 containers of this seed can have. */
export const SAMPLE_INSTANTS: readonly number[] = [1476, 5510, 2066, 1771, 2570].map((hours) => NOON + hours * HOUR)

export type Sample = {
  /** Returns every record of the type, once for each of the instants at which it was shown. */
  recordsOf(type: string): readonly Resource[]
  /** Returns the records of the type that were shown at that instant. */
  recordsAt(instantMs: number, type: string): readonly Resource[]
}

export type Services = {
  /** A client of a shared service. No row writes to it. */
  reader: Client
  sample: Sample
  /** A shared account with fields, documents, mail, a webhook and notifications. */
  scenario: () => Promise<Scenario>
  /** A shared account with one record of each type, for rows that only read. */
  account: () => Promise<SampleAccount>
  createAccount: () => Promise<SampleAccount>
  createClient: (options?: Partial<ServiceOptions>) => Client
}

export function createServices(create: CreateService): Services {
  let reader: Client | null = null
  let sample: Sample | null = null
  let scenario: Promise<Scenario> | null = null
  let account: Promise<SampleAccount> | null = null
  const services: Services = {
    get reader() {
      return (reader ??= openClient(create, { seed: 1, containers: 140 }))
    },
    get sample() {
      return (sample ??= collectSample(services.reader))
    },
    scenario: () => (scenario ??= createScenario((options) => openClient(create, options))),
    account: () => (account ??= services.createAccount()),
    createAccount: () => createSampleAccount((options) => openClient(create, options)),
    createClient: (options) => openClient(create, options),
  }
  return services
}

const INCLUDES: readonly (readonly [path: string, include: string])[] = [
  ['/containers', 'pod_terminal.port,pickup_facility,raw_events'],
  [
    '/shipments',
    'port_of_lading.terminals,port_of_discharge,destination,destination_terminal,line_tracking_stopped_by_user',
  ],
  ['/tracking_requests', 'customer,user'],
]

function collectSample(client: Client): Sample {
  const recordsByInstant = new Map<number, Map<string, Resource[]>>()
  for (const worldMs of SAMPLE_INSTANTS) {
    const byType = new Map<string, Resource[]>()
    const add = (record: Resource) => {
      const records = byType.get(record.type)
      if (records) records.push(record)
      else byType.set(record.type, [record])
    }
    for (const [path, include] of INCLUDES) {
      for (let next: string | undefined = `${path}?page[size]=100&include=${include}`; next !== undefined;) {
        const page: Body = client.get(next, worldMs)
        for (const record of [...(page.data as unknown as Resource[]), ...page.included]) add(record)
        next = page.links['next']?.slice(page.links['next'].indexOf('/v2') + 3)
      }
    }
    for (const { id } of byType.get('container') ?? [])
      for (const event of client.list(`/containers/${id}/transport_events`, worldMs)) add(event)
    for (const line of client.listAll('/shipping_lines', worldMs)) add(line)
    recordsByInstant.set(worldMs, byType)
  }
  return {
    recordsOf: (type) => SAMPLE_INSTANTS.flatMap((worldMs) => recordsByInstant.get(worldMs)?.get(type) ?? []),
    recordsAt: (instantMs, type) => recordsByInstant.get(instantMs)?.get(type) ?? [],
  }
}
