// Handlers for the user's own data. Each change is one transaction, and returns how to undo it.
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { Note, OwnChange, Priority } from '#contract/own.ts'
import type { DecidedRows } from '../mirror/decided-rows.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Announce, Write } from '../db/write.ts'
import type { Random } from '../outside/random.ts'
import * as store from '../settings/own.ts'

export type OwnDeps = { db: ReadableDb; write: Write; random: Random; now: () => string; decided: DecidedRows }

export function ownHandlers(deps: OwnDeps): HandlersOf<'own'> {
  const { db, write } = deps
  return {
    'own.me': () => ({ name: store.loadUserName(db) }),
    'own.words': () => ({ assignees: store.listAssignees(db), tags: store.listTags(db) }),
    'own.notes': ({ containerId }) => ({ notes: store.loadNotes(db, containerId) }),
    'own.shared': ({ ids }) => loadSharedValues(db, ids),
    'own.setMe': ({ name }) =>
      write((w, announce) => {
        store.saveUserName(w, name === null ? null : normalizeText(name))
        // Every list shows the name.
        announce('containers')
      }),
    'own.assign': ({ ids, assignee }) =>
      change(deps, ids, (w) =>
        assign(w, deps.now(), [
          { ids, was: undefined, is: assignee === null ? null : store.findNameSpelling(w, normalizeText(assignee)) },
        ]),
      ),
    'own.changeTags': ({ ids, add, remove }) =>
      change(deps, ids, (w) => changeTags(w, ids, spellTags(w, add), spellTags(w, remove))),
    'own.addNote': ({ ids, text }) =>
      change(deps, ids, (w) =>
        addNotes(w, ids, { text: normalizeText(text), at: deps.now(), editedAt: null }, deps.random),
      ),
    'own.changeNote': ({ id, text, seen }) =>
      change(deps, [], (w) =>
        changeNote(w, { id, text: text === null ? null : normalizeText(text), seen, at: deps.now() }, deps.random),
      ),
    'own.setPriority': ({ customers, priority }) =>
      change(deps, [], (w) => setPriority(w, deps.now(), [{ customers, was: undefined, is: priority }])),
    'own.undo': (before) => ({ undone: change(deps, [], (w) => revert(w, before, deps.now())).changed }),
  }
}

const normalizeText = (text: string) => text.normalize('NFC')
const spellTags = (db: ReadableDb, tags: readonly string[]) => [
  ...new Set(tags.map((tag) => store.findTagSpelling(db, normalizeText(tag)))),
]

type Done = Omit<OwnChange, 'changed'>
const noChange = (): Done => ({ assignees: [], tags: [], notes: [], priorities: [] })

/** Throws if an id is unknown, because no screen would show a note of an unknown container. */
function change({ db, write, decided }: OwnDeps, ids: readonly string[], work: (db: WritableDb) => Done): OwnChange {
  checkContainersExist(db, ids)
  const done = write((w, announce) => {
    const result = work(w)
    if (touchedBy(result).size > 0) store.raiseOwnRevision(w)
    announceChange(announce, result)
    return result
  })
  const touched = touchedBy(done)
  if (touched.size > 0) decided.updateOwnTexts(touched)
  return { changed: countChanged(done), ...done }
}

function checkContainersExist(db: ReadableDb, ids: readonly string[]): void {
  const unknown = db.get<{ id: string }>(
    'SELECT value AS id FROM json_each(?) WHERE value NOT IN (SELECT id FROM container_row WHERE id IN (SELECT value FROM json_each(?))) LIMIT 1',
    JSON.stringify(ids),
    JSON.stringify(ids),
  )
  if (unknown) throw new AppError('containers/unknown', { id: unknown.id })
}

function touchedBy({ assignees, tags, notes }: Done): Set<string> {
  return new Set([
    ...assignees.flatMap(({ ids }) => ids),
    ...tags.flatMap(({ ids }) => ids),
    ...notes.map(({ containerId }) => containerId),
  ])
}

function countChanged(done: Done): number {
  const customers = new Set(done.priorities.flatMap(({ customers: names }) => names))
  return customers.size + (done.notes.length > 0 ? done.notes.length : touchedBy(done).size)
}

function announceChange(announce: Announce, done: Done): void {
  for (const id of touchedBy(done)) announce('containers', id)
  // The customer may have any number of containers, so all are announced.
  if (done.priorities.length > 0) announce('containers')
}

/** `was`: changes only containers with this assignee; undefined: changes all. */
function assign(
  db: WritableDb,
  at: string,
  changes: readonly { ids: readonly string[]; was: string | null | undefined; is: string | null }[],
): Done {
  const done = noChange()
  for (const { ids, was, is } of changes) {
    const present = new Map(store.loadAssignees(db, ids).map(({ id, name }) => [id, name]))
    const changed = ids.filter((id) => {
      const name = present.get(id) ?? null
      return name !== is && (was === undefined || name === was)
    })
    for (const id of changed) store.saveAssignee(db, id, is, at)
    for (const [before, changedIds] of Map.groupBy(changed, (id) => present.get(id) ?? null))
      done.assignees.push({ ids: changedIds, was: before, is })
  }
  return done
}

