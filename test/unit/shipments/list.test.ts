// Compares the list of shipments in memory with a plain sort and filter of the rows.
import { expect, test } from 'vitest'
import { type ShipmentFilter, type ShipmentRow, ShipmentSortColumn } from '#contract/shipments.ts'
import { Band } from '#contract/deadlines.ts'
import { loadShipmentRows } from '#engine/shipments/handlers.ts'
import { container, shipment, startMirror } from '#support/mirror.ts'

const pickBy =
  (i: number) =>
  <Item>(items: readonly Item[], step: number) =>
    items[Math.floor(i / step) % items.length]!

function createRecords(offset: number) {
  const shipments = Array.from({ length: 48 }, (_, n) => {
    const pick = pickBy(n + offset)
    return shipment(`s${n}`, {
      bill_of_lading_number: `BILL${pick([3, 1, 2], 1)}`,
      shipping_line_scac: pick(['MSCU', 'AAAA', null], 2),
      customer_name: pick(['acme', 'ACME', 'Brindle', null], 3),
      port_of_lading_name: pick(['Ningbo', null], 1),
      port_of_lading_locode: 'CNNGB',
      pod_vessel_name: pick(['Harmony', 'Ever', null], 5),
      pol_etd_at: pick(['2026-10-01T00:00:00Z', null, '2026-09-01T00:00:00Z'], 1),
      pod_eta_at: pick(['2026-11-25T00:00:00Z', '2026-11-24T00:00:00Z', null], 2),
      line_tracking_stopped_at: pick([null, null, '2026-11-01T00:00:00Z'], 4),
    })
  })
  const containers = Array.from({ length: 90 }, (_, n) => {
    const pick = pickBy(n + offset)
    const lfd = pick(['2026-11-19', '2026-11-23', null, '2026-12-24'], 3)
    const attributes = {
      pod_discharged_at: pick(['2026-11-10T00:00:00Z', null], 1),
      pod_full_out_at: pick([null, null, '2026-11-15T00:00:00Z'], 7),
      import_deadlines: { pickup_lfd_line: lfd },
    }
    return container(`c${n}`, `ABCU${1_000_000 + n}`, n % 11 === 0 ? null : `s${(n * 5) % 40}`, attributes)
  })
  return [...shipments, ...containers]
}

type Value = string | number | null
const unlessEmpty = (row: ShipmentRow, value: Value) => (row.containers.total === 0 ? null : value)
const values: Record<ShipmentSortColumn, (row: ShipmentRow) => Value[]> = {
  masterBill: ({ masterBill }) => [masterBill],
  line: ({ scac }) => [scac],
  customer: ({ customer }) => [customer && customer.toLowerCase()],
  portOfLading: ({ portOfLading }) => [portOfLading.name ?? portOfLading.locode],
  portOfDischarge: ({ portOfDischarge }) => [portOfDischarge.name ?? portOfDischarge.locode],
  destination: ({ destination }) => [destination.name ?? destination.locode],
  vessel: ({ vessel, voyage }) => [vessel, voyage],
  etd: ({ atdAt, etdAt }) => [atdAt ?? etdAt],
  eta: ({ ataAt, etaAt }) => [ataAt ?? etaAt],
  containers: (row) => [unlessEmpty(row, row.containers.total)],
  earliestLastFreeDay: ({ earliestLastFreeDay }) => [earliestLastFreeDay],
  worstBand: ({ worstBand }) => [worstBand && Band.options.indexOf(worstBand)],
  lineChecked: ({ ages }) => [ages.line],
  lastChange: ({ lastChangeAt }) => [lastChangeAt],
}

const filters: [ShipmentFilter, (row: ShipmentRow) => boolean][] = [
  [{ scope: 'all' }, () => true],
  [{ scope: 'open' }, ({ containers }) => containers.total === 0 || containers.out < containers.total],
  [{ scope: 'all', lines: ['AAAA'] }, ({ scac }) => scac === 'AAAA'],
  [{ scope: 'all', customers: ['ACME', 'unknown'] }, ({ customer }) => customer === 'ACME'],
  [{ scope: 'all', isTrackingStopped: false }, ({ trackingStoppedAt }) => trackingStoppedAt === null],
  [
    { scope: 'all', text: 'acme harm' },
    ({ customer, vessel }) => customer?.toLowerCase() === 'acme' && vessel === 'Harmony',
  ],
]

function compare(a: Value, b: Value, sign: number): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -sign : sign
}

test('the order of shipments equals a plain sort for each column and filter, also after records changed', async () => {
  const mirror = startMirror()
  const board = mirror.openBoard()
  const list = mirror.openShipmentList(board)
  for (const offset of [0, 1, 2]) {
    mirror.read(...createRecords(offset))
    await list.read(() => undefined)
    const rows = loadShipmentRows(
      mirror.db,
      board,
      Array.from({ length: 48 }, (_, n) => `s${n}`),
    )
    expect(rows).toHaveLength(48)
    for (const [filter, passes] of filters) {
      for (const column of ShipmentSortColumn.options) {
        for (const [direction, sign] of [
          ['asc', 1],
          ['desc', -1],
        ] as const) {
          const expectedRows = rows.filter(passes).toSorted((a, b) => {
            const parts = values[column](a).map((value, i) => compare(value, values[column](b)[i] ?? null, sign))
            return (
              parts.find((part) => part !== 0) ?? (compare(a.masterBill, b.masterBill, 1) || compare(a.id, b.id, 1))
            )
          })
          expect(list.order(filter, [{ column, direction }]), `${column} ${direction}`).toEqual(
            expectedRows.map(({ id }) => id),
          )
        }
      }
    }
  }
  expect(list.findByText('acme harm').length).toBeGreaterThan(0)
})
