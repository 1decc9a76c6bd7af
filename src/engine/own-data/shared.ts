// The parts of own data that all members of an office share. The office decides between two changes of one entry
// (office migration 0012); this computer shows its own change until it has the answer.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { loadMeta, saveMeta } from '../db/meta.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { InSlices } from '../db/slices.ts'
import type { Announce, Write } from '../db/write.ts'
import type { DecidedRows } from '../mirror/decided-rows.ts'
import type { Log } from '../outside/log.ts'
import type { Random } from '../outside/random.ts'
import {
  type Act,
  type ActAnswer,
  type ActLimits,
  type EntryName,
  type OfficeEntry,
  type OwnCursor,
  type OwnVersion,
  type SharedOwnData,
  isOwnDataReadOnly,
  isOwnMarked,
  isSharedPart,
  saveJoinedOwnData,
  saveMark,
  saveOwnDataReadOnly,
} from '../settings/own-marks.ts'
import { storeMembers } from './members.ts'
import { insertRow, loadLastNumber, loadRow, loadRows, markShared, removeRow } from './merge.ts'
import { removeSameOvertaken, saveOvertaken } from './overtaken.ts'
import { type OwnRow, type Section, sections, toKeyRow } from './sections.ts'

export type SharedDataDeps = {
  db: ReadableDb
  write: Write
  random: Random
  now: () => string
  decided: Pick<DecidedRows, 'updateMany' | 'updateOwnTexts'>
  inSlices: InSlices
  log: Log
  /** Rises with each version of this program that may read more entries than the one before. */
  version: number
}

const CURSOR_KEY = 'own_cursor'
/** Entries without a time of their last change yield to those of the office. */
const UNKNOWN_TIME = '1970-01-01T00:00:00.000Z'
/** More changed containers than this are announced as one change of all. */
const MAX_ANNOUNCED = 500
/** Marking this many takes a few milliseconds. */
const MARKS_PER_STEP = 500

const sharedByPart: ReadonlyMap<string, Section> = new Map<string, Section>(
  sections.filter(({ part }) => isSharedPart(part)).map((section) => [section.part, section]),
)

export function createSharedOwnData(deps: SharedDataDeps): SharedOwnData {
  const { db, write, version } = deps
  return {
    saveMembers: (members, login) =>
      storeMembers(deps, members, { login, isJoining: loadCursor(db, version) === null }),
    loadCursor: () => loadCursor(db, version),
    startOver: () => deps.inSlices(startOver(deps)),
    hasActs: () => !isOwnDataReadOnly(db) && db.get('SELECT 1 FROM own_out LIMIT 1') !== undefined,
    loadActs: (limits) => loadActs(deps, limits),
    saveAnswers: async (acts, answers) => {
      const answerByOp = new Map(answers.map((answer) => [answer.sent, answer]))
      await change(deps, (writer) => {
        for (const act of acts) saveAnswer(writer, act, answerByOp.get(act.op))
        advanceCursor(writer.db, version, answers)
      })
    },
    leaveOut: ({ n, part, key }) => {
      deps.log('error', 'the office cannot store an entry of own data', { part, key })
      write((writable) => void writable.run('DELETE FROM own_out WHERE n = ?', n))
    },
    applyEntries: async (entries) => {
      await change(deps, (writer) => {
        for (const entry of entries) applyEntry(writer, entry)
        advanceCursor(writer.db, version, entries, entries.at(-1)?.seq)
      })
    },
    removeDuplicates: () => removeDuplicates(deps),
    saveReadOnly: (isReadOnly) => {
      if (isReadOnly === isOwnDataReadOnly(db)) return
      write((writable, announce) => {
        saveOwnDataReadOnly(writable, isReadOnly)
        const cursor = loadCursor(writable, version)
        // The entries that are marked here were left out.
        if (isReadOnly && cursor) saveCursor(writable, version, { ...cursor, seq: 0 })
        announce('sync')
      })
    },
  }
}

type StoredCursor = OwnCursor & { version: number; parts?: string }

const PARTS = [...sharedByPart.keys()].join(' ')

/**
 * A version of this program that may read more entries reads all of them again. One that shares more parts begins anew,
 * so that the office gets those of this computer.
 */
