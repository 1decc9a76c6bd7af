// Filters and sorts the shipments. Their columns are in memory. The sums of their containers come from the
// board, which has all containers in memory.
import type { FacetValue } from '#contract/values.ts'
import type { ShipmentFilter, ShipmentSort, ShipmentSortColumn } from '#contract/shipments.ts'
import {
  type ColumnKind,
  type Columns,
  type Direction,
  createColumns,
  idsAt,
  filterByTests,
  sortSlotsBy,
} from '../table/columns.ts'
import type { Board, BoardDeps } from '../mirror/board/board.ts'
import { type SumsByShipment, sumContainersByShipment } from '../mirror/board/by-shipment.ts'
import type { SqlValue } from '../db/open.ts'
import { sortChoices, hasValue, countTextChoices } from '../table/facets.ts'
import { joinListWords, filterByText } from '../table/lists.ts'
import { type Mirrored, createMirrored } from '../table/mirrored.ts'

/** Column → its kind, and its SQL expression if there is no column of this name. */
const columnSources = {
  master_bill: ['text'],
  scac: ['text'],
  line_name: ['case-insensitive', 'coalesce(line_name, scac)'],
  customer: ['case-insensitive'],
  pol: ['case-insensitive', 'coalesce(pol_name, pol_locode)'],
  pod: ['case-insensitive', 'coalesce(pod_name, pod_locode)'],
  destination: ['case-insensitive', 'coalesce(destination_name, destination_locode)'],
  vessel: ['case-insensitive'],
  voyage: ['text'],
  departure: ['instant', 'coalesce(atd_at, etd_at)'],
  arrival: ['instant', 'coalesce(ata_at, eta_at)'],
  line_checked_at: ['instant'],
  last_change_at: ['instant'],
  is_gone: ['float32', 'gone_since IS NOT NULL'],
  is_stopped: ['float32', 'tracking_stopped_at IS NOT NULL'],
  pol_name: ['text'],
  pod_name: ['text'],
  refs: ['text'],
  tags: ['text'],
} satisfies Record<string, [ColumnKind, string?]>

type Column = keyof typeof columnSources
const definitions = Object.entries<[ColumnKind, string?]>(columnSources)
const COLUMNS = definitions.map(([name, [, sql = name]]) => `${sql} AS "${name}"`).join(', ')

/** The columns of a row's search text (mirror/shipments.ts); columns with few different values come first. */
const SEARCHED: readonly Column[] = [
  'customer',
  'vessel',
  'line_name',
  'scac',
  'pol_name',
  'pod_name',
  'master_bill',
  'refs',
  'tags',
]

export type ShipmentList = Pick<Mirrored, 'touch'> & {
  /** Resolves when all containers and shipments were read into memory. */
  loadAll(): Promise<void>
  /** Runs `work` when all containers and shipments are current. All that `work` reads is of the same moment. */
  read<Value>(work: () => Value): Promise<Value>
  order(filter: ShipmentFilter, sort: ShipmentSort): string[]
  /**
   * Counts under all parts of the filter except its own, so that a choice can be widened. Shipments without a value are
   * not counted.
   */
  facets(filter: ShipmentFilter): Record<'lines' | 'customers', FacetValue[]>
  /** The number of all shipments, without reading the file. */
  count(): number
  /** Finds the ids of shipments whose search text contains every word. */
  findByText(text: string): string[]
}

