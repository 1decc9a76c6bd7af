// Handlers for the user's own data. Each change is one transaction, and returns how to undo it.
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { Note, OwnChange, Priority } from '#contract/own.ts'
import type { DecidedRows } from '../mirror/decided-rows.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { InSlices } from '../db/slices.ts'
import type { Announce, Write } from '../db/write.ts'
import type { Random } from '../outside/random.ts'
import * as store from '../settings/own.ts'

export type OwnDeps = {
  db: ReadableDb
  write: Write
  random: Random
  now: () => string
  decided: DecidedRows
  inSlices: InSlices
}

export function ownHandlers(deps: OwnDeps): HandlersOf<'own'> {
  const { db, write } = deps
  return {
    'own.me': () => ({ name: store.loadUserName(db) }),
    'own.words': () => ({ assignees: store.listAssignees(db), tags: store.listTags(db) }),
    'own.notes': ({ containerId }) => ({ notes: store.loadNotes(db, containerId) }),
    'own.shared': ({ ids }) => loadSharedValues(db, ids),
    'own.setMe': ({ name }) =>
      write((db, announce) => {
        store.saveUserName(db, name === null ? null : normalizeText(name))
        // Every list shows the name.
        announce('containers')
      }),
    'own.assign': ({ ids, assignee }) =>
      applyChange(deps, ids, (db) =>
        assign(db, deps.now(), [
          { ids, was: undefined, is: assignee === null ? null : store.findNameSpelling(db, normalizeText(assignee)) },
        ]),
      ),
    'own.changeTags': ({ ids, add, remove }) =>
      applyChange(deps, ids, (db) =>
        changeTags(db, deps.now(), { ids, add: spellTags(db, add), remove: spellTags(db, remove) }),
      ),
    'own.addNote': ({ ids, text }) =>
      applyChange(deps, ids, (db) =>
        addNotes(db, ids, { text: normalizeText(text), at: deps.now(), editedAt: null }, deps.random),
      ),
    'own.changeNote': ({ id, text, seen }) =>
      applyChange(deps, [], (db) =>
        changeNote(db, { id, text: text === null ? null : normalizeText(text), seen, at: deps.now() }, deps.random),
      ),
    'own.setPriority': ({ customers, priority }) =>
      applyChange(deps, [], (db) => setPriority(db, deps.now(), [{ customers, was: undefined, is: priority }])),
    'own.undo': async (change) => ({
      undone: (await applyChange(deps, [], (db) => revert(db, change, deps.now()))).changed,
    }),
  }
}

const normalizeText = (text: string) => text.normalize('NFC')
const spellTags = (db: ReadableDb, tags: readonly string[]) => [
  ...new Set(tags.map((tag) => store.findTagSpelling(db, normalizeText(tag)))),
]

type ChangedValues = Omit<OwnChange, 'changed'>
const createNoChange = (): ChangedValues => ({ assignees: [], tags: [], notes: [], priorities: [] })

/**
 * Runs `work` in one transaction, and announces its changes. Then updates the search texts in steps, because those of
 * 5,000 containers take several times as long. Throws if an id is unknown, because no screen would show a note of an
 * unknown container.
 */
async function applyChange(
  { db, write, decided, inSlices }: OwnDeps,
  ids: readonly string[],
  work: (db: WritableDb) => ChangedValues,
): Promise<OwnChange> {
  checkContainersExist(db, ids)
  const changedValues = write((db, announce) => {
    const result = work(db)
    if (listTouchedContainers(result).size > 0) store.raiseOwnRevision(db)
    announceChange(announce, result)
    return result
  })
  const touchedIds = listTouchedContainers(changedValues)
  if (touchedIds.size > 0) await inSlices(decided.updateOwnTexts([...touchedIds]))
  return { changed: countChanged(changedValues), ...changedValues }
}

function checkContainersExist(db: ReadableDb, ids: readonly string[]): void {
  const unknown = db.get<{ id: string }>(
    'SELECT value AS id FROM json_each(?) WHERE value NOT IN (SELECT id FROM container_row WHERE id IN (SELECT value FROM json_each(?))) LIMIT 1',
    JSON.stringify(ids),
    JSON.stringify(ids),
  )
  if (unknown) throw new AppError('containers/unknown', { id: unknown.id })
}

function listTouchedContainers({ assignees, tags, notes }: ChangedValues): Set<string> {
  return new Set([
    ...assignees.flatMap(({ ids }) => ids),
    ...tags.flatMap(({ ids }) => ids),
    ...notes.map(({ containerId }) => containerId),
  ])
}

function countChanged(changedValues: ChangedValues): number {
  const customers = new Set(changedValues.priorities.flatMap(({ customers: names }) => names))
  return (
    customers.size +
    (changedValues.notes.length > 0 ? changedValues.notes.length : listTouchedContainers(changedValues).size)
  )
}

function announceChange(announce: Announce, changedValues: ChangedValues): void {
  for (const id of listTouchedContainers(changedValues)) announce('containers', id)
  // The customer may have any number of containers, so all are announced.
  if (changedValues.priorities.length > 0) announce('containers')
}

