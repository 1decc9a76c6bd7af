// Checks a folder before it is watched, so that the user gets an error at once instead of a folder that never works.
import { basename, dirname, isAbsolute, resolve, sep } from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { FolderSettings } from '#contract/folders.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import { type Place, codeOf } from '../outside/user-files.ts'
import { withPatience } from './patience.ts'

export type Checks = {
  clock: Clock
  files: Files
  dataDir: string
  /** Of folders that are watched. */ watched: () => string[]
}

/** The path as it is kept. Throws what the contract lists. */
export async function checkNewFolder(deps: Checks, typed: string, settings: FolderSettings): Promise<string> {
  if (!isAbsolute(typed)) throw new AppError('folders/not-found', { path: typed })
  const path = resolve(typed)
  const place = await placeOf(deps, path)
  const root = await answered(deps, path, deps.files.look(place.realPath))
  if (!root) throw new AppError('folders/not-found', { path })
  if (root.kind !== 'folder') throw new AppError('folders/not-a-folder', { path })
  if (!(await answered(deps, path, deps.files.mayRead(path)))) throw new AppError('folders/not-readable', { path })
  const others = await Promise.all(
    deps.watched().map(async (other) => ({ other, real: await realPathOf(deps, other) })),
  )
  for (const { other, real } of others)
    if (isWithin(place, real, place.realPath) || isWithin(place, place.realPath, real))
      throw new AppError('folders/already-watched', { path: other })
  await checkSettings(deps, path, settings)
  return path
}

/** Of one that is watched already, too. */
export async function checkSettings(deps: Checks, path: string, { isRecursive, after }: FolderSettings): Promise<void> {
  const { files, dataDir } = deps
  const [place, data] = await Promise.all([placeOf(deps, path), files.place(dataDir)])
  const own = ownFolder(data.realPath)
  if (isWithin(place, place.realPath, own) || (isRecursive && isWithin(place, own, place.realPath)))
    throw new AppError('folders/own-data', { path })
  if (after === 'move' && !(await answered(deps, path, files.mayWrite(path))))
    throw new AppError('folders/not-writable', { path })
}

/** Folders of accounts stand together in the program's own. */
function ownFolder(account: string): string {
  const all = dirname(account)
  return basename(all) === 'accounts' ? dirname(all) : account
}

/** A share that hangs keeps nobody: whoever asks is told. */
async function answered<T>({ clock }: Checks, path: string, work: Promise<T>): Promise<T> {
  const answer = await withPatience(
    clock,
    work.then((value) => ({ value })),
  )
  if (!answer) throw new AppError('folders/not-answering', { path })
  return answer.value
}

/** Of one that is away, or does not answer, its own name has to do. */
function realPathOf({ clock, files }: Checks, path: string): Promise<string> {
  const asked = files.place(path).then(
    ({ realPath }) => realPath,
    () => path,
  )
  return withPatience(clock, asked).then((realPath) => realPath ?? path)
}

async function placeOf(deps: Checks, path: string): Promise<Place> {
  try {
    return await answered(deps, path, deps.files.place(path))
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
  const plain = (text: string) => (platform === 'linux' ? text : text.toLowerCase())
  return plain(path) === plain(folder) || plain(path).startsWith(plain(folder.endsWith(sep) ? folder : folder + sep))
}
