// Compares the board in memory with a plain sort and filter of the rows, over random containers.
import { describe, expect, test } from 'vitest'
import { type ContainerFilter, type ContainerRow, ContainerSortColumn } from '#contract/containers.ts'
import { appointmentEndMs } from '#contract/rules/appointment.ts'
import { mapSortableColumns } from '#contract/rules/container-columns.ts'
import { Band } from '#contract/deadlines.ts'
import { Priority } from '#contract/own.ts'
import { decisionOrder } from '#contract/risk.ts'
import { newestChangeId } from '#engine/mirror/history/store.ts'
import { insertReadMark, insertStartMark } from '#engine/mirror/history/read-marks.ts'
import type { Board } from '#engine/mirror/board/board.ts'
import { loadFacets, loadSummary } from '#engine/mirror/board/list.ts'
import { setMoment } from '#engine/mirror/containers/moment.ts'
import { sumContainersByShipment, getShipmentSums } from '#engine/mirror/board/by-shipment.ts'
import { countMatching, orderContainers } from '#engine/mirror/board/list.ts'
import { loadRows } from '#engine/mirror/containers/store.ts'
import { saveTable } from '#engine/settings/rates.ts'
import { loadSettings, saveSettings } from '#engine/settings/store.ts'
import { MIRROR_NOW, type Mirror, shipment, startMirror } from '#support/mirror.ts'
import { drawContainers } from '#support/random-containers.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.parse(MIRROR_NOW)

const shipments = [
  shipment('s1', {
    customer_name: 'Ölwerke',
    pod_vessel_name: 'Harmony',
    pod_voyage_number: '2',
    pod_eta_at: '2026-11-22T00:00:00Z',
  }),
  shipment('s2', {
    customer_name: 'acme',
    shipping_line_scac: 'AAAA',
    pod_vessel_name: 'Harmony',
    pod_voyage_number: '10',
    port_of_lading_name: 'Ningbo',
  }),
  shipment('s3', {
    customer_name: 'ACME',
    port_of_lading_locode: 'CNNGB',
    pod_eta_at: '2026-11-24T00:00:00Z',
    pod_original_eta_at: null,
    destination_name: 'Denver',
    line_tracking_stopped_at: '2026-11-01T00:00:00Z',
  }),
]

const ORDER_OF_VERDICTS = [
  'ready',
  'ready-unverified',
  'conflict',
  'held',
  'not-released',
  'unknown',
  'not-arrived',
  'out',
]
type Value = string | number | null
const lower = (text: string | null) => text && text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
const band = (row: ContainerRow) => Band.options.indexOf(row.lastFreeDay.band)

/** The sort values of each column, written independently of our code. */
const values: Record<ContainerSortColumn, (row: ContainerRow) => Value[]> = {
  number: ({ number }) => [number],
  status: ({ status }) => [status],
  band: (row) => [band(row)],
  lastFreeDay: (row) => [row.lastFreeDay.date, band(row)],
  daysLeft: (row) => [row.lastFreeDay.daysLeft],
  verdict: ({ verdict }) => [ORDER_OF_VERDICTS.indexOf(verdict)],
  risk: ({ risks: [first] }) => [first ? decisionOrder.indexOf(first.reason) : null],
  readySince: ({ readySince }) => [readySince],
  holds: ({ activeHolds, pendingHolds }) => [activeHolds.length * 100 + pendingHolds.length || null],
  fees: ({ feesDue }) => [feesDue.length === 0 ? null : Math.max(...feesDue.map(({ amount }) => amount))],
  appointment: ({ appointmentAt }) => [appointmentAt],
  pickupPlace: ({ pickupPlace }) => [pickupPlace],
  masterBill: ({ masterBill }) => [masterBill],
  line: ({ scac }) => [scac],
  customer: ({ customer }) => [lower(customer)],
  vessel: ({ vessel, voyage }) => [vessel, voyage],
  portOfLading: ({ portOfLading }) => [portOfLading.name ?? portOfLading.locode],
  portOfDischarge: ({ portOfDischarge }) => [portOfDischarge.name ?? portOfDischarge.locode],
  eta: ({ ataAt, etaAt }) => [ataAt ?? etaAt],
  discharged: ({ dischargedAt }) => [dischargedAt],
  fullOut: ({ fullOutAt }) => [fullOutAt],
  emptyReturned: ({ emptyReturnedAt }) => [emptyReturnedAt],
  daysOut: ({ daysOut }) => [daysOut],
  exposure: ({ exposure }) => [exposure?.state === 'costed' ? exposure.minor : null],
  returnBy: ({ detention }) => [detention?.returnBy ?? null],
  detention: ({ detention }) => [detention?.estimate.state === 'costed' ? detention.estimate.minor : null],
  destination: ({ destination }) => [destination.name ?? destination.locode],
  inlandEta: ({ inlandAtaAt, inlandEtaAt }) => [inlandAtaAt ?? inlandEtaAt],
  equipment: ({ equipment }) => [equipment.lengthFt, equipment.type, equipment.height],
  weight: ({ weightLb }) => [weightLb],
  ...mapSortableColumns((_, key) => (row: ContainerRow) => [row[key]]),
  terminalChecked: ({ ages }) => [ages.terminal],
  lineChecked: ({ ages }) => [ages.line],
  lastChange: ({ lastChangeAt }) => [lastChangeAt],
  assignee: ({ own }) => [own.assignee],
  note: () => [null],
  priority: ({ own }) => [Priority.options.indexOf(own.priority)],
}

