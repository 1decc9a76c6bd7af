// What must hold before a folder is watched: told to the user at once, rather than as a folder in which nothing happens.
import { basename, dirname, isAbsolute, resolve, sep } from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { FolderSettings } from '#contract/folders.ts'
import type { Files } from '../outside/files.ts'
import { type Place, codeOf } from '../outside/user-files.ts'

export type Checks = { files: Files; dataDir: string; /** Of folders that are watched. */ watched: () => string[] }

/** The path as it is kept. Throws what the contract lists. */
export async function checkNewFolder(deps: Checks, typed: string, settings: FolderSettings): Promise<string> {
  if (!isAbsolute(typed)) throw new AppError('folders/not-found', { path: typed })
  const path = resolve(typed)
  const place = await placeOf(deps.files, path)
  const root = await deps.files.look(place.realPath)
  if (!root) throw new AppError('folders/not-found', { path })
  if (root.kind !== 'folder') throw new AppError('folders/not-a-folder', { path })
  if (!(await deps.files.mayRead(path))) throw new AppError('folders/not-readable', { path })
  for (const other of deps.watched()) {
    const real = await deps.files.place(other).then(({ realPath }) => realPath, () => other)
    if (isWithin(place, real, place.realPath) || isWithin(place, place.realPath, real)) throw new AppError('folders/already-watched', { path: other })
  }
  await checkSettings(deps, path, settings)
  return path
}

/** Of one that is watched already, too. */
export async function checkSettings({ files, dataDir }: Checks, path: string, { isRecursive, after }: FolderSettings): Promise<void> {
  const [place, data] = await Promise.all([placeOf(files, path), files.place(dataDir)])
  const own = ownFolder(data.realPath)
  if (isWithin(place, place.realPath, own) || (isRecursive && isWithin(place, own, place.realPath))) throw new AppError('folders/own-data', { path })
  if (after === 'move' && !(await files.mayWrite(path))) throw new AppError('folders/not-writable', { path })
}

/** Folders of accounts stand together in the program's own. */
function ownFolder(account: string): string {
  const all = dirname(account)
  return basename(all) === 'accounts' ? dirname(all) : account
}

async function placeOf(files: Files, path: string): Promise<Place> {
  try {
    return await files.place(path)
  } catch (error) {
    throw new AppError(['EACCES', 'EPERM'].includes(codeOf(error)) ? 'folders/not-readable' : 'folders/not-found', { path }, error)
  }
}

function isWithin({ platform }: Place, path: string, folder: string): boolean {
  const plain = (text: string) => (platform === 'linux' ? text : text.toLowerCase())
  return plain(path) === plain(folder) || plain(path).startsWith(plain(folder.endsWith(sep) ? folder : folder + sep))
}