function loadCursor(db: ReadableDb, version: number): OwnCursor | null {
  const stored = JSON.parse(loadMeta(db, 'main', CURSOR_KEY) ?? 'null') as StoredCursor | null
  if (stored?.parts !== PARTS) return null
  return { seq: stored.version === version ? stored.seq : 0, last: stored.last }
}

const saveCursor = (db: WritableDb, version: number, cursor: OwnCursor) =>
  saveMeta(db, 'main', CURSOR_KEY, JSON.stringify({ ...cursor, version, parts: PARTS }))

/** This computer got these versions. `seq`: it read all up to this number. */
function advanceCursor(db: WritableDb, version: number, versions: readonly OwnVersion[], seq?: number): void {
  const cursor = loadCursor(db, version) ?? { seq: 0, last: null }
  const [last = null] = [...versions, ...(cursor.last ? [cursor.last] : [])].toSorted((a, b) => b.seq - a.seq)
  saveCursor(db, version, { seq: seq ?? cursor.seq, last: last && { seq: last.seq, op: last.op } })
}

const keyOf = (section: Section, row: OwnRow) => JSON.stringify(section.key.map((column) => row[column]))

/** The same text on every computer: the columns have one order. */
const toValue = (section: Section, row: OwnRow | undefined) =>
  row === undefined ? null : JSON.stringify(Object.fromEntries(section.columns.map((column) => [column, row[column]])))

/**
 * Marks all entries, also removed ones, with the times at which they were changed. From the beginning on, the user's
 * changes are marked too. If it is interrupted, it begins again: the cursor is reset last.
 */
function* startOver({ db, write, version }: SharedDataDeps): Generator<void, void> {
  write((writable, announce) => {
    saveJoinedOwnData(writable)
    announce('sync')
  })
  const markAgain = (entries: readonly (EntryName & { at: string })[]) =>
    write((writable) => {
      for (const { at, ...name } of entries)
        if (!isOwnMarked(writable, name)) saveMark(writable, name, { at, afterOps: [], isAgain: true })
    })
  for (const page of readPages(db, { table: 'own_seen', key: ['part', 'key'], columns: ['at'] })) {
    markAgain(page as (EntryName & { at: string })[])
    yield
  }
  for (const section of sharedByPart.values()) {
    const { part, newest } = section
    const atOf = (row: OwnRow) => (newest === undefined ? UNKNOWN_TIME : String(row[newest]))
    for (const page of readPages(db, section)) {
      markAgain(page.map((row) => ({ part, key: keyOf(section, row), at: atOf(row) })))
      yield
    }
  }
  write((writable) => saveCursor(writable, version, { seq: 0, last: null }))
}

/** The rows of a table in the order of its key. */
function* readPages(
  db: ReadableDb,
  { table, key, columns }: Pick<Section, 'table' | 'key' | 'columns'>,
): Generator<OwnRow[], void> {
  const names = key.join(', ')
  const selected = [...new Set([...key, ...columns])].join(', ')
  const sql = `SELECT ${selected} FROM main.${table} WHERE (${names}) > (${key.map(() => '?').join(', ')})
    ORDER BY ${names} LIMIT ${MARKS_PER_STEP}`
  let after = key.map(() => '')
  for (;;) {
    const page = db.all<OwnRow>(sql, ...after)
    const last = page.at(-1)
    if (!last) return
    yield page
    after = key.map((column) => String(last[column]))
  }
}

type StoredMark = Omit<Act, 'op' | 'value' | 'after' | 'mustSee' | 'isOwnTime'> & {
  op: string | null
  afterOps: string
  isAgain: number
}

/** Gives each change its op when it is sent for the first time. */
function loadActs({ db, write, random }: SharedDataDeps, { count, bytes, comparesTexts }: ActLimits): Act[] {
  const marks = db.all<StoredMark>(
    `SELECT o.n, o.part, o.key, o.op, o.at, o.after_ops AS afterOps, o.is_again AS isAgain, s.at AS seen,
       s.taken_at AS seenTakenAt
     FROM own_out o LEFT JOIN own_seen s ON s.part = o.part AND s.key = o.key ORDER BY o.n LIMIT ?`,
    count,
  )
  const acts: Act[] = []
  let sum = 0
  for (const { op, afterOps, isAgain, ...mark } of marks) {
    const section = sharedByPart.get(mark.part)
    const value = section ? toValue(section, loadRow(db, section, toKeyRow(section, mark.key))) : null
    sum += Buffer.byteLength(value ?? '')
    if (sum > bytes && acts.length > 0) break
    // The text of a note is never replaced by somebody who did not know it.
    const mustSee = mark.part === 'notes' && (isAgain === 0 || comparesTexts)
    const after = JSON.parse(afterOps) as string[]
    acts.push({ ...mark, op: op ?? random.id(), value, after, isOwnTime: isAgain === 0, mustSee })
  }
  if (marks.some(({ op }, index) => op === null && index < acts.length))
    write((writable) => {
      for (const { n, op } of acts) writable.run('UPDATE own_out SET op = ? WHERE n = ? AND op IS NULL', op, n)
    })
  return acts
}

