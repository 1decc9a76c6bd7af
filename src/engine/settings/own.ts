// Reads and writes the user's own data in state.db: notes, tags and assignees of containers, and priorities of
// customers. The service does not store it.
import { Priority, type Note, type OwnRow, type WrittenNote } from '#contract/own.ts'
import type { FacetValue } from '#contract/values.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { SearchHit } from '#contract/search.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'
import { loadAuthor, markOwn } from './own-marks.ts'

/** The key of the setting with the user's name. */
export const USER_NAME_SETTING = 'me'

const REVISION_KEY = 'own_revision'

/**
 * Creates a part of the fingerprint of a row. It changes with each note, tag and assignee, and is empty if the user
 * never entered one.
 */
export function createOwnFingerprint(db: ReadableDb): string {
  const revision = loadMeta(db, 'main', REVISION_KEY)
  return revision === null ? '' : ` own ${revision}`
}

/** Call this in each transaction that changes a note, tag or assignee, and in a restore. Search entries are rebuilt. */
export function raiseOwnRevision(db: WritableDb): void {
  saveMeta(db, 'main', REVISION_KEY, String(Number(loadMeta(db, 'main', REVISION_KEY) ?? 0) + 1))
}

/** Whether the user ever entered own data. Most accounts have none, so callers skip a query for each record. */
export function hasOwnData(db: ReadableDb): boolean {
  return loadMeta(db, 'main', REVISION_KEY) !== null
}

type SearchText = { field: SearchHit['field']; text: string }

/** Fields of a search entry that are the user's own. Reasons of manual dates are notes too. */
export const OWN_FIELDS: readonly SearchText['field'][] = ['note', 'own-tag', 'assignee']

/** The user's own texts by which a container is found. */
export function loadOwnTexts(db: ReadableDb, containerId: string): SearchText[] {
  return db.all<SearchText>(
    `SELECT 'note' AS field, text FROM (SELECT text FROM own_note WHERE container_id = ? ORDER BY at DESC, id)
     UNION ALL SELECT 'own-tag', tag FROM own_tag WHERE container_id = ?
     UNION ALL SELECT 'assignee', name FROM own_assignee WHERE container_id = ?`,
    containerId,
    containerId,
    containerId,
  )
}

export function loadUserName(db: ReadableDb): string | null {
  const row = db.get<{ value: string }>('SELECT value FROM setting WHERE key = ?', USER_NAME_SETTING)
  return row ? (JSON.parse(row.value) as string) : null
}

export function saveUserName(db: WritableDb, name: string | null): void {
  if (name === null) db.run('DELETE FROM setting WHERE key = ?', USER_NAME_SETTING)
  else
    db.run(
      'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      USER_NAME_SETTING,
      JSON.stringify(name),
    )
}

const MEMBERS_KEY = 'office_members'

/** The names of the members of the office, of whom `self` uses this computer. */
export type OfficeMembers = { names: readonly string[]; self: string | null }

export const loadMembers = (db: ReadableDb): OfficeMembers | null =>
  JSON.parse(loadMeta(db, 'main', MEMBERS_KEY) ?? 'null') as OfficeMembers | null

/** Null: this account has no office. */
export const saveMembers = (db: WritableDb, members: OfficeMembers | null): void =>
  saveMeta(db, 'main', MEMBERS_KEY, JSON.stringify(members))

/** Renames an assignee, and returns the containers. The times of the assignments do not change. */
export function renameAssignee(db: WritableDb, from: string, to: string): { id: string; at: string }[] {
  return db.all<{ id: string; at: string }>(
    'UPDATE own_assignee SET name = ? WHERE plain(name) = plain(?) RETURNING container_id AS id, at',
    to,
    from,
  )
}

/** In characters. */
const MAX_PREVIEW_LENGTH = 300
type Ids = readonly string[]
const createInJsonSql = (column: string) => `${column} IN (SELECT value FROM json_each(?))`

/** One row for each container, also without own data. `containers` have their customers, which have the priorities. */
export function loadOwnRows(
  db: ReadableDb,
  containers: readonly { id: string; customer: string | null }[],
): Map<string, OwnRow> {
  const priorities = loadPriorities(db)
  const rows = new Map(
    containers.map(({ id, customer }) => [
      id,
      createEmptyRow(customer === null ? 'normal' : (priorities.get(customer) ?? 'normal')),
    ]),
  )
  if (!hasOwnData(db)) return rows
  const ids = [...rows.keys()]
  const me = loadUserName(db)
  for (const { id, name } of loadAssignees(db, ids))
    Object.assign(rows.get(id) ?? {}, { assignee: name, isMine: isSameName(name, me) })
  for (const { id, tag } of loadTags(db, ids)) rows.get(id)?.tags.push(tag)
  for (const { id, text, count } of loadNewestNotes(db, ids))
    Object.assign(rows.get(id) ?? {}, { note: text, noteCount: count })
  return rows
}

