// The columns of the alert center. The engine sorts newest first, so days are consecutive.
import { h } from 'vue'
import type { Alert } from '#contract/alerts.ts'
import AlertCell from './AlertCell.vue'
import StateLines from './StateLines.vue'
import type { Column, Now } from '../../ui/grid/columns.ts'
import UnseenMark from '../../ui/list/UnseenMark.vue'
import { alertLines, alertNotes, alertStateWord, dayWord, isOver, raisedClock } from './alerts.ts'
import { formatUtc, isoOwn } from '../../words/dates.ts'
import { severityWord } from '../containers/risks.ts'
import { joined, stated, t } from '../../words/words.ts'

/** The first alert of a day has the day in bold, because the list is grouped by day. */
export type AlertLine = Alert & { isFirstOfDay: boolean }

const inked = (text: string, row: AlertLine, isStrong = false) =>
  h(
    'span',
    {
      class: 'text',
      style: { color: isOver(row) || !isStrong ? 'var(--text-3)' : 'var(--text)', fontWeight: isStrong ? 600 : 400 },
    },
    text,
  )

const notesBelow = (row: AlertLine, now: Now) => stated(alertStateWord(row), alertNotes(row, now))

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
    key: 'day',
    title: t('alertColumn.day'),
    width: 96,
    isAge: true,
    text: dayWord,
    copy: ({ raisedAt }) => isoOwn(raisedAt),
    draw: (row, now) => inked(dayWord(row, now), row, row.isFirstOfDay),
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
    spoken: (row) => stated(severityWord(row.severity), alertLines(row).title, alertLines(row).body),
  },
  {
    key: 'place',
    title: t('alertColumn.place'),
    width: 150,
    text: ({ place }) => place ?? '',
    copy: ({ place }) => place ?? '',
  },
  {
    key: 'state',
    title: t('alertColumn.state'),
    width: 240,
    isWordy: true,
    text: alertStateWord,
    copy: (row) => notesBelow(row, null),
    draw: (row, now) => h(StateLines, { word: alertStateWord(row), notes: alertNotes(row, now), isQuiet: isOver(row) }),
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