type Writer = Pick<SharedDataDeps, 'random' | 'now' | 'log'> & { db: WritableDb; isReadOnly: boolean; changes: Changes }

/** Sections with changed rows, and their containers: by those whose rows contain the data, or only search texts. */
type Changes = { sections: Set<Section>; inRows: Set<string>; inTexts: Set<string>; hasOvertaken: boolean }

/** Runs `work` in one transaction, and then brings rows and screens up to date. */
async function change(deps: SharedDataDeps, work: (writer: Writer) => void): Promise<Changes> {
  const changes: Changes = { sections: new Set(), inRows: new Set(), inTexts: new Set(), hasOvertaken: false }
  deps.write((db, announce) => {
    work({ ...deps, db, isReadOnly: isOwnDataReadOnly(db), changes })
    const updates = [...changes.sections].map(({ updateDerived }) => updateDerived)
    for (const updateDerived of new Set(updates)) updateDerived?.(db)
    announceChanges(announce, changes)
  })
  const { inRows, inTexts } = changes
  if (inRows.size > 0) await deps.inSlices(deps.decided.updateMany([...inRows]))
  if (inTexts.size > 0) await deps.inSlices(deps.decided.updateOwnTexts([...inTexts]))
  return changes
}

function announceChanges(announce: Announce, { sections, inRows, inTexts, hasOvertaken }: Changes): void {
  if (hasOvertaken) announce('sync')
  const ids = new Set([...inRows, ...inTexts])
  const isNamed = ({ container }: Section) => container !== undefined && ids.size <= MAX_ANNOUNCED
  for (const topic of new Set([...sections].flatMap((section) => (isNamed(section) ? [] : section.topics))))
    announce(topic)
  if (ids.size <= MAX_ANNOUNCED) for (const id of ids) announce('containers', id)
}

/** Returns whether any was removed. */
async function removeDuplicates(deps: SharedDataDeps): Promise<boolean> {
  const { db } = deps
  const isReadOnly = isOwnDataReadOnly(db)
  const found = [...sharedByPart.values()].flatMap((section) => {
    const groups = section.purpose ? [...Map.groupBy(loadRows(db, section), section.purpose).values()] : []
    return groups.flatMap((rows) => {
      const duplicates = isReadOnly ? listLeftovers(db, section, rows) : listOlder(section, rows)
      return duplicates.map((row) => ({ section, row }))
    })
  })
  if (found.length === 0) return false
  await change(deps, (writer) => {
    for (const { section, row } of found) {
      removeFrom(writer, section, row)
      const { part, newest = '' } = section
      if (isReadOnly) writer.db.run('DELETE FROM own_out WHERE part = ? AND key = ?', part, keyOf(section, row))
      // As old as the entry, so that a member's later change of it counts.
      else markShared(writer.db, section, row, String(row[newest]))
    }
  })
  return true
}

/** A reader's own entries among those of one purpose, if the office has others. */
function listLeftovers(db: ReadableDb, section: Section, rows: readonly OwnRow[]): OwnRow[] {
  const own = rows.filter((row) => isOwnMarked(db, { part: section.part, key: keyOf(section, row) }))
  return own.length < rows.length ? own : []
}

/** All entries of one purpose but the newest. Of equally new ones, the last one by its key is the newest. */
function listOlder(section: Section, rows: readonly OwnRow[]): OwnRow[] {
  if (section.isHistory) return []
  const { newest = '' } = section
  // `loadRows` sorts by the key.
  const last = rows.reduce((newer, row) => (String(row[newest]) < String(newer[newest]) ? newer : row))
  return rows.filter((row) => row !== last)
}

