// Filters of the container lists, over the board in memory.
import type { ContainerFilter } from '#contract/containers.ts'
import { Band, Clock, Verdict } from '#contract/deadlines.ts'
import type { RiskReason } from '#contract/risk.ts'
import { type Columns, toLowerAscii, filterByTests } from '../../table/columns.ts'
import { filterByText } from '../../table/lists.ts'
import { isSameName, rankOf } from '../../settings/own.ts'
import { julianDayOf } from '../../outside/calendar.ts'
import { type Board, type BoardColumn, SEARCHED } from './board.ts'
import { firstReasonOf, maskOf } from '../containers/risk-code.ts'
import { portTest, sailingTest } from './sailings.ts'

export const [NOT_STARTED, RUNNING, STOPPED] = [
  Clock.options.indexOf('not-started'),
  Clock.options.indexOf('running'),
  Clock.options.indexOf('stopped'),
]

type SlotTest = (slot: number) => boolean

/** The slots that a filter accepts, sorted by container number, then by id. */
export function filterSlots(board: Board, filter: ContainerFilter): Uint32Array<ArrayBuffer> {
  const columns = board.columns
  const slots = filterByTests(
    filter.scope === 'all' ? columns.slotsInMemoryOrder() : board.openSlots(),
    testsOf(board, filter),
  )
  const matching = filterByText(columns, SEARCHED, filter.text, slots)
  return filter.scope === 'all' ? columns.sortSlots(matching) : matching
}

/** Cheap and selective tests come first. */
function testsOf(board: Board, filter: ContainerFilter): SlotTest[] {
  const columns = board.columns
  const flagTest = (name: BoardColumn, isWanted: boolean | undefined): SlotTest[] => {
    if (isWanted === undefined) return []
    const values = columns.numbers(name)
    return [(slot) => (values[slot] === 1) === isWanted]
  }
  const optionTest = (
    name: 'band' | 'verdict',
    options: readonly string[],
    wanted: readonly string[] | undefined,
  ): SlotTest[] => {
    if (!wanted?.length) return []
    const values = columns.numbers(name)
    const wantedIndexes = new Set(wanted.map((option) => options.indexOf(option)))
    return [(slot) => wantedIndexes.has(values[slot] ?? 0)]
  }
  return [
    ...boardTest(columns, filter.scope),
    ...optionTest('band', Band.options, filter.bands),
    ...optionTest('verdict', Verdict.options, filter.verdicts),
    ...textTest(columns, 'status', filter.statuses, (status, wanted) => wanted.has(status)),
    ...textTest(columns, 'pickup_place_id', filter.places),
    ...textTest(columns, 'scac', filter.lines),
    ...textTest(columns, 'customer', filter.customers),
    ...textTest(columns, 'vessel', filter.vessels),
    ...textTest(columns, 'pod', filter.dischargePorts),
    ...textTest(columns, 'equipment', filter.equipment),
    ...holdTest(columns, filter.holds),
    ...daysLeftTest(board, filter.withinDays),
    ...lastFreeDayTest(columns, filter.lastFreeDays),
    ...(filter.hasFees === undefined
      ? []
      : codeTest(columns, 'fees_due', (fees) => (fees !== '[]') === filter.hasFees)),
    ...flagTest('is_disputed', filter.isDisputed),
    ...flagTest('is_not_assessed', filter.isNotAssessed),
    ...riskTest(columns, filter.risks),
    ...leadingRiskTest(columns, filter.leadingRisks),
    ...flagTest('has_new_hold', filter.hasNewHold),
    ...emptyOutTest(columns, filter.isEmptyOut),
    ...arrivingTest(columns, filter.arrivingWithinDays),
    ...appointmentTest(columns, filter.hasAppointment),
    ...flagTest('is_unchecked', filter.isUnchecked),
    ...changedTest(board, filter.changedWithinDays),
    ...portTest(columns, filter.ports),
    ...sailingTest(columns, filter.sailings),
    ...daysOutTest(board, filter.daysOutOver),
    ...ownTests(board, filter),
  ]
}

/** Returned containers are out, so the board is a subset of the open containers. */
function boardTest(columns: Columns<BoardColumn>, scope: ContainerFilter['scope']): SlotTest[] {
  if (scope !== 'board') return []
  const [clocks, days] = [columns.numbers('clock'), columns.numbers('lfd_day')]
  return [(slot) => clocks[slot] === RUNNING || (clocks[slot] === NOT_STARTED && !Number.isNaN(days[slot]))]
}

/** Each different text is tested once. */
function codeTest(columns: Columns<BoardColumn>, name: BoardColumn, passes: (text: string) => boolean): SlotTest[] {
  const codes = columns.codes(name)
  const isWanted = Uint8Array.from(columns.texts(name), (text) => Number(passes(text)))
  return [(slot) => isWanted[codes[slot] ?? 0] === 1]
}

/**
 * A row without a value has the code 0 and an empty text. A filter cannot select it, except by status and assignee,
 * where '' selects it.
 */
