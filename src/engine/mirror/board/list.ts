// The container lists: their rows and order, the choices of each filter, and the counts. All are computed from the
// board in memory, which sorts a list of everything in a few milliseconds, where SQLite took most of a second.
import type {
  ContainerFilter,
  ContainerGrouping,
  ContainerSort,
  ContainerSortColumn,
  ContainerSummary,
} from '#contract/containers.ts'
import { Band, Clock, type FeeTotal, Verdict } from '#contract/deadlines.ts'
import { Priority } from '#contract/own.ts'
import { mapSortableColumns } from '#contract/rules/container-columns.ts'
import { decisionOrder } from '#contract/risk.ts'
import type { FacetValue } from '#contract/values.ts'
import {
  type Columns,
  type Direction,
  type Numbers,
  toLowerAscii,
  idsAt,
  instantKey,
  sortSlotsBy,
} from '../../table/columns.ts'
import { sortChoices, countCodes, hasValue, mergeChoices, countTextChoices } from '../../table/facets.ts'
import type { Board, BoardColumn } from './board.ts'
import { type Costs, toSortAmount } from './exposure.ts'
import { addDue, sortTotals, type DueTotals } from '../containers/readiness.ts'
import { firstReasonOf } from '../containers/risk-code.ts'
import { filterSlots, parseNames } from './filter.ts'
import { arrangeInGroups } from './groups.ts'
import { sortSlotsByUrgency } from './urgency.ts'
import { WITH_FEES } from './urgent-filters.ts'

export const READY: readonly Verdict[] = ['ready', 'ready-unverified']
export const HELD: readonly Verdict[] = ['held', 'conflict']
/** Containers that can be picked up come first; containers that were picked up come last. */
const verdictOrder: Verdict[] = [...READY, 'conflict', 'held', 'not-released', 'unknown', 'not-arrived', 'out']
const verdictRanks = Verdict.options.map((verdict) => verdictOrder.indexOf(verdict))

/** Returns sort keys by slot. They are computed only for `slots`, which are mostly a small part. */
type SortKeys = (board: Board, slots: Uint32Array, direction: Direction) => Float64Array

const byColumn =
  (name: BoardColumn): SortKeys =>
  (board, slots, direction) =>
    board.columns.keys(name, direction, slots)
/**
 * Values computed for the current moment: days counted to or from today at the place, which change with time, and costs
 * by the user's rates. NaN comes last.
 */
const byNumber =
  (valuesOf: (board: Board) => (slot: number) => number): SortKeys =>
  (board, slots, direction) => {
    const [keys, valueOf] = [new Float64Array(board.columns.ids.length), valuesOf(board)]
    for (const slot of slots) {
      const value = valueOf(slot)
      keys[slot] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : direction === 'asc' ? value : -value
    }
    return keys
  }
const byComputed = (name: 'daysLeft' | 'daysOut' | 'priorityRank') => byNumber((board) => board[name]())
/** Currencies are not converted: amounts are sorted by their numbers alone. */
const byCost = (costOf: (costs: Costs, slot: number) => number) =>
  byNumber((board) => {
    const costs = board.costs()
    return (slot) => costOf(costs, slot)
  })
const byVerdict: SortKeys = (board, slots, direction) => {
  const verdicts = board.columns.numbers('verdict')
  const keys = new Float64Array(verdicts.length)
  for (const slot of slots) keys[slot] = (verdictRanks[verdicts[slot] ?? 0] ?? 0) * (direction === 'asc' ? 1 : -1)
  return keys
}

const decisionRanks = new Map(decisionOrder.map((reason, rank) => [reason, rank]))
const byDecision = byNumber((board) => {
  const codes = board.columns.numbers('risk_code')
  return (slot) => {
    const reason = firstReasonOf(codes[slot] ?? 0)
    return reason === null ? Number.NaN : (decisionRanks.get(reason) ?? Number.NaN)
  }
})

/** The one or more keys by which a column is sorted. */
const sortKeys: Record<ContainerSortColumn, SortKeys[]> = {
  number: [byColumn('number')],
  status: [byColumn('status')],
  band: [byColumn('band')],
  // By date and then by band, so that a container that was picked up comes after one that still costs money.
  lastFreeDay: [byColumn('lfd_day'), byColumn('band')],
  daysLeft: [byComputed('daysLeft')],
  verdict: [byVerdict],
  risk: [byDecision],
  readySince: [byColumn('ready_since')],
  holds: [byColumn('holds')],
  fees: [byColumn('fee_amount')],
  exposure: [byCost((costs, slot) => toSortAmount(costs.demurrage(slot, costs.today(slot))))],
  appointment: [byColumn('appointment_at')],
  pickupPlace: [byColumn('pickup_place')],
  masterBill: [byColumn('master_bill')],
  line: [byColumn('scac')],
  customer: [byColumn('customer')],
  vessel: [byColumn('vessel'), byColumn('voyage')],
  portOfLading: [byColumn('pol')],
  portOfDischarge: [byColumn('pod')],
  eta: [byColumn('arrival')],
  discharged: [byColumn('discharged_at')],
  fullOut: [byColumn('full_out_at')],
  emptyReturned: [byColumn('empty_returned_at')],
  daysOut: [byComputed('daysOut')],
  returnBy: [byCost((costs, slot) => costs.returnDay(slot))],
  detention: [byCost((costs, slot) => toSortAmount(costs.detention(slot)))],
  destination: [byColumn('destination')],
  inlandEta: [byColumn('inland_arrival')],
  equipment: [byColumn('equipment_length_ft'), byColumn('equipment_type'), byColumn('equipment_height')],
  weight: [byColumn('weight_lb')],
  terminalChecked: [byColumn('terminal_checked_at')],
  lineChecked: [byColumn('line_checked_at')],
  lastChange: [byColumn('last_change_at')],
  assignee: [byColumn('assignee')],
  note: [byColumn('note_at')],
  priority: [byComputed('priorityRank')],
  ...mapSortableColumns((_, key) => [byColumn(key)]),
}

