// The columns of the alert center. The engine sorts open alerts by container, and all alerts by time: the rows of a
// group are consecutive.
import { h } from 'vue'
import type { Alert, AlertFilter } from '#contract/alerts.ts'
import AlertCell from './AlertCell.vue'
import StateLines from './StateLines.vue'
import type { Column, Now } from '../../ui/grid/columns.ts'
import UnseenMark from '../../ui/list/UnseenMark.vue'
import {
  alertLines,
  alertNotes,
  alertNumber,
  formatAlertState,
  formatRaisedDay,
  isOver,
  raisedClock,
  raisedDay,
  formatAlertSeverity,
} from './alerts.ts'
import { formatUtc, isoOwn } from '../../words/dates.ts'
import { joined, stated, t } from '../../words/words.ts'

/** `group`: what the first row of each group shows in bold, and the rows after it in gray. */
export type AlertLine = Alert & { group: 'container' | 'day'; isFirst: boolean }

/** `rows` begin with the row before the window, if there is one. */
export function alertLinesOf(rows: readonly Alert[], scope: AlertFilter['scope']): AlertLine[] {
  const group = scope === 'open' ? 'container' : 'day'
  const nameOf = (row: Alert | undefined) =>
    row && (group === 'day' ? raisedDay(row) : row.object === 'container' ? row.objectId : row.id)
  return rows.map((row, index) => ({ ...row, group, isFirst: nameOf(row) !== nameOf(rows[index - 1]) }))
}

const inked = (text: string, row: AlertLine, isStrong = false, isCode = false) =>
  h(
    'span',
    {
      class: ['text', { code: isCode }],
      style: { color: isOver(row) || !isStrong ? 'var(--text-3)' : 'var(--text)', fontWeight: isStrong ? 600 : 400 },
    },
    text,
  )

/** The number and the place of a container, which its later rows repeat. */
const named = (text: string, row: AlertLine, isCode = false) =>
  row.group === 'container'
    ? inked(text, row, row.isFirst, isCode)
    : h('span', { class: ['text', { code: isCode }] }, text)

const numberOf = (row: Alert) => (row.number === '' ? '' : alertNumber(row))

const notesBelow = (row: AlertLine, now: Now) => stated(formatAlertState(row), alertNotes(row, now))

export const alertColumns: readonly Column<AlertLine>[] = [
  {
    key: 'mark',
    title: t('alertColumn.mark'),
    width: 36,
    align: 'center',
    isPinned: true,
    text: () => '',
    copy: () => '',
    draw: (row) => h(UnseenMark, { isNew: !row.isRead && !isOver(row) }),
    tip: ({ isRead }) => (isRead ? null : t('alerts.isUnread')),
    spoken: ({ isRead }) => t(isRead ? 'alerts.isRead' : 'alerts.isUnread'),
  },
  {
    key: 'number',
    title: t('alertColumn.number'),
    width: 152,
    isPinned: true,
    text: numberOf,
    copy: ({ number }) => number,
    draw: (row) => named(numberOf(row), row, row.object === 'container'),
  },
  {
    key: 'day',
    title: t('alertColumn.day'),
    width: 96,
    isAge: true,
    text: formatRaisedDay,
    copy: ({ raisedAt }) => isoOwn(raisedAt),
    draw: (row, now) => inked(formatRaisedDay(row, now), row, row.group === 'day' && row.isFirst),
  },
  {
    key: 'time',
    title: t('alertColumn.time'),
    hint: t('alertColumn.timeHint'),
    width: 68,
    text: raisedClock,
    copy: ({ raisedAt }) => isoOwn(raisedAt),
    draw: (row) => inked(raisedClock(row), row),
    tip: ({ raisedAt }) => formatUtc(raisedAt),
  },
  {
    key: 'alert',
    title: t('alertColumn.alert'),
    width: 440,
    extraWidth: 20,
    text: (row) => alertLines(row).title,
    copy: (row) => stated(alertLines(row).title, alertLines(row).body),
    draw: (row) => h(AlertCell, { alert: row }),
    tip: (row) => joined('\n', alertLines(row).title, alertLines(row).body),
    spoken: (row) => stated(formatAlertSeverity(row), alertLines(row).title, alertLines(row).body),
  },
  {
    key: 'place',
    title: t('alertColumn.place'),
    width: 150,
    text: ({ place }) => place ?? '',
    copy: ({ place }) => place ?? '',
    draw: (row) => named(row.place ?? '', row),
  },
  {
    key: 'state',
    title: t('alertColumn.state'),
    width: 240,
    isWordy: true,
    text: formatAlertState,
    copy: (row) => notesBelow(row, null),
    draw: (row, now) =>
      h(StateLines, { word: formatAlertState(row), notes: alertNotes(row, now), isQuiet: isOver(row) }),
    tip: (row, now) => joined('\n', notesBelow(row, now), row.isLate ? t('alerts.lateTip') : null),
    spoken: notesBelow,
  },
  {
    key: 'kind',
    title: t('alertColumn.kind'),
    width: 216,
    text: ({ facts }) => t(`alertKind.${facts.kind}`),
    copy: ({ facts }) => t(`alertKind.${facts.kind}`),
  },
]
