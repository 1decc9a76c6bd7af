// The columns of the list of tracking requests (product 4.2).
import { h } from 'vue'
import type { RequestRow, RequestSortColumn } from '#contract/tracking.ts'
import type { Column } from '../../components/grid/columns.ts'
import ToneCell from '../../components/list/ToneCell.vue'
import { formatOwnTime, formatUtc } from '../../format/dates.ts'
import { requestNumber, requestSentence, stateTone, stateWord, typeWord } from '../../format/requests.ts'
import { formatCount, joined, t } from '../../words.ts'

type RequestColumn = Column<RequestRow> & { sort?: RequestSortColumn }

function stateText({ state, isDismissed }: RequestRow): string {
  return joined(' · ', stateWord(state), isDismissed ? t('request.isDismissed') : null)
}

function lineText({ scac, lineName }: RequestRow): string {
  return joined(' · ', scac, lineName)
}

export const requestColumns: readonly RequestColumn[] = [
  {
    key: 'number',
    title: t('requestColumn.number'),
    width: 158,
    isPinned: true,
    sort: 'number',
    text: (row) => requestNumber(row),
    copy: ({ number }) => number,
    draw: (row) => h('span', { class: row.isDismissed ? 'mono quiet' : 'mono' }, requestNumber(row)),
  },
  { key: 'type', title: t('requestColumn.type'), width: 92, sort: 'type', text: ({ type }) => typeWord(type), copy: ({ type }) => type ?? '' },
  { key: 'line', title: t('requestColumn.line'), width: 168, sort: 'line', text: (row) => lineText(row), copy: ({ scac }) => scac ?? '' },
  {
    key: 'state',
    title: t('requestColumn.state'),
    width: 182,
    sort: 'state',
    extraWidth: 18,
    text: (row) => stateText(row),
    copy: ({ state }) => state,
    draw: (row) => h(ToneCell, { tone: stateTone(row.state), word: stateText(row), isQuiet: row.isDismissed }),
  },
  {
    key: 'reason',
    title: t('requestColumn.reason'),
    width: 470,
    text: (row, now) => requestSentence(row, now),
    copy: (row) => requestSentence(row, null),
  },
  {
    key: 'retries',
    title: t('requestColumn.retries'),
    hint: t('requestColumn.retriesHint'),
    width: 72,
    align: 'end',
    sort: 'retries',
    text: ({ retryCount }) => (retryCount === null ? '' : formatCount(retryCount)),
    copy: ({ retryCount }) => (retryCount === null ? '' : String(retryCount)),
  },
  {
    key: 'created',
    title: t('requestColumn.created'),
    width: 132,
    sort: 'created',
    text: ({ createdAt }, now) => formatOwnTime(createdAt, now),
    copy: ({ createdAt }) => createdAt,
    tip: ({ createdAt }) => formatUtc(createdAt),
  },
  { key: 'refs', title: t('requestColumn.refs'), width: 170, text: ({ refs }) => refs.join(', '), copy: ({ refs }) => refs.join(', ') },
]
