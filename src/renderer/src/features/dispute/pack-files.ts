// The files of a dispute pack beside the PDF: the evidence as CSV, and the checksums.
import type { ChecklistRow, Evidence } from '#contract/disputes.ts'
import type { Cell, TableHead } from '#tables/table.ts'
import { formatMinor } from '#words/currency.ts'
import { t } from '../../words/words.ts'
import { formatCopiedValue } from '../changes/changes.ts'
import { describeOrigin, formatChecklistItem, formatGap, formatLine, RULES } from './dispute.ts'

const CSV_TITLES = [
  'column.number',
  'dispute.csv.topic',
  'dispute.column.what',
  'dispute.column.by',
  'dispute.column.value',
  'dispute.csv.asSent',
  'dispute.csv.zone',
  'dispute.csv.seen',
  'dispute.csv.seenHow',
  'dispute.csv.asked',
  'dispute.csv.until',
  'dispute.csv.note',
  'dispute.csv.confirmed',
] as const

/** Every value, every row of the checklist and every gap, for another program. Instants are in UTC. */
export function createPackCsv(evidence: Evidence): { head: TableHead; rows: Cell[][] } {
  const titles = CSV_TITLES.map((title) => t(title))
  const createRow = (...cells: string[]): Cell[] => [
    evidence.number,
    ...cells,
    ...Array.from({ length: titles.length - 1 - cells.length }, () => ''),
  ]
  const createNote = (topic: string, note: string) => createRow(topic, '', '', '', '', '', '', '', '', '', note)
  const values = evidence.lines.flatMap((line) =>
    line.values.map((value) =>
      createRow(
        t(`dispute.section.${line.topic}`),
        formatLine(line),
        t(`dispute.source.${line.source}`),
        value.date ?? formatCopiedValue(line.field, value.value, line.zone),
        formatAsSent(value.value),
        line.zone ?? '',
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
    createRow(
      t('dispute.csv.checklist'),
      t(`dispute.item.${row.item}`),
      describeOrigin(row),
      formatChecklistCell(row),
      '',
      row.value !== null && 'zone' in row.value ? (row.value.zone ?? '') : '',
      '',
      '',
      '',
      '',
      evidence.isUsRule ? RULES[row.item] : '',
    ),
  )
  const gaps = evidence.gaps.map((gap) => createNote(t('dispute.csv.gap'), formatGap(gap)))
  return {
    head: { title: t('dispute.title'), columns: titles.map((title) => ({ title, width: 120 })) },
    rows: [
      createRow(t('dispute.csv.prepared'), '', '', evidence.preparedAt),
      ...(evidence.isUsRule ? [] : [createNote(t('dispute.csv.checklist'), t('dispute.checklistNoteElsewhere'))]),
      ...values,
      ...checklist,
      ...gaps,
    ],
  }
}

function formatAsSent(json: string | null): string {
  const value: unknown = json === null ? '' : JSON.parse(json)
  return typeof value === 'string' ? value : (json ?? '')
}

function formatChecklistCell(row: ChecklistRow): string {
  const { value } = row
  if (value?.kind === 'date') return value.date
  if (value?.kind === 'instant') return value.at
  if (value?.kind === 'days') return String(value.days)
  return value?.kind === 'money'
    ? `${formatMinor(value.minor, value.currency)} ${value.currency}`
    : formatChecklistItem(row)
}

/** The format of `sha256sum -c`: two blanks, then the file name. */
export function writeChecksums(files: readonly { name: string; sha256: string }[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
}
