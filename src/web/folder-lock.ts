// One browser host at a time writes below a data folder. A second one shows what it may read and writes nothing, its
// own settings included. Once the first has ended, the next write takes the lock.
import type { HostDeps } from '#host/host-deps.ts'
import { lockFolder } from '#engine/db/repair.ts'

export type FolderLock = {
  isOurs: () => boolean
  /** Takes the lock where it is free. Throws `db/in-use` while another program holds it. */
  take: () => void
}

export function openFolderLock(dataDir: string): FolderLock {
  // Held on to: the lock ends with the garbage collection of what holds it.
  let unlock: (() => void) | null = null
  const take = () => {
    unlock ??= lockFolder(dataDir)
  }
  try {
    take()
  } catch {
    // The start of the engine takes the lock before anything else, and reports it then.
  }
  return { isOurs: () => unlock !== null, take }
}

/** Everything a host writes with, behind the lock. What it reads is left as it is. */
export function lockedBy<Deps extends Pick<HostDeps, 'secrets' | 'folders' | 'sample' | 'engine'>>(
  { take }: FolderLock,
  deps: Deps,
): Deps {
  const { secrets, folders, sample, engine } = deps
  const locked = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    take()
    return work()
  }
  return {
    ...deps,
    secrets: {
      ...secrets,
      keep: (...key) => locked(() => secrets.keep(...key)),
      forget: (accountId) => locked(() => secrets.forget(accountId)),
    },
    folders: { delete: (accountId) => locked(() => folders.delete(accountId)) },
    sample: { ...sample, start: () => locked(() => sample.start()) },
    engine: { ...engine, start: (run) => locked(() => engine.start(run)) },
  }
}
