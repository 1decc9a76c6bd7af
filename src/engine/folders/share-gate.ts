// Limits how many threads of the disk's thread pool can be used for folders that may not answer. A call that hangs on a
// share blocks a thread until the system gives up, possibly forever, and the same threads resolve host names and read
// our own files. So each folder has one call at a time, all of them together fewer than there are threads, and the
// others wait here. Folders known to be on this computer do not wait.
import { dirname, sep } from 'node:path'
import type { Files } from '../outside/files.ts'
import { type CallRunner, poolThreads } from '../outside/user-files.ts'

export type FolderFiles = Files & {
  /** Stores whether a folder is on this computer. Before this call it counts as remote. */
  setLocal(folder: string, isLocal: boolean): void
}

/** Threads that stay free for all other work. */
const SPARE_THREADS = 4

type QueuedCall = { key: string; start: () => void }

export function limitShareCalls(files: Files, ownFolder: string, threads = poolThreads()): FolderFiles {
  const maxBusy = Math.max(Math.floor(threads / 2), threads - SPARE_THREADS)
  const isLocalByFolder = new Map([[ownFolder, true]])
  const busy = new Set<string>()
  const queue: QueuedCall[] = []

  const startCalls = () => {
    for (let index = 0; index < queue.length && busy.size < maxBusy;) {
      const call = queue[index]
      if (!call || busy.has(call.key)) index++
      else {
        queue.splice(index, 1)
        busy.add(call.key)
        call.start()
      }
    }
  }
  const runnerOf =
    (path: string): CallRunner =>
    async (work) => {
      const key = queueKeyOf(isLocalByFolder, path)
      if (key === null) return work()
      await new Promise<void>((start) => {
        queue.push({ key, start })
        startCalls()
      })
      try {
        return await work()
      } finally {
        busy.delete(key)
        startCalls()
      }
    }
  return {
    ...files,
    ...queueWork(files, runnerOf),
    setLocal: (folder, isLocal) => {
      isLocalByFolder.set(folder, isLocal)
    },
  }
}

/** The calls that concern the user's files. Only a copy takes long, so it waits again for each chunk. */
function queueWork(
  files: Files,
  runnerOf: (path: string) => CallRunner,
): Omit<
  Files,
  'makeFolder' | 'exists' | 'isThere' | 'size' | 'read' | 'readBytes' | 'save' | 'checksum' | 'copy' | 'move' | 'remove'
> {
  return {
    scan: async function* (folder, slice, mayHang) {
      const slices = files.scan(folder, slice, mayHang)[Symbol.asyncIterator]()
      for (;;) {
        const found = await runnerOf(folder)(() => slices.next())
        if (found.done === true) return
        yield found.value
      }
    },
    list: (folder) => runnerOf(folder)(() => files.list(folder)),
    stat: (path) => runnerOf(path)(() => files.stat(path)),
    readTail: (path, bytes) => runnerOf(path)(() => files.readTail(path, bytes)),
    copyComplete: (from, to, options) =>
      files.copyComplete(from, to, { ...options, runners: { from: runnerOf(from), to: runnerOf(to) } }),
    readChecksums: (path, options) =>
      files.readChecksums(path, { ...options, runners: { from: runnerOf(path), to: runnerOf(path) } }),
    renameDurably: (from, to) => runnerOf(to)(() => files.renameDurably(from, to)),
    renameDurablyIfFree: (from, to) => runnerOf(to)(() => files.renameDurablyIfFree(from, to)),
    link: (from, to) => runnerOf(from)(() => files.link(from, to)),
    unlink: (path, mark) => runnerOf(path)(() => files.unlink(path, mark)),
    addFolder: (path) => runnerOf(path)(() => files.addFolder(path)),
    replace: (path, part, content) => runnerOf(dirname(path))(() => files.replace(path, part, content)),
    place: (path) => runnerOf(path)(() => files.place(path)),
    mayRead: (path) => runnerOf(path)(() => files.mayRead(path)),
    mayWrite: (path) => runnerOf(path)(() => files.mayWrite(path)),
  }
}

/** The reported folder that contains the path, or else the path itself. Null: the call does not wait. */
function queueKeyOf(isLocalByFolder: ReadonlyMap<string, boolean>, path: string): string | null {
  let folder: string | null = null
  for (const folderPath of isLocalByFolder.keys())
    if (isWithin(path, folderPath) && folderPath.length > (folder ?? '').length) folder = folderPath
  if (folder === null) return path
  return isLocalByFolder.get(folder) === true ? null : folder
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
