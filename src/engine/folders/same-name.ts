// On Windows and macOS, case does not matter in names, and on macOS an accent may be a separate character. So a file
// can be found by a name that is not its own. Only the list of its folder shows its real name.
import { basename, dirname } from 'node:path'
import type { Files } from '../outside/files.ts'
import type { FoundFile } from './scan.ts'

const foldCase = (path: string) => path.normalize('NFC').toLowerCase()

export function differOnlyInSpelling(one: string, other: string): boolean {
  return one !== other && foldCase(one) === foldCase(other)
}

/** Whether this is exactly the file's name. True if its folder cannot be read now. */
export async function isRealName(files: Pick<Files, 'list'>, path: string): Promise<boolean> {
  const names = await files.list(dirname(path)).catch(() => null)
  return names?.includes(basename(path)) ?? true
}

/** If one file was found under several such names, keeps only its real names: a file event may have a former name. */
export async function filterByRealName(files: Pick<Files, 'list'>, found: readonly FoundFile[]): Promise<FoundFile[]> {
  const isAlone = ({ path, entry }: FoundFile) =>
    !found.some((other) => differOnlyInSpelling(path, other.path) && other.entry.ident === entry.ident)
  const isReal = await Promise.all(found.map(async (file) => isAlone(file) || isRealName(files, file.path)))
  return found.filter((_, index) => isReal[index])
}
