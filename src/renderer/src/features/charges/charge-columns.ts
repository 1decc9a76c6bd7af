// The columns of the list of holds and fees.
import { h } from 'vue'
import type { ChargeRow, ChargeSortColumn } from '#contract/charges.ts'
import BandCell from '../containers/cells/BandCell.vue'
import DisputeMark from '../containers/cells/DisputeMark.vue'
import LockGlyph from '../containers/cells/LockGlyph.vue'
import { type Column, moneyParts } from '../../ui/grid/columns.ts'
import { bandTone, formatLastFreeDay, disputeSpoken, disputeTip } from '../containers/bands.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { formatAmount, chargeName, chargeState, formatClearer } from './charges.ts'
import { formatUtc } from '../../words/dates.ts'
import { formatCount, joined, t } from '../../words/words.ts'
import { assigneeCell, noteCell } from '../own/own-columns.ts'
import { daysLeftColumn, ownMoment, plain as plainColumn } from '../lists/column-kinds.ts'

type ChargeColumn = Column<ChargeRow> & { sort?: ChargeSortColumn }

function plain(
  key: string,
  title: string,
  width: number,
  value: (row: ChargeRow) => string | null,
  sort?: ChargeSortColumn,
): ChargeColumn {
  return plainColumn({ key, title, width, ...(sort ? { sort } : {}) }, value)
}

function nameCell(row: ChargeRow) {
  const lock = row.kind === 'hold' ? [h(LockGlyph, { isPending: row.state !== 'hold' })] : []
  return h('span', { class: 'inline-flex align-center gap-3' }, [...lock, chargeName(row)])
}

const firstSeen: ChargeColumn = {
  ...ownMoment(
    {
      key: 'firstSeen',
      title: t('chargeColumn.firstSeen'),
      hint: t('chargeColumn.firstSeenHint'),
      width: 158,
      sort: 'firstSeen',
    },
    ({ firstSeenAt }: ChargeRow) => firstSeenAt,
    () => t('chargeColumn.atFirst'),
  ),
  tip: ({ firstSeenAt }) => (firstSeenAt === null ? t('release.seenAtFirst') : formatUtc(firstSeenAt)),
}

const lastFreeDay: readonly ChargeColumn[] = [
  {
    key: 'lastFreeDay',
    title: t('column.lastFreeDay'),
    hint: t('columnHint.lastFreeDay'),
    width: 162,
    sort: 'lastFreeDay',
    isDate: true,
    extraWidth: 38,
    text: ({ lastFreeDay: day }, now) => formatLastFreeDay(day, now),
    copy: ({ lastFreeDay: { date } }) => date ?? '',
    draw: ({ lastFreeDay: day }, now) =>
      h('span', { class: 'inline-flex align-center gap-3' }, [
        h(BandCell, { tone: bandTone[day.band] }),
        formatLastFreeDay(day, now),
        ...(day.isDisputed ? [h(DisputeMark)] : []),
      ]),
    tip: ({ lastFreeDay: day }, now) => joined('\n', t(`bandName.${day.band}`), disputeTip(day, now)),
    spoken: ({ lastFreeDay: day }, now) =>
      joined(t('phrase.clauseSeparator'), t(`bandName.${day.band}`), disputeSpoken(day, now)),
  },
  daysLeftColumn(
    { key: 'daysLeft', title: t('column.daysLeft'), hint: t('columnHint.daysLeft'), width: 80, sort: 'daysLeft' },
    ({ lastFreeDay: day }) => day,
  ),
]

export const chargeColumns: readonly ChargeColumn[] = [
  {
    key: 'number',
    title: t('column.number'),
    width: 118,
    isPinned: true,
    sort: 'number',
    text: ({ number }) => formatContainerNumber(number),
    copy: ({ number }) => number,
    draw: ({ number }) => h('span', { class: 'code' }, formatContainerNumber(number)),
  },
  { ...plain('customer', t('column.customer'), 148, ({ customer }) => customer, 'customer'), grows: true },
  {
    key: 'name',
    title: t('chargeColumn.name'),
    width: 142,
    sort: 'name',
    extraWidth: 18,
    text: (row) => chargeName(row),
    copy: (row) => chargeName(row),
    draw: nameCell,
  },
  plain('state', t('chargeColumn.state'), 74, chargeState, 'state'),
  {
    key: 'amount',
    title: t('chargeColumn.amount'),
    width: 104,
    align: 'end',
    sort: 'amount',
    text: (row) => formatAmount(row, 'short'),
    copy: ({ amount, currency }) => (amount === null ? '' : `${amount} ${currency ?? ''}`.trim()),
    parts: moneyParts(
      { key: 'amount', title: t('chargeColumn.amount') },
      ({ amount }: ChargeRow) => String(amount ?? ''),
      ({ amount, currency }) => (amount === null ? '' : (currency ?? '')),
    ),
    tip: (row) => (row.currency === null ? formatAmount(row) : null),
  },
  firstSeen,
  {
    key: 'ageDays',
    title: t('chargeColumn.ageDays'),
    width: 60,
    align: 'end',
    isAge: true,
    text: ({ ageDays }) => (ageDays === null ? '' : t('charge.days', { n: formatCount(ageDays) })),
    copy: ({ ageDays }) => (ageDays === null ? '' : String(ageDays)),
  },
  plain('clearedBy', t('chargeColumn.clearedBy'), 140, ({ clearedBy }) => formatClearer(clearedBy)),
  ...lastFreeDay,
  {
    ...plain('description', t('chargeColumn.description'), 232, ({ description }) => description),
    hint: t('chargeColumn.descriptionHint'),
  },
  {
    ...plain('masterBill', t('column.masterBill'), 160, ({ masterBill }) => masterBill, 'masterBill'),
    draw: ({ masterBill }) => h('span', { class: 'code text' }, masterBill ?? ''),
  },
  {
    key: 'assignee',
    title: t('column.assignee'),
    hint: t('columnHint.assignee'),
    width: 84,
    sort: 'assignee',
    ...assigneeCell(({ own }: ChargeRow) => own),
  },
  {
    key: 'note',
    title: t('column.note'),
    hint: t('columnHint.note'),
    width: 220,
    ...noteCell(({ own }: ChargeRow) => own),
  },
]
