// The columns of the list of changes, one by one or by record. The engine sorts newest first.
import { h } from 'vue'
import type { ChangeBulk, ChangeGroup, ChangeRow } from '#contract/changes.ts'
import type { Column } from '../../ui/grid/columns.ts'
import AppIcon from '../../ui/AppIcon.vue'
import BeforeAfter from './BeforeAfter.vue'
import ToneCell from '../../ui/list/ToneCell.vue'
import UnseenMark from '../../ui/list/UnseenMark.vue'
import { formatSpan } from '../../words/ages.ts'
import {
  formatChangeNumber,
  formatChangedValue,
  formatCopiedSteps,
  formatCopiedValue,
  formatFieldName,
  formatSteps,
} from './changes.ts'
import { getSeverityTone, formatChangeSeverity } from '../containers/risks.ts'
import { formatCount, joinParts, t, tn } from '../../words/words.ts'
import { formatServiceState } from '../tracking/requests.ts'
import { createOwnMomentColumn } from '../lists/column-kinds.ts'

/**
 * A row of the list. If changes are grouped by record, it is the most important one, and `group` has the others too.
 */
export type ChangeListRow = Omit<ChangeRow, 'id'> & {
  id: string
  group: Omit<ChangeGroup, 'id' | 'seenAt' | 'isNew'> | null
}

export function toListRow(row: ChangeRow): ChangeListRow {
  return { ...row, id: String(row.id), group: null }
}

/** The row of a list of numbers and the row of its newest change below it need different ids. */
const BULK_PREFIX = 'bulk-'

/** The row of a group: its id and time are those of the newest change. */
export function toGroupRows({ id, seenAt, isNew, ...group }: ChangeGroup): ChangeListRow[] {
  const [lead] = group.changes
  return lead ? [{ ...lead, id: `${group.bulk ? BULK_PREFIX : ''}${id}`, seenAt, isNew, group }] : []
}

/** The id of the newest change of a row. */
export function toChangeId(rowId: string): number {
  return Number(rowId.replace(BULK_PREFIX, ''))
}

/** Draws the text in grey if the change was reverted. */
const drawText = (text: string, { isReverted }: ChangeListRow, isCode = false, isIndented = false) =>
  h(
    'span',
    {
      class: ['text', { code: isCode }],
      style: {
        ...(isReverted ? { color: 'var(--text-3)' } : {}),
        ...(isIndented ? { paddingLeft: 'var(--space-6)' } : {}),
      },
    },
    text,
  )

/** A list of numbers has the name of its first sheet or file, or the number of its lines. */
function formatRecord(row: ChangeListRow): string {
  const bulk = row.group?.bulk
  return bulk
    ? tn(
        'changeList.numbers',
        bulk.states.reduce((sum, { count }) => sum + count, 0),
      )
    : formatChangeNumber(row)
}

const formatUnfold = ({ isUnfolded }: ChangeBulk) => t(isUnfolded ? 'changeList.fold' : 'changeList.unfold')

const drawBulk = (row: ChangeListRow, { isUnfolded }: ChangeBulk) =>
  h('span', { class: 'text' }, [
    h(AppIcon, {
      name: 'chevron',
      size: 12,
      style: { verticalAlign: '-2px', transform: isUnfolded ? 'rotate(90deg)' : 'none' },
    }),
    ` ${formatRecord(row)}`,
  ])

/** The states of a list of numbers: “Tracked: 46 · Failed: 4”. */
const formatBulk = ({ name, states }: ChangeBulk) =>
  joinParts(
    ' · ',
    name,
    ...states.map(({ state, count }) =>
      t('changeList.step', { name: formatServiceState(state), values: formatCount(count) }),
    ),
  )

/** The note beside the values: that the change was reverted, or how long a cleared hold existed. */
function formatNote({ isReverted, heldSince, seenAt }: ChangeListRow): string | null {
  if (isReverted) return t('changeList.reverted')
  return heldSince === null
    ? null
    : t('changeList.held', { span: formatSpan(Date.parse(seenAt) - Date.parse(heldSince)) })
}

/** A time in this computer's zone. It is grey if the change was reverted. */
function createTimeColumn(
  base: { key: string; title: string; hint: string; width: number },
  getInstant: (row: ChangeListRow) => string | null,
  formatMissing?: () => string,
): Column<ChangeListRow> {
  const column = createOwnMomentColumn(base, getInstant, formatMissing)
  return { ...column, draw: (row, now) => drawText(column.text(row, now), row) }
}