/** Rows without a value come last in both directions; equal rows are sorted by urgency, then by number and id. */
export function orderContainers(
  board: Board,
  filter: ContainerFilter,
  sort: ContainerSort,
  grouping?: ContainerGrouping,
): string[] {
  const slots = sortSlots(board, filterSlots(board, filter), sort)
  return idsAt(board.columns.ids, grouping === undefined ? slots : arrangeInGroups(board, grouping, slots, sort))
}

/** Like `orderContainers`, for slots that are sorted by number and id. */
export function orderSlots(board: Board, slots: Uint32Array<ArrayBuffer>, sort: ContainerSort): string[] {
  return idsAt(board.columns.ids, sortSlots(board, slots, sort))
}

function sortSlots(board: Board, slots: Uint32Array<ArrayBuffer>, sort: ContainerSort): Uint32Array<ArrayBuffer> {
  const keys = sort.flatMap(({ column, direction }) =>
    sortKeys[column].map((keysOf) => keysOf(board, slots, direction)),
  )
  const last = sort.at(-1)
  return last === undefined || isDecisive(last) ? sortSlotsBy(slots, keys) : sortSlotsByUrgency(board, slots, keys)
}

/** After these columns, urgency would not change the order of the rows. */
const isDecisive = ({ column }: ContainerSort[number]) => column === 'number' || column === 'lastFreeDay'

/** Finds the ids of containers whose search text contains every word. */
export function findContainersByText(board: Board, text: string): string[] {
  return idsAt(board.columns.ids, filterSlots(board, { scope: 'all', text }))
}

/** Counts the rows that a filter accepts. */
export function countMatching(board: Board, filter: ContainerFilter): number {
  return filterSlots(board, filter).length
}

/** The fees due for these rows, by currency. */
function sumFeesDue(columns: Columns<BoardColumn>, slots: Uint32Array): DueTotals {
  const due: DueTotals = new Map()
  const texts = columns.texts('fees_due')
  // Rows are grouped by the amount due. For most rows nothing is due.
  for (const [code, rows] of countCodes(columns.codes('fees_due'), slots))
    addDue(due, JSON.parse(texts[code] ?? '[]') as FeeTotal[], rows)
  return due
}

/** One total for each currency, sorted. */
export function feesDueOf(board: Board, slots: Uint32Array): FeeTotal[] {
  const due = sumFeesDue(board.columns, slots)
  return sortTotals([...due.values()].map(({ currency, amount, isPending }) => ({ currency, amount, isPending })))
}

/** Counts for the open containers. */
export function loadSummary(board: Board): Omit<ContainerSummary, 'asOf'> {
  const columns = board.columns
  const slots = filterSlots(board, { scope: 'open' })
  const [clocks, notAssessed] = [columns.numbers('clock'), columns.numbers('is_not_assessed')]
  const withFees = filterSlots(board, WITH_FEES)
  const verdicts = countOptions(Verdict.options, columns.numbers('verdict'), slots)
  const sum = (names: readonly Verdict[]) => names.reduce((total, name) => total + verdicts[name], 0)
  return {
    bands: countOptions(Band.options, columns.numbers('band'), slots),
    clocks: countOptions(Clock.options, clocks, slots),
    ready: sum(READY),
    readyUnverified: verdicts['ready-unverified'],
    held: sum(HELD),
    notAssessed: slots.filter((slot) => notAssessed[slot] === 1).length,
    feesDue: sortTotals([...sumFeesDue(columns, withFees).values()]),
    feesDueCount: withFees.length,
    total: slots.length,
  }
}

function countOptions<Option extends string>(
  options: readonly Option[],
  values: Numbers,
  slots: Uint32Array,
): Record<Option, number> {
  const counts = new Map(countCodes(values, slots))
  return Object.fromEntries(options.map((option, index) => [option, counts.get(index) ?? 0])) as Record<Option, number>
}

/**
 * Counts open containers whose free time is running, but whose last free day or recent check is missing. A container
 * can lack both.
 */
