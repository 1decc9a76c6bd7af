// The evidence of a dispute as text, in sections for screen and paper. pack-files.ts writes the same content as a file.
// Every day has its year, because such papers are often read in another year.
import type { ContainerRow } from '#contract/containers.ts'
import type {
  ChecklistItem,
  ChecklistRow,
  Evidence,
  EvidenceGap,
  EvidenceLine,
  EvidenceTopic,
  EvidenceValue,
} from '#contract/disputes.ts'
import type { SheetSection } from '../../ui/print.ts'
import { joinParts, joinList, t, tn, type PlainWord, type Word } from '../../words/words.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { formatChangedValue, formatFieldName } from '../changes/changes.ts'
import {
  getComputerZone,
  formatDate,
  formatDayTime,
  formatUtc,
  formatIsoOwn,
  formatPlaceOfZone,
} from '../../words/dates.ts'
import { formatFees } from '../../words/money.ts'
import { formatMinor } from '../rates/rates.ts'
import { formatContainerStatus, formatHoldName, formatStoppedReason, formatVerdict } from '../containers/readiness.ts'

/** Passed as the current time. No time of a dispute is in this year, so each date is formatted with its year. */
const NO_YEAR_MS = 0
const TOPICS = ['last-free-day', 'hold', 'availability', 'fee', 'appointment', 'place', 'milestone'] as const

export type PackSection = SheetSection & { key: string }

/** Times of this app: the computer's zone first, and always UTC. */
export function formatMoment(instant: string): string {
  const local = formatDayTime(instant, getComputerZone(), NO_YEAR_MS)
  return getComputerZone() === 'UTC' ? local : `${local}\n${formatUtc(instant)}`
}

const formatMomentInLine = (instant: string) => formatMoment(instant).replace('\n', ' / ')

/** The lines above the sections: the bill, the time of the pack and of the readings, and the checksum of the CSV. */
export function listHeadLines(
  { masterBill, lineName, firstReadAt, lastReadAt, preparedAt }: Evidence,
  csv: { name: string; sha256: string },
): string[] {
  return [
    joinParts(
      ' · ',
      masterBill === null ? null : `${t('column.masterBill')} ${masterBill}`,
      lineName === null ? null : t('dispute.line', { line: lineName }),
    ),
    t('dispute.prepared', { time: formatMomentInLine(preparedAt) }),
    t('dispute.read', { from: formatMomentInLine(firstReadAt), to: formatMomentInLine(lastReadAt) }),
    t('dispute.sum', { name: csv.name, sum: csv.sha256 }),
  ].filter((line) => line !== '')
}

export function formatPackTitle({ number }: Evidence): string {
  return t('dispute.titleOf', { number: formatContainerNumber(number) })
}

export function createPackSections(evidence: Evidence): PackSection[] {
  return [
    createChecklistSection(evidence),
    ...TOPICS.map((topic) => createTopicSection(evidence, topic)),
    ...(evidence.pastAt === null ? [] : [createPastSection(evidence.pastRow, evidence.pastAt)]),
    { key: 'gaps', title: t('dispute.section.gaps'), note: null, table: null, lines: evidence.gaps.map(formatGap) },
    {
      key: 'how',
      title: t('dispute.section.how'),
      note: null,
      table: null,
      lines: [t('dispute.how.seen'), t('dispute.how.asked'), describeDayCount(), t('dispute.how.estimate')],
    },
  ]
}

function describeDayCount(): string {
  return getComputerZone() === 'UTC'
    ? t('dispute.how.daysUtc')
    : t('dispute.how.days', { zone: formatPlaceOfZone(getComputerZone()) })
}

const createTextColumn = (title: string) => ({ title, isNumber: false })

