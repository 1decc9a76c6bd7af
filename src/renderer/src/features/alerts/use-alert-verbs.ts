// Verbs of the alert center: for the active row, for the selected rows, and for the screen.
import type { Alert } from '#contract/alerts.ts'
import { useOwnWork } from '../own/useOwnWork.ts'
import type { Silence } from './useSilence.ts'
import { useVerbs, type Verb } from '../../ui/useVerbs.ts'
import { alertNumber } from './alerts.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { t } from '../../words/words.ts'
import { ownVerbsOfSelected } from '../own/own-verbs.ts'
import type { useAlertActs } from './use-alert-acts.ts'

type AlertVerbs = {
  active: () => Alert | null
  hasSeveral: () => boolean
  /** Reads the selected rows, including rows that are not loaded. */
  selected: () => Promise<readonly Alert[]>
  acts: ReturnType<typeof useAlertActs>
  silence: Silence
  open: (alert: Alert) => void
  markRead: (() => void) | null
}

/** The ids of the containers of these alerts, without duplicates. */
export function containerIdsOf(alerts: readonly Alert[]): string[] {
  return [...new Set(alerts.flatMap(({ object, objectId }) => (object === 'container' ? [objectId] : [])))]
}

type RowVerbs = Pick<AlertVerbs, 'acts' | 'silence' | 'open'>

/** Verbs of the active row. */
function rowVerbs({ acts, silence, open }: RowVerbs, alert: Alert): Verb[] {
  const done: Verb = {
    id: 'alert-done',
    group: 'screen',
    label: t('alertVerb.done'),
    keys: 'e',
    run: () => void acts.markDone([alert.id]),
  }
  const openLabel = t('alertVerb.open', { name: alertNumber(alert) })
  return [
    {
      id: 'alert-open',
      group: 'screen',
      label: openLabel,
      keys: 'enter',
      isHandledElsewhere: true,
      run: () => {
        open(alert)
      },
    },
    ...(alert.state === 'done' ? [] : [done]),
    ...(alert.object === 'container' ? containerVerbs(silence, alert) : noContainerVerbs(silence)),
  ]
}

function containerVerbs(silence: Silence, { number, objectId, isMuted }: Alert): Verb[] {
  const name = formatContainerNumber(number)
  const also = t('alertVerb.also')
  const muteLabel = t(isMuted ? 'alertVerb.unmute' : 'alertVerb.mute', { name })
  return [
    {
      id: 'snooze',
      group: 'container',
      label: t('alertVerb.snooze', { name }),
      keys: 'h',
      also,
      run: () => {
        silence.askSnooze([objectId], name)
      },
    },
    {
      id: 'mute',
      group: 'container',
      label: muteLabel,
      keys: 'm',
      also,
      run: () => void silence.mute([objectId], !isMuted),
    },
  ]
}

/** These keys have no effect on an alert that is about no container, and say so. */
function noContainerVerbs(silence: Silence): Verb[] {
  return [
    {
      id: 'snooze',
      group: 'screen',
      label: t('snooze.button'),
      keys: 'h',
      isUnlisted: true,
      run: () => {
        silence.askSnooze([], null)
      },
    },
    {
      id: 'mute',
      group: 'screen',
      label: t('snooze.mute'),
      keys: 'm',
      isUnlisted: true,
      run: () => void silence.mute([], true),
    },
  ]
}

function selectedVerbs(
  { selected, acts, silence }: Pick<AlertVerbs, 'selected' | 'acts' | 'silence'>,
  own: ReturnType<typeof useOwnWork>,
): Verb[] {
  const ofSelected = (act: (alerts: readonly Alert[]) => unknown) => () => void selected().then(act)
  const also = t('alertVerb.also')
  const markDone = ofSelected((alerts) => acts.markDone(alerts.map(({ id }) => id)))
  const snooze = ofSelected((alerts) => {
    silence.askSnooze(containerIdsOf(alerts), null)
  })
  const mute = (isMuted: boolean) => ofSelected((alerts) => silence.mute(containerIdsOf(alerts), isMuted))
  return [
    { id: 'alert-done', group: 'screen', label: t('alertVerb.doneSelected'), keys: 'e', run: markDone },
    { id: 'snooze', group: 'screen', label: t('alertVerb.snoozeSelected'), keys: 'h', also, run: snooze },
    { id: 'mute', group: 'screen', label: t('alertVerb.muteSelected'), keys: 'm', also, run: mute(true) },
    { id: 'unmute', group: 'screen', label: t('alertVerb.unmuteSelected'), also, run: mute(false) },
    ...ownVerbsOfSelected(own, (act) => {
      ofSelected((alerts) => act(containerIdsOf(alerts)))()
    }),
  ]
}

export function useAlertVerbs({
  active,
  hasSeveral,
  markRead,
  ...rest
}: Omit<AlertVerbs, 'markRead'> & { markRead: () => AlertVerbs['markRead'] }): void {
  const own = useOwnWork()
  useVerbs(() => {
    const alert = active()
    const mark = markRead()
    return [
      ...(hasSeveral() ? selectedVerbs(rest, own) : alert ? rowVerbs(rest, alert) : []),
      ...(mark ? [{ id: 'alerts-read', group: 'screen' as const, label: t('alertVerb.markRead'), run: mark }] : []),
    ]
  })
}
