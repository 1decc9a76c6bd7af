// Limits how many threads of the disk's thread pool can be used for folders that may not answer. A call that hangs on a
// share blocks a thread until the system gives up, possibly forever, and the same threads resolve host names and read
// the engine's own files. So each folder has one call at a time, and all folders together have fewer calls than there
// are threads. The other calls wait here. Calls for folders that are known to be on this computer do not wait.
import { dirname, sep } from 'node:path'
import type { Files } from '../outside/files.ts'
import { type CallRunner, getPoolThreads } from '../outside/user-files.ts'

export type FolderFiles = Files & {
  /** Stores whether a folder is on this computer. Before this call it counts as remote. */
  setLocal(folder: string, isLocal: boolean): void
}

/** Threads that stay free for all other work. */
const SPARE_THREADS = 4

type QueuedCall = { key: string; start: () => void }

export function limitShareCalls(files: Files, ownFolder: string, threadCount = getPoolThreads()): FolderFiles {
  const maxBusyThreads = Math.max(Math.floor(threadCount / 2), threadCount - SPARE_THREADS)
  const isLocalByFolder = new Map([[ownFolder, true]])
  const busyKeys = new Set<string>()
  const queue: QueuedCall[] = []

  const startCalls = () => {
    for (let index = 0; index < queue.length && busyKeys.size < maxBusyThreads;) {
      const call = queue[index]
      if (!call || busyKeys.has(call.key)) index++
      else {
        queue.splice(index, 1)
        busyKeys.add(call.key)
        call.start()
      }
    }
  }
  const createRunner =
    (path: string): CallRunner =>
    async (work) => {
      const key = findQueueKey(isLocalByFolder, path)
      if (key === null) return work()
      await new Promise<void>((start) => {
        queue.push({ key, start })
        startCalls()
      })
      try {
        return await work()
      } finally {
        busyKeys.delete(key)
        startCalls()
      }
    }
  return {
    ...files,
    ...queueCalls(files, createRunner),
    setLocal: (folder, isLocal) => {
      isLocalByFolder.set(folder, isLocal)
    },
  }
}

/** Returns the calls that concern the user's files. Only a copy takes long, so it waits again for each chunk. */
function queueCalls(
  files: Files,
  createRunner: (path: string) => CallRunner,
): Omit<
  Files,
  'makeFolder' | 'exists' | 'isThere' | 'size' | 'read' | 'readBytes' | 'save' | 'checksum' | 'copy' | 'move' | 'remove'
> {
  return {
    scan: async function* (folder, slice, mayHang) {
      const slices = files.scan(folder, slice, mayHang)[Symbol.asyncIterator]()
      for (;;) {
        const next = await createRunner(folder)(() => slices.next())
        if (next.done === true) return
        yield next.value
      }
    },
    list: (folder) => createRunner(folder)(() => files.list(folder)),
    stat: (path) => createRunner(path)(() => files.stat(path)),
    readTail: (path, bytes) => createRunner(path)(() => files.readTail(path, bytes)),
    copyComplete: (from, to, options) =>
      files.copyComplete(from, to, { ...options, runners: { from: createRunner(from), to: createRunner(to) } }),
    readChecksums: (path, options) =>
      files.readChecksums(path, { ...options, runners: { from: createRunner(path), to: createRunner(path) } }),
    renameDurably: (from, to) => createRunner(to)(() => files.renameDurably(from, to)),
    renameDurablyIfFree: (from, to) => createRunner(to)(() => files.renameDurablyIfFree(from, to)),
    link: (from, to) => createRunner(from)(() => files.link(from, to)),
    unlink: (path, mark) => createRunner(path)(() => files.unlink(path, mark)),
    addFolder: (path) => createRunner(path)(() => files.addFolder(path)),
    replace: (path, part, content) => createRunner(dirname(path))(() => files.replace(path, part, content)),
    place: (path) => createRunner(path)(() => files.place(path)),
    mayRead: (path) => createRunner(path)(() => files.mayRead(path)),
    mayWrite: (path) => createRunner(path)(() => files.mayWrite(path)),
  }
}

/** The reported folder that contains the path, or else the path itself. Null: the call does not wait. */
function findQueueKey(isLocalByFolder: ReadonlyMap<string, boolean>, path: string): string | null {
  let folder: string | null = null
  for (const folderPath of isLocalByFolder.keys())
    if (isWithin(path, folderPath) && folderPath.length > (folder ?? '').length) folder = folderPath
  if (folder === null) return path
  return isLocalByFolder.get(folder) === true ? null : folder
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
