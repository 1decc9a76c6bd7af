// The user's own data behind the made-up engine: kept while the test runs, shown in rows at once.
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Note, OwnChange, OwnRow, Priority } from '#contract/own.ts'
import type { Handlers } from '#contract/rpc.ts'
import { NOW } from './row-factories.ts'

type Names = Extract<keyof Handlers<EngineContract>, `own.${string}`>
type Rows = { rows: () => readonly ContainerRow[]; change: (patch: (row: ContainerRow) => Partial<ContainerRow> | null) => void }

export type FakeOwn = { handlers: Pick<Handlers<EngineContract>, Names>; notesOf: (containerId: string) => Note[] }

const nothing = (): OwnChange => ({ changed: 0, assignees: [], tags: [], notes: [], priorities: [] })

export function createFakeOwn({ rows, change }: Rows): FakeOwn {
  let me: string | null = null
  let written = 0
  const notes = new Map<string, { containerId: string; note: Note }>()
  const notesOf = (containerId: string) => [...notes.values()].filter((each) => each.containerId === containerId).map(({ note }) => note).toReversed()
  const rowsOf = (ids: readonly string[]) => rows().filter(({ id }) => ids.includes(id))
  const set = (part: (row: ContainerRow) => Partial<OwnRow> | null) => {
    change((row) => {
      const own = part(row)
      return own && { own: { ...row.own, ...own } }
    })
  }
  const showNotes = (ids: readonly string[]) => { set(({ id }) => (ids.includes(id) ? { note: notesOf(id)[0]?.text ?? null, noteCount: notesOf(id).length } : null)) }
  const assign = (ids: readonly string[], name: string | null) => { set(({ id }) => (ids.includes(id) ? { assignee: name, isMine: name !== null && name === me } : null)) }
  const tag = (ids: readonly string[], word: string, isThere: boolean) => { set(({ id, own }) => (ids.includes(id) ? { tags: isThere ? [...own.tags, word] : own.tags.filter((each) => each !== word) } : null)) }
  const rank = (customers: readonly string[], priority: Priority) => { set(({ customer }) => (customer !== null && customers.includes(customer) ? { priority } : null)) }
  const put = (id: string, containerId: string, note: Note | null) => {
    if (note) notes.set(id, { containerId, note })
    else notes.delete(id)
    showNotes([containerId])
  }
  return {
    notesOf,
    handlers: {
      'own.me': () => ({ name: me }),
      'own.setMe': ({ name }) => {
        me = name
        set(({ own: { assignee } }) => ({ isMine: assignee !== null && assignee === me }))
      },
      'own.words': () => ({ assignees: counted(rows().map(({ own }) => own.assignee)), tags: counted(rows().flatMap(({ own }) => own.tags)) }),
      'own.notes': ({ containerId }) => ({ notes: notesOf(containerId) }),
      'own.shared': ({ ids }) => {
        const chosen = rowsOf(ids)
        const assignees = [...new Set(chosen.map(({ own }) => own.assignee))]
        const priorities = [...new Set(chosen.map(({ own }) => own.priority))]
        return {
          assignee: assignees.length === 1 ? (assignees[0] ?? null) : null,
          isOneAssignee: assignees.length <= 1,
          tags: counted(chosen.flatMap(({ own }) => own.tags)).map(({ value, count }) => ({ tag: value, count })),
          customers: [...new Set(chosen.flatMap(({ customer }) => customer ?? []))],
          priority: priorities.length === 1 ? (priorities[0] ?? null) : null,
        }
      },
      'own.assign': ({ ids, assignee }) => {
        const moved = rowsOf(ids).filter(({ own }) => own.assignee !== assignee)
        const assignees = moved.map(({ id, own }) => ({ ids: [id], was: own.assignee, is: assignee }))
        assign(moved.map(({ id }) => id), assignee)
        return { ...nothing(), changed: moved.length, assignees }
      },
      'own.changeTags': ({ ids, add, remove }) => {
        const steps = [...remove.map((word) => ({ tag: word, isThere: false })), ...add.map((word) => ({ tag: word, isThere: true }))]
        const tags = steps.map((step) => ({ ...step, ids: rowsOf(ids).filter(({ own }) => own.tags.includes(step.tag) !== step.isThere).map(({ id }) => id) })).filter((step) => step.ids.length > 0)
        for (const step of tags) tag(step.ids, step.tag, step.isThere)
        return { ...nothing(), changed: new Set(tags.flatMap((step) => step.ids)).size, tags }
      },
      'own.addNote': ({ ids, text }) => {
        const made = ids.map((containerId) => {
          const note = { id: `note-${++written}`, text, at: NOW, editedAt: null }
          put(note.id, containerId, note)
          return { id: note.id, containerId, was: null, is: note }
        })
        return { ...nothing(), changed: made.length, notes: made }
      },
      'own.changeNote': ({ id, text, seen }) => {
        const known = notes.get(id)
        if (!known) throw new AppError('own/no-note', { id })
        if (text !== null && seen !== undefined && known.note.text !== seen) {
          const note = { id: `note-${++written}`, text, at: NOW, editedAt: null }
          put(note.id, known.containerId, note)
          return { ...nothing(), changed: 1, notes: [{ id: note.id, containerId: known.containerId, was: null, is: note }] }
        }
        const is = text === null ? null : { ...known.note, text, editedAt: NOW }
        put(id, known.containerId, is)
        return { ...nothing(), changed: 1, notes: [{ id, containerId: known.containerId, was: known.note, is }] }
      },
      'own.setPriority': ({ customers, priority }) => {
        const priorities = customers.map((customer) => ({ customers: [customer], was: rows().find((row) => row.customer === customer)?.own.priority ?? 'normal', is: priority }))
        rank(customers, priority)
        return { ...nothing(), changed: customers.length, priorities }
      },
      'own.undo': ({ changed, assignees, tags, notes: made, priorities }) => {
        for (const { ids, was } of assignees) assign(ids, was)
        for (const step of tags) tag(step.ids, step.tag, !step.isThere)
        for (const { id, containerId, was } of made) put(id, containerId, was)
        for (const { customers, was } of priorities) rank(customers, was)
        return { undone: changed }
      },
    },
  }
}

function counted(values: readonly (string | null)[]) {
  return [...Map.groupBy(values.filter((value) => value !== null), (value) => value)].map(([value, same]) => ({ value, label: value, count: same.length }))
}

export function passesOwn({ own, daysOut }: ContainerRow, { assignedTo, isMine, ownTags, hasNote, priorities, daysOutOver }: ContainerFilter): boolean {
  return (
    (assignedTo?.includes(own.assignee ?? '') ?? true) &&
    (isMine === undefined || own.isMine === isMine) &&
    (ownTags?.some((tag) => own.tags.includes(tag)) ?? true) &&
    (hasNote === undefined || own.noteCount > 0 === hasNote) &&
    (priorities?.includes(own.priority) ?? true) &&
    (daysOutOver === undefined || (daysOut !== null && daysOut > daysOutOver))
  )
}
