// The subtotals of a list in groups: rows, fees due by currency, and the earliest last free day.
import type { ContainerGroup } from '#contract/containers.ts'
import { dateOfJulianDay } from '../../outside/calendar.ts'
import type { OrderGroup } from '../../table/lists.ts'
import type { Board } from './board.ts'
import { STOPPED } from './filter.ts'
import { feesDueOf } from './list.ts'

/** The current subtotals of these groups of ids. */
export function computeGroupTotals(
  board: Board,
  ids: readonly string[],
  groups: readonly OrderGroup[],
): ContainerGroup[] {
  const { columns } = board
  const [fees, noFeesCode] = [columns.codes('fees_due'), columns.codeOf('fees_due', '[]')]
  return groups.map(({ key, label, end }, index) => {
    const begin = groups[index - 1]?.end ?? 0
    const slots = new Uint32Array(end - begin)
    for (let i = begin; i < end; i++) slots[i - begin] = columns.slotOf(ids[i] ?? '') ?? 0
    // Most groups have no fees.
    const slotsWithFees = slots.filter((slot) => fees[slot] !== noFeesCode)
    const feesDue = slotsWithFees.length === 0 ? [] : feesDueOf(board, slotsWithFees)
    return { key, label, count: slots.length, feesDue, earliestLfd: findEarliestLfd(board, slots) }
  })
}

/** The earliest last free day of the containers that were not picked up; null if none has one. */
function findEarliestLfd({ columns }: Board, slots: Uint32Array): ContainerGroup['earliestLfd'] {
  const [clocks, days] = [columns.numbers('clock'), columns.numbers('lfd_day')]
  let earliestDay = Infinity
  for (let i = 0; i < slots.length; i++) {
    const [clock, day] = [clocks[slots[i] ?? 0], days[slots[i] ?? 0] ?? Infinity]
    if (clock !== STOPPED && day < earliestDay) earliestDay = day
  }
  return earliestDay === Infinity ? null : dateOfJulianDay(earliestDay)
}
