// The columns of the alert centre. The engine sorts open alerts by container, and all alerts by time: the rows of a
// group are consecutive.
import { h } from 'vue'
import type { Alert, AlertFilter } from '#contract/alerts.ts'
import AlertCell from './AlertCell.vue'
import StateLines from './StateLines.vue'
import type { Column, NowMs } from '../../ui/grid/columns.ts'
import UnseenMark from '../../ui/list/UnseenMark.vue'
import {
  formatAlertLines,
  formatAlertNumber,
  formatAlertState,
  formatAlertStatus,
  formatRaisedDay,
  isAlertClosed,
  formatRaisedTime,
  getRaisedDate,
  formatAlertSeverity,
} from './alerts.ts'
import { formatUtc, formatIsoOwn, formatOwnTime } from '../../words/dates.ts'
import { joinParts, joinStated, t } from '../../words/words.ts'

/** `group`: the value that the first row of each group shows in bold, and the rows after it in grey. */
export type AlertLine = Alert & { group: 'container' | 'day'; isFirst: boolean }

/** `rows` begin with the row before the window, if there is one. */
export function toAlertLines(rows: readonly Alert[], scope: AlertFilter['scope']): AlertLine[] {
  const group = scope === 'open' ? 'container' : 'day'
  const getGroupName = (row: Alert | undefined) =>
    row && (group === 'day' ? getRaisedDate(row) : row.object === 'container' ? row.objectId : row.id)
  return rows.map((row, index) => ({ ...row, group, isFirst: getGroupName(row) !== getGroupName(rows[index - 1]) }))
}

const drawText = (text: string, row: AlertLine, isStrong = false, isCode = false) =>
  h(
    'span',
    {
      class: ['text', { code: isCode }],
      style: {
        color: isAlertClosed(row) || !isStrong ? 'var(--text-3)' : 'var(--text)',
        fontWeight: isStrong ? 600 : 400,
      },
    },
    text,
  )

/** The number, the customer and the place of a container, which its later rows repeat. */
const drawName = (text: string, row: AlertLine, isCode = false) =>
  row.group === 'container'
    ? drawText(text, row, row.isFirst, isCode)
    : h('span', { class: ['text', { code: isCode }] }, text)

const formatNumber = (row: Alert) => (row.number === '' ? '' : formatAlertNumber(row))

const formatLateNote = ({ isLate }: Alert) => (isLate ? t('alerts.late') : '')

const formatStatusWithNote = (row: AlertLine, now: NowMs) =>
  joinStated(formatAlertStatus(row, now), formatLateNote(row))

/** The end of a snooze is on the second line, because it does not fit beside the state. */
function splitStatus(row: AlertLine, now: NowMs): { label: string; notes: string } {
  const { isMuted, snoozedUntil } = row
  if (snoozedUntil === null || isMuted || isAlertClosed(row))
    return { label: formatAlertStatus(row, now), notes: formatLateNote(row) }
  const end = formatOwnTime(snoozedUntil, now)
  return { label: t('alerts.snoozedUntil'), notes: joinParts(' · ', end, formatLateNote(row)) }
}

/** The tooltip also says how an open alert was delivered. */
const formatStatusTip = (row: AlertLine, now: NowMs) =>
  joinParts(
    '\n',
    formatStatusWithNote(row, now),
    isAlertClosed(row) ? null : formatAlertState(row),
    row.isLate ? t('alerts.lateTip') : null,
  )

const columns: readonly Column<AlertLine>[] = [
  {
    key: 'mark',
    title: t('alertColumn.mark'),
    width: 36,
    align: 'center',
    isPinned: true,
    text: () => '',
    copy: () => '',
    draw: (row) => h(UnseenMark, { isNew: !row.isRead && !isAlertClosed(row) }),
    tip: ({ isRead }) => (isRead ? null : t('alerts.isUnread')),
    spoken: ({ isRead }) => t(isRead ? 'alerts.isRead' : 'alerts.isUnread'),
  },
  {
    key: 'number',
    title: t('alertColumn.number'),
    width: 152,
    isPinned: true,
    text: formatNumber,
    copy: ({ number }) => number,
    draw: (row) => drawName(formatNumber(row), row, row.object === 'container'),
  },
  {
    key: 'customer',
    title: t('column.customer'),
    width: 180,
    text: ({ customer }) => customer ?? '',
    copy: ({ customer }) => customer ?? '',
    draw: (row) => drawName(row.customer ?? '', row),
  },
  {
    key: 'alert',
    title: t('alertColumn.alert'),
    width: 346,
    grows: true,
    fullWidth: 480,
    extraWidth: 20,
    text: (row) => formatAlertLines(row).title,
    copy: (row) => joinStated(formatAlertLines(row).title, formatAlertLines(row).body),
    draw: (row) => h(AlertCell, { alert: row }),
    tip: (row) => joinParts('\n', formatAlertLines(row).title, formatAlertLines(row).body),
    spoken: (row) => joinStated(formatAlertSeverity(row), formatAlertLines(row).title, formatAlertLines(row).body),
  },
  {
    key: 'state',
    title: t('alertColumn.state'),
    width: 124,
    grows: true,
    isWordy: true,
    text: formatAlertStatus,
    copy: (row) => formatStatusWithNote(row, null),
    draw: (row, now) => h(StateLines, { ...splitStatus(row, now), isClosed: isAlertClosed(row) }),
    tip: formatStatusTip,
    spoken: formatStatusWithNote,
  },
  {
    key: 'day',
    title: t('alertColumn.day'),
    width: 90,
    isAge: true,
    text: formatRaisedDay,
    copy: ({ raisedAt }) => formatIsoOwn(raisedAt),
    draw: (row, now) => drawText(formatRaisedDay(row, now), row, row.group === 'day' && row.isFirst),
  },
  {
    key: 'time',
    title: t('alertColumn.time'),
    hint: t('alertColumn.timeHint'),
    width: 68,
    text: formatRaisedTime,
    copy: ({ raisedAt }) => formatIsoOwn(raisedAt),
    draw: (row) => drawText(formatRaisedTime(row), row),
    tip: ({ raisedAt }) => formatUtc(raisedAt),
  },
  {
    key: 'place',
    title: t('alertColumn.place'),
    width: 126,
    text: ({ place }) => place ?? '',
    copy: ({ place }) => place ?? '',
    draw: (row) => drawName(row.place ?? '', row),
  },
  {
    key: 'kind',
    title: t('alertColumn.kind'),
    width: 200,
    text: ({ facts }) => t(`alertKind.${facts.kind}`),
    copy: ({ facts }) => t(`alertKind.${facts.kind}`),
  },
]

/** The headers show how the engine sorts the rows. */
const sortedColumns = {
  open: { key: 'alert', fixedOrder: 'asc', hint: t('alertColumn.alertHint') },
  all: { key: 'day', fixedOrder: 'desc', hint: t('alertColumn.dayHint') },
} as const satisfies Record<AlertFilter['scope'], Partial<Column<AlertLine>>>

export function listAlertColumns(scope: AlertFilter['scope']): readonly Column<AlertLine>[] {
  const sorted = sortedColumns[scope]
  return columns.map((column) => (column.key === sorted.key ? { ...column, ...sorted } : column))
}
