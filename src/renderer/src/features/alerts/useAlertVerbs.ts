// Verbs of the alert centre: for the active row, for the selected rows, and for the screen.
import type { Alert } from '#contract/alerts.ts'
import { useOwnWork } from '../own/useOwnWork.ts'
import type { Silence } from './useSilence.ts'
import { ofSelection, useVerbs, type Verb } from '../../ui/useVerbs.ts'
import { formatAlertNumber } from './alerts.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { t } from '../../words/words.ts'
import { createSelectedOwnVerbs } from '../own/own-verbs.ts'
import type { useAlertActions } from './useAlertActions.ts'

type AlertVerbOptions = {
  active: () => Alert | null
  hasSeveralSelected: () => boolean
  /** Reads the selected rows, including rows that are not loaded. */
  loadSelected: () => Promise<readonly Alert[]>
  actions: ReturnType<typeof useAlertActions>
  silence: Silence
  open: (alert: Alert) => void
  /** Returns null if there is nothing to mark as read. */
  markRead: () => (() => void) | null
}

/** The ids of the containers of these alerts, without duplicates. */
export function listContainerIds(alerts: readonly Alert[]): string[] {
  return [...new Set(alerts.flatMap(({ object, objectId }) => (object === 'container' ? [objectId] : [])))]
}

type RowVerbs = Pick<AlertVerbOptions, 'actions' | 'silence' | 'open'>

/** Verbs of the active row. */
function createRowVerbs({ actions, silence, open }: RowVerbs, alert: Alert): Verb[] {
  const done: Verb = {
    id: 'alert-done',
    group: 'screen',
    label: t('alertVerb.done'),
    keys: 'e',
    run: () => void actions.markDone([alert.id]),
  }
  const name = formatAlertNumber(alert)
  return [
    {
      id: 'alert-open',
      group: 'screen',
      label: t('alertVerb.open', { name }),
      inMenu: { record: name, label: t('menuVerb.open') },
      keys: 'enter',
      isHandledElsewhere: true,
      run: () => open(alert),
    },
    ...(alert.state === 'done' ? [] : [done]),
    ...(alert.object === 'container' ? createContainerVerbs(silence, alert) : createNoContainerVerbs(silence)),
  ]
}

function createContainerVerbs(silence: Silence, { number, objectId, isMuted }: Alert): Verb[] {
  const name = formatContainerNumber(number)
  const also = t('alertVerb.also')
  const mute = isMuted ? 'unmute' : 'mute'
  return [
    {
      id: 'snooze',
      group: 'container',
      label: t('alertVerb.snooze', { name }),
      inMenu: { record: name, label: t('menuVerb.snooze') },
      keys: 'h',
      also,
      run: () => silence.askSnooze([objectId], name),
    },
    {
      id: 'mute',
      group: 'container',
      label: t(`alertVerb.${mute}`, { name }),
      inMenu: { record: name, label: t(`menuVerb.${mute}`) },
      keys: 'm',
      also,
      run: () => void silence.mute([objectId], !isMuted),
    },
  ]
}

/** An alert that is about no container cannot be snoozed or muted. The keys show a message that says so. */
function createNoContainerVerbs(silence: Silence): Verb[] {
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

function createSelectedVerbs(
  { loadSelected, actions, silence }: Pick<AlertVerbOptions, 'loadSelected' | 'actions' | 'silence'>,
  ownWork: ReturnType<typeof useOwnWork>,
): Verb[] {
  /** Returns a function that loads the selected alerts and passes them to `run`. */
  const withSelected = (run: (alerts: readonly Alert[]) => unknown) => () => void loadSelected().then(run)
  const also = t('alertVerb.also')
  const markDone = withSelected((alerts) => actions.markDone(alerts.map(({ id }) => id)))
  const snooze = withSelected((alerts) => silence.askSnooze(listContainerIds(alerts), null))
  const mute = (isMuted: boolean) => withSelected((alerts) => silence.mute(listContainerIds(alerts), isMuted))
  return ofSelection([
    { id: 'alert-done', group: 'screen', label: t('alertVerb.doneSelected'), keys: 'e', run: markDone },
    { id: 'snooze-selected', group: 'screen', label: t('alertVerb.snoozeSelected'), keys: 'h', also, run: snooze },
    { id: 'mute-selected', group: 'screen', label: t('alertVerb.muteSelected'), keys: 'm', also, run: mute(true) },
    { id: 'unmute-selected', group: 'screen', label: t('alertVerb.unmuteSelected'), also, run: mute(false) },
    ...createSelectedOwnVerbs(ownWork, (run) => void loadSelected().then((alerts) => run(listContainerIds(alerts)))),
  ])
}

export function useAlertVerbs({ active, hasSeveralSelected, markRead, ...rest }: AlertVerbOptions): void {
  const ownWork = useOwnWork()
  useVerbs(() => {
    const alert = active()
    const mark = markRead()
    return [
      ...(hasSeveralSelected() ? createSelectedVerbs(rest, ownWork) : alert ? createRowVerbs(rest, alert) : []),
      ...(mark
        ? [{ id: 'alerts-read', group: 'screen' as const, isOfList: true, label: t('alertVerb.markRead'), run: mark }]
        : []),
    ]
  })
}
