// One browser host at a time writes below a data folder. One that comes second shows what it may read and writes nothing, its
// own settings included; once the first has ended, the next thing it is asked to write makes the folder its own.
import type { HostDeps } from '#contract/host-deps.ts'
import { lockFolder } from '#engine/db/repair.ts'

export type FolderLock = {
  isOurs: () => boolean
  /** Takes the lock where it is free. Throws `db/in-use` while another program holds it. */
  take: () => void
}

export function openFolderLock(dataDir: string): FolderLock {
  let isOurs = false
  const take = () => {
    if (isOurs) return
    lockFolder(dataDir)
    isOurs = true
  }
  try {
    take()
  } catch {
    // Told when the engine is to be started, which takes it before anything else.
  }
  return { isOurs: () => isOurs, take }
}

/** Everything a host writes with, behind the lock. What it reads is left as it is. */
export function lockedBy<Deps extends Pick<HostDeps, 'secrets' | 'folders' | 'sample' | 'engine'>>({ take }: FolderLock, deps: Deps): Deps {
  const { secrets, folders, sample, engine } = deps
  const locked = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    take()
    return work()
  }
  return {
    ...deps,
    secrets: { ...secrets, keep: (...key) => locked(() => secrets.keep(...key)), forget: (accountId) => locked(() => secrets.forget(accountId)) },
    folders: { delete: (accountId) => locked(() => folders.delete(accountId)) },
    sample: { ...sample, start: () => locked(() => sample.start()) },
    engine: { ...engine, start: (run) => locked(() => engine.start(run)) },
  }
}
