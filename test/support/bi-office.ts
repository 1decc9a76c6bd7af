// An office whose leader publishes rows for reports, and Bill, who may only see the reports.
import type { Resource } from '#engine/api/decode.ts'
import { createDecidedRows } from '#engine/mirror/decided-rows.ts'
import { setMoment } from '#engine/mirror/containers/moment.ts'
import { migrations } from '#engine/office/migrations/index.ts'
import { createBiPublisher } from '#engine/office/bi/publish.ts'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { createClock } from '#engine/outside/clock.ts'
import { saveManualDate } from '#engine/settings/store.ts'
import { MIRROR_NOW, container, shipment } from './mirror.ts'
import { MAIN } from './office-calls.ts'
import type { Desktop } from './office-desktop.ts'
import { createUser } from './own-office.ts'
import { drawContainers } from './random-containers.ts'
import { openDesktops } from './three-desktops.ts'

export type BiRow = Record<string, string | number | boolean | null>

/** A publisher of this desktop, over a connection that counts the rows it sends. */
export function createPublisher(desktop: Desktop, connection: PostgresConnection, officeVersion = migrations.length) {
  const sent: string[] = []
  const publisher = createBiPublisher({
    clock: createClock(),
    log: (_level, event) => void desktop.logged.push(event),
    db: desktop.db,
    write: desktop.write,
    space: MAIN,
    officeVersion: () => officeVersion,
    fence: () => desktop.fence,
    query: (sql, values) => {
      if (sql.includes('publish_bi')) sent.push(...Object.keys(JSON.parse(String(values?.[3])) as object).toSorted())
      return connection.query(sql, values)
    },
  })
  return {
    /** The ids of the rows that were sent. */
    publish: async () => {
      sent.length = 0
      await publisher.publish(new AbortController().signal)
      return [...sent]
    },
  }
}

export async function openBiOffice() {
  const office = await openDesktops()
  const { lea, leo, connections } = office
  const bill = await office.connectAs('bill')
  const [ofLea, ofLeo] = [createPublisher(lea, connections[0]!), createPublisher(leo, connections[1]!)]
  let requestSeq = 0
  return {
    ...office,
    bill,
    publishAsLeo: ofLeo.publish,
    publish: ofLea.publish,
    read: async (...records: Resource[]) => {
      lea.read(records, { requestSeq: ++requestSeq, readAt: MIRROR_NOW })
      await lea.runUntilIdle()
    },
    /** Rows of a view as JSON: days stay texts, amounts are numbers. */
    select: (from: string) => selectJson(bill, from),
  }
}

export async function selectJson(connection: Pick<PostgresConnection, 'query'>, from: string): Promise<BiRow[]> {
  const rows = await connection.query<{ row: BiRow }>(`SELECT row_to_json(r) AS row FROM (SELECT * FROM ${from}) r`)
  return rows.map(({ row }) => row)
}

/** The moment for which a desktop computes its lists. */
export const setNow = ({ write }: Desktop, at: string) =>
  write((db) => setMoment(db, Date.parse(at), { tomorrow: 1, soon: 3, week: 7 }))

const DAY_MS = 86_400_000
const shift = (days: number) => new Date(Date.parse(MIRROR_NOW) + days * DAY_MS).toISOString()

const shipments = [
  shipment('s1', {
    customer_name: 'Müller & Söhne',
    pod_vessel_name: 'Ever Given',
    pod_voyage_number: '12E',
    port_of_lading_name: 'Ningbo',
    port_of_discharge_name: 'Los Angeles',
    pod_timezone: 'America/Los_Angeles',
    pod_eta_at: shift(2),
    pol_etd_at: shift(-20),
    tags: ['urgent', 'reefer'],
    ref_numbers: ['PO-1'],
  }),
  shipment('s2', { customer_name: '港务 "Ltd"', port_of_discharge_locode: 'NZAKL', pod_ata_at: shift(-3) }),
  shipment('s3', { destination_name: 'Chicago', destination_timezone: 'America/Chicago' }),
]

/** Records that have no other of their kind: several currencies, an inland move, and a zone that is unknown. */
const special = [
  container('two', 'TWOU0000001', 's1', {
    fees_at_pod_terminal: [
      { type: 'demurrage', amount: 100.1, currency_code: 'USD' },
      { type: 'exam', amount: 0.2, currency_code: 'USD' },
      { type: 'exam', amount: 45, currency_code: 'EUR' },
      { type: 'total', amount: 145.3, currency_code: 'USD' },
    ],
    ref_numbers: ['R1', 'R2'],
    location_at_pod_terminal: 'Row 7',
  }),
  container('rail', 'RAIU0000001', 's3', {
    final_destination_timezone: 'America/Chicago',
    import_deadlines: { pickup_lfd_rail: '2026-11-23', pickup_lfd_terminal: '2026-11-21T08:00:00Z' },
    pod_rail_carrier_scac: 'UPRR',
    ind_eta_at: shift(3),
    pod_discharged_at: shift(-1),
  }),
  container('zone', 'ZONU0000001', null, {
    pod_timezone: 'Mars/Olympus',
    pod_discharged_at: shift(-1),
    import_deadlines: { pickup_lfd_terminal: '2026-11-21' },
  }),
]

/** Records of every kind, with notes, tags, assignees, priorities and an override. */
export async function fillBiOffice({ lea, read }: Awaited<ReturnType<typeof openBiOffice>>): Promise<void> {
  const drawn = drawContainers(7, 60)
  await read(...shipments, ...drawn, ...special)
  const user = createUser(lea)
  await user.assign(['0', '1', 'two'], 'Maria')
  await user.tag('1', ['check', 'call'])
  await user.note('1', 'Driver called.\nComes at "noon"')
  await user.note('1', 'Second; note')
  await user.setPriority(['Müller & Söhne'], 'high')
  lea.write((db) =>
    saveManualDate(db, 'two', { date: '2026-11-28', reason: 'e-mail', setAt: MIRROR_NOW, reportedThen: '' }),
  )
  createDecidedRows({ ...lea, log: () => undefined }).update({ type: 'container', id: 'two' })
  await lea.runUntilIdle()
}
