// An alert as the centre lists it: its day, its state, what keeps it quiet, and which field of its record it is about.
import type { Alert, AlertKind } from '#contract/alerts.ts'
import { alertWords } from '#words/alert-words.ts'
import { alertWording, joined, t, type PlainWord } from '../../words/words.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { computerZone, formatDay, formatOwnTime, isoOwn } from '../../words/dates.ts'

/** What stands in for a field where nothing moved but the calendar. */
export const LAST_FREE_DAY = 'last-free-day'

const DAY_MS = 86_400_000

/** In the order settings list them; every kind stands in one. */
export const alertGroups: readonly { title: PlainWord; kinds: readonly AlertKind[] }[] = [
  {
    title: 'alertGroup.lfd',
    kinds: ['lfd-past', 'lfd-today', 'lfd-soon', 'lfd-earlier', 'lfd-later', 'lfd-withdrawn'],
  },
  { title: 'alertGroup.hold', kinds: ['hold-placed', 'hold-expected', 'hold-cleared'] },
  { title: 'alertGroup.pickup', kinds: ['ready', 'fee-posted'] },
  { title: 'alertGroup.arrival', kinds: ['arrival-moved', 'request-failed'] },
  { title: 'alertGroup.document', kinds: ['document-read', 'document-failed', 'document-unlinked'] },
  { title: 'alertGroup.app', kinds: ['not-updating', 'look-ahead'] },
]
export const alertKinds: readonly AlertKind[] = alertGroups.flatMap(({ kinds }) => kinds)

/** The day of this computer on which it was raised, `2026-11-20`. */
export function raisedDay({ raisedAt }: Pick<Alert, 'raisedAt'>): string {
  return isoOwn(raisedAt).slice(0, 10)
}

export function dayWord(alert: Pick<Alert, 'raisedAt'>, nowMs: number | null): string {
  const day = raisedDay(alert)
  if (nowMs !== null) {
    const today = isoOwn(new Date(nowMs).toISOString()).slice(0, 10)
    if (day === today) return t('alerts.today')
    if (Date.parse(today) - Date.parse(day) === DAY_MS) return t('alerts.yesterday')
  }
  return formatDay(alert.raisedAt, computerZone(), nowMs)
}

/** `14:05` on this computer. */
export function raisedClock({ raisedAt }: Pick<Alert, 'raisedAt'>): string {
  return isoOwn(raisedAt).slice(11, 16)
}

/** Title and body on two lines; what has several of its own has them behind each other. */
export function alertLines(alert: Alert): { title: string; body: string } {
  const { title, body } = alertWords(alert, alertWording)
  return { title, body: body.replaceAll('\n', '; ') }
}

export function alertStateWord({ state }: Pick<Alert, 'state'>): string {
  return t(`alertState.${state}`)
}

/** What else is to be known of it; empty for most. */
export function alertNotes(
  { isLate, snoozedUntil, isMuted }: Pick<Alert, 'isLate' | 'snoozedUntil' | 'isMuted'>,
  nowMs: number | null,
): string {
  return joined(
    ' · ',
    isLate ? t('alerts.late') : null,
    isMuted ? t('alerts.muted') : null,
    snoozedUntil === null ? null : t('alerts.snoozed', { time: formatOwnTime(snoozedUntil, nowMs) }),
  )
}

/** What it is about no longer asks for anything. */
export function isOver({ state }: Pick<Alert, 'state'>): boolean {
  return state === 'done' || state === 'withdrawn' || state === 'covered'
}

export function markOf({ field, facts }: Pick<Alert, 'field' | 'facts'>): string | null {
  return field ?? (facts.kind.startsWith('lfd-') ? LAST_FREE_DAY : null)
}

/** Of its record; the title where it has none. */
export function alertNumber(alert: Alert): string {
  if (alert.number === '') return alertWords(alert, alertWording).title
  return alert.object === 'container' ? formatContainerNumber(alert.number) : alert.number
}