/** `was`: changes only containers with this assignee; undefined: changes all. */
function assign(
  db: WritableDb,
  at: string,
  changes: readonly { ids: readonly string[]; was: string | null | undefined; is: string | null }[],
): ChangedValues {
  const changedValues = createNoChange()
  for (const { ids, was, is } of changes) {
    const currentById = new Map(store.loadAssignees(db, ids).map(({ id, name }) => [id, name]))
    const changedIds = ids.filter((id) => {
      const name = currentById.get(id) ?? null
      return name !== is && (was === undefined || name === was)
    })
    for (const id of changedIds) store.saveAssignee(db, id, is, at)
    for (const [previousName, idsOfName] of Map.groupBy(changedIds, (id) => currentById.get(id) ?? null))
      changedValues.assignees.push({ ids: idsOfName, was: previousName, is })
  }
  return changedValues
}

function changeTags(
  db: WritableDb,
  at: string,
  { ids, add, remove }: Record<'ids' | 'add' | 'remove', readonly string[]>,
): ChangedValues {
  const changes = [
    ...remove.filter((tag) => !add.includes(tag)).map((tag) => ({ tag, isThere: false, ids })),
    ...add.map((tag) => ({ tag, isThere: true, ids })),
  ]
  return setTags(db, at, changes)
}

function setTags(
  db: WritableDb,
  at: string,
  changes: readonly { tag: string; isThere: boolean; ids: readonly string[] }[],
): ChangedValues {
  const changedTags = changes.map(({ tag, isThere, ids }) => ({
    tag,
    isThere,
    ids: ids.filter((id) => store.saveTag(db, id, tag, isThere, at)),
  }))
  return { ...createNoChange(), tags: changedTags.filter(({ ids }) => ids.length > 0) }
}

function addNotes(db: WritableDb, ids: readonly string[], noteValues: Omit<Note, 'id'>, random: Random): ChangedValues {
  const notes = [...new Set(ids)].map((containerId) => {
    const note = { id: random.id(), ...noteValues }
    store.saveNote(db, note.id, containerId, note, note.at)
    return { id: note.id, containerId, was: null, is: note }
  })
  return { ...createNoChange(), notes }
}

type NoteChange = { id: string; text: string | null; seen: string | undefined; at: string }

/** If the user has not seen the current text, it is not overwritten: the new text becomes a second note. */
function changeNote(db: WritableDb, { id, text, seen, at }: NoteChange, random: Random): ChangedValues {
  const stored = store.loadNote(db, id)
  if (!stored) throw new AppError('own/no-note', { id })
  if (stored.note.text === text) return createNoChange()
  if (text !== null && seen !== undefined && stored.note.text !== seen)
    return addNotes(db, [stored.containerId], { text, at, editedAt: null }, random)
  const is = text === null ? null : { ...stored.note, text, editedAt: at }
  store.saveNote(db, id, stored.containerId, is, at)
  return { ...createNoChange(), notes: [{ id, containerId: stored.containerId, was: stored.note, is }] }
}

function setPriority(
  db: WritableDb,
  at: string,
  changes: readonly { customers: readonly string[]; was: Priority | undefined; is: Priority }[],
): ChangedValues {
  const changedValues = createNoChange()
  for (const { customers, was, is } of changes) {
    const currentByCustomer = store.loadPriorities(db)
    const changedCustomers = [...new Set(customers)].filter((customer) => {
      const priority = currentByCustomer.get(customer) ?? 'normal'
      return priority !== is && (was === undefined || priority === was)
    })
    for (const customer of changedCustomers) store.savePriority(db, customer, is, at)
    for (const [previousPriority, customersOfPriority] of Map.groupBy(
      changedCustomers,
      (customer) => currentByCustomer.get(customer) ?? 'normal',
    ))
      changedValues.priorities.push({ customers: customersOfPriority, was: previousPriority, is })
  }
  return changedValues
}

/** Reverses a change. Values that were changed again later remain. */
function revert(db: WritableDb, { assignees, tags, notes, priorities }: OwnChange, at: string): ChangedValues {
  const reverse = <Step extends { was: unknown; is: unknown }>(steps: readonly Step[]) =>
    steps.map((step) => ({ ...step, was: step.is, is: step.was })) as Step[]
  return {
    assignees: assign(db, at, reverse(assignees)).assignees,
    tags: setTags(db, at, tags.map(({ tag, isThere, ids }) => ({ tag, isThere: !isThere, ids })).toReversed()).tags,
    notes: reverse(notes)
      .filter(({ id, was }) => isSameNote(store.loadNote(db, id)?.note ?? null, was))
      .map((step) => {
        store.saveNote(db, step.id, step.containerId, step.is, at)
        return step
      }),
    priorities: setPriority(db, at, reverse(priorities)).priorities,
  }
}

function isSameNote(current: Note | null, expected: Note | null): boolean {
  return current?.text === expected?.text && current?.editedAt === expected?.editedAt
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
  const rowsByTag = Map.groupBy(
    rows.flatMap(({ tags }) => tags),
    (tag) => tag,
  )
  const [assignee] = assignees
  const [priority] = priorities
  return {
    assignee: assignees.size === 1 ? (assignee ?? null) : null,
    isOneAssignee: assignees.size <= 1,
    tags: [...rowsByTag]
      .map(([tag, tagged]) => ({ tag, count: tagged.length }))
      .toSorted((one, other) => other.count - one.count || (one.tag < other.tag ? -1 : 1)),
    customers: [...new Set(containers.flatMap(({ customer }) => customer ?? []))].toSorted(),
    priority: priorities.size === 1 ? (priority ?? null) : null,
  }
}