function createChecklistSection(evidence: Evidence): PackSection {
  const { checklist, isUsRule } = evidence
  const columns = [
    ...(isUsRule ? [t('dispute.column.rule')] : []),
    t('dispute.column.item'),
    t('dispute.column.value'),
    t('dispute.column.origin'),
  ].map(createTextColumn)
  const rows = checklist.map((row) => [
    ...(isUsRule ? [RULES[row.item]] : []),
    t(`dispute.item.${row.item}`),
    formatChecklistItem(row),
    describeOrigin(row),
  ])
  return {
    key: 'checklist',
    title: t(isUsRule ? 'dispute.section.checklist' : 'dispute.checklistElsewhere'),
    note: t(isUsRule ? 'dispute.checklistNote' : 'dispute.checklistNoteElsewhere'),
    table: { columns, rows },
    lines: listInvoiceRemarks(evidence),
  }
}

/** Lists what the checklist implies about the date of the invoice. */
function listInvoiceRemarks(evidence: Evidence): string[] {
  const { isInvoiceLate } = evidence
  return [
    ...(isInvoiceLate === null ? [] : [t(isInvoiceLate ? 'dispute.lateInvoice' : 'dispute.timelyInvoice')]),
    ...listDoubtsOfInvoiceDate(evidence),
  ]
}

/** Lists why the typed date may be wrong: it is before free time ended, or in the future. */
export function listDoubtsOfInvoiceDate({ checklist, preparedAt }: Evidence): string[] {
  const listDates = (item: ChecklistItem) =>
    checklist.flatMap(({ item: rowItem, value }) => (rowItem === item && value?.kind === 'date' ? [value.date] : []))
  const [invoiceDate] = listDates('invoice-date')
  const freeTimeEnds = listDates('free-time-end')
  return [
    ...(invoiceDate !== undefined && freeTimeEnds.length > 0 && freeTimeEnds.every((end) => invoiceDate <= end)
      ? [t('dispute.earlyInvoice')]
      : []),
    ...(invoiceDate !== undefined && invoiceDate > formatIsoOwn(preparedAt).slice(0, 10)
      ? [t('dispute.futureInvoice')]
      : []),
  ]
}

/**
 * The section of 46 CFR part 541, the US rule for such invoices, that requires each item. No section requires the
 * terminal; it distinguishes two calls of a vessel.
 */
export const RULES: Record<ChecklistItem, string> = {
  'bill-of-lading': '541.6(a)',
  container: '541.6(a)',
  'port-of-discharge': '541.6(a)',
  terminal: '',
  'liable-basis': '541.6(a)',
  'invoice-date': '541.6(b)',
  'invoice-due': '541.6(b)',
  'free-days': '541.6(b)',
  'free-time-start': '541.6(b)',
  'free-time-end': '541.6(b)',
  available: '541.6(b)',
  'days-charged': '541.6(b)',
  amount: '541.6(c)',
  estimate: '',
  'rate-rule': '541.6(c)',
  rates: '541.6(c)',
  contact: '541.6(d)',
  certification: '541.6(e)',
  'last-charged': '541.7',
  'issue-by': '541.7',
  'dispute-by': '541.8',
}

export function describeOrigin({ value, origin, reportedBy }: ChecklistRow): string {
  if (value !== null && reportedBy !== null)
    return t('dispute.reportedBy', { origin: t(`dispute.origin.${origin}`), source: t(`dispute.source.${reportedBy}`) })
  return t(value === null ? `dispute.blank.${origin}` : `dispute.origin.${origin}`)
}

export function formatChecklistItem({ item, value }: Pick<ChecklistRow, 'item' | 'value'>): string {
  switch (value?.kind) {
    case undefined:
      return ''
    case 'text':
      return value.text
    case 'date':
      return formatDayAt(value.date, value.zone)
    case 'instant':
      return formatDayTime(value.at, value.zone, NO_YEAR_MS)
    case 'days':
      return tn('dispute.days', value.days, { counting: t(`rate.${value.counting}Days`) })
    case 'money':
      return item === 'amount'
        ? formatMinor(value.minor, value.currency)
        : t('rate.about', { amount: formatMinor(value.minor, value.currency) })
    case 'rates':
      return value.parts
        .map(({ days, rate, minor }) =>
          t('rate.part', {
            n: days,
            rate: formatMinor(rate, value.currency),
            amount: formatMinor(minor, value.currency),
          }),
        )
        .join('\n')
  }
}

