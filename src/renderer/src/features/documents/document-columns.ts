// The columns of the inbox.
import { h } from 'vue'
import type { DocumentRow, DocumentSort } from '#contract/documents.ts'
import { displayFileName } from '#words/file-name.ts'
import { type Column, createMoneyParts } from '../../ui/grid/columns.ts'
import StateCell from './StateCell.vue'
import {
  formatAmount,
  formatLinkNumber,
  describeStateReason,
  getStateTone,
  formatState,
  formatType,
} from './documents.ts'
import { formatBytes } from '../../words/sizes.ts'
import { joinParts, joinStated, t } from '../../words/words.ts'
import { createOwnMomentColumn, createPlainCell } from '../lists/column-kinds.ts'

type DocumentColumn = Column<DocumentRow> & { sort?: DocumentSort[number]['column'] }

/** A shipment and one of its containers fit. */
const MAX_SHOWN_LINKS = 2

/**
 * Formats up to two links. Of more, it shows the first and the number of others, because a cut number cannot be used.
 */
function formatLinks({ links }: DocumentRow): string {
  const [first, ...others] = links.map(formatLinkNumber)
  if (first === undefined) return ''
  return links.length > MAX_SHOWN_LINKS ? `${first} +${others.length}` : [first, ...others].join(', ')
}

export const documentColumns: readonly DocumentColumn[] = [
  {
    key: 'state',
    title: t('documentColumn.state'),
    width: 216,
    isWordy: true,
    isPinned: true,
    sort: 'state',
    extraWidth: 18,
    text: (row, now) => joinStated(formatState(row.state), describeStateReason(row, now)),
    copy: ({ state }) => formatState(state),
    draw: (row, now) =>
      h(StateCell, { tone: getStateTone(row), label: formatState(row.state), why: describeStateReason(row, now) }),
    tip: (row, now) => joinParts('\n', formatState(row.state), describeStateReason(row, now)),
  },
  {
    key: 'file',
    title: t('documentColumn.file'),
    width: 176,
    isPinned: true,
    sort: 'file',
    text: ({ fileName }) => displayFileName(fileName),
    copy: ({ fileName }) => fileName,
    draw: ({ fileName, isGone }) =>
      h('span', { class: isGone ? 'text gone' : 'text' }, h('bdi', displayFileName(fileName))),
    tip: ({ fileName }) => displayFileName(fileName),
  },
  createPlainCell({ key: 'type', title: t('documentColumn.type'), width: 140, sort: 'type' }, formatType),
  {
    ...createPlainCell({ key: 'source', title: t('documentColumn.source'), width: 96, sort: 'source' }, ({ source }) =>
      t(`documentSource.${source}`),
    ),
    tip: ({ sourceName }) => sourceName,
  },
  {
    key: 'link',
    title: t('documentColumn.link'),
    width: 240,
    sort: 'link',
    text: formatLinks,
    copy: ({ links }) => links.map(({ number }) => number).join(', '),
    draw: (row) => h('span', { class: 'code text' }, formatLinks(row)),
    tip: ({ links }) => (links.length > MAX_SHOWN_LINKS ? links.map(formatLinkNumber).join(', ') : null),
    spoken: ({ links }) => links.map(formatLinkNumber).join(', '),
  },
  {
    key: 'key',
    title: t('documentColumn.key'),
    hint: t('documentColumn.keyHint'),
    width: 138,
    sort: 'key',
    text: ({ keyNumber }) => keyNumber ?? '',
    copy: ({ keyNumber }) => keyNumber ?? '',
    draw: ({ keyNumber }) => h('span', { class: 'code text' }, keyNumber ?? ''),
  },
  createPlainCell(
    { key: 'party', title: t('documentColumn.party'), hint: t('documentColumn.partyHint'), width: 150, sort: 'party' },
    ({ party }) => party,
  ),
  {
    key: 'amount',
    title: t('documentColumn.amount'),
    width: 96,
    align: 'end',
    sort: 'amount',
    firstDirection: 'desc',
    text: formatAmount,
    copy: ({ amount }) => (amount === null ? '' : joinParts(' ', amount.value, amount.currency)),
    parts: createMoneyParts(
      { key: 'amount', title: t('documentColumn.amount') },
      ({ amount }: DocumentRow) => amount?.value ?? '',
      ({ amount }) => amount?.currency ?? '',
    ),
  },
  createOwnMomentColumn(
    {
      key: 'received',
      title: t('documentColumn.received'),
      hint: t('documentColumn.receivedHint'),
      width: 140,
      sort: 'received',
    },
    ({ receivedAt }) => receivedAt,
  ),
  {
    key: 'size',
    title: t('documentColumn.size'),
    width: 78,
    align: 'end',
    sort: 'size',
    firstDirection: 'desc',
    text: ({ sizeBytes }) => (sizeBytes === null ? '' : formatBytes(sizeBytes)),
    copy: ({ sizeBytes }) => (sizeBytes === null ? '' : String(sizeBytes)),
  },
]
