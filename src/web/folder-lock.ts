// Only one browser host at a time writes in a data folder. A second one can only read, and does not store its own
// settings. After the first one has ended, the next write acquires the lock.
import type { HostDeps } from '#host/host-deps.ts'
import { lockFolder } from '#engine/db/repair.ts'

export type FolderLock = {
  isOurs: () => boolean
  /** Acquires the lock, if this program does not have it yet. Throws `db/in-use` while another program has it. */
  acquire: () => void
}

export function openFolderLock(dataDir: string): FolderLock {
  // The reference is needed: the lock ends when its object is garbage collected.
  let unlock: (() => void) | null = null
  const acquire = () => {
    unlock ??= lockFolder(dataDir)
  }
  try {
    acquire()
  } catch {
    // The start of the engine tries again, and reports the error.
  }
  return { isOurs: () => unlock !== null, acquire }
}

/** Makes every function that writes acquire the lock first. Functions that read are not changed. */
export function withFolderLock<
  Deps extends Pick<HostDeps, 'secrets' | 'memberships' | 'folders' | 'sample' | 'engine'>,
>({ acquire }: FolderLock, deps: Deps): Deps {
  const { secrets, memberships, folders, sample, engine } = deps
  const runLocked = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    acquire()
    return work()
  }
  return {
    ...deps,
    secrets: {
      ...secrets,
      store: (...key) => runLocked(() => secrets.store(...key)),
      forget: (accountId) => runLocked(() => secrets.forget(accountId)),
    },
    memberships: {
      ...memberships,
      store: (...membership) => runLocked(() => memberships.store(...membership)),
      forget: (accountId) => runLocked(() => memberships.forget(accountId)),
    },
    folders: { delete: (accountId) => runLocked(() => folders.delete(accountId)) },
    sample: { ...sample, start: () => runLocked(() => sample.start()) },
    engine: { ...engine, start: (run) => runLocked(() => engine.start(run)) },
  }
}