function compare(a: Value, b: Value, sign: 1 | -1): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -sign : sign
}

/** Equal rows: the most urgent first, then by number. */
function compareTied(column: ContainerSortColumn, a: ContainerRow, b: ContainerRow): number {
  const byUrgency =
    column === 'number' ? 0 : compare(band(a), band(b), 1) || compare(a.lastFreeDay.date, b.lastFreeDay.date, 1)
  return byUrgency || compare(a.number, b.number, 1) || compare(a.id, b.id, 1)
}

const isPickedUp = ({ lastFreeDay }: ContainerRow) => lastFreeDay.clock === 'stopped'
const hasOpenAppointment = (row: ContainerRow, nowMs: number) =>
  row.appointmentAt !== null && (isPickedUp(row) || appointmentEndMs(row.appointmentAt, row.pickupZone) > nowMs)
const isOpen = (row: ContainerRow) => row.status !== 'empty_returned' && row.emptyReturnedAt === null
const filters: [string, ContainerFilter, (row: ContainerRow, nowMs: number) => boolean][] = [
  ['everything', { scope: 'all' }, () => true],
  ['open containers', { scope: 'open' }, isOpen],
  [
    'the board',
    { scope: 'board' },
    (row) => isOpen(row) && !isPickedUp(row) && (row.lastFreeDay.clock === 'running' || row.lastFreeDay.date !== null),
  ],
  [
    'bands',
    { scope: 'all', bands: ['past', 'soon'] },
    ({ lastFreeDay }) => ['past', 'soon'].includes(lastFreeDay.band),
  ],
  ['verdicts', { scope: 'all', verdicts: ['held', 'out'] }, ({ verdict }) => ['held', 'out'].includes(verdict)],
  ['no status', { scope: 'all', statuses: ['', 'grounded'] }, ({ status }) => status === null || status === 'grounded'],
  ['lines', { scope: 'all', lines: ['AAAA'] }, ({ scac }) => scac === 'AAAA'],
  ['customers, with their case', { scope: 'all', customers: ['acme', ''] }, ({ customer }) => customer === 'acme'],
  [
    'holds, in any case',
    { scope: 'all', holds: ['CUSTOMS'] },
    ({ activeHolds }) => activeHolds.some((name) => lower(name) === 'customs'),
  ],
  [
    'days',
    { scope: 'all', withinDays: 2 },
    (row) => !isPickedUp(row) && row.lastFreeDay.daysLeft !== null && row.lastFreeDay.daysLeft <= 2,
  ],
  [
    'a range of last free days',
    { scope: 'all', lastFreeDays: { from: '2026-11-19', to: '2026-11-21' } },
    ({ lastFreeDay: { date } }) => date !== null && date >= '2026-11-19' && date <= '2026-11-21',
  ],
  [
    'empty containers that were not returned',
    { scope: 'all', isEmptyOut: true },
    (row) => isPickedUp(row) && isOpen(row),
  ],
  [
    'all except empty containers that were not returned',
    { scope: 'all', isEmptyOut: false },
    (row) => !isPickedUp(row) || !isOpen(row),
  ],
  ['fees', { scope: 'all', hasFees: true }, ({ feesDue }) => feesDue.length > 0],
  ['no fees', { scope: 'all', hasFees: false }, ({ feesDue }) => feesDue.length === 0],
  ['disputed', { scope: 'all', isDisputed: true }, ({ lastFreeDay }) => lastFreeDay.isDisputed],
  ['any risk', { scope: 'all', risks: [] }, ({ risks }) => risks.length > 0],
  [
    'one risk',
    { scope: 'all', risks: ['fees-running'] },
    ({ risks }) => risks.some(({ reason }) => reason === 'fees-running'),
  ],
  ['an appointment', { scope: 'all', hasAppointment: true }, hasOpenAppointment],
  ['no appointment', { scope: 'all', hasAppointment: false }, (row, nowMs) => !hasOpenAppointment(row, nowMs)],
  [
    'a text',
    { scope: 'all', text: 'acme harm' },
    ({ customer, vessel }) => lower(customer) === 'acme' && vessel === 'Harmony',
  ],
  [
    'a number with separators',
    { scope: 'open', text: 'ABCU 100-0001' },
    (row) => isOpen(row) && row.number.includes('ABCU1000001'),
  ],
]

