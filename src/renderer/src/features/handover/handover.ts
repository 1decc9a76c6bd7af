// Formats a handover as tables for the screen and for paper, and as text to paste, with the same content.
import type { ContainerRow } from '#contract/containers.ts'
import type { RiskReason } from '#contract/risk.ts'
import type { FeeTotal } from '#contract/deadlines.ts'
import type { Handover } from '#contract/handover.ts'
import { formatCount, joinParts, t, tn } from '../../words/words.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { formatFees } from '../../words/money.ts'
import { getComputerZone, formatDay, formatDayTime, formatOwnTime } from '../../words/dates.ts'
import type { SheetSection } from '../../ui/print.ts'
import { writeCell } from '../../ui/grid/tsv.ts'
import { formatBand, formatBandShort, formatDayBesideBand, formatOtherDays } from '../containers/bands.ts'
import { formatPickupPlace } from '../containers/journey.ts'
import { formatVerdictShort } from '../containers/readiness.ts'
import { formatActionByGate } from '../containers/risks.ts'

/** A row has one cell for each column; the first one is the number of the container. */
export type HandoverRow = { id: string; cells: readonly string[] }
export type HandoverSection = {
  key: string
  title: string
  columns: readonly string[]
  rows: readonly HandoverRow[]
  /** The fees due on all containers of the section; null for notes. */
  total: string | null
  /** The text if there are no rows. */ emptyText: string
  /** The number of rows that are not in `rows`. */ moreCount: number
}
/** One figure at the head of a handover. */
export type HandoverFigure = { key: string; name: string; value: string }

/**
 * Creates the titles of columns. The note is last, because it is the longest. The section's title names the assignee.
 */
const createColumns = (...beforeNote: readonly string[]) => [
  t('column.number'),
  t('column.customer'),
  t('column.lastFreeDay'),
  t('column.pickupPlace'),
  t('column.fees'),
  t('column.verdict'),
  t('column.nextAction'),
  ...beforeNote,
  t('column.note'),
]

/** Creates the figures that the next shift must know first: how many containers are urgent, and the fees due. */
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

/** Lists the figures as texts. */
export function listHandoverFigures(handover: Handover): string[] {
  return createHandoverFigures(handover).map(({ name, value }) => t('phrase.labelled', { what: name, how: value }))
}

/** Creates the sections. `reader` is the assignee who is called “you”; null in a text for other people. */
export function createHandoverSections(
  { assigned, snoozed, snoozedFeesDue, snoozedFeesDueCount, open, notes, asOf }: Handover,
  reader: string | null,
): HandoverSection[] {
  const nowMs = Date.parse(asOf)
  const columns = createColumns()
  const isAnyAssigned = snoozed.some(({ row }) => row.own.assignee !== null)
  const emptyText = t(isAnyAssigned ? 'handover.allSnoozed' : 'handover.noneAssigned')
  return [
    ...(assigned.length === 0
      ? [
          {
            key: 'assigned',
            title: t('handover.assignedTitle'),
            columns,
            rows: [],
            total: null,
            emptyText,
            moreCount: 0,
          },
        ]
      : []),
    ...assigned.map(({ name, rows, count, feesDue, feesDueCount }) => ({
      key: `assigned ${name}`,
      title: t(isReader(name, reader) ? 'handover.assignedMe' : 'handover.assigned', { name }),
      columns,
      rows: rows.map((row) => createRow(row, nowMs)),
      total: formatTotal(count, feesDue, feesDueCount),
      emptyText,
      moreCount: count - rows.length,
    })),
    {
      key: 'put-off',
      title: t('handover.snoozed'),
      columns: createColumns(t('column.assignee'), t('handover.state')),
      rows: snoozed.map(({ row, until }) => createSnoozedRow(row, until, nowMs)),
      total: formatTotal(snoozed.length, snoozedFeesDue, snoozedFeesDueCount),
      emptyText: t('handover.noneSnoozed'),
      moreCount: 0,
    },
    {
      key: 'open',
      title: t('handover.open'),
      columns,
      rows: open.rows.map((row) => createRow(row, nowMs)),
      total: formatTotal(open.count, open.feesDue, open.feesDueCount),
      emptyText: t('handover.noneOpen'),
      moreCount: open.count - open.rows.length,
    },
    createNotesSection(notes),
  ]
}

function createNotesSection(notes: Handover['notes']): HandoverSection {
  return {
    key: 'notes',
    title: t('handover.notes'),
    columns: [t('column.number'), t('handover.written'), t('column.note')],
    rows: notes.map(({ containerId, number, text, at }) => ({
      id: containerId,
      cells: [formatContainerNumber(number), formatDayTime(at, getComputerZone(), null), toOneLine(text)],
    })),
    total: null,
    emptyText: t('handover.noneNotes'),
    moreCount: 0,
  }
}

