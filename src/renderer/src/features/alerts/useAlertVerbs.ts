// Verbs of the alert center: for the active row, for the selected rows, and for the screen.
import type { Alert } from '#contract/alerts.ts'
import { useOwnWork } from '../own/useOwnWork.ts'
import type { Silence } from './useSilence.ts'
import { useVerbs, type Verb } from '../../ui/useVerbs.ts'
import { alertNumber } from './alerts.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { t } from '../../words/words.ts'
import { ownVerbsOfSelected } from '../own/own-verbs.ts'
import type { useAlertActs } from './useAlertActs.ts'

type AlertVerbOptions = {
  active: () => Alert | null
  hasSeveral: () => boolean
  /** Reads the selected rows, including rows that are not loaded. */
  loadSelected: () => Promise<readonly Alert[]>
  acts: ReturnType<typeof useAlertActs>
  silence: Silence
  open: (alert: Alert) => void
  /** Returns null if there is nothing to mark as read. */
  markRead: () => (() => void) | null
}

/** The ids of the containers of these alerts, without duplicates. */
export function containerIdsOf(alerts: readonly Alert[]): string[] {
  return [...new Set(alerts.flatMap(({ object, objectId }) => (object === 'container' ? [objectId] : [])))]
}

type RowVerbs = Pick<AlertVerbOptions, 'acts' | 'silence' | 'open'>

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
      run: () => open(alert),
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
      run: () => silence.askSnooze([objectId], name),
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

/** An alert that is about no container cannot be snoozed or muted. The keys show a message about it. */
function noContainerVerbs(silence: Silence): Verb[] {
  return [
    {
      id: 'snooze',
      group: 'screen',
      label: t('snooze.button'),
      keys: 'h',
      isUnlisted: true,
      run: () => silence.askSnooze([], null),
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
  { loadSelected, acts, silence }: Pick<AlertVerbOptions, 'loadSelected' | 'acts' | 'silence'>,
  own: ReturnType<typeof useOwnWork>,
): Verb[] {
  /** Returns a function that loads the selected alerts and passes them to `act`. */
  const onSelected = (act: (alerts: readonly Alert[]) => unknown) => () => void loadSelected().then(act)
  const also = t('alertVerb.also')
  const markDone = onSelected((alerts) => acts.markDone(alerts.map(({ id }) => id)))
  const snooze = onSelected((alerts) => silence.askSnooze(containerIdsOf(alerts), null))
  const mute = (isMuted: boolean) => onSelected((alerts) => silence.mute(containerIdsOf(alerts), isMuted))
  return [
    { id: 'alert-done', group: 'screen', label: t('alertVerb.doneSelected'), keys: 'e', run: markDone },
    { id: 'snooze-selected', group: 'screen', label: t('alertVerb.snoozeSelected'), keys: 'h', also, run: snooze },
    { id: 'mute-selected', group: 'screen', label: t('alertVerb.muteSelected'), keys: 'm', also, run: mute(true) },
    { id: 'unmute-selected', group: 'screen', label: t('alertVerb.unmuteSelected'), also, run: mute(false) },
    ...ownVerbsOfSelected(own, (act) => void loadSelected().then((alerts) => act(containerIdsOf(alerts)))),
  ]
}

export function useAlertVerbs({ active, hasSeveral, markRead, ...rest }: AlertVerbOptions): void {
  const own = useOwnWork()
  useVerbs(() => {
    const alert = active()
    const mark = markRead()
    return [
      ...(hasSeveral() ? selectedVerbs(rest, own) : alert ? rowVerbs(rest, alert) : []),
      ...(mark
        ? [{ id: 'alerts-read', group: 'screen' as const, isOfList: true, label: t('alertVerb.markRead'), run: mark }]
        : []),
    ]
  })
}