async function setUp(seed: number): Promise<{ mirror: Mirror; board: Board; rows: () => ContainerRow[] }> {
  const mirror = startMirror()
  mirror.read(...shipments, ...drawContainers(seed, 240))
  mirror.write((db) => {
    const table = {
      place: null,
      equipmentType: null,
      currency: 'USD',
      tiers: [
        { fromDay: 1, rate: 100 },
        { fromDay: 3, rate: 250 },
      ],
    }
    saveTable(
      db,
      {
        ...table,
        id: 'd',
        name: 'd',
        kind: 'demurrage',
        scac: 'AAAA',
        lengthFt: null,
        counting: 'calendar',
        freeDays: null,
      },
      MIRROR_NOW,
    )
    saveTable(
      db,
      {
        ...table,
        id: 'l',
        name: 'l',
        kind: 'demurrage',
        scac: null,
        lengthFt: 20,
        counting: 'working',
        freeDays: null,
      },
      MIRROR_NOW,
    )
    saveTable(
      db,
      { ...table, id: 't', name: 't', kind: 'detention', scac: null, lengthFt: null, counting: 'working', freeDays: 2 },
      MIRROR_NOW,
    )
  })
  const board = mirror.openBoard()
  await board.loadPart('all')
  const rows = () =>
    loadRows(
      mirror.db,
      mirror.db.all<{ id: string }>('SELECT id FROM container_row ORDER BY id').map(({ id }) => id),
    )
  return { mirror, board, rows }
}

function expectSameAsPlain(board: Board, rows: ContainerRow[], nowMs = NOW_MS): void {
  for (const [, filter, passes] of filters) {
    const plain = rows.filter((row) => passes(row, nowMs))
    const byNumber = plain.toSorted((a, b) => compare(a.number, b.number, 1) || compare(a.id, b.id, 1))
    expect(orderContainers(board, filter, [])).toEqual(byNumber.map(({ id }) => id))
    expect(countMatching(board, filter)).toBe(plain.length)
  }
  for (const column of ContainerSortColumn.options) {
    for (const direction of ['asc', 'desc'] as const) {
      const sign = direction === 'asc' ? 1 : -1
      const valueOf = values[column]
      const plain = rows.toSorted((a, b) => {
        const parts = valueOf(a).map((value, i) => compare(value, valueOf(b)[i] ?? null, sign))
        return parts.find((part) => part !== 0) ?? compareTied(column, a, b)
      })
      const order = orderContainers(board, { scope: 'all' }, [{ column, direction }])
      expect(order, `${column} ${direction}`).toEqual(plain.map(({ id }) => id))
    }
  }
}

describe('lists in memory equal a plain sort', () => {
  test.each([1, 2, 3])('of random containers (%i)', async (seed) => {
    const { board, rows } = await setUp(seed)
    expectSameAsPlain(board, rows())
  })

  test('after containers were added and changed', async () => {
    const { mirror, board, rows } = await setUp(4)
    mirror.read(...drawContainers(5, 300))
    expectSameAsPlain(board, rows())
  })

  test('after minutes and days, after the clock is set back, and after the user marked changes as read', async () => {
    const { mirror, board, rows } = await setUp(6)
    mirror.read(...drawContainers(7, 240))
    for (const laterMs of [60_000, DAY_MS, 4 * DAY_MS, -3 * DAY_MS]) {
      mirror.write((db) => setMoment(db, NOW_MS + laterMs, { tomorrow: 1, soon: 3, week: 7 }))
      expectSameAsPlain(board, rows(), NOW_MS + laterMs)
    }
    const hasNewHold = () => countMatching(board, { scope: 'open', hasNewHold: true })
    expect(hasNewHold(), 'nothing is new before the first reading has ended').toBe(0)
    mirror.write((db) => insertStartMark(db, MIRROR_NOW, 0))
    expect(hasNewHold()).toBeGreaterThan(0)
    mirror.write((db) => insertReadMark(db, MIRROR_NOW, newestChangeId(db)))
    expect(hasNewHold()).toBe(0)
    expectSameAsPlain(board, rows(), NOW_MS - 3 * DAY_MS)
  })

  test('after a transaction was rolled back', async () => {
    const { mirror, board, rows } = await setUp(8)
    expect(() => {
      mirror.write((db) => {
        db.run(`INSERT OR REPLACE INTO container_row SELECT * FROM container_row WHERE id = '1'`)
        throw new Error('rolled back')
      })
    }).toThrow('rolled back')
    mirror.read(...drawContainers(9, 3))
    expectSameAsPlain(board, rows())
  })
})

