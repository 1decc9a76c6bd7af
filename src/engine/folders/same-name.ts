// On Windows and macOS, case does not matter in names, and on macOS an accent may be a separate character. So a file
// can be found by a name that is not its own. Only the list of its folder shows its real name.
import { basename, dirname } from 'node:path'
import type { Files } from '../outside/files.ts'
import type { Found } from './scan.ts'

const folded = (path: string) => path.normalize('NFC').toLowerCase()

export function mayBeOneName(one: string, other: string): boolean {
  return one !== other && folded(one) === folded(other)
}

/** Whether a file goes by exactly this name. A folder that cannot be read now tells nothing: as if it did. */
export async function isItsName(files: Pick<Files, 'list'>, path: string): Promise<boolean> {
  const names = await files.list(dirname(path)).catch(() => null)
  return names?.includes(basename(path)) ?? true
}

/**
 * Of one file found by several such names those that it has: what was asked for may have been its name a moment ago.
 */
export async function byTheirNames(files: Pick<Files, 'list'>, found: readonly Found[]): Promise<Found[]> {
  const isAlone = ({ path, entry }: Found) =>
    !found.some((other) => mayBeOneName(path, other.path) && other.entry.ident === entry.ident)
  const own = await Promise.all(found.map(async (one) => isAlone(one) || isItsName(files, one.path)))
  return found.filter((_, place) => own[place])
}