export function createShipmentList(deps: BoardDeps, board: Board): ShipmentList {
  const { db } = deps
  const columns = createColumns<Column>(
    Object.fromEntries(definitions.map(([name, [kind]]) => [name, kind])) as Record<Column, ColumnKind>,
    'master_bill',
  )
  const mirrored = createMirrored(deps.inSlices, columns, {
    firstIds: () => [],
    count: () => db.value<number>('SELECT count(*) AS n FROM shipment_row') ?? 0,
    idsAfter: (id, limit) =>
      db
        .all<{ id: string }>('SELECT id FROM shipment_row WHERE id > ? ORDER BY id LIMIT ?', id, limit)
        .map((row) => row.id),
    load: (ids) => {
      const rows = db.all<{ id: string } & Record<Column, SqlValue>>(
        `SELECT id, ${COLUMNS} FROM shipment_row WHERE id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      )
      for (const { id, ...values } of rows)
        columns.put(id, { ...values, refs: joinListWords(values.refs), tags: joinListWords(values.tags) })
    },
    findTimeChanged: () => null,
    loadTimeChanged: () => undefined,
  })
  const loadCodes = createCodeCache(columns, board)
  const loadSums = (): IndexedSums => ({ containers: sumContainersByShipment(board), codes: loadCodes() })
  const loadAll = async () => {
    await board.loadPart('all')
    await mirrored.loadPart('all')
  }
  return {
    touch: mirrored.touch,
    loadAll,
    read: async (work) => {
      await loadAll()
      return deps.snapshot(() => {
        board.refresh()
        mirrored.refresh()
        return work()
      })
    },
    order: (filter, sort) => orderShipments(columns, loadSums(), filter, sort),
    facets: (filter) => {
      const sums = loadSums()
      const countChoices = (value: Column, label: Column, otherFilters: ShipmentFilter) =>
        sortChoices(countTextChoices(columns, value, label, filterSlots(columns, sums, otherFilters)).filter(hasValue))
      return {
        lines: countChoices('scac', 'line_name', { ...filter, lines: undefined }),
        customers: countChoices('customer', 'customer', { ...filter, customers: undefined }),
      }
    },
    count: () => columns.ids.length,
    findByText: (text) => idsAt(columns.ids, filterByText(columns, SEARCHED, text, columns.slotsInMemoryOrder())),
  }
}

/** Caches by slot the code of the shipment's id on the board of containers; 0 if it has no containers there. */
function createCodeCache(columns: Columns<Column>, board: Board): () => Uint32Array {
  let codes = new Uint32Array(0)
  let boardTextCount = 0
  return () => {
    const containers = board.columns
    const textCount = containers.texts('shipment_id').length
    if (codes.length !== columns.ids.length || boardTextCount !== textCount)
      codes = Uint32Array.from(columns.ids, (id) => containers.codeOf('shipment_id', id) ?? 0)
    boardTextCount = textCount
    return codes
  }
}

/** Sums of containers, and by slot the index of a shipment's sums. */
type IndexedSums = { containers: SumsByShipment; codes: Uint32Array }

function filterSlots(columns: Columns<Column>, sums: IndexedSums, filter: ShipmentFilter): Uint32Array<ArrayBuffer> {
  const passedSlots = filterByTests(columns.slotsInMemoryOrder(), createTests(columns, sums, filter))
  return columns.sortSlots(filterByText(columns, SEARCHED, filter.text, passedSlots))
}

function orderShipments(
  columns: Columns<Column>,
  sums: IndexedSums,
  filter: ShipmentFilter,
  sort: ShipmentSort,
): string[] {
  const keys = sort.flatMap(({ column, direction }) =>
    sortKeys[column].map((keysOf) => keysOf(columns, sums, direction)),
  )
  return idsAt(columns.ids, sortSlotsBy(filterSlots(columns, sums, filter), keys))
}

type SortKeys = (columns: Columns<Column>, sums: IndexedSums, direction: Direction) => Float64Array

const byColumn =
  (name: Column): SortKeys =>
  (columns, _sums, direction) =>
    columns.keys(name, direction)

/** Shipments without containers come last in either direction. */
function byContainers(name: keyof SumsByShipment): SortKeys {
  return (_columns, { containers, codes }, direction) =>
    Float64Array.from(codes, (code) => {
      const key = code === 0 || containers.total[code] === 0 ? Number.POSITIVE_INFINITY : (containers[name][code] ?? 0)
      return key === Number.POSITIVE_INFINITY || direction === 'asc' ? key : -key
    })
}

const sortKeys: Record<ShipmentSortColumn, SortKeys[]> = {
  masterBill: [byColumn('master_bill')],
  line: [byColumn('scac')],
  customer: [byColumn('customer')],
  portOfLading: [byColumn('pol')],
  portOfDischarge: [byColumn('pod')],
  destination: [byColumn('destination')],
  vessel: [byColumn('vessel'), byColumn('voyage')],
  etd: [byColumn('departure')],
  eta: [byColumn('arrival')],
  containers: [byContainers('total')],
  earliestLastFreeDay: [byContainers('earliestDay')],
  worstBand: [byContainers('worstBand')],
  lineChecked: [byColumn('line_checked_at')],
  lastChange: [byColumn('last_change_at')],
}

function createTests(
  columns: Columns<Column>,
  { containers, codes: shipmentCodes }: IndexedSums,
  filter: ShipmentFilter,
): ((slot: number) => boolean)[] {
  const createTextTest = (name: Column, texts: readonly string[] | undefined) => {
    if (!texts?.length) return []
    const codes = columns.codes(name)
    const wantedCodes = new Set(texts.flatMap((text) => columns.codeOf(name, text) ?? []))
    return [(slot: number) => wantedCodes.has(codes[slot] ?? 0)]
  }
  const [gone, stopped] = [columns.numbers('is_gone'), columns.numbers('is_stopped')]
  const isOpen = (slot: number) => {
    const code = shipmentCodes[slot] ?? 0
    return (
      gone[slot] !== 1 &&
      (code === 0 || containers.total[code] === 0 || (containers.out[code] ?? 0) < (containers.total[code] ?? 0))
    )
  }
  return [
    ...(filter.scope === 'open' ? [isOpen] : []),
    ...createTextTest('scac', filter.lines),
    ...createTextTest('customer', filter.customers),
    ...(filter.isTrackingStopped === undefined
      ? []
      : [(slot: number) => (stopped[slot] === 1) === filter.isTrackingStopped]),
  ]
}
