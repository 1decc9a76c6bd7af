// The columns of the list of tracking requests.
import { h } from 'vue'
import type { RequestRow, RequestSortColumn } from '#contract/tracking.ts'
import type { Column, NowMs } from '../../ui/grid/columns.ts'
import ToneCell from '../../ui/list/ToneCell.vue'
import SentenceCell from './SentenceCell.vue'
import { createRefsCell } from '../lists/column-kinds.ts'
import { formatOwnTime, formatUtc } from '../../words/dates.ts'
import {
  formatRequestNumber,
  formatRequestSentence,
  describeRequest,
  getStateTone,
  formatState,
  formatType,
} from './requests.ts'
import { formatCount, joinParts, t } from '../../words/words.ts'

type RequestColumn = Column<RequestRow> & { sort?: RequestSortColumn }

function formatRowState({ state, isDismissed }: RequestRow): string {
  return joinParts(' · ', formatState(state), isDismissed ? t('request.isDismissed') : null)
}

function drawSentence(row: RequestRow, now: NowMs) {
  const { what, next } = describeRequest(row, now)
  return h(SentenceCell, { what, next })
}

export const requestColumns: readonly RequestColumn[] = [
  {
    key: 'number',
    title: t('requestColumn.number'),
    width: 158,
    isPinned: true,
    sort: 'number',
    text: (row) => formatRequestNumber(row),
    copy: ({ number }) => number,
    draw: (row) => h('span', { class: ['code text', { quiet: row.isDismissed }] }, formatRequestNumber(row)),
  },
  {
    key: 'type',
    title: t('requestColumn.type'),
    width: 92,
    sort: 'type',
    text: ({ type }) => formatType(type),
    copy: ({ type }) => formatType(type),
  },
  {
    key: 'line',
    title: t('requestColumn.line'),
    hint: t('requestColumn.lineHint'),
    width: 68,
    sort: 'line',
    text: ({ scac }) => scac ?? '',
    copy: ({ scac }) => scac ?? '',
    tip: ({ lineName }) => lineName,
  },
  {
    key: 'state',
    title: t('requestColumn.state'),
    width: 164,
    isWordy: true,
    sort: 'state',
    extraWidth: 18,
    text: (row) => formatRowState(row),
    copy: (row) => formatRowState(row),
    draw: (row) => h(ToneCell, { tone: getStateTone(row.state), label: formatRowState(row), isQuiet: row.isDismissed }),
  },
  {
    key: 'reason',
    title: t('requestColumn.reason'),
    width: 370,
    grows: true,
    fullWidth: 430,
    text: (row, now) => formatRequestSentence(row, now),
    draw: drawSentence,
    copy: (row) => formatRequestSentence(row, null),
  },
  {
    key: 'retries',
    title: t('requestColumn.retries'),
    hint: t('requestColumn.retriesHint'),
    width: 68,
    align: 'end',
    sort: 'retries',
    firstDirection: 'desc',
    text: ({ retryCount }) => (retryCount === null ? '' : formatCount(retryCount)),
    copy: ({ retryCount }) => (retryCount === null ? '' : String(retryCount)),
  },
  {
    key: 'created',
    title: t('requestColumn.created'),
    width: 178,
    sort: 'created',
    isDate: true,
    text: ({ createdAt }, now) => formatOwnTime(createdAt, now),
    copy: ({ createdAt }) => createdAt,
    tip: ({ createdAt }) => formatUtc(createdAt),
  },
  createRefsCell({ key: 'refs', title: t('requestColumn.refs'), width: 130 }),
]
