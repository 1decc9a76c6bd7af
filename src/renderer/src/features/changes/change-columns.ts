// The columns of the list of changes. The engine sorts newest first.
import { h } from 'vue'
import type { ChangeRow } from '#contract/changes.ts'
import type { Column } from '../../ui/grid/columns.ts'
import BeforeAfter from './BeforeAfter.vue'
import ToneCell from '../../ui/list/ToneCell.vue'
import UnseenMark from '../../ui/list/UnseenMark.vue'
import { formatSpan } from '../../words/ages.ts'
import { changeNumber, changedValue, copiedValue, fieldWord } from './changes.ts'
import { severityTone, severityWord } from '../containers/risks.ts'
import { t } from '../../words/words.ts'
import { ownMoment } from '../lists/column-kinds.ts'

/** A change as a list row: row ids are text. */
export type ChangeListRow = Omit<ChangeRow, 'id'> & { id: string }

export function toListRow(row: ChangeRow): ChangeListRow {
  return { ...row, id: String(row.id) }
}

const tinted = (text: string, { isReverted }: ChangeListRow, isMono = false) =>
  h('span', { class: ['text', { mono: isMono }], style: isReverted ? { color: 'var(--text-3)' } : {} }, text)

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

export const changeColumns: readonly Column<ChangeListRow>[] = [
  {
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
  },
  timeColumn(
    { key: 'seenAt', title: t('changeColumn.seenAt'), hint: t('changeColumn.seenAtHint'), width: 178 },
    ({ seenAt }) => seenAt,
  ),
  {
    key: 'number',
    title: t('changeColumn.object'),
    width: 152,
    text: (row) => changeNumber(row),
    copy: ({ number }) => number,
    draw: (row) => tinted(changeNumber(row), row, true),
    tip: ({ object }) => t(`changeObject.${object}`),
  },
  {
    key: 'field',
    title: t('changeColumn.field'),
    width: 184,
    text: ({ field }) => fieldWord(field),
    copy: ({ field }) => fieldWord(field),
    draw: (row) => tinted(fieldWord(row.field), row),
  },
  {
    key: 'values',
    title: t('changeColumn.values'),
    width: 348,
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
  {
    key: 'severity',
    title: t('changeColumn.severity'),
    width: 148,
    extraWidth: 20,
    text: ({ severity }) => severityWord(severity),
    copy: ({ severity }) => severityWord(severity),
    draw: ({ severity, isReverted }) =>
      h(ToneCell, { tone: severityTone(severity), word: severityWord(severity), isQuiet: isReverted }),
  },
  timeColumn(
    { key: 'sourceAt', title: t('changeColumn.sourceAt'), hint: t('changeColumn.sourceAtHint'), width: 178 },
    ({ sourceAt }) => sourceAt,
    () => t('changeList.notReported'),
  ),
]
