// Counts the last free days for a calendar, and the rows of each band. Both read the board in memory.
import type { BandCount, CalendarDay, ContainerCalendar, ContainerFilter } from '#contract/containers.ts'
import { Band, Verdict } from '#contract/deadlines.ts'
import type { Columns, Numbers } from '../table/columns.ts'
import { countCodes } from '../table/facets.ts'
import { dateOfJulianDay, julianDayOf } from '../outside/calendar.ts'
import type { Board, BoardColumn } from '../mirror/board/board.ts'
import { HELD, feesDueOf } from '../mirror/board/list.ts'
import { filterSlots } from '../mirror/board/filter.ts'

export type CalendarQuery = { from: string; to: string; filter: ContainerFilter; first: number }

const findVerdictIndex = (verdict: Verdict) => Verdict.options.indexOf(verdict)
const READY_INDEX = findVerdictIndex('ready')
const heldIndexes = new Set(HELD.map(findVerdictIndex))

/** The sums of one day. `first`: the most urgent rows, which the day shows. */
type DaySum = { bands: Uint32Array; ready: number; held: number; first: number[] }

export function loadCalendar(
  board: Board,
  { from, to, filter, first: maxFirst }: CalendarQuery,
): Omit<ContainerCalendar, 'outOf' | 'asOf'> {
  const columns = board.columns
  const slots = filterSlots(board, { ...filter, lastFreeDays: undefined })
  const [firstDay, lastDay] = [julianDayOf(from), julianDayOf(to)]
  const sums = Array.from({ length: lastDay - firstDay + 1 }, (): DaySum => ({
    bands: new Uint32Array(Band.options.length),
    ready: 0,
    held: 0,
    first: [],
  }))
  const [days, bands, verdicts, zones] = [
    columns.numbers('lfd_day'),
    columns.numbers('band'),
    columns.numbers('verdict'),
    columns.codes('today_zone'),
  ]
  // Rows of equal urgency stay in the order of their numbers.
  const isMoreUrgent = (a: number, b: number) => (bands[a] ?? 0) < (bands[b] ?? 0)
  const countByZone = new Uint32Array(columns.texts('today_zone').length)
  const otherCounts = { before: 0, after: 0, undated: 0 }
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    const day = days[slot] ?? Number.NaN
    if (Number.isNaN(day)) otherCounts.undated++
    else {
      const zone = zones[slot] ?? 0
      countByZone[zone] = (countByZone[zone] ?? 0) + 1
      const sum = sums[day - firstDay]
      if (sum) addToDaySum(sum, slot, { band: bands[slot] ?? 0, verdict: verdicts[slot] ?? 0 }, maxFirst, isMoreUrgent)
      else if (day < firstDay) otherCounts.before++
      else otherCounts.after++
    }
  }
  return {
    days: sums.map((sum, index) => toCalendarDay(columns, dateOfJulianDay(firstDay + index), sum)),
    ...otherCounts,
    total: slots.length,
    zones: listZones(board, countByZone),
  }
}

function addToDaySum(
  sum: DaySum,
  slot: number,
  { band, verdict }: { band: number; verdict: number },
  maxFirst: number,
  isMoreUrgent: (a: number, b: number) => boolean,
): void {
  sum.bands[band] = (sum.bands[band] ?? 0) + 1
  if (verdict === READY_INDEX) sum.ready++
  else if (heldIndexes.has(verdict)) sum.held++
  const { first } = sum
  const last = first.at(-1)
  if (first.length === maxFirst && (last === undefined || !isMoreUrgent(slot, last))) return
  let index = first.length
  while (index > 0 && isMoreUrgent(slot, first[index - 1] ?? 0)) index--
  first.splice(index, 0, slot)
  if (first.length > maxFirst) first.pop()
}

function toCalendarDay(
  columns: Columns<BoardColumn>,
  date: string,
  { bands, ready, held, first }: DaySum,
): CalendarDay {
  const [numbers, texts] = [columns.codes('number'), columns.texts('number')]
  const [bandIndexes, verdictIndexes] = [columns.numbers('band'), columns.numbers('verdict')]
  return {
    date,
    total: bands.reduce((sum, count) => sum + count, 0),
    bands: Band.options.flatMap((band, index) => (bands[index] ? [{ band, count: bands[index] }] : [])),
    ready,
    held,
    first: first.map((slot) => ({
      id: columns.ids[slot] ?? '',
      number: texts[numbers[slot] ?? 0] ?? '',
      band: Band.options[bandIndexes[slot] ?? 0] ?? 'none',
      verdict: Verdict.options[verdictIndexes[slot] ?? 0] ?? 'unknown',
    })),
  }
}

function listZones(board: Board, counts: Uint32Array): ContainerCalendar['zones'] {
  const todayByZone = board.todayByZone()
  const zones = board.columns.texts('today_zone').flatMap((zone, code) => {
    const [count, today] = [counts[code] ?? 0, todayByZone.get(zone)]
    return count > 0 && today !== undefined ? [{ zone, today, count }] : []
  })
  return zones.sort((a, b) => b.count - a.count || (a.zone < b.zone ? -1 : 1))
}

/** Counts the rows that pass the filter in each band, also in bands that it excludes, and sums up their fees. */
export function loadBands(board: Board, filter: ContainerFilter): { bands: BandCount[]; total: number } {
  const columns = board.columns
  const slots = filterSlots(board, { ...filter, bands: undefined })
  const byBand = groupSlotsByCode(slots, columns.numbers('band'), Band.options.length)
  const bands = Band.options.map((band, index): BandCount => {
    const bandSlots = byBand[index] ?? new Uint32Array(0)
    return { band, count: bandSlots.length, feesDue: feesDueOf(board, bandSlots) }
  })
  const { bands: chosen = [] } = filter
  const shown = bands.filter(({ band }) => chosen.length === 0 || chosen.includes(band))
  return { bands, total: shown.reduce((total, { count }) => total + count, 0) }
}

/** Groups the slots by their code, in their given order. */
function groupSlotsByCode(slots: Uint32Array, codes: Numbers, length: number): Uint32Array[] {
  const counts = new Map(countCodes(codes, slots))
  const groups = Array.from({ length }, (_, code) => new Uint32Array(counts.get(code) ?? 0))
  const filled = new Uint32Array(length)
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    const code = codes[slot] ?? 0
    const index = filled[code] ?? 0
    const group = groups[code]
    if (group) group[index] = slot
    filled[code] = index + 1
  }
  return groups
}
