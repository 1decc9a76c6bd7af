// A handover in words: as sections for the screen and as text to paste or print, with the same content.
import type { ContainerRow } from '#contract/containers.ts'
import type { Handover } from '#contract/handover.ts'
import { joinParts, t, tn } from '../../words/words.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { formatFees } from '../../words/money.ts'
import { getComputerZone, formatDay, formatDayTime, formatOwnTime } from '../../words/dates.ts'
import { formatBand, formatDayBesideBand, formatOtherDays } from '../containers/bands.ts'
import { formatRisk, formatLeadingAction } from '../containers/risks.ts'

export type HandoverLine = { id: string; number: string; parts: readonly string[] }
export type HandoverSection = {
  key: string
  title: string
  lines: readonly HandoverLine[]
  /** The text if there are none. */ none: string
  more: number
}

/** `reader`: null in a text for somebody else, who is not the “you” of this computer. */
export function createHandoverSections(
  { assigned, snoozed, open, notes, asOf }: Handover,
  reader: string | null,
): HandoverSection[] {
  const nowMs = Date.parse(asOf)
  const none = t('handover.noneAssigned')
  return [
    ...(assigned.length === 0
      ? [{ key: 'assigned', title: t('handover.assignedTitle'), lines: [], none, more: 0 }]
      : []),
    ...assigned.map(({ name, rows, count }) => ({
      key: `assigned ${name}`,
      title: t(isSame(name, reader) ? 'handover.assignedMe' : 'handover.assigned', { name }),
      lines: rows.map((row) => createLine(row, nowMs)),
      none,
      more: count - rows.length,
    })),
    {
      key: 'put-off',
      title: t('handover.snoozed'),
      lines: snoozed.map(({ row, until }) => createSnoozedLine(row, until, nowMs)),
      none: t('handover.noneSnoozed'),
      more: 0,
    },
    {
      key: 'open',
      title: t('handover.open'),
      lines: open.rows.map((row) => createLine(row, nowMs)),
      none: t('handover.noneOpen'),
      more: open.count - open.rows.length,
    },
    {
      key: 'notes',
      title: t('handover.notes'),
      lines: notes.map(({ containerId, number, text, at }) => ({
        id: containerId,
        number: formatContainerNumber(number),
        parts: [formatDayTime(at, getComputerZone(), null), text],
      })),
      none: t('handover.noneNotes'),
      more: 0,
    },
  ]
}

/** `dataAt`: the time of the data, which is older than the handover while the service cannot be reached. */
export function formatHandoverAsOf(dataAt: string): string {
  return t('handover.asOf', { time: formatDayTime(dataAt, getComputerZone(), null) })
}

export function writeHandoverText(handover: Handover, dataAt: string): string {
  const sections = createHandoverSections(handover, null).map(({ title, lines, none, more }) => {
    const listed = lines.length === 0 ? [none] : lines.map(({ number, parts }) => `- ${number}: ${parts.join('; ')}`)
    return [
      lines.length === 0 ? title : `${title} (${lines.length + more})`,
      ...listed,
      ...(more > 0 ? [tn('handover.more', more)] : []),
    ].join('\n')
  })
  return [`${t('handover.title')} · ${formatHandoverAsOf(dataAt)}`, ...sections].join('\n\n')
}

/** The container, why it is open and where, whose it is, what it costs, and what to do. */
function createLine(row: ContainerRow, nowMs: number): HandoverLine {
  const { id, number, pickupPlace, customer, feesDue, own, lastFreeDay } = row
  const fees = formatFees(feesDue)
  const others = formatOtherDays(lastFreeDay, nowMs)
  return {
    id,
    number: formatContainerNumber(number),
    parts: [
      // A count of days alone is wrong for a shift that reads it after midnight.
      joinParts(
        t('phrase.clauseSeparator'),
        formatBand(row, nowMs),
        lastFreeDay.band === 'not-discharged' ? null : formatDayBesideBand(lastFreeDay, nowMs),
        pickupPlace,
      ),
      ...(others === '' ? [] : [t('phrase.labelled', { what: formatRisk('sources-disagree'), how: others })]),
      ...(customer === null ? [] : [customer]),
      ...(fees === '' ? [] : [t('phrase.labelled', { what: t('strip.due'), how: fees })]),
      formatLeadingAction(row) || t('handover.nothingToDo'),
      ...(own.note === null ? [] : [`“${own.note.replaceAll(/\s+/g, ' ')}”`]),
    ],
  }
}

function createSnoozedLine(row: ContainerRow, until: string | null, nowMs: number): HandoverLine {
  const line = createLine(row, nowMs)
  const state =
    until === null
      ? t('handover.muted')
      : t('handover.until', {
          time: `${formatDay(until, getComputerZone(), null)} ${formatOwnTime(until, Date.parse(until))}`,
        })
  return {
    ...line,
    parts: [
      state,
      ...line.parts,
      ...(row.own.assignee === null ? [] : [t('handover.assigned', { name: row.own.assignee })]),
    ],
  }
}

function isSame(name: string, me: string | null): boolean {
  return me !== null && name.toLowerCase() === me.toLowerCase()
}