test.each([
  ['Pacific/Auckland', '2026-11-20T10:59:00.000Z', '2026-11-20T11:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-20T07:59:00.000Z', '2026-11-20T08:00:00.000Z'],
])(
  'the filters for recent changes and unchecked terminals count days in the home zone (%s)',
  async (homeZone, yesterday, today) => {
    const { mirror, board } = await setUp(11)
    mirror.write((db) => {
      saveSettings(db, { ...loadSettings(db), homeZone })
      db.run(`UPDATE container_row SET last_change_at = NULL, terminal_checked_at = '2026-11-20T12:00:00.000Z'`)
      db.run(
        `UPDATE container_row SET last_change_at = ?, terminal_checked_at = '2026-11-19T16:59:00.000Z' WHERE id = '1'`,
        yesterday,
      )
      db.run(`UPDATE container_row SET last_change_at = ?, terminal_checked_at = NULL WHERE id = '2'`, today)
    })
    const findIds = (filter: Partial<ContainerFilter>) =>
      orderContainers(board, { scope: 'all', ...filter }, []).toSorted()
    expect([findIds({ changedWithinDays: 0 }), findIds({ changedWithinDays: 1 })]).toEqual([['2'], ['1', '2']])
    expect(findIds({ isUnchecked: true })).toEqual(['1', '2'])
    expect(findIds({ isUnchecked: false })).toHaveLength(238)
  },
)

test('the summary, the facets and the sums of a shipment equal those of the rows', async () => {
  const { board, rows } = await setUp(10)
  const all = rows()
  const open = all.filter(isOpen)
  const count = (matches: (row: ContainerRow) => boolean) => open.filter(matches).length
  expect(loadSummary(board)).toMatchObject({
    total: open.length,
    ready: count(({ verdict }) => verdict === 'ready' || verdict === 'ready-unverified'),
    readyUnverified: count(({ verdict }) => verdict === 'ready-unverified'),
    held: count(({ verdict }) => verdict === 'held' || verdict === 'conflict'),
    bands: {
      past: count(({ lastFreeDay }) => lastFreeDay.band === 'past'),
      out: count(({ lastFreeDay }) => lastFreeDay.band === 'out'),
    },
  })
  const facets = loadFacets(board, { scope: 'open', lines: ['AAAA'] })
  expect(facets.lines.find(({ value }) => value === 'MSCU')?.count).toBe(count(({ scac }) => scac === 'MSCU'))
  expect(facets.holds.find(({ value }) => value === 'customs')).toEqual({
    value: 'customs',
    label: 'customs',
    count: count(({ scac, activeHolds }) => scac === 'AAAA' && activeHolds.some((name) => lower(name) === 'customs')),
  })
  const shipmentRows = all.filter(({ shipmentId }) => shipmentId === 's1')
  const days = shipmentRows.filter((row) => !isPickedUp(row)).flatMap(({ lastFreeDay }) => lastFreeDay.date ?? [])
  expect(getShipmentSums(board, sumContainersByShipment(board), 's1')).toEqual({
    total: shipmentRows.length,
    ready: shipmentRows.filter(({ verdict }) => verdict === 'ready').length,
    held: shipmentRows.filter(({ verdict }) => verdict === 'held' || verdict === 'conflict').length,
    out: shipmentRows.filter(isPickedUp).length,
    earliestLastFreeDay: days.toSorted()[0] ?? null,
    earliestBand: shipmentRows.find((row) => !isPickedUp(row) && row.lastFreeDay.date === (days.toSorted()[0] ?? null))
      ?.lastFreeDay.band,
    worstBand: Band.options[Math.min(...shipmentRows.map(band))],
  })
  expect(getShipmentSums(board, sumContainersByShipment(board), 'unknown')).toEqual({
    total: 0,
    ready: 0,
    held: 0,
    out: 0,
    earliestLastFreeDay: null,
    earliestBand: null,
    worstBand: null,
  })
})