function createEmptyRow(priority: Priority): OwnRow {
  return { assignee: null, isMine: false, tags: [], note: null, noteCount: 0, priority }
}

/** Compares two names without regard to case. */
export function isSameName(name: string, other: string | null): boolean {
  return other !== null && name.toLowerCase() === other.toLowerCase()
}

export function loadAssignees(db: ReadableDb, ids: Ids): { id: string; name: string }[] {
  return db.all<{ id: string; name: string }>(
    `SELECT container_id AS id, name FROM own_assignee WHERE ${createInJsonSql('container_id')}`,
    JSON.stringify(ids),
  )
}

export function loadTags(db: ReadableDb, ids: Ids): { id: string; tag: string }[] {
  return db.all<{ id: string; tag: string }>(
    `SELECT container_id AS id, tag FROM own_tag WHERE ${createInJsonSql('container_id')} ORDER BY plain(tag)`,
    JSON.stringify(ids),
  )
}

/** SQLite takes the other columns from the row that has the maximum. */
function loadNewestNotes(db: ReadableDb, ids: Ids): { id: string; text: string; count: number }[] {
  return db.all<{ id: string; text: string; count: number }>(
    `SELECT container_id AS id, substr(text, 1, ${MAX_PREVIEW_LENGTH}) AS text, count(*) AS count, max(at) FROM own_note WHERE ${createInJsonSql('container_id')} GROUP BY container_id`,
    JSON.stringify(ids),
  )
}

/** The columns by which lists are sorted, filtered and searched, for containers with own data. */
export type OwnColumns = { assignee: string | null; tags: string; noteAt: string | null; words: string }

export function loadOwnColumns(db: ReadableDb, ids: Ids): Map<string, OwnColumns> {
  const columnsById = new Map<string, OwnColumns>()
  if (!hasOwnData(db)) return columnsById
  const getColumns = (id: string) => {
    const columns = columnsById.get(id) ?? { assignee: null, tags: '', noteAt: null, words: '' }
    columnsById.set(id, columns)
    return columns
  }
  const addWords = (id: string, text: string) => {
    getColumns(id).words += ` ${text.toLowerCase()}`
  }
  for (const { id, name } of loadAssignees(db, ids)) {
    getColumns(id).assignee = name
    addWords(id, name)
  }
  for (const [id, tags] of Map.groupBy(loadTags(db, ids), ({ id }) => id)) {
    getColumns(id).tags = JSON.stringify(tags.map(({ tag }) => tag))
    for (const { tag } of tags) addWords(id, tag)
  }
  const notes = db.all<{ id: string; text: string; at: string }>(
    `SELECT container_id AS id, text, at FROM own_note WHERE ${createInJsonSql('container_id')} ORDER BY at`,
    JSON.stringify(ids),
  )
  for (const { id, text, at } of notes) {
    getColumns(id).noteAt = at
    addWords(id, text)
  }
  return columnsById
}

export function loadPriorities(db: ReadableDb): Map<string, Priority> {
  return new Map(
    db
      .all<{ customer: string; priority: Priority }>('SELECT customer, priority FROM own_priority')
      .map(({ customer, priority }) => [customer, priority]),
  )
}

/** The rank for sorting: high comes before normal, and normal before low. */
export function getRank(priority: Priority | undefined): number {
  return Priority.options.indexOf(priority ?? 'normal')
}

/** Notes written at or after this instant, newest first. */
export function listNotesSince(
  db: ReadableDb,
  since: string,
  maxCount: number,
): { containerId: string; text: string; at: string }[] {
  return db.all<{ containerId: string; text: string; at: string }>(
    'SELECT container_id AS containerId, text, at FROM own_note WHERE at >= ? ORDER BY at DESC, id LIMIT ?',
    since,
    maxCount,
  )
}

type StoredNote = Note & { containerId: string }
const NOTE_COLUMNS = 'id, container_id AS containerId, text, at, nullif(changed_at, at) AS editedAt'

