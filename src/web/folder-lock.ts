// One browser host at a time writes below a data folder. A second one can only read, and does not store its own
// settings. After the first has ended, the next write takes the lock.
import type { HostDeps } from '#host/host-deps.ts'
import { lockFolder } from '#engine/db/repair.ts'

export type FolderLock = {
  isOurs: () => boolean
  /** Takes the lock if it is free. Throws `db/in-use` while another program has it. */
  take: () => void
}

export function openFolderLock(dataDir: string): FolderLock {
  // The reference is needed: the lock ends when its object is garbage collected.
  let unlock: (() => void) | null = null
  const take = () => {
    unlock ??= lockFolder(dataDir)
  }
  try {
    take()
  } catch {
    // The start of the engine takes the lock first, and reports the error then.
  }
  return { isOurs: () => unlock !== null, take }
}

/** Puts every write function of a host behind the lock. Read functions are not changed. */
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
      store: (...key) => locked(() => secrets.store(...key)),
      forget: (accountId) => locked(() => secrets.forget(accountId)),
    },
    folders: { delete: (accountId) => locked(() => folders.delete(accountId)) },
    sample: { ...sample, start: () => locked(() => sample.start()) },
    engine: { ...engine, start: (run) => locked(() => engine.start(run)) },
  }
}
