// How a host puts aside a file that was dropped onto the window or is to be restored (files.ts), for the engine to
// find. The same in both hosts, which hand in what they have of Node: this is the only room both may enter.
import { dropName, dropStatus, dropStatusOf, upToMost } from '#contract/rules/files.ts'

/** Of `node:fs/promises`, as it is. */
export type DropDisk = {
  mkdir(path: string, options: { recursive: true; mode: number }): Promise<unknown>
  open(
    path: string,
    flags: string,
    mode?: number,
  ): Promise<{ writeFile(bytes: Uint8Array): Promise<void>; sync(): Promise<void>; close(): Promise<void> }>
  rename(from: string, to: string): Promise<void>
  rm(path: string, options: { recursive: true; force: true }): Promise<void>
}

export type DropPlace = {
  disk: DropDisk
  accountFolder: string
  /** Of `putFolderOf`. */ folder: string
  /** Nobody else's. */ token: string
  isWindows: boolean
}

/**
 * Answers the status. Whole or not at all: the engine sees the drop once it has its name without `.part`. What was
 * answered with "taken" is there after a loss of power as well: the user may have thrown away where it came from.
 */
export async function takeDrop(
  { disk, accountFolder, folder, token, isWindows }: DropPlace,
  given: string | null,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  if (given === null || given === '') return dropStatus.nameless
  const drops = `${accountFolder}/${folder}`
  const [part, whole] = [`${drops}/${token}.part`, `${drops}/${token}`]
  // Windows keeps names by itself, and opens no folders.
  const syncFolder = async (path: string) => {
    if (!isWindows) await within(disk, path, 'r', (folder) => folder.sync())
  }
  try {
    await disk.mkdir(part, { recursive: true, mode: 0o700 })
    await within(disk, `${part}/${dropName(given)}`, 'wx', async (file) => {
      for await (const chunk of upToMost(chunks)) await file.writeFile(chunk)
      await file.sync()
    })
    await syncFolder(part)
    await disk.rename(part, whole)
    for (const folder of [drops, accountFolder]) await syncFolder(folder)
    return dropStatus.taken
  } catch (error) {
    // Whatever of it is there by now: what was not answered with "taken" is dropped again.
    for (const left of [part, whole]) await disk.rm(left, { recursive: true, force: true })
    return dropStatusOf(error)
  }
}

type Opened = Awaited<ReturnType<DropDisk['open']>>

async function within(
  disk: DropDisk,
  path: string,
  flags: string,
  work: (opened: Opened) => Promise<void>,
): Promise<void> {
  const opened = await disk.open(path, flags, 0o600)
  try {
    await work(opened)
  } finally {
    await opened.close()
  }
}
