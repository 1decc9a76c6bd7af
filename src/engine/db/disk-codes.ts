// What a failure of the disk means to whoever made a call: the folder is gone, it can only be read, or the disk fails.
// Seen by looking at the folder, for SQLite and the system say the same of all three.
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { Files } from '../outside/files.ts'
import { diskFailureOf } from './failures.ts'

export type DataFolder = { folder: string; files: Pick<Files, 'exists' | 'isThere' | 'mayWrite'> }

/**
 * What Node and SQLite say where a folder is gone, cannot be written, or its disk fails. Of a file of the user's Node
 * says the same.
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

/** The failure by its name; everything else as it came. */
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
 * The same calls, with disk failures by their names. Before a command the folder must be there: on some systems one
 * that was deleted or renamed can still be written to, and what was saved there would be gone at the next start.
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