function textTest(
  columns: Columns<BoardColumn>,
  name: BoardColumn,
  wanted: readonly string[] | undefined,
  passes?: (text: string, wanted: Set<string>) => boolean,
): SlotTest[] {
  if (!wanted?.length) return []
  const texts = new Set(wanted)
  return codeTest(columns, name, passes ? (text) => passes(text, texts) : (text) => text !== '' && texts.has(text))
}

function holdTest(columns: Columns<BoardColumn>, holds: readonly string[] | undefined): SlotTest[] {
  if (!holds?.length) return []
  const wanted = new Set(holds.map(toLowerAscii))
  return codeTest(columns, 'active_holds', (names) => namesIn(names).some((name) => wanted.has(toLowerAscii(name))))
}

export function namesIn(json: string): string[] {
  return json === '' ? [] : (JSON.parse(json) as string[])
}

function daysLeftTest(board: Board, days: number | undefined): SlotTest[] {
  if (days === undefined) return []
  const [clocks, daysLeft] = [board.columns.numbers('clock'), board.daysLeft()]
  return [(slot) => clocks[slot] !== STOPPED && daysLeft(slot) <= days]
}

function lastFreeDayTest(columns: Columns<BoardColumn>, days: ContainerFilter['lastFreeDays']): SlotTest[] {
  if (days === undefined) return []
  const [values, from, to] = [
    columns.numbers('lfd_day'),
    days.from === undefined ? -Infinity : julianDayOf(days.from),
    days.to === undefined ? Infinity : julianDayOf(days.to),
  ]
  return [(slot) => (values[slot] ?? Number.NaN) >= from && (values[slot] ?? Number.NaN) <= to]
}

function emptyOutTest(columns: Columns<BoardColumn>, isWanted: boolean | undefined): SlotTest[] {
  if (isWanted === undefined) return []
  const [clocks, isOpen] = [columns.numbers('clock'), columns.numbers('is_open')]
  return [(slot) => (clocks[slot] === STOPPED && isOpen[slot] === 1) === isWanted]
}

function riskTest(columns: Columns<BoardColumn>, risks: ContainerFilter['risks']): SlotTest[] {
  if (risks === undefined) return []
  const [codes, mask] = [columns.numbers('risk_code'), maskOf(risks)]
  return [(slot) => ((codes[slot] ?? 0) & mask) !== 0]
}

function leadingRiskTest(columns: Columns<BoardColumn>, risks: ContainerFilter['leadingRisks']): SlotTest[] {
  if (!risks?.length) return []
  const [codes, wanted] = [columns.numbers('risk_code'), new Set<RiskReason | null>(risks)]
  return [(slot) => wanted.has(firstReasonOf(codes[slot] ?? 0))]
}

function arrivingTest(columns: Columns<BoardColumn>, days: number | undefined): SlotTest[] {
  if (days === undefined) return []
  const [clocks, reached, daysToArrival] = [
    columns.numbers('clock'),
    columns.numbers('has_reached_port'),
    columns.numbers('days_to_arrival'),
  ]
  return [(slot) => clocks[slot] === NOT_STARTED && reached[slot] !== 1 && (daysToArrival[slot] ?? Number.NaN) <= days]
}

function appointmentTest(columns: Columns<BoardColumn>, isWanted: boolean | undefined): SlotTest[] {
  if (isWanted === undefined) return []
  const appointments = columns.numbers('appointment_at')
  return [(slot) => !Number.isNaN(appointments[slot]) === isWanted]
}

function changedTest(board: Board, days: number | undefined): SlotTest[] {
  if (days === undefined) return []
  const [lastChanges, since] = [board.columns.numbers('last_change_at'), board.startOfDay(days)]
  return [(slot) => (lastChanges[slot] ?? Number.NaN) >= since]
}

function daysOutTest(board: Board, days: number | undefined): SlotTest[] {
  if (days === undefined) return []
  const daysOut = board.daysOut()
  return [(slot) => daysOut(slot) > days]
}

/** Tests for the user's own data. The assignee '' selects unassigned containers. */
function ownTests(board: Board, { assignedTo, isMine, ownTags, hasNote, priorities }: ContainerFilter): SlotTest[] {
  const columns = board.columns
  const [userName, noteAt, priority] = [board.userName(), columns.numbers('note_at'), board.priority()]
  const wantedTags = new Set(ownTags)
  const wantedRanks = new Set(priorities?.map((priorityName) => rankOf(priorityName)))
  return [
    ...textTest(columns, 'assignee', assignedTo, (name, wanted) => wanted.has(name)),
    ...(isMine === undefined ? [] : codeTest(columns, 'assignee', (name) => isSameName(name, userName) === isMine)),
    ...(ownTags?.length
      ? codeTest(columns, 'own_tags', (tags) => namesIn(tags).some((tag) => wantedTags.has(tag)))
      : []),
    ...(hasNote === undefined ? [] : [(slot: number) => !Number.isNaN(noteAt[slot]) === hasNote]),
    ...(priorities?.length ? [(slot: number) => wantedRanks.has(priority(slot))] : []),
  ]
}