const markColumn: Column<ChangeListRow> = {
  key: 'mark',
  title: t('changeColumn.mark'),
  width: 36,
  align: 'center',
  isPinned: true,
  text: () => '',
  copy: () => '',
  draw: ({ isNew }) => h(UnseenMark, { isNew }),
  tip: ({ isNew }) => (isNew ? t('changeList.isNew') : null),
  spoken: ({ isNew }) => t(isNew ? 'changeList.isNew' : 'changeList.seen'),
}

const seenAtColumn: Column<ChangeListRow> = {
  ...createTimeColumn(
    { key: 'seenAt', title: t('changeColumn.seenAt'), hint: t('changeColumn.seenAtHint'), width: 130 },
    ({ seenAt }) => seenAt,
  ),
  fixedOrder: 'desc',
}

const numberColumn: Column<ChangeListRow> = {
  key: 'number',
  title: t('changeColumn.object'),
  width: 152,
  text: formatRecord,
  copy: (row) => (row.group?.bulk ? formatRecord(row) : row.number),
  draw: (row) =>
    row.group?.bulk ? drawBulk(row, row.group.bulk) : drawText(formatRecord(row), row, true, row.group?.isInBulk),
  extraWidth: 20,
  tip: ({ object, group }) => (group?.bulk ? formatUnfold(group.bulk) : t(`changeObject.${object}`)),
  spoken: (row) => joinParts(', ', formatRecord(row), row.group?.bulk ? formatUnfold(row.group.bulk) : null),
}

const severityColumn: Column<ChangeListRow> = {
  key: 'severity',
  title: t('changeColumn.severity'),
  width: 166,
  extraWidth: 20,
  text: ({ severity }) => formatChangeSeverity(severity),
  copy: ({ severity }) => formatChangeSeverity(severity),
  draw: ({ severity, isReverted }) =>
    h(ToneCell, { tone: getSeverityTone(severity), label: formatChangeSeverity(severity), isQuiet: isReverted }),
}

export const changeColumns: readonly Column<ChangeListRow>[] = [
  markColumn,
  seenAtColumn,
  numberColumn,
  severityColumn,
  {
    key: 'field',
    title: t('changeColumn.field'),
    width: 172,
    text: ({ field }) => formatFieldName(field),
    copy: ({ field }) => formatFieldName(field),
    draw: (row) => drawText(formatFieldName(row.field), row),
  },
  {
    key: 'values',
    title: t('changeColumn.values'),
    width: 310,
    grows: true,
    text: ({ field, before, after, zone }, now) =>
      `${formatChangedValue(field, before, zone, now)} → ${formatChangedValue(field, after, zone, now)}`,
    copy: ({ field, before, after, zone }) =>
      `${formatCopiedValue(field, before, zone)} → ${formatCopiedValue(field, after, zone)}`,
    draw: (row, now) =>
      h(BeforeAfter, {
        before: formatChangedValue(row.field, row.before, row.zone, now),
        after: formatChangedValue(row.field, row.after, row.zone, now),
        isReverted: row.isReverted,
        note: formatNote(row) ?? undefined,
      }),
    tip: formatNote,
  },
  {
    key: 'kind',
    title: t('changeColumn.kind'),
    width: 100,
    text: ({ kind }) => t(`changeKind.${kind}`),
    copy: ({ kind }) => t(`changeKind.${kind}`),
    draw: (row) => drawText(t(`changeKind.${row.kind}`), row),
  },
  createTimeColumn(
    { key: 'sourceAt', title: t('changeColumn.sourceAt'), hint: t('changeColumn.sourceAtHint'), width: 178 },
    ({ sourceAt }) => sourceAt,
    () => t('changeList.notReported'),
  ),
]

const countLeftOut = ({ group }: ChangeListRow) => (group?.count ?? 0) - (group?.changes.length ?? 0)
const formatGroupSteps = (row: ChangeListRow, now: number | null) =>
  row.group?.bulk ? formatBulk(row.group.bulk) : formatSteps(row.group?.changes ?? [], countLeftOut(row), now)

/** One row for each record, and for each list of numbers. */
export const groupColumns: readonly Column<ChangeListRow>[] = [
  markColumn,
  seenAtColumn,
  numberColumn,
  severityColumn,
  {
    key: 'changes',
    title: t('changeColumn.changes'),
    width: 420,
    grows: true,
    text: formatGroupSteps,
    copy: (row) =>
      row.group?.bulk ? formatBulk(row.group.bulk) : formatCopiedSteps(row.group?.changes ?? [], countLeftOut(row)),
    draw: (row, now) => drawText(formatGroupSteps(row, now), row),
    tip: (row, now) => formatGroupSteps(row, now),
  },
  {
    key: 'customer',
    title: t('column.customer'),
    width: 168,
    text: ({ group }) => group?.customer ?? '',
    copy: ({ group }) => group?.customer ?? '',
  },
]
