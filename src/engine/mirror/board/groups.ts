// Groups of a container list: rows with the same terminal, customer, vessel, line or assignee.
import type { ContainerGrouping, ContainerSort } from '#contract/containers.ts'
import { sortSlotsBy } from '../../table/columns.ts'
import type { OrderGroup } from '../../table/lists.ts'
import type { Board, BoardColumn } from './board.ts'
import { STOPPED } from './filter.ts'

/** The columns that identify a group, and those of its label. The same vessel returns on another voyage. */
const groupColumns: Record<ContainerGrouping, { key: readonly BoardColumn[]; label: readonly BoardColumn[] }> = {
  pickupPlace: { key: ['pickup_place_id'], label: ['place_label'] },
  customer: { key: ['customer'], label: ['customer'] },
  vessel: { key: ['vessel', 'voyage'], label: ['vessel', 'voyage'] },
  line: { key: ['scac'], label: ['line_label'] },
  assignee: { key: ['assignee'], label: ['assignee'] },
}

/** By slot, a number that the rows of one group share. */
function createGroupNumbers({ columns }: Board, grouping: ContainerGrouping): (slot: number) => number {
  const [first, second] = groupColumns[grouping].key.map((name) => ({
    codes: columns.codes(name),
    count: columns.texts(name).length,
  }))
  return (slot) => (first?.codes[slot] ?? 0) * (second?.count ?? 1) + (second?.codes[slot] ?? 0)
}

/**
 * Moves the rows of each group together; rows keep their order. Groups are in the order of their first rows that were
 * not picked up, like the earliest last free day of their headings. A group without such a row comes last. In a list
 * that is sorted by the groups' own column, groups are in that order.
 */
export function arrangeInGroups(
  board: Board,
  grouping: ContainerGrouping,
  slots: Uint32Array<ArrayBuffer>,
  sort: ContainerSort,
): Uint32Array<ArrayBuffer> {
  const numberOf = createGroupNumbers(board, grouping)
  const clocks = board.columns.numbers('clock')
  const isSortedByGroup = sort[0]?.column === grouping
  const [openGroups, allGroups] = [new Set<number>(), new Set<number>()]
  for (const slot of slots) {
    const group = numberOf(slot)
    allGroups.add(group)
    if (clocks[slot] !== STOPPED) openGroups.add(group)
  }
  const order = new Set(isSortedByGroup ? allGroups : [...openGroups, ...allGroups])
  const ranks = new Map([...order].map((group, rank) => [group, rank]))
  const keys = new Float64Array(board.columns.ids.length)
  for (const slot of slots) keys[slot] = ranks.get(numberOf(slot)) ?? 0
  return sortSlotsBy(slots, [keys])
}

/** Lists the groups of ids that `arrangeInGroups` sorted. */
export function listGroups(board: Board, grouping: ContainerGrouping, ids: readonly string[]): OrderGroup[] {
  const { columns } = board
  const { key, label } = groupColumns[grouping]
  const readTexts = (names: readonly BoardColumn[], slot: number) =>
    names.map((name) => columns.texts(name)[columns.codes(name)[slot] ?? 0] ?? '')
  const numberOf = createGroupNumbers(board, grouping)
  const groups: OrderGroup[] = []
  let previousNumber: number | undefined
  for (const [index, id] of ids.entries()) {
    const slot = columns.slotOf(id) ?? 0
    const number = numberOf(slot)
    const last = groups.at(-1)
    if (number === previousNumber && last) last.end = index + 1
    else {
      const labelTexts = readTexts(label, slot).filter((text) => text !== '')
      groups.push({ key: JSON.stringify(readTexts(key, slot)), label: labelTexts.join(' '), end: index + 1 })
    }
    previousNumber = number
  }
  return groups
}
