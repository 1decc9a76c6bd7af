// Classifies errors of SQLite and of the disk. Only a few are damage: a file that another program holds, or that cannot
// be written now, is healthy, and setting it aside would lose the user's work.
import Database from 'better-sqlite3'
import { AppError } from '#contract/errors.ts'
import type { Files } from '../outside/files.ts'

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

/**
 * Whether the disk has no space for the file or for the index beside its journal, which SQLite reports as an I/O error.
 */
export function isFull(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError && (error.code === 'SQLITE_FULL' || error.code === 'SQLITE_IOERR_SHMSIZE')
  )
}

/** Errors of the disk, of a quota, and of `write`, which has already named them. */
const NO_ROOM_CODES = ['ENOSPC', 'EDQUOT', 'db/disk-full']

/**
 * Converts an error of the disk, or of the connection to it: SQLite could not read or write, but its files are not
 * damaged. Null: another error. A check of the folder (`findDiskCause`) finds the exact cause. `SQLITE_READONLY` alone
 * is also the error of a write outside of `write`, which is our own bug; it concerns the disk only while the files are
 * opened.
 */
export function toDiskFailure(error: unknown, folder: string): AppError | null {
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
export function toExpectedFailure(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (isFull(error) || NO_ROOM_CODES.includes(code)) return new AppError('db/no-room', { folder }, error)
  if (code === 'SQLITE_READONLY') return new AppError('db/read-only', { folder }, error)
  if (code.startsWith('SQLITE_BUSY')) return new AppError('db/in-use', { folder }, error)
  return toDiskFailure(error, folder) ?? error
}

/**
 * The errors of Node and SQLite if a folder is gone, cannot be written, or its disk fails. Node reports the same for a
 * file of the user.
 */
const DISK_ERROR_CODES = [
  'ENOENT',
  'ENOTDIR',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'ENXIO',
  'ENODEV',
  'ESTALE',
  'SQLITE_READONLY',
  'db/disk-error',
  'db/read-only',
]

/**
 * The cause of a disk failure: the folder is gone, it is read-only, or the disk fails. SQLite and the system report the
 * same error for all three. Every other error is returned unchanged.
 */
export async function findDiskCause(
  error: unknown,
  { folder, files }: { folder: string; files: Pick<Files, 'exists' | 'mayWrite'> },
): Promise<unknown> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const failure = toDiskFailure(error, folder)
  if (!failure && !DISK_ERROR_CODES.includes(code)) return error
  if (!(await files.exists(folder))) return new AppError('db/folder-gone', { folder }, error)
  if (!(await files.mayWrite(folder))) return new AppError('db/read-only', { folder }, error)
  return failure ?? error
}