export function countNotAssessed(board: Board): { total: number; noDate: number; unchecked: number } {
  const columns = board.columns
  const slots = filterSlots(board, { scope: 'open', isNotAssessed: true })
  const [days, unchecked] = [columns.numbers('lfd_day'), columns.numbers('is_unchecked')]
  return {
    total: slots.length,
    noDate: slots.filter((slot) => Number.isNaN(days[slot])).length,
    unchecked: slots.filter((slot) => unchecked[slot] === 1).length,
  }
}

/** Counts of open containers: `checked` at any time; `used` and `fresh`: checked since the instant of the same name. */
export type CheckCounts = { total: number; checked: number; used: number; fresh: number }

export function countChecked(
  board: Board,
  column: 'line_checked_at' | 'terminal_checked_at',
  since: { fresh: string; used: string },
): CheckCounts {
  const [checkedAt, fresh, used] = [board.columns.numbers(column), instantKey(since.fresh), instantKey(since.used)]
  const open = filterSlots(board, { scope: 'open' })
  const count = (passes: (ms: number) => boolean) =>
    open.reduce((sum, slot) => sum + Number(passes(checkedAt[slot] ?? Number.NaN)), 0)
  return {
    total: open.length,
    checked: count((ms) => !Number.isNaN(ms)),
    used: count((ms) => ms >= used),
    fresh: count((ms) => ms >= fresh),
  }
}

type FacetName =
  | 'bands'
  | 'verdicts'
  | 'statuses'
  | 'places'
  | 'lines'
  | 'customers'
  | 'vessels'
  | 'dischargePorts'
  | 'equipment'
  | 'holds'
  | 'assignedTo'
  | 'ownTags'
  | 'priorities'

/** Each facet is counted under all parts of the filter except its own, so that a choice can be widened. */
export function loadFacets(board: Board, filter: ContainerFilter): Record<FacetName, FacetValue[]> {
  const columns = board.columns
  const createOptionCounter = (name: 'band' | 'verdict', options: readonly string[]) => (slots: Uint32Array) =>
    sortChoices(
      countCodes(columns.numbers(name), slots).map(([index, count]) => ({
        value: options[index] ?? '',
        label: options[index] ?? '',
        count,
      })),
    )
  const createNamedCounter = (value: BoardColumn, label: BoardColumn) => (slots: Uint32Array) =>
    sortChoices(countTextChoices(columns, value, label, slots).filter(hasValue))
  const counters: Record<FacetName, (slots: Uint32Array) => FacetValue[]> = {
    bands: createOptionCounter('band', Band.options),
    verdicts: createOptionCounter('verdict', Verdict.options),
    statuses: (slots) => sortChoices(countTextChoices(columns, 'status', 'status', slots)),
    places: createNamedCounter('pickup_place_id', 'place_label'),
    lines: createNamedCounter('scac', 'line_label'),
    customers: createNamedCounter('customer', 'customer'),
    vessels: createNamedCounter('vessel', 'vessel'),
    dischargePorts: createNamedCounter('pod', 'pod'),
    equipment: createNamedCounter('equipment', 'equipment'),
    holds: (slots) => sortChoices(countHoldChoices(columns, slots)),
    assignedTo: (slots) => sortChoices(countTextChoices(columns, 'assignee', 'assignee', slots)),
    ownTags: (slots) => sortChoices(countTagChoices(columns, slots)),
    priorities: (slots) => sortChoices(countPriorityChoices(board, slots)),
  }
  // Most facets have no part of the filter of their own, so they count the same rows.
  const filteredSlots = filterSlots(board, filter)
  const facets = Object.entries(counters).map(([name, count]) => [
    name,
    count(
      filter[name as FacetName] === undefined ? filteredSlots : filterSlots(board, { ...filter, [name]: undefined }),
    ),
  ])
  return Object.fromEntries(facets) as Record<FacetName, FacetValue[]>
}

function countHoldChoices(columns: Columns<BoardColumn>, slots: Uint32Array): FacetValue[] {
  const texts = columns.texts('active_holds')
  const named = countCodes(columns.codes('active_holds'), slots).flatMap(([code, count]) =>
    parseNames(texts[code] ?? '').map((name) => ({ value: toLowerAscii(name), label: name, count })),
  )
  return mergeChoices(named)
}

function countTagChoices(columns: Columns<BoardColumn>, slots: Uint32Array): FacetValue[] {
  const texts = columns.texts('own_tags')
  return mergeChoices(
    countCodes(columns.codes('own_tags'), slots).flatMap(([code, count]) =>
      parseNames(texts[code] ?? '').map((tag) => ({ value: tag, label: tag, count })),
    ),
  )
}

function countPriorityChoices(board: Board, slots: Uint32Array): FacetValue[] {
  const rankOfSlot = board.priorityRank()
  const counts = new Array<number>(Priority.options.length).fill(0)
  for (const slot of slots) {
    const rank = rankOfSlot(slot)
    counts[rank] = (counts[rank] ?? 0) + 1
  }
  return Priority.options
    .map((priority, rank) => ({ value: priority, label: priority, count: counts[rank] ?? 0 }))
    .filter(({ count }) => count > 0)
}
