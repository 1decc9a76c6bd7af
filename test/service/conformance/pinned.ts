// Computes digests of the worlds of some seeds, from the bytes of their answers at a few instants. A seed in a bug
// report or a screenshot must give the same world in the next version, and the digests show unintended changes. After
// an intended change, `node test/service/conformance/pin.ts` writes the digests again.
import { createHash } from 'node:crypto'
import { openClient, DAY, HOUR, listLinked, NOON, type Client, type CreateService } from './client.ts'

export type Pins = Record<string, string>

const WORLDS = [
  { seed: 1, containers: 60 },
  { seed: 1, containers: 60, isQuirky: true },
  { seed: 'Zürich', containers: 160 },
] as const

const INSTANTS = [NOON, NOON + 31 * DAY + 5 * HOUR, NOON + 118 * DAY + 11 * HOUR, Date.UTC(2027, 6, 4, 6, 59)]

/** The first page of each list with its included records, and a few special paths. `computeDigest` adds the details. */
const PATHS = [
  '/containers?page[size]=100&include=transport_events,raw_events,pod_terminal,pickup_facility',
  '/shipments?page[size]=100&include=port_of_lading,port_of_discharge,destination,destination_terminal',
  '/tracking_requests?page[size]=100&include=customer,user',
  '/shipping_lines',
  '/webhook_notifications/examples',
  '/webhook_notifications/examples?event=container.updated',
  '/webhooks',
  '/parties',
  '/custom_field_definitions',
  '/custom_fields?filter[entity_type]=container',
  '/search?query=MSCU',
  '/containers?page[size]=0',
  '/nothing',
]
const DETAILED_CONTAINERS = 6

/** A world that is large enough to have the events that affect only one container in a thousand. */
const LARGE_WORLD = { seed: 'wide', containers: 2000 }

export function computeWorldPins(create: CreateService): Pins {
  const worldPins = WORLDS.flatMap((world) => {
    const client = openClient(create, world)
    return INSTANTS.map((worldMs): [string, string] => [
      `seed ${world.seed}${'isQuirky' in world ? ', quirky,' : ''} at ${new Date(worldMs).toISOString()}`,
      computeDigest(client, worldMs),
    ])
  })
  const large = openClient(create, LARGE_WORLD)
  return Object.fromEntries([
    ...worldPins,
    ...['containers', 'shipments', 'tracking_requests'].map((list): [string, string] => [
      `${list} of seed ${LARGE_WORLD.seed}`,
      computeListDigest(large, list),
    ]),
  ])
}

function computeListDigest(client: Client, list: string): string {
  const hash = createHash('sha256')
  for (const record of client.listAll(`/${list}?page[size]=100&include=`)) hash.update(JSON.stringify(record))
  return hash.digest('hex').slice(0, 32)
}

function computeDigest(client: Client, worldMs: number): string {
  const hash = createHash('sha256')
  const add = (path: string) => hash.update(client.sendRaw('GET', `/v2${path}`, { worldMs }).bytes)
  for (const path of PATHS) add(path)
  const containers = client.list('/containers?page[size]=100&include=', worldMs)
  for (const { id } of containers.filter(
    (_, index) => index % Math.ceil(containers.length / DETAILED_CONTAINERS) === 0,
  ))
    for (const part of ['map_geojson', 'raw_events']) add(`/containers/${id}/${part}`)
  const [container] = containers
  const vessels = container
    ? client
        .get(`/containers/${container.id}/transport_events?include=vessel`, worldMs)
        .included.filter(({ type }) => type === 'vessel')
    : []
  for (const { id } of vessels)
    add(`/vessels/${id}?show_positions[from_timestamp]=${new Date(worldMs - 3 * DAY).toISOString()}`)
  const [shipment] = client.list('/shipments', worldMs)
  const [from, to] = ['port_of_lading', 'port_of_discharge'].map(
    (end) => (shipment ? listLinked(shipment, end)[0]?.id : undefined) ?? '',
  )
  if (vessels[0]) add(`/vessels/${vessels[0].id}/future_positions?port_id=${to ?? ''}&previous_port_id=${from ?? ''}`)
  return hash.digest('hex').slice(0, 32)
}
