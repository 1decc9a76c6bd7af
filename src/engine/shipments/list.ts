// The list of shipments: which ones, in which order. Columns are held in memory; what their containers add up to comes
// from the board of containers, which holds every box for its own lists anyway.
import { Band } from '#contract/deadlines.ts'
import type { ShipmentFilter, ShipmentSort, ShipmentSortColumn } from '#contract/shipments.ts'
import { type ColumnKind, type Columns, type Direction, createColumns, sorted } from '../columns.ts'
import { type Board, type Boxes, boxesByShipment } from '../containers/store.ts'
import type { SqlValue } from '../db/open.ts'
import { textTest } from '../lists.ts'
import { type Mirrored, type MirroredDeps, createMirrored } from '../mirrored.ts'

/** Column → how it is ordered, and what it is in SQL where that is not a column of the same name. */
const stored = {
  master_bill: ['text'],
  scac: ['text'],
  customer: ['caseless'],
  pol: ['text', 'coalesce(pol_name, pol_locode)'],
  pod: ['text', 'coalesce(pod_name, pod_locode)'],
  destination: ['text', 'coalesce(destination_name, destination_locode)'],
  vessel: ['text'],
  voyage: ['text'],
  departure: ['instant', 'coalesce(atd_at, etd_at)'],
  arrival: ['instant', 'coalesce(ata_at, eta_at)'],
  line_checked_at: ['instant'],
  last_change_at: ['instant'],
  is_gone: ['number', 'gone_since IS NOT NULL'],
  is_stopped: ['number', 'tracking_stopped_at IS NOT NULL'],
  search: ['own'],
} satisfies Record<string, [ColumnKind, string?]>

type Column = keyof typeof stored
const definitions = Object.entries<[ColumnKind, string?]>(stored)
const COLUMNS = definitions.map(([name, [, sql = name]]) => `${sql} AS "${name}"`).join(', ')

export type ShipmentList = Pick<Mirrored, 'forgetTouched'> & {
  /** Before each of the others. */
  current(): Promise<void>
  order(filter: ShipmentFilter, sort: ShipmentSort): string[]
}

export function createShipmentList(deps: MirroredDeps, board: Board): ShipmentList {
  const { db } = deps
  const columns = createColumns<Column>(Object.fromEntries(definitions.map(([name, [kind]]) => [name, kind])) as Record<Column, ColumnKind>)
  const mirrored = createMirrored(deps, columns, {
    touched: 'temp.shipment_touched',
    firstIds: () => [],
    idsAfter: (id, limit) => db.all<{ id: string }>('SELECT id FROM shipment_row WHERE id > ? ORDER BY id LIMIT ?', id, limit).map((row) => row.id),
    load: (ids) => {
      const rows = db.all<{ id: string } & Record<Column, SqlValue>>(
        `SELECT id, ${COLUMNS} FROM shipment_row WHERE id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      )
      for (const { id, ...values } of rows) columns.put(id, values)
    },
    turned: () => null,
    turn: () => undefined,
  })
  return {
    forgetTouched: mirrored.forgetTouched,
    current: async () => {
      await board.current('all')
      await mirrored.current('all')
    },
    order: (filter, sort) => {
      mirrored.settle()
      return order(columns, board, filter, sort)
    },
  }
}

function order(columns: Columns<Column>, board: Board, filter: ShipmentFilter, sort: ShipmentSort): string[] {
  const boxesOf = boxesByShipment(board)
  const boxes = columns.ids.map(boxesOf)
  const tests = testsOf(columns, boxes, filter)
  const slots = columns.slots().filter((slot) => tests.every((test) => test(slot)))
  const keys = sort.flatMap(({ column, direction }) => sortKeys[column].map((keysOf) => keysOf(columns, boxes, direction)))
  return Array.from(sorted(slots, [...keys, columns.keys('master_bill', 'asc')]), (slot) => columns.ids[slot] ?? '')
}

type AllBoxes = readonly (Boxes | null)[]
type Keys = (columns: Columns<Column>, boxes: AllBoxes, direction: Direction) => Float64Array

const by = (name: Column): Keys => (columns, _boxes, direction) => columns.keys(name, direction)

/** Shipments without containers come last in either direction. */
function byBoxes(value: (boxes: Boxes) => number): Keys {
  return (_columns, all, direction) =>
    Float64Array.from(all, (boxes) => {
      const key = boxes === null ? Number.NaN : value(boxes)
      return Number.isNaN(key) ? Number.POSITIVE_INFINITY : direction === 'asc' ? key : -key
    })
}

const sortKeys: Record<ShipmentSortColumn, Keys[]> = {
  masterBill: [by('master_bill')],
  line: [by('scac')],
  customer: [by('customer')],
  portOfLading: [by('pol')],
  portOfDischarge: [by('pod')],
  destination: [by('destination')],
  vessel: [by('vessel'), by('voyage')],
  etd: [by('departure')],
  eta: [by('arrival')],
  boxes: [byBoxes(({ total }) => total)],
  earliestLastFreeDay: [byBoxes(({ earliestDay }) => earliestDay)],
  worstBand: [byBoxes(({ worst }) => (worst < Band.options.length ? worst : Number.NaN))],
  lineChecked: [by('line_checked_at')],
  lastChange: [by('last_change_at')],
}

function testsOf(columns: Columns<Column>, boxes: AllBoxes, filter: ShipmentFilter): ((slot: number) => boolean)[] {
  const anyText = (name: Column, wanted: readonly string[] | undefined) => {
    if (!wanted?.length) return []
    const codes = columns.codes(name)
    const wantedCodes = new Set(wanted.flatMap((text) => columns.codeOf(name, text) ?? []))
    return [(slot: number) => wantedCodes.has(codes[slot] ?? 0)]
  }
  const [gone, stopped] = [columns.numbers('is_gone'), columns.numbers('is_stopped')]
  const isOpen = (slot: number) => {
    const own = boxes[slot] ?? null
    return gone[slot] !== 1 && (own === null || own.out < own.total)
  }
  return [
    ...(filter.scope === 'open' ? [isOpen] : []),
    ...anyText('scac', filter.lines),
    ...anyText('customer', filter.customers),
    ...(filter.isTrackingStopped === undefined ? [] : [(slot: number) => (stopped[slot] === 1) === filter.isTrackingStopped]),
    ...textTest(columns.own('search'), filter.text),
  ]
}
