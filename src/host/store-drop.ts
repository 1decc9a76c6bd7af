// Stores a file that the user dropped onto the window or restores (contract/rules/files.ts), where the engine finds it.
// Both hosts pass in the functions of `node:fs/promises`, because this folder must not import Node.
import { toSafeName, dropStatus, getDropStatus, limitSize } from '#contract/rules/files.ts'

/** The functions of `node:fs/promises`. */
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

export type DropTarget = {
  disk: DropDisk
  accountFolder: string
  /** The folder from `getPutFolder`. */
  folder: string
  /** The unique name of the drop's own folder. */
  token: string
  isWindows: boolean
}

/**
 * Stores the whole file or nothing, and returns the HTTP status. The engine sees the drop when the name of its folder
 * no longer ends in `.part`. A file that is answered with `stored` survives a power failure, because the user may then
 * delete the original. `name`: the name of the user's file.
 */
export async function storeDrop(
  { disk, accountFolder, folder, token, isWindows }: DropTarget,
  name: string | null,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  if (name === null || name === '') return dropStatus.noName
  const dropsFolder = `${accountFolder}/${folder}`
  const [partFolder, finalFolder] = [`${dropsFolder}/${token}.part`, `${dropsFolder}/${token}`]
  // Windows writes names to disk without this, and cannot open a folder.
  const syncFolder = async (path: string) => {
    if (!isWindows) await withOpenFile(disk, path, 'r', (folder) => folder.sync())
  }
  try {
    await disk.mkdir(partFolder, { recursive: true, mode: 0o700 })
    await withOpenFile(disk, `${partFolder}/${toSafeName(name)}`, 'wx', async (file) => {
      for await (const chunk of limitSize(chunks)) await file.writeFile(chunk)
      await file.sync()
    })
    await syncFolder(partFolder)
    await disk.rename(partFolder, finalFolder)
    for (const folder of [dropsFolder, accountFolder]) await syncFolder(folder)
    return dropStatus.stored
  } catch (error) {
    // The user still has the original, because the answer is not `stored`.
    for (const path of [partFolder, finalFolder]) await disk.rm(path, { recursive: true, force: true })
    return getDropStatus(error)
  }
}

type OpenFile = Awaited<ReturnType<DropDisk['open']>>

async function withOpenFile(
  disk: DropDisk,
  path: string,
  flags: string,
  work: (file: OpenFile) => Promise<void>,
): Promise<void> {
  const file = await disk.open(path, flags, 0o600)
  try {
    await work(file)
  } finally {
    await file.close()
  }
}