function saveAnswer(writer: Writer, act: Act, answer: ActAnswer | undefined): void {
  if (!answer) return
  const { db } = writer
  const { part, key, value } = act
  const isUnchanged = db.runAndCount('DELETE FROM own_out WHERE n = ?', act.n) > 0
  const entry = { ...answer, part, key, takenAt: null }
  if (answer.value === value) saveSeen(db, entry)
  // The user changed the entry again meanwhile: the next answer decides.
  else if (isUnchanged) {
    if (answer.outcome === 'overtaken' && act.mustSee) keepWords(writer, act, answer)
    else if (answer.outcome === 'overtaken' && act.isOwnTime) {
      saveOvertaken(db, act)
      writer.changes.hasOvertaken = true
    }
    applyEntry(writer, entry)
  }
}

/**
 * A text that the office did not take becomes another note, so that no words are lost. Several computers may have the
 * text of a restored office's note, so its other note has the same id on each of them.
 */
function keepWords(writer: Writer, { part, key, value, at, isOwnTime }: Act, answer: ActAnswer): void {
  const section = sharedByPart.get(part)
  if (!section || value === null) return
  const note = JSON.parse(value) as OwnRow
  const present = answer.value === null ? null : (JSON.parse(answer.value) as OwnRow)
  if (note['text'] === present?.['text']) return
  const { db, now } = writer
  const row = { ...note, id: createHash('sha256').update(`${key} ${value}`).digest('hex').slice(0, 32) }
  if (loadRow(db, section, row)) return
  writeRow(writer, section, row)
  const name = { part, key: keyOf(section, row) }
  saveMark(db, name, { at: isOwnTime ? now() : at, afterOps: [], isAgain: !isOwnTime })
}

/** The answer to a change of this computer decides about its entry. The changes of a reader get no answer. */
function applyEntry(writer: Writer, entry: OfficeEntry): void {
  const { db, log, isReadOnly } = writer
  const { part, key, value } = entry
  const section = sharedByPart.get(part)
  if (!section || (!isReadOnly && isOwnMarked(db, entry))) return
  const named = parseKey(section, key)
  const row = value === null ? null : parseRow(section, entry)
  if (named === undefined || row === undefined) {
    log('error', 'own data of the office cannot be read', { part, key })
    return
  }
  const present = loadRow(db, section, named)
  if (toValue(section, present) !== value) {
    const number = loadLastNumber(db, section) + 1
    if (present) removeFrom(writer, section, present)
    if (row) writeRow(writer, section, row, number)
  }
  if (isReadOnly) db.run('DELETE FROM own_out WHERE part = ? AND key = ?', part, key)
  removeSameOvertaken(db, section, entry, row)
  saveSeen(db, entry)
}

/** The key columns; undefined if the key is not spelled as this program spells it. */
function parseKey(section: Section, key: string): OwnRow | undefined {
  try {
    const values = z.array(z.string()).length(section.key.length).parse(JSON.parse(key))
    return JSON.stringify(values) === key ? toKeyRow(section, key) : undefined
  } catch {
    return undefined
  }
}

/** Checked like a row of a restored file; undefined if it is not valid. */
function parseRow(section: Section, { key, value }: OfficeEntry): OwnRow | undefined {
  try {
    const row = section.row.parse(JSON.parse(value ?? ''))
    return keyOf(section, row) === key ? row : undefined
  } catch {
    return undefined
  }
}

/** `number`: of the row, in a section of numbered rows. */
function writeRow({ db, changes }: Writer, section: Section, row: OwnRow, number?: number): void {
  insertRow(db, section, row, number)
  addChange(changes, section, row)
}

function removeFrom({ db, changes }: Writer, section: Section, row: OwnRow): void {
  removeRow(db, section, row)
  addChange(changes, section, row)
}

function addChange({ sections, inRows, inTexts }: Changes, section: Section, row: OwnRow): void {
  sections.add(section)
  if (section.container === undefined) return
  const containers = section.isInRows ? inRows : inTexts
  containers.add(String(row[section.container]))
}

/** An answer does not say when the office took the version; the feed does. */
function saveSeen(db: WritableDb, { part, key, at, author, takenAt }: OfficeEntry): void {
  db.run(
    `INSERT INTO own_seen (part, key, at, author, taken_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (part, key) DO UPDATE SET at = excluded.at, author = excluded.author,
       taken_at = coalesce(excluded.taken_at, iif(at = excluded.at, taken_at, NULL))`,
    ...[part, key, at, author, takenAt],
  )
}
