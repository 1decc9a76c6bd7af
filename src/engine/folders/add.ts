// Checks a folder before it is watched, so that the user gets an error at once instead of a folder that never works.
import { basename, dirname, isAbsolute, resolve, sep } from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { FolderSettings } from '#contract/folders.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import { type Place, codeOf } from '../outside/user-files.ts'
import { withTimeout } from './timeout.ts'

export type FolderCheckDeps = {
  clock: Clock
  files: Files
  dataDir: string
  /** Lists the paths of the watched folders. */
  listWatchedPaths: () => string[]
}

/** Returns the path in the form that is stored. Throws the errors that the contract lists. */
export async function checkNewFolder(deps: FolderCheckDeps, typed: string, settings: FolderSettings): Promise<string> {
  if (!isAbsolute(typed)) throw new AppError('folders/not-found', { path: typed })
  const path = resolve(typed)
  const place = await findPlace(deps, path)
  const root = await throwIfNotAnswering(deps, path, deps.files.stat(place.realPath))
  if (!root) throw new AppError('folders/not-found', { path })
  if (root.kind !== 'folder') throw new AppError('folders/not-a-folder', { path })
  if (!(await throwIfNotAnswering(deps, path, deps.files.mayRead(path))))
    throw new AppError('folders/not-readable', { path })
  const watchedFolders = await Promise.all(
    deps
      .listWatchedPaths()
      .map(async (watchedPath) => ({ watchedPath, realPath: await findRealPath(deps, watchedPath) })),
  )
  for (const { watchedPath, realPath } of watchedFolders)
    if (isWithin(place, realPath, place.realPath) || isWithin(place, place.realPath, realPath))
      throw new AppError('folders/already-watched', { path: watchedPath })
  await checkSettings(deps, path, settings)
  return path
}

/** Also checks the settings of a folder that is already watched. */
export async function checkSettings(
  deps: FolderCheckDeps,
  path: string,
  { isRecursive, after }: FolderSettings,
): Promise<void> {
  const { files, dataDir } = deps
  const [place, data] = await Promise.all([findPlace(deps, path), files.place(dataDir)])
  const programFolder = findProgramFolder(data.realPath)
  if (isWithin(place, place.realPath, programFolder) || (isRecursive && isWithin(place, programFolder, place.realPath)))
    throw new AppError('folders/own-data', { path })
  if (after === 'move' && !(await throwIfNotAnswering(deps, path, files.mayWrite(path))))
    throw new AppError('folders/not-writable', { path })
}

/** Returns the program's own folder, which contains the data folders of all accounts. */
function findProgramFolder(accountFolder: string): string {
  const parent = dirname(accountFolder)
  return basename(parent) === 'accounts' ? dirname(parent) : accountFolder
}

/** Awaits `work`. Throws `folders/not-answering` if a share does not answer in time. */
async function throwIfNotAnswering<Result>(
  { clock }: FolderCheckDeps,
  path: string,
  work: Promise<Result>,
): Promise<Result> {
  const answer = await withTimeout(
    clock,
    work.then((value) => ({ value })),
  )
  if (!answer) throw new AppError('folders/not-answering', { path })
  return answer.value
}

/** Returns the path itself if the folder is missing or does not answer. */
function findRealPath({ clock, files }: FolderCheckDeps, path: string): Promise<string> {
  const finding = files.place(path).then(
    ({ realPath }) => realPath,
    () => path,
  )
  return withTimeout(clock, finding).then((realPath) => realPath ?? path)
}

async function findPlace(deps: FolderCheckDeps, path: string): Promise<Place> {
  try {
    return await throwIfNotAnswering(deps, path, deps.files.place(path))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError(
      ['EACCES', 'EPERM'].includes(codeOf(error)) ? 'folders/not-readable' : 'folders/not-found',
      { path },
      error,
    )
  }
}

function isWithin({ platform }: Place, path: string, folder: string): boolean {
  const foldCase = (text: string) => (platform === 'linux' ? text : text.toLowerCase())
  return (
    foldCase(path) === foldCase(folder) ||
    foldCase(path).startsWith(foldCase(folder.endsWith(sep) ? folder : folder + sep))
  )
}
