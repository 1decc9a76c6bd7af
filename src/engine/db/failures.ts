// What an error of SQLite or of the disk means. Only one that says so is damage: a file that is held by another program
// or cannot be written just now is healthy, and to set it aside would take the user's work away.
import Database from 'better-sqlite3'
import { AppError } from '#contract/errors.ts'

export function isDamage(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError && (error.code === 'SQLITE_NOTADB' || error.code.startsWith('SQLITE_CORRUPT'))
  )
}

/**
 * Of the few statements every file of ours must answer: that one of them makes no sense says that the file's own list
 * of tables is another, or in a format that nobody writes.
 */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR'
}

/** No room for the file itself, or for the index beside its journal: that one SQLite calls an I/O error. */
export function isFull(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError && (error.code === 'SQLITE_FULL' || error.code === 'SQLITE_IOERR_SHMSIZE')
  )
}

/** Of the disk, of whoever allots it, and of `write`, which has named it already. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'db/disk-full']

/**
 * The disk, or the way to it, failed: SQLite could not read or write, though its files are well. Null: it is something
 * else. What exactly, is found out by looking at the folder (disk-codes.ts). `SQLITE_READONLY` alone is also what a
 * write outside of `write` gets, which is a bug of ours; only where the files are opened is it the disk's.
 */
export function diskFailureOf(error: unknown, folder: string): AppError | null {
  if (!(error instanceof Database.SqliteError) || isFull(error)) return null
  if (error.code.startsWith('SQLITE_READONLY_')) return new AppError('db/read-only', { folder }, error)
  return error.code.startsWith('SQLITE_IOERR') || error.code.startsWith('SQLITE_CANTOPEN')
    ? new AppError('db/disk-error', { folder }, error)
    : null
}

/**
 * Of what kept the files from being opened: the failure a user can do something about, if it is one; everything else as
 * it came.
 */
export function asExpected(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (isFull(error) || NO_ROOM.includes(code)) return new AppError('db/no-room', { folder }, error)
  if (code === 'SQLITE_READONLY') return new AppError('db/read-only', { folder }, error)
  if (code.startsWith('SQLITE_BUSY')) return new AppError('db/in-use', { folder }, error)
  return diskFailureOf(error, folder) ?? error
}