export function loadNotes(db: ReadableDb, containerId: string): WrittenNote[] {
  return db
    .all<StoredNote>(`SELECT ${NOTE_COLUMNS} FROM own_note WHERE container_id = ? ORDER BY at DESC, id`, containerId)
    .map((note) => ({ ...toNote(note), author: loadAuthor(db, 'notes', [note.id]) }))
}

export function loadNote(db: ReadableDb, id: string): { containerId: string; note: Note } | null {
  const row = db.get<StoredNote>(`SELECT ${NOTE_COLUMNS} FROM own_note WHERE id = ?`, id)
  return row ? { containerId: row.containerId, note: toNote(row) } : null
}

function toNote({ id, text, at, editedAt }: StoredNote): Note {
  return { id, text, at, editedAt }
}

/** `note` null deletes it. `at`: the time of the change. */
export function saveNote(db: WritableDb, id: string, containerId: string, note: Note | null, at: string): void {
  markOwn(db, 'notes', [id], at)
  if (note === null) db.run('DELETE FROM own_note WHERE id = ?', id)
  else
    db.run(
      'INSERT INTO own_note (id, container_id, text, at, changed_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET text = excluded.text, changed_at = excluded.changed_at',
      id,
      containerId,
      note.text,
      note.at,
      note.editedAt ?? note.at,
    )
}

/** `name` null removes the assignee. */
export function saveAssignee(db: WritableDb, containerId: string, name: string | null, at: string): void {
  markOwn(db, 'assignees', [containerId], at)
  if (name === null) db.run('DELETE FROM own_assignee WHERE container_id = ?', containerId)
  else
    db.run(
      'INSERT INTO own_assignee (container_id, name, at) VALUES (?, ?, ?) ON CONFLICT (container_id) DO UPDATE SET name = excluded.name, at = excluded.at',
      containerId,
      name,
      at,
    )
}

/** Returns whether anything changed. */
export function saveTag(db: WritableDb, containerId: string, tag: string, hasTag: boolean, at: string): boolean {
  const sql = hasTag
    ? 'INSERT OR IGNORE INTO own_tag (container_id, tag) VALUES (?, ?)'
    : 'DELETE FROM own_tag WHERE container_id = ? AND tag = ?'
  const hasChanged = db.runAndCount(sql, containerId, tag) > 0
  if (hasChanged) markOwn(db, 'own-tags', [containerId, tag], at)
  return hasChanged
}

/** Normal is the default and has no row. */
export function savePriority(db: WritableDb, customer: string, priority: Priority, at: string): void {
  markOwn(db, 'priorities', [customer], at)
  if (priority === 'normal') db.run('DELETE FROM own_priority WHERE customer = ?', customer)
  else
    db.run(
      'INSERT INTO own_priority (customer, priority, at) VALUES (?, ?, ?) ON CONFLICT (customer) DO UPDATE SET priority = excluded.priority, at = excluded.at',
      customer,
      priority,
      at,
    )
}

/** The existing spelling of a name, so that a filter shows it only once. */
export function findNameSpelling(db: ReadableDb, name: string): string {
  const me = loadUserName(db)
  if (isSameName(name, me)) return me ?? name
  const member = loadMembers(db)?.names.find((other) => isSameName(other, name))
  if (member !== undefined) return member
  return db.value<string>('SELECT name FROM own_assignee WHERE plain(name) = plain(?) LIMIT 1', name) ?? name
}

export function findTagSpelling(db: ReadableDb, tag: string): string {
  return db.value<string>('SELECT tag FROM own_tag WHERE plain(tag) = plain(?) LIMIT 1', tag) ?? tag
}

/** The assignees in use, the most frequent first, and then the other members of the office. */
export function listAssignees(db: ReadableDb): FacetValue[] {
  const assignees = db.all<FacetValue>(
    'SELECT name AS value, name AS label, count(*) AS count FROM own_assignee GROUP BY name ORDER BY count DESC, name',
  )
  const others = (loadMembers(db)?.names ?? []).filter(
    (name) => !assignees.some(({ value }) => isSameName(value, name)),
  )
  return [...assignees, ...others.map((name) => ({ value: name, label: name, count: 0 }))]
}

export function listTags(db: ReadableDb): FacetValue[] {
  return db.all<FacetValue>(
    'SELECT tag AS value, tag AS label, count(*) AS count FROM own_tag GROUP BY tag ORDER BY count DESC, tag',
  )
}
