// The disk, for what the engine does to whole files beside its databases (SQLite opens its own).
import { constants } from 'node:fs'
import { access, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'

export interface Files {
  /** Creates the folder and its parents; readable by this user only, where the system knows that. */
  makeFolder(path: string): Promise<void>
  exists(path: string): Promise<boolean>
  /** Null when there is no such file. */
  size(path: string): Promise<number | null>
  /** Names in the folder, sorted; empty when there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Fails rather than overwrites. */
  copy(from: string, to: string): Promise<void>
  move(from: string, to: string): Promise<void>
  /** No error when it is already gone. */
  remove(path: string): Promise<void>
}

export function createFiles(): Files {
  return {
    makeFolder: async (path) => {
      await mkdir(path, { recursive: true, mode: 0o700 })
    },
    exists: (path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    size: (path) =>
      stat(path).then(
        ({ size }) => size,
        () => null,
      ),
    list: async (folder) => {
      const names = await readdir(folder).catch(() => [])
      return names.sort()
    },
    copy: (from, to) => copyFile(from, to, constants.COPYFILE_EXCL),
    move: rename,
    remove: (path) => rm(path, { force: true, recursive: true }),
  }
}
