// A handover in words: as tables for the screen and for paper, and as text to paste, with the same content.
import type { ContainerRow } from '#contract/containers.ts'
import type { FeeTotal } from '#contract/deadlines.ts'
import type { Handover } from '#contract/handover.ts'
import { formatCount, joinParts, t, tn } from '../../words/words.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { formatFees } from '../../words/money.ts'
import { getComputerZone, formatDay, formatDayTime, formatOwnTime } from '../../words/dates.ts'
import type { SheetSection } from '../../ui/print.ts'
import { writeCell } from '../../ui/grid/tsv.ts'
import { formatBand, formatDayBesideBand, formatOtherDays } from '../containers/bands.ts'
import { formatRisk, formatLeadingAction } from '../containers/risks.ts'

/** One cell for each column; the first has the number of the container. */
export type HandoverLine = { id: string; cells: readonly string[] }
export type HandoverSection = {
  key: string
  title: string
  columns: readonly string[]
  lines: readonly HandoverLine[]
  /** The fees due on all containers of the section; null for notes. */
  total: string | null
  /** The text if there are none. */ none: string
  /** Rows that are not in `lines`. */ more: number
}
/** One figure at the head of a handover. */
export type HandoverFigure = { key: string; name: string; value: string }

/** The note is the last cell, because it is the longest one. The title of a list names the assignee of all its rows. */
const createColumns = (...beforeNote: readonly string[]) => [
  t('column.number'),
  t('column.customer'),
  t('column.lastFreeDay'),
  t('column.pickupPlace'),
  t('column.fees'),
  t('column.nextAction'),
  ...beforeNote,
  t('column.note'),
]

/** What the next shift must know first: how many containers are urgent, and the money. */
export function createHandoverFigures({ summary }: Handover): HandoverFigure[] {
  const { decisions, today, tomorrow, past, feesDue, feesDueCount } = summary
  const fees = formatFees(feesDue)
  return [
    { key: 'decisions', name: t('today.decisions'), value: formatCount(decisions) },
    { key: 'today', name: t('today.tile.today'), value: formatCount(today) },
    { key: 'tomorrow', name: t('today.tile.tomorrow'), value: formatCount(tomorrow) },
    { key: 'past', name: t('today.tile.past'), value: formatCount(past) },
    {
      key: 'fees',
      name: t('today.moneyDue'),
      value: fees === '' ? t('charge.totalsNone') : tn('charge.totalsOf', feesDueCount, { amount: fees }),
    },
  ]
}

/** The figures as lines of a text. */
export function listHandoverFigures(handover: Handover): string[] {
  return createHandoverFigures(handover).map(({ name, value }) => t('phrase.labelled', { what: name, how: value }))
}

/** `reader`: null in a text for somebody else, who is not the “you” of this computer. */
export function createHandoverSections(
  { assigned, snoozed, snoozedFeesDue, snoozedFeesDueCount, open, notes, asOf }: Handover,
  reader: string | null,
): HandoverSection[] {
  const nowMs = Date.parse(asOf)
  const columns = createColumns()
  const isAnyAssigned = snoozed.some(({ row }) => row.own.assignee !== null)
  const none = t(isAnyAssigned ? 'handover.allSnoozed' : 'handover.noneAssigned')
  return [
    ...(assigned.length === 0
      ? [{ key: 'assigned', title: t('handover.assignedTitle'), columns, lines: [], total: null, none, more: 0 }]
      : []),
    ...assigned.map(({ name, rows, count, feesDue, feesDueCount }) => ({
      key: `assigned ${name}`,
      title: t(isSame(name, reader) ? 'handover.assignedMe' : 'handover.assigned', { name }),
      columns,
      lines: rows.map((row) => createLine(row, nowMs)),
      total: formatTotal(count, feesDue, feesDueCount),
      none,
      more: count - rows.length,
    })),
    {
      key: 'put-off',
      title: t('handover.snoozed'),
      columns: createColumns(t('column.assignee'), t('handover.state')),
      lines: snoozed.map(({ row, until }) => createSnoozedLine(row, until, nowMs)),
      total: formatTotal(snoozed.length, snoozedFeesDue, snoozedFeesDueCount),
      none: t('handover.noneSnoozed'),
      more: 0,
    },
    {
      key: 'open',
      title: t('handover.open'),
      columns,
      lines: open.rows.map((row) => createLine(row, nowMs)),
      total: formatTotal(open.count, open.feesDue, open.feesDueCount),
      none: t('handover.noneOpen'),
      more: open.count - open.rows.length,
    },
    {
      key: 'notes',
      title: t('handover.notes'),
      columns: [t('column.number'), t('handover.written'), t('column.note')],
      lines: notes.map(({ containerId, number, text, at }) => ({
        id: containerId,
        cells: [formatContainerNumber(number), formatDayTime(at, getComputerZone(), null), joinWords(text)],
      })),
      total: null,
      none: t('handover.noneNotes'),
      more: 0,
    },
  ]
}

