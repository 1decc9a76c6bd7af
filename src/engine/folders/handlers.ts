// Answers to the calls about watched folders. The queue they feed is documents/'s.
import { AppError } from '#contract/errors.ts'
import type { WatchedFolder } from '#contract/folders.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { z } from 'zod'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Files } from '../outside/files.ts'
import type { Random } from '../outside/random.ts'
import { checkNewFolder, checkSettings } from './add.ts'
import { type FolderRow, type FolderState, adoptSightings, countSightings, insertFolder, loadFolder, loadFolders } from './store.ts'
import type { Folders } from './worker.ts'

type Names = Exclude<Extract<keyof Handlers<EngineContract>, `folders.${string}`>, 'folders.queue' | 'folders.pause'>

export type FolderHandlerDeps = { db: ReadableDb; write: Write; files: Files; random: Random; now: () => string; dataDir: string; folders: Folders }

const states: Record<FolderState, z.infer<typeof WatchedFolder>['state']> = { OK: 'ok', MISSING: 'missing', DENIED: 'denied' }

export function folderHandlers(deps: FolderHandlerDeps): Pick<Handlers<EngineContract>, Names> {
  const { db, folders, files, dataDir } = deps
  const checks = { files, dataDir, watched: () => loadFolders(db).map(({ path }) => path) }
  const known = (id: string) => {
    const row = loadFolder(db, id)
    if (!row) throw new AppError('folders/unknown', { id })
    return row
  }
  return {
    'folders.list': () => loadFolders(db).map((row) => shown(deps, row)),
    'folders.add': async ({ path: typed, ...settings }) => {
      const path = await checkNewFolder(checks, typed, settings)
      const id = deps.random.id()
      deps.write((w, announce) => {
        // Two clicks are one folder.
        if (loadFolders(w).some((row) => row.path === path)) throw new AppError('folders/already-watched', { path })
        insertFolder(w, id, path, settings, deps.now())
        adoptSightings(w, id, path)
        announce('folders')
      })
      folders.begin(id)
      return { id }
    },
    'folders.change': async ({ id, ...settings }) => {
      const { path } = known(id)
      // One that is away can be changed all the same: what it allows is seen when it is back.
      await checkSettings(checks, path, settings).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'folders/not-found')) throw error
      })
      await folders.change(id, settings)
    },
    'folders.remove': async ({ id }) => {
      known(id)
      await folders.remove(id)
    },
    'folders.look': () => {
      folders.look()
    },
  }
}

function shown({ db, folders }: FolderHandlerDeps, { id, path, after, alwaysPolls, isRecursive, state, stateSince, lastScanAt }: FolderRow) {
  const status = folders.status(id)
  const counts = countSightings(db, id)
  return { id, path, after, alwaysPolls, isRecursive, state: states[state], stateSince, isPolled: status?.isPolled ?? alwaysPolls, lastScanAt: status?.lastScanAt ?? lastScanAt, ...counts }
}
