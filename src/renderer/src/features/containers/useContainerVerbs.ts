// Verbs for the active or the open container, on every screen.
import type { Ref } from 'vue'
import { useRouter } from 'vue-router'
import { useClipboard } from '../../ui/useClipboard.ts'
import { useCommand } from '../../engine/useCommand.ts'
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
import { ownVerbs } from '../own/own-verbs.ts'

export type ContainerRef = { id: string; number: string }

type ContainerVerbs = {
  /** Of a list: the active one. It has no verbs while the panel shows another container. */
  container: () => ContainerRef | null
  /** Missing in the panel. */
  open?: (container: ContainerRef) => void
  /** "C" copies something else in this list. */
  isCopyElsewhere?: boolean
}

type ContainerActs = {
  reread: (id: string) => Promise<void>
  isRereading: Readonly<Ref<boolean>>
  copyNumber: () => void
  openDispute: (id: string) => void
  links: RecordLinks
}

/** The panel replaces the verbs of the list as soon as it has loaded its container. */
export function useContainerVerbs(verbs: ContainerVerbs): ContainerActs {
  const { open } = verbs
  const { containerId } = useOpened()
  const container = () => {
    const it = verbs.container()
    return containerId.value === null || containerId.value === it?.id ? it : null
  }
  const acts = useContainerActs(container)
  const actVerbs = useActVerbs(acts)
  const editing = useEditing()
  const own = useOwnWork()

  function editRefs(it: ContainerRef) {
    editing.request({ type: 'container', id: it.id }, 'refs')
    open?.(it)
  }

  useVerbs(() => {
    const it = container()
    if (!it) return []
    const number = formatContainerNumber(it.number)
    return [
      ...(open && containerId.value === null ? [openVerb(open, it)] : []),
      copyVerb(verbs, it, acts.copyNumber),
      ...actVerbs(it),
      {
        id: 'edit-refs',
        group: 'container',
        label: t('editVerb.refs', { name: number }),
        also: t('editVerb.refsAlso'),
        run: () => editRefs(it),
      },
      ...acts.links.verbsOf({ type: 'container', id: it.id, name: number, number: it.number }),
      ...ownVerbs(own, { id: it.id, number }),
      {
        id: 'dispute',
        group: 'container',
        label: t('dispute.verb', { number }),
        also: t('dispute.also'),
        run: () => acts.openDispute(it.id),
      },
    ]
  })
  return acts
}

function useContainerActs(container: ContainerVerbs['container']): ContainerActs {
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
      const it = container()
      if (it) void copyText(it.number, t('grid.copiedNumber', { number: it.number }))
    },
    openDispute: (id) => void router.push({ name: 'dispute', params: { id } }),
    links: useRecordLinks(),
  }
}

/** The list itself handles the keys of these two. */
function openVerb(open: NonNullable<ContainerVerbs['open']>, it: ContainerRef): Verb {
  return {
    id: 'open-container',
    group: 'container',
    label: t('verb.open', { number: formatContainerNumber(it.number) }),
    keys: 'enter',
    isHandledElsewhere: true,
    run: () => open(it),
  }
}

function copyVerb({ isCopyElsewhere = false }: ContainerVerbs, { number }: ContainerRef, run: () => void): Verb {
  return {
    id: 'copy-number',
    group: 'container',
    label: t('verb.copyNumber', { number: formatContainerNumber(number) }),
    ...(isCopyElsewhere ? {} : { keys: 'c' }),
    isHandledElsewhere: true,
    run,
  }
}

function useActVerbs({ reread }: ContainerActs): (container: ContainerRef) => Verb[] {
  const silence = useSilence()
  const { copyUpdates } = useCustomerUpdate()
  return ({ id, number: plain }) => {
    const number = formatContainerNumber(plain)
    const also = t('alertVerb.also')
    return [
      {
        id: 'copy-update',
        group: 'container',
        label: t('update.verb', { number }),
        keys: 'shift+c',
        also: t('update.also'),
        run: () => void copyUpdates([id]),
      },
      {
        id: 'reread-container',
        group: 'container',
        label: t('verb.reread', { number }),
        keys: 'r',
        also: t('also.rereadAll'),
        run: () => void reread(id),
      },
      {
        id: 'snooze',
        group: 'container',
        label: t('alertVerb.snooze', { name: number }),
        keys: 'h',
        also,
        run: () => silence.askSnooze([id], number),
      },
      {
        id: 'mute',
        group: 'container',
        label: t('alertVerb.muteTurn', { name: number }),
        keys: 'm',
        also,
        run: () => void silence.toggleMute(id),
      },
    ]
  }
}