function formatDayAt(date: string, zone: string | null): string {
  const day = formatDate(date, NO_YEAR_MS)
  return zone === null ? day : t('dispute.dayAt', { day, place: formatPlaceOfZone(zone) })
}

function createTopicSection({ lines }: Evidence, topic: EvidenceTopic): PackSection {
  const columns = [
    t('dispute.column.what'),
    t('dispute.column.by'),
    t('dispute.column.value'),
    t('dispute.column.seen'),
    t('dispute.column.asked'),
    t('dispute.column.until'),
  ].map(createTextColumn)
  const rows = lines
    .filter((line) => line.topic === topic)
    .flatMap((line) => line.values.map((value, index) => createValueCells(line, value, index === 0)))
  const emptyNote = rows.length === 0 ? t(`dispute.none.${topic}`) : null
  return {
    key: topic,
    title: t(`dispute.section.${topic}`),
    note: emptyNote,
    table: emptyNote === null ? { columns, rows } : null,
    lines: [],
  }
}

/** The field is named once, beside its first value. */
function createValueCells(line: EvidenceLine, value: EvidenceValue, isFirst: boolean): string[] {
  return [
    isFirst ? formatLine(line) : '',
    isFirst ? t(`dispute.source.${line.source}`) : '',
    formatValue(line, value),
    formatFirstSeen(line, value),
    value.sourceAt === null ? '' : formatMoment(value.sourceAt),
    formatEnd(value),
  ]
}

/** Of a value that only an event names, without its time, the end is known only as the latest possible one. */
function formatEnd({ seen, firstSeenAt, endedAt, confirmedAt }: EvidenceValue): string {
  if (endedAt !== null && seen === 'event' && firstSeenAt === null)
    return t('dispute.endedBy', { time: formatMoment(endedAt) })
  if (endedAt !== null) return formatMoment(endedAt)
  return confirmedAt === null ? t('dispute.current') : t('dispute.currentSince', { time: formatMoment(confirmedAt) })
}

export function formatLine({ field }: EvidenceLine): string {
  return field === 'manual' ? t('dispute.manual') : formatFieldName(field)
}

function formatValue({ topic, field, zone }: EvidenceLine, { value, date, reason }: EvidenceValue): string {
  if (value === null) return t('dispute.nothing')
  const text =
    topic === 'last-free-day' && date !== null
      ? formatDayAt(date, zone)
      : addHoldDescription(formatChangedValue(field, value, zone, NO_YEAR_MS), value)
  return reason === null ? text : t('dispute.reason', { value: text, reason })
}

/** The terminal's description of a hold is part of the evidence. */
function addHoldDescription(state: string, json: string): string {
  const value = JSON.parse(json) as { description?: unknown } | string | number | boolean
  return typeof value === 'object' && typeof value.description === 'string' && value.description !== ''
    ? t('dispute.described', { state, text: value.description })
    : state
}

/** Texts for values that no reading saw changing: how the value was found. */
const FIRST_SEEN_TEXTS = {
  unseen: 'dispute.unseen',
  'first-reading': 'dispute.firstReading',
  event: 'dispute.event',
  'dated-by-event': 'dispute.datedByEvent',
} as const satisfies Record<Exclude<EvidenceValue['seen'], 'changed'>, Word>
/** The same texts for values whose time is unknown. */
const FIRST_SEEN_TEXTS_WITHOUT_TIME = {
  changed: 'dispute.firstReadingUnknown',
  unseen: 'dispute.unseenUnknown',
  'first-reading': 'dispute.firstReadingUnknown',
  event: 'dispute.seen.event',
  'dated-by-event': 'dispute.seen.dated-by-event',
} as const satisfies Record<EvidenceValue['seen'], PlainWord>

