// Groups of a container list: rows with the same terminal, customer, vessel, line or assignee, and their subtotals.
import type { ContainerGroup, ContainerGrouping } from '#contract/containers.ts'
import type { FeeTotal } from '#contract/deadlines.ts'
import { addDue, type Due } from '../containers/readiness.ts'
import { dateOfJulianDay } from '../../outside/calendar.ts'
import type { Columns } from '../../table/columns.ts'
import type { OrderGroup } from '../../table/lists.ts'
import type { Board, BoardColumn } from './board.ts'
import { STOPPED } from './filter.ts'

/** The columns that identify a group, and those of its label. A vessel calls again on another voyage. */
const columnsOf: Record<ContainerGrouping, { key: readonly BoardColumn[]; label: readonly BoardColumn[] }> = {
  pickupPlace: { key: ['pickup_place_id'], label: ['place_label'] },
  customer: { key: ['customer'], label: ['customer'] },
  vessel: { key: ['vessel', 'voyage'], label: ['vessel', 'voyage'] },
  line: { key: ['scac'], label: ['line_label'] },
  assignee: { key: ['assignee'], label: ['assignee'] },
}

/** By slot, a number that rows of one group share. */
function groupNumbers(board: Board, grouping: ContainerGrouping): (slot: number) => number {
  const [first, second] = columnsOf[grouping].key.map((name) => board.columns.codes(name))
  const [, secondName] = columnsOf[grouping].key
  if (!first) throw new Error(`no column of ${grouping}`)
  if (!second || !secondName) return (slot) => first[slot] ?? 0
  const texts = board.columns.texts(secondName).length
  return (slot) => (first[slot] ?? 0) * texts + (second[slot] ?? 0)
}

/** Moves the rows of each group together. Groups are in the order of their first rows; rows keep their order. */
export function inGroups(
  board: Board,
  grouping: ContainerGrouping,
  slots: Uint32Array<ArrayBuffer>,
): Uint32Array<ArrayBuffer> {
  const numberOf = groupNumbers(board, grouping)
  const counts = new Map<number, number>()
  for (const slot of slots) counts.set(numberOf(slot), (counts.get(numberOf(slot)) ?? 0) + 1)
  let next = 0
  // Map keeps the order in which its keys were added.
  for (const [group, count] of counts) {
    counts.set(group, next)
    next += count
  }
  const grouped = new Uint32Array(slots.length)
  for (const slot of slots) {
    const group = numberOf(slot)
    const place = counts.get(group) ?? 0
    grouped[place] = slot
    counts.set(group, place + 1)
  }
  return grouped
}

/** The groups of ids that `inGroups` arranged. */
export function groupsOf(board: Board, grouping: ContainerGrouping, ids: readonly string[]): OrderGroup[] {
  const { columns } = board
  const { key, label } = columnsOf[grouping]
  const textsOf = (names: readonly BoardColumn[], slot: number) =>
    names.map((name) => columns.texts(name)[columns.codes(name)[slot] ?? 0] ?? '')
  const numberOf = groupNumbers(board, grouping)
  const groups: OrderGroup[] = []
  let before: number | undefined
  for (const [place, id] of ids.entries()) {
    const slot = columns.slotOf(id) ?? 0
    const number = numberOf(slot)
    const last = groups.at(-1)
    if (number === before && last) last.end = place + 1
    else {
      const words = textsOf(label, slot).filter((text) => text !== '')
      groups.push({ key: JSON.stringify(textsOf(key, slot)), label: words.join(' '), end: place + 1 })
    }
    before = number
  }
  return groups
}

/** The current subtotals of these groups of ids. */
export function groupTotals(
  { columns }: Board,
  ids: readonly string[],
  groups: readonly OrderGroup[],
): ContainerGroup[] {
  const addFees = feeAdder(columns)
  return groups.map(({ key, label, end }, place) => {
    const slots = ids.slice(groups[place - 1]?.end ?? 0, end).map((id) => columns.slotOf(id) ?? 0)
    const due: Due = new Map()
    for (const slot of slots) addFees(due, slot)
    return {
      key,
      label,
      count: slots.length,
      feesDue: [...due.values()].map(({ currency, amount, isPending }) => ({ currency, amount, isPending })),
      earliestLfd: earliestLfd(columns, slots),
    }
  })
}

function feeAdder(columns: Columns<BoardColumn>): (due: Due, slot: number) => void {
  const [codes, texts] = [columns.codes('fees_due'), columns.texts('fees_due')]
  const known = new Map<number, FeeTotal[]>()
  return (due, slot) => {
    const code = codes[slot] ?? 0
    const totals = known.get(code) ?? (JSON.parse(texts[code] || '[]') as FeeTotal[])
    known.set(code, totals)
    if (totals.length > 0) addDue(due, totals)
  }
}

/** Of the containers that are not out. */
function earliestLfd(columns: Columns<BoardColumn>, slots: readonly number[]): ContainerGroup['earliestLfd'] {
  const [clocks, days] = [columns.numbers('clock'), columns.numbers('lfd_day')]
  const day = slots.reduce(
    (least, slot) => (clocks[slot] !== STOPPED && (days[slot] ?? Infinity) < least ? (days[slot] ?? least) : least),
    Infinity,
  )
  return day === Infinity ? null : dateOfJulianDay(day)
}
