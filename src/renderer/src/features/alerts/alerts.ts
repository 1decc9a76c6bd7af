// An alert as the alert centre lists it: its day, its state, what silences it, and which field of its record
// to highlight.
import type { Alert, AlertKind } from '#contract/alerts.ts'
import { describeAlert, describeAlertBeside } from '#words/alert-words.ts'
import { alertWording, t, type PlainWord } from '../../words/words.ts'
import { formatSeverity } from '../containers/risks.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { getComputerZone, formatDay, formatOwnTime, formatIsoOwn } from '../../words/dates.ts'

/** The marked field of an alert that was raised because time passed and not because a field changed. */
export const LAST_FREE_DAY = 'last-free-day'

const DAY_MS = 86_400_000

/** The groups are in the order of the settings. Every kind is in one group. */
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

/** Costs of a last free day that is today can still be avoided. */
export function formatAlertSeverity({ facts, severity }: Alert): string {
  return facts.kind === 'lfd-today' ? t('severity.costsNext') : formatSeverity(severity)
}

/** The day on which the alert was raised, in this computer's zone, `2026-11-20`. */
export function getRaisedDate({ raisedAt }: Pick<Alert, 'raisedAt'>): string {
  return formatIsoOwn(raisedAt).slice(0, 10)
}

export function formatRaisedDay(alert: Pick<Alert, 'raisedAt'>, nowMs: number | null): string {
  const day = getRaisedDate(alert)
  if (nowMs !== null) {
    const today = formatIsoOwn(new Date(nowMs).toISOString()).slice(0, 10)
    if (day === today) return t('alerts.today')
    if (Date.parse(today) - Date.parse(day) === DAY_MS) return t('alerts.yesterday')
  }
  return formatDay(alert.raisedAt, getComputerZone(), nowMs)
}

/** The time at which the alert was raised, in this computer's zone, `14:05`. */
export function formatRaisedTime({ raisedAt }: Pick<Alert, 'raisedAt'>): string {
  return formatIsoOwn(raisedAt).slice(11, 16)
}

/** Title and body on two lines, without the container and its place. Line breaks inside either are joined. */
export function formatAlertLines(alert: Alert): { title: string; body: string } {
  const { title, body } = describeAlertBeside(alert, alertWording)
  return { title, body: body.replaceAll('\n', '; ') }
}

export function formatAlertState({ state }: Pick<Alert, 'state'>): string {
  return t(`alertState.${state}`)
}

/** What the user has done with the alert, in a few words. `formatAlertState` says how it was delivered. */
export function formatAlertStatus(alert: Alert, nowMs: number | null): string {
  if (isAlertClosed(alert)) return formatAlertState(alert)
  if (alert.isMuted) return t('alerts.muted')
  if (alert.snoozedUntil !== null) return t('alerts.snoozed', { time: formatOwnTime(alert.snoozedUntil, nowMs) })
  return t(alert.isRead ? 'alerts.isRead' : 'alertState.open')
}

/** The alert no longer needs an action. */
export function isAlertClosed({ state }: Pick<Alert, 'state'>): boolean {
  return state === 'done' || state === 'withdrawn' || state === 'covered'
}

/** The field to highlight in the panel of the alert's record, or null. */
export function getMarkedField({ field, facts }: Pick<Alert, 'field' | 'facts'>): string | null {
  return field ?? (facts.kind.startsWith('lfd-') ? LAST_FREE_DAY : null)
}

/** The number of the alert's record, or the alert's title if there is none. */
export function formatAlertNumber(alert: Alert): string {
  if (alert.number === '') return describeAlert(alert, alertWording).title
  return alert.object === 'container' ? formatContainerNumber(alert.number) : alert.number
}
