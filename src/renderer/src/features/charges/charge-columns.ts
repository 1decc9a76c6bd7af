// The columns of the list of holds and fees.
import { h } from 'vue'
import type { ChargeRow, ChargeSortColumn } from '#contract/charges.ts'
import BandCell from '../containers/cells/BandCell.vue'
import DisputeMark from '../containers/cells/DisputeMark.vue'
import OwnDayMark from '../containers/cells/OwnDayMark.vue'
import LockGlyph from '../containers/cells/LockGlyph.vue'
import { type Column, createMoneyParts } from '../../ui/grid/columns.ts'
import { bandTone, formatLastFreeDay, describeDispute, formatDisputeTip } from '../containers/bands.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { formatAmount, formatChargeName, formatChargeState, formatClearer } from './charges.ts'
import { formatOwnTime, formatUtc } from '../../words/dates.ts'
import { formatCount, joinParts, t } from '../../words/words.ts'
import { createAssigneeCell, createNoteCell } from '../own/own-columns.ts'
import { createDaysLeftColumn, createOwnMomentColumn, createPlainCell, drawDash } from '../lists/column-kinds.ts'

type ChargeColumn = Column<ChargeRow> & { sort?: ChargeSortColumn }

function createPlainColumn(
  key: string,
  title: string,
  width: number,
  value: (row: ChargeRow) => string | null,
  sort?: ChargeSortColumn,
): ChargeColumn {
  return createPlainCell({ key, title, width, ...(sort ? { sort } : {}) }, value)
}

/** If the amount of a fee is still unknown, a word says so: 0 would mean that there is no fee. */
const formatCopiedAmount = (row: ChargeRow) => (row.amount === 0 ? formatAmount(row) : String(row.amount ?? ''))

function drawName(row: ChargeRow) {
  const lock = row.kind === 'hold' ? [h(LockGlyph, { isPending: row.state !== 'hold' })] : []
  return h('span', { class: 'inline-flex align-center gap-3' }, [
    ...lock,
    h('span', { class: 'text' }, formatChargeName(row)),
  ])
}

/**
 * The service does not say when a hold or fee began. Those that the first sync found have no time here, and are sorted
 * last.
 */
const firstSeenColumn: ChargeColumn = {
  ...createOwnMomentColumn(
    {
      key: 'firstSeen',
      title: t('chargeColumn.firstSeen'),
      hint: t('chargeColumn.firstSeenHint'),
      width: 158,
      sort: 'firstSeen',
    },
    ({ firstSeenAt }: ChargeRow) => firstSeenAt,
  ),
  draw: ({ firstSeenAt }, now) =>
    firstSeenAt === null ? drawDash() : h('span', { class: 'text' }, formatOwnTime(firstSeenAt, now)),
  tip: ({ firstSeenAt }) => (firstSeenAt === null ? t('release.seenAtFirst') : formatUtc(firstSeenAt)),
  spoken: ({ firstSeenAt }, now) => (firstSeenAt === null ? t('release.seenAtFirst') : formatOwnTime(firstSeenAt, now)),
}

const lastFreeDayColumns: readonly ChargeColumn[] = [
  {
    key: 'lastFreeDay',
    title: t('column.lastFreeDay'),
    hint: t('columnHint.lastFreeDay'),
    width: 162,
    sort: 'lastFreeDay',
    isDate: true,
    extraWidth: 60,
    text: ({ lastFreeDay: day }, now) => formatLastFreeDay(day, now),
    copy: ({ lastFreeDay: { date } }) => date ?? '',
    draw: ({ lastFreeDay: day }, now) =>
      h('span', { class: 'inline-flex align-center gap-3' }, [
        h(BandCell, { tone: bandTone[day.band] }),
        formatLastFreeDay(day, now),
        ...(day.source === 'manual' ? [h(OwnDayMark)] : []),
        ...(day.isDisputed ? [h(DisputeMark)] : []),
      ]),
    tip: ({ lastFreeDay: day }, now) => joinParts('\n', t(`bandName.${day.band}`), formatDisputeTip(day, now)),
    spoken: ({ lastFreeDay: day }, now) =>
      joinParts(t('phrase.clauseSeparator'), t(`bandName.${day.band}`), describeDispute(day, now)),
  },
  createDaysLeftColumn(
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
    draw: ({ number }) => h('span', { class: 'code text' }, formatContainerNumber(number)),
  },
  {
    ...createPlainColumn('customer', t('column.customer'), 148, ({ customer }) => customer, 'customer'),
    grows: true,
    fullWidth: 178,
  },
  {
    key: 'name',
    title: t('chargeColumn.name'),
    width: 130,
    isWordy: true,
    sort: 'name',
    extraWidth: 18,
    text: (row) => formatChargeName(row),
    copy: (row) => formatChargeName(row),
    draw: drawName,
  },
  createPlainColumn('state', t('chargeColumn.state'), 74, formatChargeState, 'state'),
  {
    key: 'amount',
    title: t('chargeColumn.amount'),
    width: 96,
    align: 'end',
    sort: 'amount',
    firstDirection: 'desc',
    text: (row) => formatAmount(row, 'short'),
    copy: (row) => joinParts(' ', formatCopiedAmount(row), row.currency),
    parts: createMoneyParts(
      { key: 'amount', title: t('chargeColumn.amount') },
      (row: ChargeRow) => (row.amount === 0 ? '' : formatCopiedAmount(row)),
      (row) =>
        joinParts(' ', row.amount === 0 ? formatCopiedAmount(row) : null, row.amount === null ? null : row.currency),
    ),
    tip: (row) => (row.currency === null ? formatAmount(row) : null),
  },
  ...lastFreeDayColumns,
  createPlainColumn('clearedBy', t('chargeColumn.clearedBy'), 130, ({ clearedBy }) => formatClearer(clearedBy)),
  firstSeenColumn,
  {
    key: 'ageDays',
    title: t('chargeColumn.ageDays'),
    width: 60,
    align: 'end',
    isAge: true,
    text: ({ ageDays }) => (ageDays === null ? '' : t('charge.days', { n: formatCount(ageDays) })),
    copy: ({ ageDays }) => (ageDays === null ? '' : String(ageDays)),
  },
  {
    ...createPlainColumn('description', t('chargeColumn.description'), 232, ({ description }) => description),
    hint: t('chargeColumn.descriptionHint'),
  },
  {
    ...createPlainColumn('masterBill', t('column.masterBill'), 160, ({ masterBill }) => masterBill, 'masterBill'),
    draw: ({ masterBill }) => h('span', { class: 'code text' }, masterBill ?? ''),
  },
  {
    key: 'assignee',
    title: t('column.assignee'),
    hint: t('columnHint.assignee'),
    width: 84,
    sort: 'assignee',
    ...createAssigneeCell(({ own }: ChargeRow) => own),
  },
  {
    key: 'note',
    title: t('column.note'),
    hint: t('columnHint.note'),
    width: 220,
    ...createNoteCell(({ own }: ChargeRow) => own),
  },
]
