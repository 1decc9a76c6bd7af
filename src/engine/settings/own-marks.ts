// Marks of own data that the user changed and the office does not have yet. A mark is written in the transaction of the
// change. Marks begin with the first exchange with an office, and are also written in a session without it.
import { AppError } from '#contract/errors.ts'
import type { OwnPart } from '#contract/own-data.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'

/** The parts that all members of an office share. */
const SHARED_PARTS = [
  'terminals',
  'rates',
  'links',
  'dates',
  'notes',
  'own-tags',
  'assignees',
  'priorities',
] as const satisfies readonly OwnPart[]
export type SharedPart = (typeof SHARED_PARTS)[number]

export const isSharedPart = (part: OwnPart): part is SharedPart => (SHARED_PARTS as readonly OwnPart[]).includes(part)

/** Names one entry: `key` is the JSON array of its key columns. */
export type EntryName = { part: string; key: string }

/**
 * A change of one entry. `value`: the row as JSON; null if it was removed. `seen`: the office's time of the version
 * that the user changed, and `seenTakenAt`: when the office took it; null if this computer does not know. `at`: when it
 * was changed, UTC; by the clock of this computer with `isOwnTime`, otherwise by the office's. `after`: earlier changes
 * of this computer that the office may have, and that this one replaces. `mustSee`: it only replaces a version that the
 * user had seen.
 */
export type Act = EntryName & {
  n: number
  op: string
  value: string | null
  seen: string | null
  seenTakenAt: string | null
  at: string
  isOwnTime: boolean
  after: string[]
  mustSee: boolean
}

/** A change that the office took: its number and its id. */
export type OwnVersion = { seq: number; op: string }

/** The present version of one entry in the office. `author`: the name of the member who wrote it; null if unknown. */
type Present = OwnVersion & { value: string | null; at: string; author: string | null }
/** `takenAt`: when the office took it; null if the office does not say so. */
export type OfficeEntry = EntryName & Present & { takenAt: string | null }

/**
 * Whether the change `sent` became the value of its entry, and the present version. `same`: the office had this value;
 * of a compared one, possibly before the present one.
 */
export type ActAnswer = Present & { sent: string; outcome: 'taken' | 'same' | 'overtaken' }

/** `bytes`: of all values. `comparesTexts`: the office knows which texts the writers of a note had seen. */
export type ActLimits = { count: number; bytes: number; comparesTexts: boolean }

/** How far this computer read the own data of its office, and the last version of it that this computer knows. */
export type OwnCursor = { seq: number; last: OwnVersion | null }

/** The own data that the desktops of an office share, on this computer. */
export type SharedOwnData = {
  /** Call it before `startOver`. `login`: of this member. */
  saveMembers(members: readonly { login: string; name: string }[], login: string): Promise<void>
  /** Null before the first exchange. Then, and after the office was restored from an older copy, call `startOver`. */
  loadCursor(): OwnCursor | null
  /** Marks everything, so that it is compared with the office. */
  startOver(): Promise<void>
  /** Whether this member has changes for the office. */
  hasActs(): boolean
  /** The oldest changes that the office does not have, at least one. */
  loadActs(limits: ActLimits): Act[]
  saveAnswers(acts: readonly Act[], answers: readonly ActAnswer[]): Promise<void>
  /** The office cannot store this change, so it stays on this computer. */
  leaveOut(act: Act): void
  /** Stores entries of the feed, in its order. */
  applyEntries(entries: readonly OfficeEntry[]): Promise<void>
  /**
   * Members can add the same under different keys, for example rates for the same containers: of these entries the
   * newest counts, and the others are removed for all. Of a reader's own entries, those are removed that the office has
   * entries for. Call this when nothing is left to send or to read, because an entry may have changed its purpose.
   * Returns whether any was removed.
   */
  removeDuplicates(): Promise<boolean>
  /** The office takes no changes of this member, so its user must not make any, and its entries replace marked ones. */
  saveReadOnly(isReadOnly: boolean): void
}

const JOINED_KEY = 'own_joined'
const READ_ONLY_KEY = 'own_read_only'
/** A change that was sent this often without an answer. Then the office's clock decides. */
const MAX_AFTER_OPS = 20

export const hasJoinedOwnData = (db: ReadableDb) => loadMeta(db, 'main', JOINED_KEY) === '1'
export const saveJoinedOwnData = (db: WritableDb) => saveMeta(db, 'main', JOINED_KEY, '1')

export const isOwnDataReadOnly = (db: ReadableDb) => loadMeta(db, 'main', READ_ONLY_KEY) === '1'
export const saveOwnDataReadOnly = (db: WritableDb, isReadOnly: boolean) =>
  saveMeta(db, 'main', READ_ONLY_KEY, isReadOnly ? '1' : '0')

type Mark = { n: number; op: string | null; afterOps: string }

/**
 * The user changed this entry at this time. A change that was not sent yet is replaced. Throws for a member of an
 * office who only reads, because the office would not take the change.
 */
export function markOwn(db: WritableDb, part: SharedPart, key: readonly string[], at: string): void {
  if (!hasJoinedOwnData(db)) return
  if (isOwnDataReadOnly(db)) throw new AppError('office/not-allowed')
  const name = { part, key: JSON.stringify(key) }
  removeOvertaken(db, name)
  const before = db.get<Mark>(
    'SELECT n, op, after_ops AS afterOps FROM own_out WHERE part = ? AND key = ?',
    name.part,
    name.key,
  )
  const sentOps = before ? (JSON.parse(before.afterOps) as string[]) : []
  if (before?.op) sentOps.push(before.op)
  saveMark(db, name, { at, afterOps: sentOps.slice(-MAX_AFTER_OPS), isAgain: false })
  db.outgoing?.onMark()
}

/** Forgets the user's change of this entry that did not count. */
export const removeOvertaken = (db: WritableDb, { part, key }: EntryName): void =>
  void db.run('DELETE FROM own_overtaken WHERE part = ? AND key = ?', part, key)

export function saveMark(
  db: WritableDb,
  { part, key }: EntryName,
  { at, afterOps, isAgain }: { at: string; afterOps: readonly string[]; isAgain: boolean },
): void {
  db.run(
    'INSERT OR REPLACE INTO own_out (part, key, at, op, after_ops, is_again) VALUES (?, ?, ?, NULL, ?, ?)',
    part,
    key,
    at,
    JSON.stringify(afterOps),
    Number(isAgain),
  )
}

/** Whether this computer has a change of the entry that the office does not have. */
export function isOwnMarked(db: ReadableDb, { part, key }: EntryName): boolean {
  return db.get('SELECT 1 FROM own_out WHERE part = ? AND key = ?', part, key) !== undefined
}

/** The member of the office who wrote the present version; null without an office, and before the office has it. */
export function loadAuthor(db: ReadableDb, part: SharedPart, key: readonly string[]): string | null {
  const name = { part, key: JSON.stringify(key) }
  if (isOwnMarked(db, name)) return null
  const sql = 'SELECT author FROM own_seen WHERE part = ? AND key = ?'
  return db.get<{ author: string | null }>(sql, name.part, name.key)?.author ?? null
}