function formatFirstSeen({ source }: EvidenceLine, { seen, firstSeenAt }: EvidenceValue): string {
  if (firstSeenAt === null) return t(FIRST_SEEN_TEXTS_WITHOUT_TIME[seen])
  const time = formatMoment(firstSeenAt)
  if (source === 'user') return t('dispute.setAt', { time })
  return seen === 'changed' ? time : t(FIRST_SEEN_TEXTS[seen], { time })
}

export function formatGap(gap: EvidenceGap): string {
  switch (gap.kind) {
    case 'before-first':
      return t('dispute.gap.before-first', { until: formatMomentInLine(gap.until) })
    case 'not-read':
      return gap.until === null
        ? t('dispute.gap.not-read-still', { from: formatMomentInLine(gap.from) })
        : t('dispute.gap.not-read', { from: formatMomentInLine(gap.from), until: formatMomentInLine(gap.until) })
    case 'readings-unknown':
    case 'record-lost':
      return t(`dispute.gap.${gap.kind}`, { from: formatMomentInLine(gap.from), until: formatMomentInLine(gap.until) })
    case 'unseen':
      return t('dispute.gap.unseen', { field: formatFieldName(gap.field) })
    case 'never-reported':
      return t('dispute.gap.never-reported', {
        fields: gap.fields.map(formatFieldName).join(t('dispute.fieldSeparator')),
      })
    case 'not-published':
      return t(`dispute.gap.not-published-${gap.what}`)
    case 'tracking-stopped':
      return gap.reason === null
        ? t('dispute.gap.tracking-stopped', { from: formatMomentInLine(gap.from) })
        : t('dispute.gap.tracking-stopped-why', {
            from: formatMomentInLine(gap.from),
            reason: formatStoppedReason(gap.reason),
          })
    case 'gone':
      return t('dispute.gap.gone', { from: formatMomentInLine(gap.from) })
    case 'history-deleted':
      return tn('dispute.gap.history-deleted', gap.months)
  }
}

function createPastSection(row: ContainerRow | null, at: string): PackSection {
  const base = { key: 'then', title: t('dispute.section.then', { time: formatMomentInLine(at) }), lines: [] }
  if (!row) return { ...base, note: t('dispute.none.then'), table: null }
  const {
    lastFreeDay: { date, zone, sources },
    activeHolds,
    pendingHolds,
    appointmentAt,
    pickupZone,
  } = row
  const holds = [
    ...activeHolds.map(formatHoldName),
    ...pendingHolds.map((name) => t('hold.pending', { name: formatHoldName(name) })),
  ]
  const rows = [
    [t('dispute.row.lastFreeDay'), date === null ? t('dispute.nothing') : formatDayAt(date, zone)],
    [
      t('dispute.row.sources'),
      sources
        .map(
          ({ source, date: day }) =>
            `${t(`dispute.source.${source === 'manual' ? 'user' : source}`)}: ${formatDate(day, NO_YEAR_MS)}`,
        )
        .join('\n'),
    ],
    [t('dispute.row.status'), formatContainerStatus(row)],
    [t('dispute.row.verdict'), formatVerdict(row, Date.parse(at))],
    [t('dispute.row.holds'), joinList(holds)],
    [t('dispute.row.fees'), formatFees(row.feesDue)],
    [t('dispute.row.appointment'), appointmentAt === null ? '' : formatDayTime(appointmentAt, pickupZone, NO_YEAR_MS)],
    [t('dispute.row.place'), row.pickupPlace ?? ''],
  ]
  const filledRows = rows.map(([what = '', value = '']) => [what, value === '' ? t('dispute.nothing') : value])
  return {
    ...base,
    note: null,
    table: {
      columns: [createTextColumn(t('dispute.column.what')), createTextColumn(t('dispute.column.then'))],
      rows: filledRows,
    },
  }
}
