// The keys of the alert centre: those of the row the user stands on, of the selected rows, and of the screen.
import type { Alert } from '#contract/alerts.ts'
import { useOwnWork } from '../own/useOwnWork.ts'
import type { Silence } from './useSilence.ts'
import { useVerbs, type Verb } from '../../ui/useVerbs.ts'
import { alertNumber } from './alerts.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { t } from '../../words/words.ts'
import { ownVerbsOfSelected } from '../own/own-verbs.ts'
import type { useAlertActs } from './use-alert-acts.ts'

export type AlertVerbs = {
  active: () => Alert | null
  hasSeveral: () => boolean
  /** The rows that are selected, read from wherever they are. */
  selected: () => Promise<readonly Alert[]>
  acts: ReturnType<typeof useAlertActs>
  silence: Silence
  open: (alert: Alert) => void
  markRead: (() => void) | null
}

/** Of the containers among them, each once. */
export function boxesOf(alerts: readonly Alert[]): string[] {
  return [...new Set(alerts.flatMap(({ object, objectId }) => (object === 'container' ? [objectId] : [])))]
}

export function useAlertVerbs({ active, hasSeveral, selected, acts, silence, open, markRead }: Omit<AlertVerbs, 'markRead'> & { markRead: () => AlertVerbs['markRead'] }): void {
  const own = useOwnWork()
  const ofSelected = (act: (alerts: readonly Alert[]) => unknown) => () => void selected().then(act)
  const ofSeveral = (): Verb[] => [
    { id: 'alert-done', group: 'screen', label: t('alertVerb.doneSelected'), keys: 'e', run: ofSelected((alerts) => acts.tickOff(alerts.map(({ id }) => id))) },
    { id: 'snooze', group: 'screen', label: t('alertVerb.snoozeSelected'), keys: 'h', also: t('alertVerb.also'), run: ofSelected((alerts) => { silence.askSnooze(boxesOf(alerts), null) }) },
    { id: 'mute', group: 'screen', label: t('alertVerb.muteSelected'), keys: 'm', also: t('alertVerb.also'), run: ofSelected((alerts) => silence.mute(boxesOf(alerts), true)) },
    { id: 'unmute', group: 'screen', label: t('alertVerb.unmuteSelected'), also: t('alertVerb.also'), run: ofSelected((alerts) => silence.mute(boxesOf(alerts), false)) },
    ...ownVerbsOfSelected(own, (act) => { ofSelected((alerts) => act(boxesOf(alerts)))() }),
  ]
  const ofBox = ({ number, objectId, isMuted }: Alert): Verb[] => {
    const name = formatContainerNumber(number)
    return [
      { id: 'snooze', group: 'container', label: t('alertVerb.snooze', { name }), keys: 'h', also: t('alertVerb.also'), run: () => { silence.askSnooze([objectId], name) } },
      { id: 'mute', group: 'container', label: t(isMuted ? 'alertVerb.unmute' : 'alertVerb.mute', { name }), keys: 'm', also: t('alertVerb.also'), run: () => void silence.mute([objectId], !isMuted) },
    ]
  }
  /** A key that does nothing says why. */
  const ofNoBox = (): Verb[] => [
    { id: 'snooze', group: 'screen', label: t('snooze.button'), keys: 'h', isUnlisted: true, run: () => { silence.askSnooze([], null) } },
    { id: 'mute', group: 'screen', label: t('snooze.mute'), keys: 'm', isUnlisted: true, run: () => void silence.mute([], true) },
  ]
  const ofOne = (alert: Alert): Verb[] => [
    { id: 'alert-open', group: 'screen', label: t('alertVerb.open', { name: alertNumber(alert) }), keys: 'enter', isHandledElsewhere: true, run: () => { open(alert) } },
    ...(alert.state === 'done' ? [] : [{ id: 'alert-done', group: 'screen' as const, label: t('alertVerb.done'), keys: 'e' as const, run: () => void acts.tickOff([alert.id]) }]),
    ...(alert.object === 'container' ? ofBox(alert) : ofNoBox()),
  ]
  useVerbs(() => {
    const alert = active()
    const mark = markRead()
    return [
      ...(hasSeveral() ? ofSeveral() : alert ? ofOne(alert) : []),
      ...(mark ? [{ id: 'alerts-read', group: 'screen' as const, label: t('alertVerb.markRead'), run: mark }] : []),
    ]
  })
}
