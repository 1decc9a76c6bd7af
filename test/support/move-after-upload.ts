// Starts an engine that moves uploaded files into a folder for each month.
import { join } from 'node:path'
import { type WatchedEngine, startWatched, pdf } from './watched.ts'

export const MONTH = '2026-11'
export const getMovedPath = (engine: WatchedEngine, name: string) => join(engine.folder, 'Uploaded', MONTH, name)
export const listPostStates = (engine: WatchedEngine) => engine.sightings().map(({ post }) => post)

/** Waits until the files are uploaded. */
export async function uploadFiles(engine: WatchedEngine, ...names: string[]): Promise<void> {
  for (const name of names) engine.put(name, pdf(name))
  await engine.until(() => engine.uploads().length === names.length)
  engine.markUploaded()
}

export const startMoveAfterUpload = () => startWatched({ settings: { after: 'move' } })
