// The evidence of a dispute in words, as sections for screen and paper and as lines of a file, with the same content.
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
import { minorText } from '#words/currency.ts'
import type { SheetSection } from '../../ui/print.ts'
import type { Cell, TableHead } from '#tables/table.ts'
import { joined, listed, t, tn } from '../../words/words.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { changedValue, copiedValue, formatFieldName } from '../changes/changes.ts'
import { computerZone, formatDate, formatDayTime, formatUtc, isoOwn, zonePlace } from '../../words/dates.ts'
import { formatFees } from '../../words/money.ts'
import { formatMinor } from '../rates/rates.ts'
import { containerStatus, holdName, stoppedReason, formatVerdict } from '../containers/readiness.ts'

/** No time is in this year, so the year is always written. */
const NO_YEAR_MS = 0
const TOPICS = ['last-free-day', 'hold', 'availability', 'fee', 'appointment', 'place', 'milestone'] as const

export type PackSection = SheetSection & { key: string }

/** Times of this app: the computer's zone first, and always UTC. */
export function momentText(instant: string): string {
  const local = formatDayTime(instant, computerZone(), NO_YEAR_MS)
  return computerZone() === 'UTC' ? local : `${local}\n${formatUtc(instant)}`
}

const inLine = (instant: string) => momentText(instant).replace('\n', ' / ')

/** The head of the page: which container, based on which readings. */
export function packHead(
  { masterBill, lineName, firstReadAt, lastReadAt, preparedAt }: Evidence,
  csv: { name: string; sha256: string },
): string[] {
  return [
    joined(
      ' · ',
      masterBill === null ? null : `${t('column.masterBill')} ${masterBill}`,
      lineName === null ? null : t('dispute.line', { line: lineName }),
    ),
    t('dispute.prepared', { time: inLine(preparedAt) }),
    t('dispute.read', { from: inLine(firstReadAt), to: inLine(lastReadAt) }),
    t('dispute.sum', { name: csv.name, sum: csv.sha256 }),
  ].filter((line) => line !== '')
}

export function packTitle({ number }: Evidence): string {
  return t('dispute.titleOf', { number: formatContainerNumber(number) })
}

export function packSections(evidence: Evidence): PackSection[] {
  return [
    checklistSection(evidence),
    ...TOPICS.map((topic) => topicSection(evidence, topic)),
    ...(evidence.pastAt === null ? [] : [pastSection(evidence.pastRow, evidence.pastAt)]),
    { key: 'gaps', title: t('dispute.section.gaps'), note: null, table: null, lines: evidence.gaps.map(gapText) },
    {
      key: 'how',
      title: t('dispute.section.how'),
      note: null,
      table: null,
      lines: [t('dispute.how.seen'), t('dispute.how.asked'), howDays(), t('dispute.how.estimate')],
    },
  ]
}

function howDays(): string {
  return computerZone() === 'UTC'
    ? t('dispute.how.daysUtc')
    : t('dispute.how.days', { zone: zonePlace(computerZone()) })
}

const column = (title: string) => ({ title, isNumber: false })

function checklistSection(evidence: Evidence): PackSection {
  const { checklist } = evidence
  const columns = [
    t('dispute.column.rule'),
    t('dispute.column.item'),
    t('dispute.column.value'),
    t('dispute.column.origin'),
  ].map(column)
  const rows = checklist.map((row) => [
    RULES[row.item],
    t(`dispute.item.${row.item}`),
    checklistText(row),
    originText(row),
  ])
  return {
    key: 'checklist',
    title: t('dispute.section.checklist'),
    note: t('dispute.checklistNote'),
    table: { columns, rows },
    lines: invoiceRemarks(evidence),
  }
}

/** What the other rows say about the date of the invoice. */
function invoiceRemarks({ checklist, isInvoiceLate, preparedAt }: Evidence): string[] {
  const datesOf = (item: ChecklistItem) =>
    checklist.flatMap(({ item: of, value }) => (of === item && value?.kind === 'date' ? [value.date] : []))
  const [invoiced] = datesOf('invoice-date')
  const ends = datesOf('free-time-end')
  return [
    ...(isInvoiceLate === null ? [] : [t(isInvoiceLate ? 'dispute.lateInvoice' : 'dispute.timelyInvoice')]),
    ...(invoiced !== undefined && ends.length > 0 && ends.every((end) => invoiced <= end)
      ? [t('dispute.earlyInvoice')]
      : []),
    ...(invoiced !== undefined && invoiced > isoOwn(preparedAt).slice(0, 10) ? [t('dispute.futureInvoice')] : []),
  ]
}