function changeTags(db: WritableDb, ids: readonly string[], add: readonly string[], remove: readonly string[]): Done {
  const changes = [
    ...remove.filter((tag) => !add.includes(tag)).map((tag) => ({ tag, isThere: false, ids })),
    ...add.map((tag) => ({ tag, isThere: true, ids })),
  ]
  return setTags(db, changes)
}

function setTags(db: WritableDb, changes: readonly { tag: string; isThere: boolean; ids: readonly string[] }[]): Done {
  const changed = changes.map(({ tag, isThere, ids }) => ({
    tag,
    isThere,
    ids: ids.filter((id) => store.saveTag(db, id, tag, isThere)),
  }))
  return { ...noChange(), tags: changed.filter(({ ids }) => ids.length > 0) }
}

function addNotes(db: WritableDb, ids: readonly string[], written: Omit<Note, 'id'>, random: Random): Done {
  const notes = [...new Set(ids)].map((containerId) => {
    const note = { id: random.id(), ...written }
    store.saveNote(db, note.id, containerId, note)
    return { id: note.id, containerId, was: null, is: note }
  })
  return { ...noChange(), notes }
}

type NoteChange = { id: string; text: string | null; seen: string | undefined; at: string }

/** If the user has not seen the present text, it is not overwritten: the new text becomes a second note. */
function changeNote(db: WritableDb, { id, text, seen, at }: NoteChange, random: Random): Done {
  const stored = store.loadNote(db, id)
  if (!stored) throw new AppError('own/no-note', { id })
  if (stored.note.text === text) return noChange()
  if (text !== null && seen !== undefined && stored.note.text !== seen)
    return addNotes(db, [stored.containerId], { text, at, editedAt: null }, random)
  const is = text === null ? null : { ...stored.note, text, editedAt: at }
  store.saveNote(db, id, stored.containerId, is)
  return { ...noChange(), notes: [{ id, containerId: stored.containerId, was: stored.note, is }] }
}

function setPriority(
  db: WritableDb,
  at: string,
  changes: readonly { customers: readonly string[]; was: Priority | undefined; is: Priority }[],
): Done {
  const done = noChange()
  for (const { customers, was, is } of changes) {
    const present = store.loadPriorities(db)
    const changed = [...new Set(customers)].filter((customer) => {
      const priority = present.get(customer) ?? 'normal'
      return priority !== is && (was === undefined || priority === was)
    })
    for (const customer of changed) store.savePriority(db, customer, is, at)
    for (const [before, changedIds] of Map.groupBy(changed, (customer) => present.get(customer) ?? 'normal'))
      done.priorities.push({ customers: changedIds, was: before, is })
  }
  return done
}

/** Values that were changed again later remain. */
function revert(db: WritableDb, { assignees, tags, notes, priorities }: OwnChange, at: string): Done {
  const backwards = <Step extends { was: unknown; is: unknown }>(steps: readonly Step[]) =>
    steps.map((step) => ({ ...step, was: step.is, is: step.was })) as Step[]
  return {
    assignees: assign(db, at, backwards(assignees)).assignees,
    tags: setTags(db, tags.map(({ tag, isThere, ids }) => ({ tag, isThere: !isThere, ids })).toReversed()).tags,
    notes: backwards(notes)
      .filter(({ id, was }) => isSameNote(store.loadNote(db, id)?.note ?? null, was))
      .map((step) => {
        store.saveNote(db, step.id, step.containerId, step.is)
        return step
      }),
    priorities: setPriority(db, at, backwards(priorities)).priorities,
  }
}

function isSameNote(present: Note | null, was: Note | null): boolean {
  return present?.text === was?.text && present?.editedAt === was?.editedAt
}

/** The own data that all these containers have in common. */
function loadSharedValues(db: ReadableDb, ids: readonly string[]) {
  const containers = db.all<{ id: string; customer: string | null }>(
    'SELECT id, customer FROM container_row WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  const rows = [...store.loadOwnRows(db, containers).values()]
  const assignees = new Set(rows.map(({ assignee }) => assignee))
  const priorities = new Set(rows.map(({ priority }) => priority))
  const counts = Map.groupBy(
    rows.flatMap(({ tags }) => tags),
    (tag) => tag,
  )
  const [assignee] = assignees
  const [priority] = priorities
  return {
    assignee: assignees.size === 1 ? (assignee ?? null) : null,
    isOneAssignee: assignees.size <= 1,
    tags: [...counts]
      .map(([tag, all]) => ({ tag, count: all.length }))
      .toSorted((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1)),
    customers: [...new Set(containers.flatMap(({ customer }) => customer ?? []))].toSorted(),
    priority: priorities.size === 1 ? (priority ?? null) : null,
  }
}
