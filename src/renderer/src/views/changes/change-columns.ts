// The columns of the list of changes (product 4.2). Its order is the engine's: newest first.
import { h } from 'vue'
import type { ChangeRow } from '#contract/changes.ts'
import type { Column } from '../../components/grid/columns.ts'
import BeforeAfter from '../../components/list/BeforeAfter.vue'
import ToneCell from '../../components/list/ToneCell.vue'
import UnseenMark from '../../components/list/UnseenMark.vue'
import { changeNumber, changedValue, fieldWord } from '../../format/changes.ts'
import { formatOwnTime, formatUtc } from '../../format/dates.ts'
import { severityTone, severityWord } from '../../format/risks.ts'
import { t } from '../../words.ts'

/** A change as the list holds it: rows are known by text. */
export type ChangeLine = Omit<ChangeRow, 'id'> & { id: string }

export function asLine(row: ChangeRow): ChangeLine {
  return { ...row, id: String(row.id) }
}

const tinted = (text: string, { isReverted }: ChangeLine, isMono = false) =>
  h('span', { class: ['text', { mono: isMono }], style: isReverted ? { color: 'var(--text-3)' } : {} }, text)

export const changeColumns: readonly Column<ChangeLine>[] = [
  {
    key: 'mark',
    title: t('changeColumn.mark'),
    width: 36,
    align: 'center',
    isPinned: true,
    text: () => '',
    copy: () => '',
    draw: ({ isNew }) => h(UnseenMark, { isNew }),
    tip: ({ isNew }) => (isNew ? t('looked.isNew') : null),
    spoken: ({ isNew }) => t(isNew ? 'looked.isNew' : 'looked.seen'),
  },
  {
    key: 'seenAt',
    title: t('changeColumn.seenAt'),
    hint: t('changeColumn.seenAtHint'),
    width: 150,
    isAge: true,
    text: ({ seenAt }, now) => formatOwnTime(seenAt, now),
    copy: ({ seenAt }) => seenAt,
    draw: (row, now) => tinted(formatOwnTime(row.seenAt, now), row),
    tip: ({ seenAt }) => formatUtc(seenAt),
  },
  {
    key: 'number',
    title: t('changeColumn.object'),
    width: 152,
    text: (row) => changeNumber(row),
    copy: ({ number }) => number,
    draw: (row) => tinted(changeNumber(row), row, true),
    tip: ({ object }) => t(`changeObject.${object}`),
  },
  { key: 'field', title: t('changeColumn.field'), width: 184, text: ({ field }) => fieldWord(field), copy: ({ field }) => field, draw: (row) => tinted(fieldWord(row.field), row) },
  {
    key: 'values',
    title: t('changeColumn.values'),
    width: 348,
    text: ({ field, before, after }, now) => `${changedValue(field, before, null, now)} → ${changedValue(field, after, null, now)}`,
    copy: ({ before, after }) => `${before ?? ''} → ${after ?? ''}`,
    draw: ({ field, before, after, isReverted }, now) =>
      h(BeforeAfter, {
        before: changedValue(field, before, null, now),
        after: changedValue(field, after, null, now),
        isQuiet: isReverted,
        note: isReverted ? t('looked.reverted') : undefined,
      }),
    tip: ({ isReverted }) => (isReverted ? t('looked.reverted') : null),
  },
  { key: 'kind', title: t('changeColumn.kind'), width: 100, text: ({ kind }) => t(`changeKind.${kind}`), copy: ({ kind }) => kind, draw: (row) => tinted(t(`changeKind.${row.kind}`), row) },
  {
    key: 'severity',
    title: t('changeColumn.severity'),
    width: 148,
    extraWidth: 20,
    text: ({ severity }) => severityWord(severity),
    copy: ({ severity }) => String(severity),
    draw: ({ severity, isReverted }) => h(ToneCell, { tone: severityTone(severity), word: severityWord(severity), isQuiet: isReverted }),
  },
  {
    key: 'sourceAt',
    title: t('changeColumn.sourceAt'),
    hint: t('changeColumn.sourceAtHint'),
    width: 150,
    text: ({ sourceAt }, now) => (sourceAt === null ? t('looked.notTold') : formatOwnTime(sourceAt, now)),
    copy: ({ sourceAt }) => sourceAt ?? '',
    draw: (row, now) => tinted(row.sourceAt === null ? t('looked.notTold') : formatOwnTime(row.sourceAt, now), row),
    tip: ({ sourceAt }) => (sourceAt === null ? null : formatUtc(sourceAt)),
  },
]
