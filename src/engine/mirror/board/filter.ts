// Filters of the container lists, over the board in memory.
import type { ContainerFilter } from '#contract/containers.ts'
import { Band, Clock, Verdict } from '#contract/deadlines.ts'
import type { RiskReason } from '#contract/risk.ts'
import { type Columns, toLowerAscii, filterByTests } from '../../table/columns.ts'
import { filterByText } from '../../table/lists.ts'
import { isSameName, getRank } from '../../settings/own.ts'
import { julianDayOf } from '../../outside/calendar.ts'
import { type Board, type BoardColumn, SEARCHED } from './board.ts'
import { firstReasonOf, maskOf } from '../containers/risk-code.ts'
import { createPortTest, createSailingTest } from './sailings.ts'

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
    createTests(board, filter),
  )
  const matching = filterByText(columns, SEARCHED, filter.text, slots)
  return filter.scope === 'all' ? columns.sortSlots(matching) : matching
}

/** Cheap and selective tests come first. */
function createTests(board: Board, filter: ContainerFilter): SlotTest[] {
  const columns = board.columns
  const createFlagTest = (name: BoardColumn, isWanted: boolean | undefined): SlotTest[] => {
    if (isWanted === undefined) return []
    const values = columns.numbers(name)
    return [(slot) => (values[slot] === 1) === isWanted]
  }
  const createOptionTest = (
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
    ...createBoardTest(columns, filter.scope),
    ...createOptionTest('band', Band.options, filter.bands),
    ...createOptionTest('verdict', Verdict.options, filter.verdicts),
    ...createTextTest(columns, 'status', filter.statuses, (status, wanted) => wanted.has(status)),
    ...createTextTest(columns, 'pickup_place_id', filter.places),
    ...createTextTest(columns, 'scac', filter.lines),
    ...createTextTest(columns, 'customer', filter.customers),
    ...createTextTest(columns, 'vessel', filter.vessels),
    ...createTextTest(columns, 'pod', filter.dischargePorts),
    ...createTextTest(columns, 'equipment', filter.equipment),
    ...createHoldTest(columns, filter.holds),
    ...createDaysLeftTest(board, filter.withinDays),
    ...createLastFreeDayTest(columns, filter.lastFreeDays),
    ...(filter.hasFees === undefined
      ? []
      : createCodeTest(columns, 'fees_due', (fees) => (fees !== '[]') === filter.hasFees)),
    ...createFlagTest('is_disputed', filter.isDisputed),
    ...createFlagTest('is_not_assessed', filter.isNotAssessed),
    ...createRiskTest(columns, filter.risks),
    ...createLeadingRiskTest(columns, filter.leadingRisks),
    ...createFlagTest('has_new_hold', filter.hasNewHold),
    ...createEmptyOutTest(columns, filter.isEmptyOut),
    ...createArrivingTest(columns, filter.arrivingWithinDays),
    ...createFlagTest('has_appointment', filter.hasAppointment),
    ...createFlagTest('is_unchecked', filter.isUnchecked),
    ...createChangedTest(board, filter.changedWithinDays),
    ...createPortTest(columns, filter.ports),
    ...createSailingTest(columns, filter.sailings),
    ...createDaysOutTest(board, filter.daysOutOver),
    ...createOwnDataTests(board, filter),
  ]
}

/** The clock of a returned container has stopped, so the scope `board` is a subset of the open containers. */
function createBoardTest(columns: Columns<BoardColumn>, scope: ContainerFilter['scope']): SlotTest[] {
  if (scope !== 'board') return []
  const [clocks, days] = [columns.numbers('clock'), columns.numbers('lfd_day')]
  return [(slot) => clocks[slot] === RUNNING || (clocks[slot] === NOT_STARTED && !Number.isNaN(days[slot]))]
}

/** Tests each different text once. */
function createCodeTest(
  columns: Columns<BoardColumn>,
  name: BoardColumn,
  passes: (text: string) => boolean,
): SlotTest[] {
  const codes = columns.codes(name)
  const passesByCode = Uint8Array.from(columns.texts(name), (text) => Number(passes(text)))
  return [(slot) => passesByCode[codes[slot] ?? 0] === 1]
}

/**
 * A row without a value has the code 0 and an empty text. A filter cannot select it, except by status and assignee,
 * where '' selects it.
 */
function createTextTest(
  columns: Columns<BoardColumn>,
  name: BoardColumn,
  wanted: readonly string[] | undefined,
  passes?: (text: string, wanted: Set<string>) => boolean,
): SlotTest[] {
  if (!wanted?.length) return []
  const wantedTexts = new Set(wanted)
  return createCodeTest(
    columns,
    name,
    passes ? (text) => passes(text, wantedTexts) : (text) => text !== '' && wantedTexts.has(text),
  )
}

