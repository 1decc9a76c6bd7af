// Finds the cause of a disk failure for the caller: the folder is gone, it is read-only, or the disk fails. This needs
// a check of the folder, because SQLite and the system report the same error for all three.
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { Files } from '../outside/files.ts'
import { diskFailureOf } from './failures.ts'

export type DataFolder = { folder: string; files: Pick<Files, 'exists' | 'isThere' | 'mayWrite'> }

/**
 * The errors of Node and SQLite if a folder is gone, cannot be written, or its disk fails. Node reports the same for a
 * file of the user.
 */
const OF_THE_DISK = [
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

/** Disk failures as named errors; every other error unchanged. */
export async function diskCodeOf(error: unknown, { folder, files }: DataFolder): Promise<unknown> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const failure = diskFailureOf(error, folder)
  if (!failure && !OF_THE_DISK.includes(code)) return error
  if (!(await files.exists(folder))) return new AppError('db/folder-gone', { folder }, error)
  if (!(await files.mayWrite(folder))) return new AppError('db/read-only', { folder }, error)
  return failure ?? error
}

type Calls = Record<string, (input: never) => unknown>

/**
 * The same calls, with named disk failures. Before a command the folder must exist: on some systems a deleted or
 * renamed folder can still be written to, and data saved there would be missing at the next start.
 */
export function withDiskCodes<Handlers extends Calls>(
  handlers: Handlers,
  commands: Record<string, unknown>,
  place: DataFolder,
): Handlers {
  const state = join(place.folder, 'state.db')
  const coded = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (input: never) => {
      try {
        if (Object.hasOwn(commands, name) && !place.files.isThere(state))
          throw new AppError('db/folder-gone', { folder: place.folder })
        return await handler(input)
      } catch (error) {
        throw await diskCodeOf(error, place)
      }
    },
  ])
  return Object.fromEntries(coded) as Handlers
}
