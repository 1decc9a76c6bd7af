// Writes the user's own data on one or many containers, with Undo by button and by key.
import type { Note, OwnChange, Priority } from '#contract/own.ts'
import { MAX_AT_ONCE } from '#contract/rules/own-bounds.ts'
import { useLinks } from '../../engine/engine.ts'
import { useOwnDialogs, type OwnDialogRequest } from './own-dialogs.ts'
import { formatCount, t, tn } from '../../words/words.ts'
import { useCommand, type Outcome } from '../../engine/useCommand.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'
import { useUndo } from '../../ui/useUndo.ts'

/** `name`: of a single container; null for several. */
export type ContainerChoice = { ids: readonly string[]; name: string | null }

/** Shows the outcome with Undo, and returns whether it was a success. */
function useOutcomeWithUndo() {
  const { engine } = useLinks()
  const toast = useToast()
  const { offer } = useUndo()
  const undo = useCommand(engine, 'own.undo')

  async function takeBack(change: OwnChange) {
    const outcome = await undo.run(change)
    if (!outcome.ok) toast.fail(outcome.error)
    else
      toast.say(
        t(
          outcome.value.undone === 0
            ? 'ownDone.notUndone'
            : outcome.value.undone < change.changed
              ? 'ownDone.undonePart'
              : 'ownDone.undone',
        ),
      )
  }

  return (outcome: Outcome<OwnChange>, message: string): boolean => {
    if (!outcome.ok) toast.fail(outcome.error)
    else if (outcome.value.changed === 0) toast.say(t('ownDone.unchanged'))
    else offer(message, () => takeBack(outcome.value))
    return outcome.ok
  }
}

/** Provides the actions that set the priority of customers. */
function usePriorities(isFew: (ids: readonly string[]) => boolean) {
  const { engine } = useLinks()
  const toast = useToast()
  const done = useOutcomeWithUndo()
  const command = useCommand(engine, 'own.setPriority')

  async function setCustomerPriority(customers: readonly string[], priority: Priority): Promise<boolean> {
    const [customer] = customers
    if (customer === undefined) {
      toast.say(t('ownDone.noCustomer'))
      return false
    }
    const word = t(`priority.${priority}`)
    const message =
      customers.length === 1
        ? t('ownDone.ranked', { customer, priority: word })
        : tn('ownDone.rankedMany', customers.length, { priority: word })
    return done(await command.run({ customers: [...customers], priority }), message)
  }

  /** Sets the priority of the customers of these containers. */
  async function setPriority({ ids }: ContainerChoice, priority: Priority) {
    if (!isFew(ids)) return
    try {
      await setCustomerPriority((await engine.call('own.shared', { ids: [...ids] })).customers, priority)
    } catch (reason) {
      toast.fail(asAppError(reason))
    }
  }
  return { setCustomerPriority, setPriority }
}

/**
 * Reassigns the containers that are assigned to the user's previous name, which rows would not show as the user's any
 * more.
 */
function useReassignment(
  isFew: (ids: readonly string[]) => boolean,
  assign: (choice: ContainerChoice, assignee: string) => Promise<boolean>,
) {
  const { engine } = useLinks()
  const toast = useToast()

  async function listAssignedIds(assignee: string): Promise<string[]> {
    const ids: string[] = []
    for (let total = 1; ids.length < Math.min(total, MAX_AT_ONCE + 1);) {
      const page = await engine.call('containers.list', {
        filter: { scope: 'all', assignedTo: [assignee] },
        sort: [{ column: 'number', direction: 'asc' }],
        window: { offset: ids.length, limit: PAGE },
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
      if (isFew(ids)) await assign({ ids, name: null }, to)
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

/** The name of the user of this computer. */
function useMyName(
  isFew: (ids: readonly string[]) => boolean,
  assign: (choice: ContainerChoice, assignee: string) => Promise<boolean>,
) {
  const { engine } = useLinks()
  const toast = useToast()
  const command = useCommand(engine, 'own.setMe')
  const offerReassignment = useReassignment(isFew, assign)

  async function setMe(name: string): Promise<boolean> {
    const outcome = await command.run({ name })
    if (!outcome.ok) toast.fail(outcome.error)
    return outcome.ok
  }

  return {
    setMe,
    /** For a user with a previous name. `left`: number of containers assigned to it. */
    rename: async (before: string, name: string, left: number): Promise<boolean> => {
      const isDone = await setMe(name)
      if (isDone && left > 0 && before.toLowerCase() !== name.toLowerCase()) offerReassignment(before, name, left)
      return isDone
    },
  }
}

/** The contract's limit of one answer. */
const PAGE = 500

/** Shows a message and returns false if there are no containers, or more than one call can change. */
function useSizeCheck(): (ids: readonly string[]) => boolean {
  const toast = useToast()
  return (ids) => {
    if (ids.length === 0) toast.say(t('ownDone.noContainer'))
    else if (ids.length > MAX_AT_ONCE) toast.failWith(t('ownDone.tooMany', { most: formatCount(MAX_AT_ONCE) }))
    return ids.length > 0 && ids.length <= MAX_AT_ONCE
  }
}

const formatChoice = ({ ids, name }: ContainerChoice) => name ?? tn('ownDone.containers', ids.length)

export function useOwnWork() {
  const { engine } = useLinks()
  const toast = useToast()
  const dialogs = useOwnDialogs()
  const isFew = useSizeCheck()
  const done = useOutcomeWithUndo()
  const assignCommand = useCommand(engine, 'own.assign')
  const tagsCommand = useCommand(engine, 'own.changeTags')
  const addNoteCommand = useCommand(engine, 'own.addNote')
  const changeNoteCommand = useCommand(engine, 'own.changeNote')

  type Request = OwnDialogRequest
  const openDialog = (what: Request['what'], { ids, name }: ContainerChoice, note: Request['note'] = null) => {
    if (isFew(ids)) dialogs.open({ what, ids, name, note })
  }

  async function assign(choice: ContainerChoice, assignee: string | null): Promise<boolean> {
    const message =
      assignee === null
        ? t('ownDone.unassigned', { what: formatChoice(choice) })
        : t('ownDone.assigned', { what: formatChoice(choice), name: assignee })
    return done(await assignCommand.run({ ids: [...choice.ids], assignee }), message)
  }

  return {
    openDialog,
    assign,
    changeTags: async (choice: ContainerChoice, add: string[], remove: string[]) =>
      done(
        await tagsCommand.run({ ids: [...choice.ids], add, remove }),
        t('ownDone.labelled', { what: formatChoice(choice) }),
      ),
    addNote: async (choice: ContainerChoice, words: string) =>
      done(
        await addNoteCommand.run({ ids: [...choice.ids], text: words }),
        t('ownDone.noted', { what: formatChoice(choice) }),
      ),
    removeNote: async (id: string) => done(await changeNoteCommand.run({ id, text: null }), t('ownDone.noteRemoved')),
    /** `note` as it was when the form was opened. */
    changeNote: async (note: Pick<Note, 'id' | 'text'>, words: string) => {
      const outcome = await changeNoteCommand.run({ id: note.id, text: words, seen: note.text })
      const isBeside = outcome.ok && outcome.value.notes.some(({ was }) => was === null)
      return done(outcome, t(isBeside ? 'ownDone.noteBeside' : 'ownDone.noteChanged'))
    },
    ...usePriorities(isFew),
    ...useMyName(isFew, assign),
    /** Asks for the user's name if it is unknown. */
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
