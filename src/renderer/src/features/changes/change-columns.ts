// The columns of the list of changes, one by one or by record. The engine sorts newest first.
import { h } from 'vue'
import type { ChangeGroup, ChangeRow } from '#contract/changes.ts'
import type { Column } from '../../ui/grid/columns.ts'
import BeforeAfter from './BeforeAfter.vue'
import ToneCell from '../../ui/list/ToneCell.vue'
import UnseenMark from '../../ui/list/UnseenMark.vue'
import { formatSpan } from '../../words/ages.ts'
import { changeNumber, changedValue, copiedSteps, copiedValue, formatFieldName, stepsText } from './changes.ts'
import { severityTone, formatSeverity } from '../containers/risks.ts'
import { t } from '../../words/words.ts'
import { ownMoment } from '../lists/column-kinds.ts'

/** A change as a list row: row ids are text. By record, it is the most important change; `group` has all of them. */
export type ChangeListRow = Omit<ChangeRow, 'id'> & {
  id: string
  group: Omit<ChangeGroup, 'id' | 'seenAt' | 'isNew'> | null
}

export function toListRow(row: ChangeRow): ChangeListRow {
  return { ...row, id: String(row.id), group: null }
}

/** The row of a record: its id and time are those of the newest change. */
export function toGroupRows({ id, seenAt, isNew, ...group }: ChangeGroup): ChangeListRow[] {
  const [lead] = group.changes
  return lead ? [{ ...lead, id: String(id), seenAt, isNew, group }] : []
}

const tinted = (text: string, { isReverted }: ChangeListRow, isCode = false) =>
  h('span', { class: ['text', { code: isCode }], style: isReverted ? { color: 'var(--text-3)' } : {} }, text)

/** The note beside the values: that the change was reverted, or how long a cleared hold existed. */
function noteOf({ isReverted, heldSince, seenAt }: ChangeListRow): string | null {
  if (isReverted) return t('changeList.reverted')
  return heldSince === null
    ? null
    : t('changeList.held', { span: formatSpan(Date.parse(seenAt) - Date.parse(heldSince)) })
}

/** A time in this computer's zone. It is grey if the change was reverted. */
function timeColumn(
  named: { key: string; title: string; hint: string; width: number },
  at: (row: ChangeListRow) => string | null,
  none?: () => string,
): Column<ChangeListRow> {
  const column = ownMoment(named, at, none)
  return { ...column, draw: (row, now) => tinted(column.text(row, now), row) }
}

const mark: Column<ChangeListRow> = {
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

const seenAt = timeColumn(
  { key: 'seenAt', title: t('changeColumn.seenAt'), hint: t('changeColumn.seenAtHint'), width: 178 },
  ({ seenAt }) => seenAt,
)

const number: Column<ChangeListRow> = {
  key: 'number',
  title: t('changeColumn.object'),
  width: 152,
  text: (row) => changeNumber(row),
  copy: ({ number }) => number,
  draw: (row) => tinted(changeNumber(row), row, true),
  tip: ({ object }) => t(`changeObject.${object}`),
}

const severity: Column<ChangeListRow> = {
  key: 'severity',
  title: t('changeColumn.severity'),
  width: 138,
  extraWidth: 20,
  text: ({ severity }) => formatSeverity(severity),
  copy: ({ severity }) => formatSeverity(severity),
  draw: ({ severity, isReverted }) =>
    h(ToneCell, { tone: severityTone(severity), word: formatSeverity(severity), isQuiet: isReverted }),
}

export const changeColumns: readonly Column<ChangeListRow>[] = [
  mark,
  seenAt,
  number,
  {
    key: 'field',
    title: t('changeColumn.field'),
    width: 172,
    text: ({ field }) => formatFieldName(field),
    copy: ({ field }) => formatFieldName(field),
    draw: (row) => tinted(formatFieldName(row.field), row),
  },
  {
    key: 'values',
    title: t('changeColumn.values'),
    width: 310,
    text: ({ field, before, after, zone }, now) =>
      `${changedValue(field, before, zone, now)} → ${changedValue(field, after, zone, now)}`,
    copy: ({ field, before, after, zone }) =>
      `${copiedValue(field, before, zone)} → ${copiedValue(field, after, zone)}`,
    draw: (row, now) =>
      h(BeforeAfter, {
        before: changedValue(row.field, row.before, row.zone, now),
        after: changedValue(row.field, row.after, row.zone, now),
        isQuiet: row.isReverted,
        note: noteOf(row) ?? undefined,
      }),
    tip: noteOf,
  },
  {
    key: 'kind',
    title: t('changeColumn.kind'),
    width: 100,
    text: ({ kind }) => t(`changeKind.${kind}`),
    copy: ({ kind }) => t(`changeKind.${kind}`),
    draw: (row) => tinted(t(`changeKind.${row.kind}`), row),
  },
  severity,
  timeColumn(
    { key: 'sourceAt', title: t('changeColumn.sourceAt'), hint: t('changeColumn.sourceAtHint'), width: 178 },
    ({ sourceAt }) => sourceAt,
    () => t('changeList.notReported'),
  ),
]

const leftOut = ({ group }: ChangeListRow) => (group?.count ?? 0) - (group?.changes.length ?? 0)
const stepsOf = (row: ChangeListRow, now: number | null) => stepsText(row.group?.changes ?? [], leftOut(row), now)

/** One row for each record. */
export const groupColumns: readonly Column<ChangeListRow>[] = [
  mark,
  seenAt,
  number,
  {
    key: 'customer',
    title: t('column.customer'),
    width: 168,
    text: ({ group }) => group?.customer ?? '',
    copy: ({ group }) => group?.customer ?? '',
  },
  {
    key: 'changes',
    title: t('changeColumn.changes'),
    width: 560,
    text: stepsOf,
    copy: (row) => copiedSteps(row.group?.changes ?? [], leftOut(row)),
    draw: (row, now) => tinted(stepsOf(row, now), row),
    tip: (row, now) => stepsOf(row, now),
  },
  severity,
]