/** Where part 541 requires each item. The terminal is not required, and distinguishes two calls of a vessel. */
const RULES: Record<ChecklistItem, string> = {
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

function originText({ value, origin, reportedBy }: ChecklistRow): string {
  if (value !== null && reportedBy !== null)
    return t('dispute.reportedBy', { origin: t(`dispute.origin.${origin}`), source: t(`dispute.source.${reportedBy}`) })
  return t(value === null ? `dispute.blank.${origin}` : `dispute.origin.${origin}`)
}

function checklistText({ item, value }: Pick<ChecklistRow, 'item' | 'value'>): string {
  switch (value?.kind) {
    case undefined:
      return ''
    case 'text':
      return value.text
    case 'date':
      return dayAt(value.date, value.zone)
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

function dayAt(date: string, zone: string | null): string {
  const day = formatDate(date, NO_YEAR_MS)
  return zone === null ? day : t('dispute.dayAt', { day, place: zonePlace(zone) })
}

function topicSection({ lines }: Evidence, topic: EvidenceTopic): PackSection {
  const columns = [
    t('dispute.column.what'),
    t('dispute.column.by'),
    t('dispute.column.value'),
    t('dispute.column.seen'),
    t('dispute.column.asked'),
    t('dispute.column.until'),
  ].map(column)
  const rows = lines
    .filter((line) => line.topic === topic)
    .flatMap((line) => line.values.map((value, i) => valueCells(line, value, i === 0)))
  const none = rows.length === 0 ? t(`dispute.none.${topic}`) : null
  return {
    key: topic,
    title: t(`dispute.section.${topic}`),
    note: none,
    table: none === null ? { columns, rows } : null,
    lines: [],
  }
}

/** The field is named once, beside its first value. */
function valueCells(line: EvidenceLine, value: EvidenceValue, isFirst: boolean): string[] {
  return [
    isFirst ? formatLine(line) : '',
    isFirst ? t(`dispute.source.${line.source}`) : '',
    valueText(line, value),
    seenText(line, value),
    value.sourceAt === null ? '' : momentText(value.sourceAt),
    endText(value),
  ]
}

function endText({ endedAt, confirmedAt }: EvidenceValue): string {
  if (endedAt !== null) return momentText(endedAt)
  return confirmedAt === null ? t('dispute.current') : t('dispute.currentSince', { time: momentText(confirmedAt) })
}

function formatLine({ field }: EvidenceLine): string {
  return field === 'manual' ? t('dispute.manual') : formatFieldName(field)
}

function valueText({ topic, field, zone }: EvidenceLine, { value, date, reason }: EvidenceValue): string {
  if (value === null) return t('dispute.nothing')
  const text =
    topic === 'last-free-day' && date !== null
      ? dayAt(date, zone)
      : described(changedValue(field, value, zone, NO_YEAR_MS), value)
  return reason === null ? text : t('dispute.reason', { value: text, reason })
}

/** The terminal's description of a hold is part of the evidence. */
function described(state: string, json: string): string {
  const value = JSON.parse(json) as { description?: unknown } | string | number | boolean
  return typeof value === 'object' && typeof value.description === 'string' && value.description !== ''
    ? t('dispute.described', { state, text: value.description })
    : state
}

function seenText({ source }: EvidenceLine, { seen, firstSeenAt }: EvidenceValue): string {
  if (firstSeenAt === null) return t(seen === 'unseen' ? 'dispute.unseenUnknown' : 'dispute.firstReadingUnknown')
  const time = momentText(firstSeenAt)
  if (source === 'user') return t('dispute.setAt', { time })
  return seen === 'changed' ? time : t(seen === 'unseen' ? 'dispute.unseen' : 'dispute.firstReading', { time })
}

export function gapText(gap: EvidenceGap): string {
  switch (gap.kind) {
    case 'before-first':
      return t('dispute.gap.before-first', { until: inLine(gap.until) })
    case 'not-read':
      return gap.until === null
        ? t('dispute.gap.not-read-still', { from: inLine(gap.from) })
        : t('dispute.gap.not-read', { from: inLine(gap.from), until: inLine(gap.until) })
    case 'readings-unknown':
    case 'record-lost':
      return t(`dispute.gap.${gap.kind}`, { from: inLine(gap.from), until: inLine(gap.until) })
    case 'unseen':
      return t('dispute.gap.unseen', { field: formatFieldName(gap.field) })
    case 'never-reported':
      return t('dispute.gap.never-reported', { fields: listed(gap.fields.map(formatFieldName)) })
    case 'not-published':
      return t(`dispute.gap.not-published-${gap.what}`)
    case 'tracking-stopped':
      return gap.reason === null
        ? t('dispute.gap.tracking-stopped', { from: inLine(gap.from) })
        : t('dispute.gap.tracking-stopped-why', { from: inLine(gap.from), reason: stoppedReason(gap.reason) })
    case 'gone':
      return t('dispute.gap.gone', { from: inLine(gap.from) })
    case 'history-deleted':
      return tn('dispute.gap.history-deleted', gap.months)
  }
}

function pastSection(row: ContainerRow | null, at: string): PackSection {
  const base = { key: 'then', title: t('dispute.section.then', { time: inLine(at) }), lines: [] }
  if (!row) return { ...base, note: t('dispute.none.then'), table: null }
  const {
    lastFreeDay: { date, zone, sources },
    activeHolds,
    pendingHolds,
    appointmentAt,
    pickupZone,
  } = row
  const holds = [
    ...activeHolds.map(holdName),
    ...pendingHolds.map((name) => t('hold.pending', { name: holdName(name) })),
  ]
  const rows = [
    [t('dispute.row.lastFreeDay'), date === null ? t('dispute.nothing') : dayAt(date, zone)],
    [
      t('dispute.row.sources'),
      sources
        .map(
          ({ source, date: day }) =>
            `${t(`dispute.source.${source === 'manual' ? 'user' : source}`)}: ${formatDate(day, NO_YEAR_MS)}`,
        )
        .join('\n'),
    ],
    [t('dispute.row.status'), containerStatus(row)],
    [t('dispute.row.verdict'), formatVerdict(row, Date.parse(at))],
    [t('dispute.row.holds'), listed(holds)],
    [t('dispute.row.fees'), formatFees(row.feesDue)],
    [t('dispute.row.appointment'), appointmentAt === null ? '' : formatDayTime(appointmentAt, pickupZone, NO_YEAR_MS)],
    [t('dispute.row.place'), row.pickupPlace ?? ''],
  ]
  const filled = rows.map(([what = '', value = '']) => [what, value === '' ? t('dispute.nothing') : value])
  return {
    ...base,
    note: null,
    table: { columns: [column(t('dispute.column.what')), column(t('dispute.column.then'))], rows: filled },
  }
}

/** Every value, every row of the checklist and every gap, for another program. Instants are in UTC. */
export function packCsv(evidence: Evidence): { head: TableHead; rows: Cell[][] } {
  const titles = [
    t('column.number'),
    t('dispute.csv.topic'),
    t('dispute.column.what'),
    t('dispute.column.by'),
    t('dispute.column.value'),
    t('dispute.csv.asSent'),
    t('dispute.csv.zone'),
    t('dispute.csv.seen'),
    t('dispute.csv.seenHow'),
    t('dispute.csv.asked'),
    t('dispute.csv.until'),
    t('dispute.csv.note'),
    t('dispute.csv.confirmed'),
  ]
  const line = (...cells: string[]): Cell[] => [
    evidence.number,
    ...cells,
    ...Array.from({ length: titles.length - 1 - cells.length }, () => ''),
  ]
  const values = evidence.lines.flatMap((it) =>
    it.values.map((value) =>
      line(
        t(`dispute.section.${it.topic}`),
        formatLine(it),
        t(`dispute.source.${it.source}`),
        value.date ?? copiedValue(it.field, value.value, it.zone),
        asSent(value.value),
        it.zone ?? '',
        value.firstSeenAt ?? '',
        t(`dispute.seen.${value.seen}`),
        value.sourceAt ?? '',
        value.endedAt ?? '',
        value.reason ?? '',
        value.confirmedAt ?? '',
      ),
    ),
  )
  const checklist = evidence.checklist.map((row) =>
    line(
      t('dispute.csv.checklist'),
      t(`dispute.item.${row.item}`),
      originText(row),
      checklistCell(row),
      '',
      row.value !== null && 'zone' in row.value ? (row.value.zone ?? '') : '',
      '',
      '',
      '',
      '',
      RULES[row.item],
    ),
  )
  const gaps = evidence.gaps.map((gap) => line(t('dispute.csv.gap'), '', '', '', '', '', '', '', '', '', gapText(gap)))
  return {
    head: { title: t('dispute.title'), columns: titles.map((title) => ({ title, width: 120 })) },
    rows: [line(t('dispute.csv.prepared'), '', '', evidence.preparedAt), ...values, ...checklist, ...gaps],
  }
}

function asSent(json: string | null): string {
  const value: unknown = json === null ? '' : JSON.parse(json)
  return typeof value === 'string' ? value : (json ?? '')
}

function checklistCell(row: ChecklistRow): string {
  const { value } = row
  if (value?.kind === 'date') return value.date
  if (value?.kind === 'instant') return value.at
  if (value?.kind === 'days') return String(value.days)
  return value?.kind === 'money' ? `${minorText(value.minor, value.currency)} ${value.currency}` : checklistText(row)
}

/** The format of `sha256sum -c`: two blanks, then the file name. */
export function sumsText(files: readonly { name: string; sha256: string }[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
}
