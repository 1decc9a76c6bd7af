// Verbs for the active or the open container, on every screen.
import { computed, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { useClipboard } from '../../ui/useClipboard.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { createChangeTrigger, useQuery } from '../../engine/useQuery.ts'
import { useCustomerUpdate } from './customer-update.ts'
import { useOwnWork } from '../own/useOwnWork.ts'
import { useRecordLinks, type RecordLinks } from '../links/useRecordLinks.ts'
import { useSilence } from '../alerts/useSilence.ts'
import { useOpened } from '../../ui/useOpened.ts'
import { useToast } from '../../ui/useToast.ts'
import { useVerbs, type Verb } from '../../ui/useVerbs.ts'
import { useLinks } from '../../engine/engine.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { useEditing } from '../edits/editing.ts'
import { t } from '../../words/words.ts'
import { createOwnVerbs } from '../own/own-verbs.ts'

export type ContainerRef = { id: string; number: string }

type ContainerVerbOptions = {
  /** The container in the panel, or the active one of a list. A list has no verbs while another one is in the panel. */
  container: () => ContainerRef | null
  /** Opens the container. The panel omits it, because its container is open. */
  open?: (container: ContainerRef) => void
  /** The key "C" copies something else on this screen. */
  hasOtherCopy?: boolean
}

type ContainerActions = {
  reread: (id: string) => Promise<void>
  isRereading: Readonly<Ref<boolean>>
  copyNumber: () => void
  openDispute: (id: string) => void
  links: RecordLinks
}

/** The panel replaces the verbs of the list as soon as it has loaded its container. */
export function useContainerVerbs(verbs: ContainerVerbOptions): ContainerActions {
  const { open } = verbs
  const { containerId } = useOpened()
  const getActiveContainer = () => {
    const row = verbs.container()
    return containerId.value === null || containerId.value === row?.id ? row : null
  }
  const handlers = useContainerActions(getActiveContainer)
  const createActionVerbs = useActionVerbs(handlers)
  const editing = useEditing()
  const ownWork = useOwnWork()

  function editRefs(container: ContainerRef) {
    editing.request({ type: 'container', id: container.id }, 'refs')
    open?.(container)
  }

  useVerbs(() => {
    const active = getActiveContainer()
    if (!active) return []
    const number = formatContainerNumber(active.number)
    return [
      ...(open && containerId.value === null ? [createOpenVerb(open, active)] : []),
      createCopyVerb(verbs, active, handlers.copyNumber),
      ...createActionVerbs(active),
      {
        id: 'edit-refs',
        group: 'container',
        isFirstOfKind: true,
        label: t('editVerb.refs', { name: number }),
        inMenu: { record: number, label: t('menuVerb.refs') },
        also: t('editVerb.refsAlso'),
        run: () => editRefs(active),
      },
      ...handlers.links.verbsOf({ type: 'container', id: active.id, name: number, number: active.number }),
      ...createOwnVerbs(ownWork, { id: active.id, number }),
      {
        id: 'dispute',
        group: 'container',
        isFirstOfKind: true,
        label: t('dispute.verb', { number }),
        inMenu: { record: number, label: t('menuVerb.dispute') },
        also: t('dispute.also'),
        run: () => handlers.openDispute(active.id),
      },
    ]
  })
  return handlers
}

function useContainerActions(container: ContainerVerbOptions['container']): ContainerActions {
  const toast = useToast()
  const { copyText } = useClipboard()
  const command = useCommand(useLinks().engine, 'containers.reread')
  const router = useRouter()
  return {
    reread: async (id) => {
      const outcome = await command.run({ id })
      if (outcome.ok) toast.say(t('panel.rereadDone'))
      else toast.fail(outcome.error)
    },
    isRereading: command.isPending,
    copyNumber: () => {
      const active = container()
      if (active) void copyText(active.number, t('grid.copiedNumber', { number: active.number }))
    },
    openDispute: (id) => void router.push({ name: 'dispute', params: { id } }),
    links: useRecordLinks(),
  }
}

/** The list itself handles the keys of `createOpenVerb` and `createCopyVerb`. */
function createOpenVerb(open: NonNullable<ContainerVerbOptions['open']>, container: ContainerRef): Verb {
  const number = formatContainerNumber(container.number)
  return {
    id: 'open-container',
    group: 'container',
    label: t('verb.open', { number }),
    inMenu: { record: number, label: t('menuVerb.open') },
    keys: 'enter',
    isHandledElsewhere: true,
    run: () => open(container),
  }
}

function createCopyVerb(
  { hasOtherCopy = false }: ContainerVerbOptions,
  container: ContainerRef,
  run: () => void,
): Verb {
  const number = formatContainerNumber(container.number)
  return {
    id: 'copy-number',
    group: 'container',
    label: t('verb.copyNumber', { number }),
    inMenu: { record: number, label: t('menuVerb.copyNumber') },
    ...(hasOtherCopy ? {} : { keys: 'c' }),
    isHandledElsewhere: true,
    run,
  }
}

/** Returns what the command for muting does to a container. It is `muteTurn` until the engine has answered. */
function useMuteState(): (id: string) => 'mute' | 'unmute' | 'muteTurn' {
  const quietedContainers = useQuery(useLinks().engine, 'alerts.quieted', () => ({}), createChangeTrigger(['alerts']))
  const mutedIds = computed(
    () =>
      quietedContainers.data.value &&
      new Set(quietedContainers.data.value.flatMap(({ id, until }) => (until === null ? id : []))),
  )
  return (id) => (mutedIds.value === null ? 'muteTurn' : mutedIds.value.has(id) ? 'unmute' : 'mute')
}

function useActionVerbs({ reread }: ContainerActions): (container: ContainerRef) => Verb[] {
  const silence = useSilence()
  const { copyUpdates } = useCustomerUpdate()
  const getMuteState = useMuteState()
  return ({ id, number: rawNumber }) => {
    const number = formatContainerNumber(rawNumber)
    const also = t('alertVerb.also')
    const mute = getMuteState(id)
    return [
      {
        id: 'copy-update',
        group: 'container',
        label: t('update.verb', { number }),
        inMenu: { record: number, label: t('menuVerb.update') },
        keys: 'shift+c',
        also: t('update.also'),
        run: () => void copyUpdates([id]),
      },
      {
        id: 'reread-container',
        group: 'container',
        label: t('verb.reread', { number }),
        inMenu: { record: number, label: t('menuVerb.reread') },
        keys: 'r',
        also: t('also.rereadAll'),
        run: () => void reread(id),
      },
      {
        id: 'snooze',
        group: 'container',
        isFirstOfKind: true,
        label: t('alertVerb.snooze', { name: number }),
        inMenu: { record: number, label: t('menuVerb.snooze') },
        keys: 'h',
        also,
        run: () => silence.askSnooze([id], number),
      },
      {
        id: 'mute',
        group: 'container',
        label: t(`alertVerb.${mute}`, { name: number }),
        inMenu: { record: number, label: t(`menuVerb.${mute}`) },
        keys: 'm',
        also,
        run: () => void silence.toggleMute(id),
      },
    ]
  }
}
