// What can be done with the container the user stands on or has open, wherever that is.
import type { Ref } from 'vue'
import { useRouter } from 'vue-router'
import { useClipboard } from '../../ui/useClipboard.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { useCustomerUpdate } from './useCustomerUpdate.ts'
import { useOwnWork } from '../own/useOwnWork.ts'
import { useRecordLinks, type RecordLinks } from '../links/useRecordLinks.ts'
import { useSilence } from '../alerts/useSilence.ts'
import { useToast } from '../../ui/useToast.ts'
import { useVerbs, type Verb } from '../../ui/useVerbs.ts'
import { useLinks } from '../../engine/engine.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { useEditing } from '../edits/editing.ts'
import { t } from '../../words/words.ts'
import { ownVerbs } from '../own/own-verbs.ts'

export type Box = { id: string; number: string }

export type ContainerVerbs = {
  box: () => Box | null
  /** Missing where it is open already. */
  open?: (box: Box) => void
  /** The list's own "C" copies something else here. */
  isCopyElsewhere?: boolean
}

export function useContainerVerbs({ box, open, isCopyElsewhere = false }: ContainerVerbs): { reread: (id: string) => Promise<void>; isRereading: Readonly<Ref<boolean>>; copyNumber: () => void; openDispute: (id: string) => void; links: RecordLinks } {
  const { engine } = useLinks()
  const toast = useToast()
  const { copyText } = useClipboard()
  const command = useCommand(engine, 'containers.reread')
  const editing = useEditing()
  const router = useRouter()
  const silence = useSilence()
  const own = useOwnWork()
  const { copyUpdates } = useCustomerUpdate()
  const links = useRecordLinks()

  async function reread(id: string) {
    const outcome = await command.run({ id })
    if (outcome.ok) toast.say(t('panel.rereadDone'))
    else toast.fail(outcome.error)
  }

  function copyNumber() {
    const it = box()
    if (it) void copyText(it.number, t('grid.copiedNumber', { number: it.number }))
  }

  function openDispute(id: string) {
    void router.push({ name: 'dispute', params: { id } })
  }

  function editRefs(it: Box) {
    editing.want({ type: 'container', id: it.id }, 'refs')
    open?.(it)
  }

  function verbsOf(it: Box): Verb[] {
    const number = formatContainerNumber(it.number)
    return [
      ...(open ? [{ id: 'open-container', group: 'container' as const, label: t('verb.open', { number }), keys: 'enter' as const, isHandledElsewhere: true, run: () => { open(it) } }] : []),
      {
        id: 'copy-number',
        group: 'container',
        label: t('verb.copyNumber', { number }),
        ...(isCopyElsewhere ? {} : { keys: 'c' }),
        isHandledElsewhere: true,
        run: copyNumber,
      },
      { id: 'copy-update', group: 'container', label: t('update.verb', { number }), keys: 'shift+c', also: t('update.also'), run: () => void copyUpdates([it.id]) },
      { id: 'reread-container', group: 'container', label: t('verb.reread', { number }), keys: 'r', also: t('also.rereadAll'), run: () => void reread(it.id) },
      { id: 'snooze', group: 'container', label: t('alertVerb.snooze', { name: number }), keys: 'h', also: t('alertVerb.also'), run: () => { silence.askSnooze([it.id], number) } },
      { id: 'mute', group: 'container', label: t('alertVerb.muteTurn', { name: number }), keys: 'm', also: t('alertVerb.also'), run: () => void silence.turnMute(it.id) },
      { id: 'edit-refs', group: 'container', label: t('editVerb.refs', { name: number }), also: t('editVerb.refsAlso'), run: () => { editRefs(it) } },
      ...links.verbsOf({ type: 'container', id: it.id, name: number, number: it.number }),
      ...ownVerbs(own, { id: it.id, number }),
      { id: 'dispute', group: 'container', label: t('dispute.verb', { number }), also: t('dispute.also'), run: () => { openDispute(it.id) } },
    ]
  }
  useVerbs(() => {
    const it = box()
    return it ? verbsOf(it) : []
  })
  return { reread, isRereading: command.isPending, copyNumber, openDispute, links }
}
