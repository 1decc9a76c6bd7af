// Changes the user's own data of one or several containers, with Undo by button and by key.
import type { Note, OwnChange, Priority } from '#contract/own.ts'
import { MAX_SELECTED } from '#contract/rules/selection-size.ts'
import { useLinks } from '../../engine/engine.ts'
import { useOwnDialogs, type OwnDialogRequest } from './own-dialogs.ts'
import { formatCount, t, tn } from '../../words/words.ts'
import { useCommand, type Outcome } from '../../engine/useCommand.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'
import { useUndo } from '../../ui/useUndo.ts'

/** `name` is that of a single container; null for several. */
export type ContainerChoice = { ids: readonly string[]; name: string | null }

/** Returns a function that shows an outcome and offers Undo. It returns whether the command succeeded. */
function useOutcomeMessage() {
  const { engine } = useLinks()
  const toast = useToast()
  const { offer } = useUndo()
  const undoCommand = useCommand(engine, 'own.undo')

  async function undoChange(change: OwnChange, what: string) {
    const outcome = await undoCommand.run(change)
    if (!outcome.ok) toast.fail(outcome.error)
    else
      toast.say(
        t(
          outcome.value.undone === 0
            ? 'ownDone.notUndone'
            : outcome.value.undone < change.changed
              ? 'ownDone.undonePart'
              : 'ownDone.undone',
          { what },
        ),
      )
  }

  return (outcome: Outcome<OwnChange>, message: string): boolean => {
    if (!outcome.ok) toast.fail(outcome.error)
    else if (outcome.value.changed === 0) toast.say(t('ownDone.unchanged'))
    else offer(message, () => undoChange(outcome.value, message))
    return outcome.ok
  }
}

/** Provides the actions that set the priority of customers. */
function usePriorities(checkSize: (ids: readonly string[]) => boolean) {
  const { engine } = useLinks()
  const toast = useToast()
  const report = useOutcomeMessage()
  const setPriorityCommand = useCommand(engine, 'own.setPriority')

  async function setCustomerPriority(customers: readonly string[], priority: Priority): Promise<boolean> {
    const [customer] = customers
    if (customer === undefined) {
      toast.say(t('ownDone.noCustomer'))
      return false
    }
    const priorityText = t(`priority.${priority}`)
    const message =
      customers.length === 1
        ? t('ownDone.ranked', { customer, priority: priorityText })
        : tn('ownDone.rankedMany', customers.length, { priority: priorityText })
    return report(await setPriorityCommand.run({ customers: [...customers], priority }), message)
  }

  /** Sets the priority of the customers of these containers. */
  async function setPriority({ ids }: ContainerChoice, priority: Priority) {
    if (!checkSize(ids)) return
    try {
      await setCustomerPriority((await engine.call('own.shared', { ids: [...ids] })).customers, priority)
    } catch (reason) {
      toast.fail(asAppError(reason))
    }
  }
  return { setCustomerPriority, setPriority }
}

/**
 * Returns a function that offers to reassign the containers of the user's previous name. Without that, they are no
 * longer shown as the user's.
 */
function useReassignment(
  checkSize: (ids: readonly string[]) => boolean,
  assign: (choice: ContainerChoice, assignee: string) => Promise<boolean>,
) {
  const { engine } = useLinks()
  const toast = useToast()

  async function listAssignedIds(assignee: string): Promise<string[]> {
    const ids: string[] = []
    for (let total = 1; ids.length < Math.min(total, MAX_SELECTED + 1);) {
      const page = await engine.call('containers.list', {
        filter: { scope: 'all', assignedTo: [assignee] },
        sort: [{ column: 'number', direction: 'asc' }],
        window: { offset: ids.length, limit: MAX_PAGE_ROWS },
      })
      if (page.rows.length === 0) break
      ids.push(...page.rows.map(({ id }) => id))
      total = page.total
    }
    return ids
  }

  async function reassign(from: string, to: string) {
    try {
      const ids = await listAssignedIds(from)
      if (checkSize(ids)) await assign({ ids, name: null }, to)
    } catch (reason) {
      toast.fail(asAppError(reason))
    }
  }

  return (from: string, to: string, count: number) =>
    toast.sayWith(
      tn('ownDone.stillOf', count, { name: from }),
      t('ownDone.handOver', { name: to }),
      () => void reassign(from, to),
    )
}

