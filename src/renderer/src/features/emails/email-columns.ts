// The columns of the list of e-mails.
import { h } from 'vue'
import type { EmailRow } from '#contract/emails.ts'
import type { Column } from '../../ui/grid/columns.ts'
import { formatCount, t } from '../../words/words.ts'
import { createOwnMomentColumn, createPlainCell } from '../lists/column-kinds.ts'

type EmailColumn = Column<EmailRow> & { sort?: 'subject' | 'from' | 'received' | 'documents' }

export function formatSubject({ subject }: Pick<EmailRow, 'subject'>): string {
  return subject === '' ? t('email.noSubject') : subject
}

export const emailColumns: readonly EmailColumn[] = [
  {
    key: 'subject',
    title: t('email.subject'),
    width: 340,
    isPinned: true,
    sort: 'subject',
    text: formatSubject,
    copy: ({ subject }) => subject,
    draw: (row) => h('span', { class: 'text' }, formatSubject(row)),
    tip: formatSubject,
  },
  createPlainCell({ key: 'from', title: t('email.from'), width: 240, sort: 'from' }, ({ from }) => from.join(', ')),
  createOwnMomentColumn(
    { key: 'received', title: t('email.received'), width: 178, sort: 'received' },
    ({ receivedAt }) => receivedAt,
  ),
  {
    key: 'documents',
    title: t('email.documents'),
    width: 92,
    align: 'end',
    sort: 'documents',
    firstDirection: 'desc',
    text: ({ documents }) => formatCount(documents),
    copy: ({ documents }) => String(documents),
  },
  createPlainCell({ key: 'preview', title: t('email.preview'), width: 410 }, ({ preview }) => preview),
]