function createHoldTest(columns: Columns<BoardColumn>, holds: readonly string[] | undefined): SlotTest[] {
  if (!holds?.length) return []
  const wanted = new Set(holds.map(toLowerAscii))
  return createCodeTest(columns, 'active_holds', (names) =>
    parseNames(names).some((name) => wanted.has(toLowerAscii(name))),
  )
}

export function parseNames(json: string): string[] {
  return json === '' ? [] : (JSON.parse(json) as string[])
}

function createDaysLeftTest(board: Board, days: number | undefined): SlotTest[] {
  if (days === undefined) return []
  const [clocks, daysLeft] = [board.columns.numbers('clock'), board.daysLeft()]
  return [(slot) => clocks[slot] !== STOPPED && daysLeft(slot) <= days]
}

function createLastFreeDayTest(columns: Columns<BoardColumn>, days: ContainerFilter['lastFreeDays']): SlotTest[] {
  if (days === undefined) return []
  const [values, from, to] = [
    columns.numbers('lfd_day'),
    days.from === undefined ? -Infinity : julianDayOf(days.from),
    days.to === undefined ? Infinity : julianDayOf(days.to),
  ]
  return [(slot) => (values[slot] ?? Number.NaN) >= from && (values[slot] ?? Number.NaN) <= to]
}

function createEmptyOutTest(columns: Columns<BoardColumn>, isWanted: boolean | undefined): SlotTest[] {
  if (isWanted === undefined) return []
  const [clocks, isOpen] = [columns.numbers('clock'), columns.numbers('is_open')]
  return [(slot) => (clocks[slot] === STOPPED && isOpen[slot] === 1) === isWanted]
}

function createRiskTest(columns: Columns<BoardColumn>, risks: ContainerFilter['risks']): SlotTest[] {
  if (risks === undefined) return []
  const [codes, mask] = [columns.numbers('risk_code'), maskOf(risks)]
  return [(slot) => ((codes[slot] ?? 0) & mask) !== 0]
}

function createLeadingRiskTest(columns: Columns<BoardColumn>, risks: ContainerFilter['leadingRisks']): SlotTest[] {
  if (!risks?.length) return []
  const [codes, wanted] = [columns.numbers('risk_code'), new Set<RiskReason | null>(risks)]
  return [(slot) => wanted.has(firstReasonOf(codes[slot] ?? 0))]
}

function createArrivingTest(columns: Columns<BoardColumn>, days: number | undefined): SlotTest[] {
  if (days === undefined) return []
  const [clocks, hasReachedPort, daysToArrival] = [
    columns.numbers('clock'),
    columns.numbers('has_reached_port'),
    columns.numbers('days_to_arrival'),
  ]
  return [
    (slot) => clocks[slot] === NOT_STARTED && hasReachedPort[slot] !== 1 && (daysToArrival[slot] ?? Number.NaN) <= days,
  ]
}

function createChangedTest(board: Board, days: number | undefined): SlotTest[] {
  if (days === undefined) return []
  const [lastChanges, since] = [board.columns.numbers('last_change_at'), board.startOfDayKey(days)]
  return [(slot) => (lastChanges[slot] ?? Number.NaN) >= since]
}

function createDaysOutTest(board: Board, days: number | undefined): SlotTest[] {
  if (days === undefined) return []
  const daysOut = board.daysOut()
  return [(slot) => daysOut(slot) > days]
}

/** Tests for the user's own data. The assignee '' selects unassigned containers. */
function createOwnDataTests(
  board: Board,
  { assignedTo, isMine, ownTags, hasNote, priorities }: ContainerFilter,
): SlotTest[] {
  const columns = board.columns
  const [userName, noteAt, rankOfSlot] = [board.userName(), columns.numbers('note_at'), board.priorityRank()]
  const wantedTags = new Set(ownTags)
  const wantedRanks = new Set(priorities?.map((priorityName) => getRank(priorityName)))
  return [
    ...createTextTest(columns, 'assignee', assignedTo, (name, wanted) => wanted.has(name)),
    ...(isMine === undefined
      ? []
      : createCodeTest(columns, 'assignee', (name) => isSameName(name, userName) === isMine)),
    ...(ownTags?.length
      ? createCodeTest(columns, 'own_tags', (tags) => parseNames(tags).some((tag) => wantedTags.has(tag)))
      : []),
    ...(hasNote === undefined ? [] : [(slot: number) => !Number.isNaN(noteAt[slot]) === hasNote]),
    ...(priorities?.length ? [(slot: number) => wantedRanks.has(rankOfSlot(slot))] : []),
  ]
}