/** Provides the actions that set the name of the user of this computer. */
function useMyName(
  checkSize: (ids: readonly string[]) => boolean,
  assign: (choice: ContainerChoice, assignee: string) => Promise<boolean>,
) {
  const { engine } = useLinks()
  const toast = useToast()
  const setMeCommand = useCommand(engine, 'own.setMe')
  const offerReassignment = useReassignment(checkSize, assign)

  async function setMe(name: string): Promise<boolean> {
    const outcome = await setMeCommand.run({ name })
    if (!outcome.ok) toast.fail(outcome.error)
    return outcome.ok
  }

  return {
    setMe,
    /** Changes the user's name. `assignedCount` is the number of containers assigned to the previous name. */
    rename: async (previousName: string, name: string, assignedCount: number): Promise<boolean> => {
      const isRenamed = await setMe(name)
      if (isRenamed && assignedCount > 0 && previousName.toLowerCase() !== name.toLowerCase())
        offerReassignment(previousName, name, assignedCount)
      return isRenamed
    },
  }
}

/** The contract's limit of one answer. */
const MAX_PAGE_ROWS = 500

/** Returns a function that returns false and shows a message if there are no containers, or too many for one call. */
function useSizeCheck(): (ids: readonly string[]) => boolean {
  const toast = useToast()
  return (ids) => {
    if (ids.length === 0) toast.say(t('ownDone.noContainer'))
    else if (ids.length > MAX_SELECTED) toast.failWith(t('ownDone.tooMany', { most: formatCount(MAX_SELECTED) }))
    return ids.length > 0 && ids.length <= MAX_SELECTED
  }
}

const formatChoice = ({ ids, name }: ContainerChoice) => name ?? tn('ownDone.containers', ids.length)

type DialogKind = OwnDialogRequest['what']

/** Provides the functions that open the dialogs. */
function useOpenDialog(checkSize: (ids: readonly string[]) => boolean) {
  const dialogs = useOwnDialogs()
  return {
    openDialog: (what: DialogKind, { ids, name }: ContainerChoice, note: OwnDialogRequest['note'] = null) => {
      if (checkSize(ids)) dialogs.open({ what, ids, count: ids.length, name, note })
    },
    /** Opens the dialog for `count` selected rows at once. It can be saved when their ids were read. */
    openDialogOfRows: (what: DialogKind, count: number, ids: Promise<readonly string[]>) => {
      dialogs.open({ what, ids, count, name: null, note: null })
    },
  }
}

export function useOwnWork() {
  const { engine } = useLinks()
  const toast = useToast()
  const checkSize = useSizeCheck()
  const report = useOutcomeMessage()
  const assignCommand = useCommand(engine, 'own.assign')
  const tagsCommand = useCommand(engine, 'own.changeTags')
  const addNoteCommand = useCommand(engine, 'own.addNote')
  const changeNoteCommand = useCommand(engine, 'own.changeNote')

  const { openDialog, openDialogOfRows } = useOpenDialog(checkSize)

  async function assign(choice: ContainerChoice, assignee: string | null): Promise<boolean> {
    const message =
      assignee === null
        ? t('ownDone.unassigned', { what: formatChoice(choice) })
        : t('ownDone.assigned', { what: formatChoice(choice), name: assignee })
    return report(await assignCommand.run({ ids: [...choice.ids], assignee }), message)
  }

  return {
    checkSize,
    openDialog,
    openDialogOfRows,
    assign,
    changeTags: async (choice: ContainerChoice, add: string[], remove: string[]) =>
      report(
        await tagsCommand.run({ ids: [...choice.ids], add, remove }),
        t('ownDone.labelled', { what: formatChoice(choice) }),
      ),
    addNote: async (choice: ContainerChoice, text: string) =>
      report(
        await addNoteCommand.run({ ids: [...choice.ids], text }),
        t('ownDone.noted', { what: formatChoice(choice) }),
      ),
    removeNote: async (id: string) => report(await changeNoteCommand.run({ id, text: null }), t('ownDone.noteRemoved')),
    /**
     * Changes the text of a note. If the note was also changed elsewhere since the form opened, both texts are kept.
     */
    changeNote: async (note: Pick<Note, 'id' | 'text'>, text: string) => {
      const outcome = await changeNoteCommand.run({ id: note.id, text, seen: note.text })
      const isKeptBeside = outcome.ok && outcome.value.notes.some(({ was }) => was === null)
      return report(outcome, t(isKeptBeside ? 'ownDone.noteBeside' : 'ownDone.noteChanged'))
    },
    ...usePriorities(checkSize),
    ...useMyName(checkSize, assign),
    /** Assigns the containers to the user. If the user's name is unknown, the dialog asks for it. */
    assignToMe: async (choice: ContainerChoice) => {
      try {
        const { name } = await engine.call('own.me', {})
        if (name === null) openDialog('assign', choice)
        else await assign(choice, name)
      } catch (reason) {
        toast.fail(asAppError(reason))
      }
    },
  }
}

export type OwnWork = ReturnType<typeof useOwnWork>