/** Formats the time of the data. It is older than the handover while the service cannot be reached. */
export function formatHandoverAsOf(dataAt: string): string {
  return t('handover.asOf', { time: formatDayTime(dataAt, getComputerZone(), null) })
}

/**
 * Writes the text to paste. Cells are separated by tabs, so that a spreadsheet puts them into columns. `partialText`:
 * the sentence that the figures are partial; null if they are complete.
 */
export function writeHandoverText(handover: Handover, dataAt: string, partialText: string | null): string {
  const sections = createHandoverSections(handover, null).map((section) =>
    [
      writeCell(formatCountedTitle(section)),
      ...(section.rows.length === 0
        ? [section.emptyText]
        : [section.columns, ...section.rows.map(({ cells }) => cells)].map((cells) => cells.map(writeCell).join('\t'))),
      ...listTextsBelow(section),
    ].join('\n'),
  )
  return [
    `${t('handover.title')} · ${formatHandoverAsOf(dataAt)}`,
    ...(partialText === null ? [] : [partialText]),
    listHandoverFigures(handover).join('\n'),
    ...sections,
  ].join('\n\n')
}

/** Creates the sections to print. */
export function createHandoverSheetSections(handover: Handover): SheetSection[] {
  return createHandoverSections(handover, null).map((section) => ({
    title: formatCountedTitle(section),
    note: section.rows.length === 0 ? section.emptyText : null,
    table:
      section.rows.length === 0
        ? null
        : {
            columns: section.columns.map((title) => ({ title, isNumber: false })),
            rows: section.rows.map(({ cells }) => cells),
          },
    lines: listTextsBelow(section),
  }))
}

function formatCountedTitle({ title, rows, moreCount }: HandoverSection): string {
  return rows.length === 0 ? title : `${title} (${formatCount(rows.length + moreCount)})`
}

function listTextsBelow({ rows, total, moreCount }: HandoverSection): string[] {
  return [
    ...(total === null || rows.length === 0 ? [] : [total]),
    ...(moreCount > 0 ? [tn('handover.more', moreCount)] : []),
  ]
}

/** Formats the fees of a section with `count` containers; `dueCount` of them have fees. */
function formatTotal(count: number, feesDue: readonly FeeTotal[], dueCount: number): string {
  const amount = formatFees(feesDue)
  return amount === '' ? t('charge.totalsNone') : tn('handover.total', count, { amount, due: formatCount(dueCount) })
}

function createRow(row: ContainerRow, nowMs: number, ...beforeNote: readonly string[]): HandoverRow {
  const { id, number, customer, feesDue, own, lastFreeDay } = row
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
          lastFreeDay.band === 'today' || lastFreeDay.band === 'past' ? formatBandShort(row) : formatBand(row, nowMs),
          lastFreeDay.band === 'not-discharged' ? null : formatDayBesideBand(lastFreeDay, nowMs),
        ),
        formatOtherDays(lastFreeDay, nowMs),
      ),
      formatPickupPlace(row) ?? '',
      formatFees(feesDue),
      formatObstacles(row, nowMs),
      formatActionByGate(row, nowMs) || t('handover.nothingToDo'),
      ...beforeNote,
      toOneLine(own.note ?? ''),
    ],
  }
}

/** Formats the readiness and the problem with the appointment, because the next action names only one. */
function formatObstacles(row: ContainerRow, nowMs: number): string {
  const reasons = row.risks.map(({ reason }) => reason)
  return joinParts(' · ', formatVerdictShort(row, nowMs), formatAppointmentRisk(row, reasons))
}

function formatAppointmentRisk(
  { appointmentAt, isGateClosedAtAppointment }: ContainerRow,
  reasons: readonly RiskReason[],
): string | null {
  if (reasons.includes('appointment-too-late')) return t('handover.appointmentTooLate')
  if (isGateClosedAtAppointment) return t('risk.appointmentGateClosed')
  // A missed appointment counts as none.
  if (!reasons.includes('no-appointment')) return null
  return t(appointmentAt === null ? 'chip.noAppointment' : 'update.appointmentMissed')
}

function createSnoozedRow(row: ContainerRow, until: string | null, nowMs: number): HandoverRow {
  const state =
    until === null
      ? t('handover.muted')
      : t('handover.until', {
          time: `${formatDay(until, getComputerZone(), null)} ${formatOwnTime(until, Date.parse(until))}`,
        })
  return createRow(row, nowMs, row.own.assignee ?? '', state)
}

/** Replaces line breaks and tabs, because they would begin another cell. */
function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

function isReader(name: string, reader: string | null): boolean {
  return reader !== null && name.toLowerCase() === reader.toLowerCase()
}