/** `dataAt`: the time of the data, which is older than the handover while the service cannot be reached. */
export function formatHandoverAsOf(dataAt: string): string {
  return t('handover.asOf', { time: formatDayTime(dataAt, getComputerZone(), null) })
}

/** The text to paste: cells are separated by tabs, so that a spreadsheet gets columns. */
export function writeHandoverText(handover: Handover, dataAt: string): string {
  const sections = createHandoverSections(handover, null).map((section) =>
    [
      writeCell(formatCountedTitle(section)),
      ...(section.lines.length === 0
        ? [section.none]
        : [section.columns, ...section.lines.map(({ cells }) => cells)].map((cells) =>
            cells.map(writeCell).join('\t'),
          )),
      ...listLinesBelow(section),
    ].join('\n'),
  )
  return [
    `${t('handover.title')} · ${formatHandoverAsOf(dataAt)}`,
    listHandoverFigures(handover).join('\n'),
    ...sections,
  ].join('\n\n')
}

/** The tables to print. */
export function createHandoverSheetSections(handover: Handover): SheetSection[] {
  return createHandoverSections(handover, null).map((section) => ({
    title: formatCountedTitle(section),
    note: section.lines.length === 0 ? section.none : null,
    table:
      section.lines.length === 0
        ? null
        : {
            columns: section.columns.map((title) => ({ title, isNumber: false })),
            rows: section.lines.map(({ cells }) => cells),
          },
    lines: listLinesBelow(section),
  }))
}

function formatCountedTitle({ title, lines, more }: HandoverSection): string {
  return lines.length === 0 ? title : `${title} (${formatCount(lines.length + more)})`
}

function listLinesBelow({ lines, total, more }: HandoverSection): string[] {
  return [...(total === null || lines.length === 0 ? [] : [total]), ...(more > 0 ? [tn('handover.more', more)] : [])]
}

/** The fees of a section of `count` containers, of which `dueCount` have any. */
function formatTotal(count: number, feesDue: readonly FeeTotal[], dueCount: number): string {
  const amount = formatFees(feesDue)
  return amount === '' ? t('charge.totalsNone') : tn('handover.total', count, { amount, due: formatCount(dueCount) })
}

function createLine(row: ContainerRow, nowMs: number, ...beforeNote: readonly string[]): HandoverLine {
  const { id, number, pickupPlace, customer, feesDue, own, lastFreeDay } = row
  const others = formatOtherDays(lastFreeDay, nowMs)
  return {
    id,
    cells: [
      formatContainerNumber(number),
      customer ?? '',
      // A count of days alone is wrong for a shift that reads it after midnight.
      joinParts(
        '; ',
        joinParts(
          t('phrase.clauseSeparator'),
          formatBand(row, nowMs),
          lastFreeDay.band === 'not-discharged' ? null : formatDayBesideBand(lastFreeDay, nowMs),
        ),
        others === '' ? null : t('phrase.labelled', { what: formatRisk('sources-disagree'), how: others }),
      ),
      pickupPlace ?? '',
      formatFees(feesDue),
      formatLeadingAction(row) || t('handover.nothingToDo'),
      ...beforeNote,
      joinWords(own.note ?? ''),
    ],
  }
}

function createSnoozedLine(row: ContainerRow, until: string | null, nowMs: number): HandoverLine {
  const state =
    until === null
      ? t('handover.muted')
      : t('handover.until', {
          time: `${formatDay(until, getComputerZone(), null)} ${formatOwnTime(until, Date.parse(until))}`,
        })
  return createLine(row, nowMs, row.own.assignee ?? '', state)
}

/** A line break or tab would begin another cell. */
function joinWords(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

function isSame(name: string, me: string | null): boolean {
  return me !== null && name.toLowerCase() === me.toLowerCase()
}
