// Classifies errors of SQLite and of the disk. Only a few are damage: a file that another program holds, or that cannot
// be written now, is healthy, and setting it aside would lose the user's work.
import Database from 'better-sqlite3'
import { AppError } from '#contract/errors.ts'

/** A stored value cannot be read, although SQLite reports no damage, as after one byte of a text changed. */
export class UnreadableValue extends Error {}

export function isDamage(error: unknown): boolean {
  if (error instanceof UnreadableValue) return true
  return (
    error instanceof Database.SqliteError && (error.code === 'SQLITE_NOTADB' || error.code.startsWith('SQLITE_CORRUPT'))
  )
}

/**
 * For statements that are valid in every file of ours: a generic error of SQLite then means that the file's list of
 * tables is damaged or in an unknown format.
 */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR'
}

/** No room for the file itself, or for the index beside its journal: SQLite reports the latter as an I/O error. */
export function isFull(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError && (error.code === 'SQLITE_FULL' || error.code === 'SQLITE_IOERR_SHMSIZE')
  )
}

/** Errors of the disk, of a quota, and of `write`, which has already named them. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'db/disk-full']

/**
 * The disk or the connection to it failed: SQLite could not read or write, but its files are not damaged. Null: another
 * error. A check of the folder (disk-codes.ts) finds the exact cause. `SQLITE_READONLY` alone is also the error of a
 * write outside of `write`, which is our own bug; it concerns the disk only while the files are opened.
 */
export function diskFailureOf(error: unknown, folder: string): AppError | null {
  if (!(error instanceof Database.SqliteError) || isFull(error)) return null
  if (error.code.startsWith('SQLITE_READONLY_')) return new AppError('db/read-only', { folder }, error)
  return error.code.startsWith('SQLITE_IOERR') || error.code.startsWith('SQLITE_CANTOPEN')
    ? new AppError('db/disk-error', { folder }, error)
    : null
}

/**
 * For an error while the files are opened: a named failure that the user can fix, if it is one; every other error
 * unchanged.
 */
export function asExpected(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (isFull(error) || NO_ROOM.includes(code)) return new AppError('db/no-room', { folder }, error)
  if (code === 'SQLITE_READONLY') return new AppError('db/read-only', { folder }, error)
  if (code.startsWith('SQLITE_BUSY')) return new AppError('db/in-use', { folder }, error)
  return diskFailureOf(error, folder) ?? error
}
